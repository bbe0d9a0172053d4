"""Strength in battle: tiles drawn, tiles that count, modifiers (sections 11 and 11a)."""

from __future__ import annotations

from collections import Counter

from tests.oracle import record_rules as rules
from tests.oracle.record_state import State

COUNTED = 3  # BS-COMBAT-24


def top_three(tiles: list[int]) -> list[int]:
    """Return the tiles that count, highest first (BS-COMBAT-24)."""
    return sorted(tiles, reverse=True)[:COUNTED]


def tiles_to_draw(state: State, mine: Counter[str], theirs: Counter[str]) -> int:
    """Return how many combat tiles a side draws (BS-COMBAT-15 to -17)."""
    more = mine.total() > theirs.total() or mine["giant"] > 0
    return state.numbers["tiles_more" if more else "tiles_fewer"]


def modifier(
    state: State,
    seat: int,
    mine: Counter[str],
    theirs: Counter[str],
    area: int,
    *,
    attacking: bool,
) -> int:
    """Return the sum of a side's modifiers (BS-MOD-01 to -16)."""
    forts = sum(theirs[fort] for fort in rules.FORTS)
    holds = {
        "always": True,
        "attacking": attacking,
        "defending": not attacking,
        "plains": state.terrain(area) == rules.PLAINS,
        "forest": state.terrain(area) == rules.FOREST,
        "enemy_fort": forts > 0,
    }
    total = 0
    for unit, count in mine.items():
        bonus = state.modifiers[unit] if holds[rules.MODIFIERS[unit][1]] else 0
        if unit == "siege_engine" and state.option("siege_bonus") == "per_fortification":
            bonus = state.modifiers[unit] * forts
        total += bonus * count
    if state.is_sea(area):
        per_unit = state.option("corsair_sea_bonus") == "per_unit"
        total += state.number(seat, "sea_battle_modifier") * (mine.total() if per_unit else 1)
    return total
