"""Which tiles of a faction a question about draws is about: names read, tiles grouped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from bloodstones.core.errors import InputError, expected, near_matches
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.ruleset import Ruleset, Tile

MAX_WORTH = 1000

K = TypeVar("K", bound=tuple[Any, ...])


class Kind(NamedTuple):
    """Tiles that are alike while a hand is spent and refilled, in the order they are spent.

    Attributes
    ----------
    wanted
        They are kept.
    blank
        They have no unit type (BS-TILE-04).
    pips
        0 if a question does not tell them apart by pips.
    """

    wanted: bool
    blank: bool
    pips: int


def grouped(faction: Faction, rules: Ruleset, key: Callable[[Tile], K]) -> dict[K, int]:
    """Return how many tiles of a faction have each key, in the order of the keys.

    Parameters
    ----------
    faction
        Whose tiles.
    rules
        The rules in force.
    key
        What is alike has equal keys; they must sort.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> grouped(Faction.CORSAIRS, load_ruleset(), lambda tile: (tile.pips,))
    {(2,): 4, (3,): 5, (4,): 22, (5,): 5}
    """
    counts: dict[K, int] = {}
    for tile in rules.factions[faction].tiles.values():
        counts[key(tile)] = counts.get(key(tile), 0) + tile.count
    return dict(sorted(counts.items()))


def owned(faction: Faction, want: frozenset[Unit], rules: Ruleset) -> int:
    """Return how many tiles of these kinds the faction has."""
    tiles = rules.factions[faction].tiles
    return sum(tiles[unit].count for unit in want if unit in tiles)


def parse_want(text: str, faction: Faction, rules: Ruleset, where: str) -> frozenset[Unit]:
    """Return the tile kinds that `text` names.

    Parameters
    ----------
    text
        Unit types, `blank`, or pips that stand for all tiles worth as many; several by commas.
    faction, rules
        Whose tiles.
    where
        The argument, for errors.

    Raises
    ------
    InputError
        If a name is unknown or the faction has no such tile.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> sorted(unit.id for unit in parse_want("5", Faction.HILL_FOLK, load_ruleset(), "--want"))
    ['blank', 'giant', 'leader']
    >>> parse_want("dragn", Faction.DRAGON_RIDERS, load_ruleset(), "--want")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a unit, got 'dragn' (--want)
    Tip: did you mean dragon?
    """
    wanted: set[Unit] = set()
    for item in text.split(","):
        wanted |= _kinds(item.strip(), faction, rules, where)
    return frozenset(wanted)


def _kinds(name: str, faction: Faction, rules: Ruleset, where: str) -> set[Unit]:
    tiles = rules.factions[faction].tiles
    if name.isascii() and name.isdigit():
        alike = {unit for unit, tile in tiles.items() if str(tile.pips) == name and tile.count}
        if not alike:
            have = ", ".join(str(pips) for pips in sorted({tile.pips for tile in tiles.values()}))
            raise expected("pips of a tile", name, where, f"{faction.id} has tiles of {have} pips")
        return alike
    return {_own_kind(name, faction, rules, where)}


def _own_kind(name: str, faction: Faction, rules: Ruleset, where: str) -> Unit:
    unit = Unit.parse(name.lower().replace(" ", "_").replace("-", "_"), where)
    tiles = rules.factions[faction].tiles
    if unit not in tiles or not tiles[unit].count:
        tile_ids = [other.id for other, tile in tiles.items() if tile.count]
        tip = near_matches(unit.id, tile_ids) or f"its tiles: {', '.join(tile_ids)}"
        raise expected(f"a tile of {faction.id}", unit.id, where, tip)
    return unit


def parse_worth(text: str, faction: Faction, rules: Ruleset, where: str) -> Mapping[Unit, int]:
    """Return what units are worth to their player, written `UNIT=N,UNIT=N`.

    Raises
    ------
    InputError
        For any fault of form, a unit that the faction does not have or one named twice.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> parse_worth("giant=5, castle=2", Faction.HILL_FOLK, load_ruleset(), "--worth")
    {<Unit.GIANT: 14>: 5, <Unit.CASTLE: 12>: 2}
    """
    worth: dict[Unit, int] = {}
    for item in text.split(","):
        name, _, number = (part.strip() for part in item.partition("="))
        digits = number.isascii() and number.isdigit() and len(number) <= len(str(MAX_WORTH))
        if not digits or int(number) > MAX_WORTH:
            form = f"UNIT=N with N from 0 to {MAX_WORTH}"
            raise expected(form, item.strip(), where, "for example 'cavalry=3,ship=2'")
        unit = _own_kind(name, faction, rules, where)
        if unit is Unit.BLANK:
            raise expected("a tile that can be founded", unit.id, where, "blank tiles never are")
        if unit in worth:
            raise expected(f"{unit.id} once", item.strip(), where)
        worth[unit] = int(number)
    return worth


def check_want(
    faction: Faction, want: frozenset[Unit], at_least: int, rules: Ruleset, where: str
) -> None:
    """Raise InputError unless the faction has `at_least` tiles of the wanted kinds."""
    if not want:
        raise InputError(f"expected a wanted tile, got none ({where})")
    most = owned(faction, want, rules)
    if not 1 <= at_least <= most:
        names = ", ".join(sorted(unit.id for unit in want))
        tip = f"{faction.id} has {most} of {names}"
        raise expected(f"1 to {most} wanted tiles", at_least, where, tip)
