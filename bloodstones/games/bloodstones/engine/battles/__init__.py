"""Battles: fights, combat tiles, who flees where (BS-COMBAT, BS-RETREAT)."""
