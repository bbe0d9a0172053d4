"""Battles: rounds, hits, spells and what comes after (WK-COMBAT, WK-RETREAT, WK-WIZ).

Imports `engine.moves` and the rest of the engine below `turn`. Start with `combat`.
"""
