"""Fights: battle turns, what a defender can reach, and how they end (BA-FIGHT)."""
