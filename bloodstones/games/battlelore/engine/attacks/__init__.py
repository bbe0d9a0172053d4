"""Attacks: lines of sight, dice, retreats and advances (BL-ATTACK, BL-RETREAT, BL-ADVANCE)."""
