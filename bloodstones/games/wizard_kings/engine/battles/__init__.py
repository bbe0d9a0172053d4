"""Battles: rounds, hits, spells and what comes after (WK-COMBAT, WK-RETREAT, WK-WIZ)."""
