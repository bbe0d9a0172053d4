"""Attacks: lines of sight, dice, retreats and advances (BL-ATTACK, BL-RETREAT, BL-ADVANCE).

Imports `rules` and the rest of the engine below `turn`. Start with `attacking`.
"""
