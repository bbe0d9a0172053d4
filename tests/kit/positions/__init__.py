"""Positions of any game."""
