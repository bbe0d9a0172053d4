"""Fights of Battalia: battle turns, what a defender can reach, and how they end (BA-FIGHT).

Imports `engine.cards` and the rest of the engine below `turn`. Start with `fighting`.
"""
