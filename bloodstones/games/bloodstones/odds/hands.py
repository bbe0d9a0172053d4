"""Hand tiles ready to swap in: how many, of how many pips, and whether the faction has so many.

A tile is in one place: what fights on the map is not in hand (BS-TILE-05), so a side can hold at
most the tiles of its faction less those of its units in the battle (BS-COMP-02). Citadel, undead
and Cutiecorn are no tiles of a hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bloodstones.core.errors import expected
from bloodstones.games.bloodstones.odds.fight import Hand
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from bloodstones.games.bloodstones.rules.tiles import MAX_PIPS, MIN_PIPS

NOBODY: Mapping[Unit, int] = {}


def check_hand(pips: Sequence[int], where: str, ruleset: Ruleset | None = None) -> Hand:
    """Return a hand best tile first, or raise InputError for pips or a number that cannot be.

    >>> check_hand([3, 5], "--attacker-hand")
    (5, 3)
    """
    most = (ruleset or load_ruleset()).starting_hand
    for tile in pips:
        if type(tile) is not int or not MIN_PIPS <= tile <= MAX_PIPS:
            raise expected(f"pips from {MIN_PIPS} to {MAX_PIPS}", tile, where)
    if len(pips) > most:
        raise expected(f"at most {most} hand tiles", len(pips), where)
    return tuple(sorted(pips, reverse=True))


def most_held(
    faction: Faction, pips: int, fighting: Mapping[Unit, int], ruleset: Ruleset | None = None
) -> int:
    """Return how many tiles of so many pips a faction can hold beside its units on the map.

    Parameters
    ----------
    faction
        Whose tiles.
    pips
        Of one tile.
    fighting
        Its units known to be on the map, and how many.

    Examples
    --------
    >>> [most_held(Faction.HILL_FOLK, 5, units) for units in ({}, {Unit.GIANT: 2})]
    [5, 3]
    """
    tiles = (ruleset or load_ruleset()).factions[faction].tiles
    alike = [unit for unit, tile in tiles.items() if tile.pips == pips]
    return sum(tiles[unit].count - fighting.get(unit, 0) for unit in alike)


def can_hold(
    hand: Sequence[int], faction: Faction, fighting: Mapping[Unit, int], ruleset: Ruleset
) -> bool:
    """Whether a faction can hold such a hand beside its units on the map; see `most_held`."""
    return all(
        count <= most_held(faction, pips, fighting, ruleset)
        for pips, count in Counter(hand).items()
    )


def check_held(
    hand: Sequence[int],
    faction: Faction,
    fighting: Mapping[Unit, int],
    where: str,
    ruleset: Ruleset | None = None,
) -> None:
    """Raise InputError unless a faction can hold such a hand beside its units on the map.

    Parameters as in `most_held`.

    Examples
    --------
    >>> check_held((5, 5, 5, 5), Faction.HILL_FOLK, {Unit.GIANT: 2}, "--attacker-hand")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected at most 3 hand tiles of 5 pips, got 4 ...
    Tip: hill_folk have 5 of 5 pips, 2 of them in the battle
    """
    for pips, count in Counter(hand).items():
        most = most_held(faction, pips, fighting, ruleset)
        if count > most:
            owned = most_held(faction, pips, NOBODY, ruleset)
            here = f", {owned - most} of them in the battle" if owned > most else ""
            worth = f"{pips} pips" if pips > 1 else "1 pip"
            tip = f"{faction.id} have {owned or 'no tile'} of {worth}{here}"
            raise expected(f"at most {most} hand tiles of {worth}", count, where, tip)
