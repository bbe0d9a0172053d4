"""Battles: fights, combat tiles, withdrawals and retreats (BS-COMBAT, BS-RETREAT).

Imports the rules and the modules of the engine below `turn`. Start reading in `battle`.
"""
