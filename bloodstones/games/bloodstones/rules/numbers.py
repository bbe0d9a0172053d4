"""Rule numbers changed by name, for what-ifs: `dragon.modifier`, `hand_limit`, `vp.unit_beaten`.

A name stands for one number of the rules, or for the same number of every faction or unit that has
it (`hand_limit`, `ship.cost`); the name of a single one wins over that of all, in any order. The
ranges are those of the data files, narrower where a state of the game has less room.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Final

from bloodstones.core.contract.game import Number
from bloodstones.core.faults import Faults
from bloodstones.core.rules.rule_numbers import (
    Numbered,
    Path,
    RuleNumber,
    number_at,
    numbers_at,
    with_numbers,
)
from bloodstones.games.bloodstones.rules.meanings import meaning_of
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.reading import (
    MAX_DISTANCE,
    MAX_REGROUPS,
    MAX_STEPS,
    MAX_VILLAGES,
)
from bloodstones.games.bloodstones.rules.ruleset import FactionRules, Ruleset
from bloodstones.games.bloodstones.rules.tiles import (
    MAX_COST,
    MAX_DRAWN,
    MAX_HAND,
    MAX_MODIFIER,
    MAX_MOVEMENT,
    MAX_PIPS,
    MAX_TILES,
    MAX_VP,
    MIN_PIPS,
    TRAITS,
)

NEAR: Final = 4  # names that a tip tells
# Whether a faction has the pieces at all is no number.
FIXED_TRAITS: Final = frozenset({"citadels"})
# A faction without these pieces has no use for them, whatever their number.
PIECES: Final = ("villages", "undead")
TILE_RANGES: Final = {
    "count": (0, MAX_TILES),
    "cost": (0, MAX_COST),
    "pips": (MIN_PIPS, MAX_PIPS),
}
# Numbers of the whole game: name -> field of the ruleset, lowest and highest value.
GAME_NUMBERS: Final = {
    "starting_hand": ("starting_hand", 1, MAX_HAND),
    "founding_points": ("founding_points", 0, MAX_TILES),
    "citadel_distance": ("citadel_distance", 1, MAX_DISTANCE),
    "tiles_more": ("tiles_more", 1, MAX_DRAWN),
    "tiles_fewer": ("tiles_fewer", 1, MAX_DRAWN),
    "tiles_counted": ("tiles_counted", 1, MAX_DRAWN),
    "undead_steps": ("undead_steps", 1, MAX_STEPS),
    "vp.village_at_regroup": ("vp_per_village_at_regroup", 0, MAX_VP),
    "vp.unit_beaten": ("vp_per_unit_beaten", 0, MAX_VP),
    "vp.captured_citadel": ("vp_per_captured_citadel", 0, MAX_VP),
    "cutiecorn.cost": ("cutiecorn_cost", 0, MAX_COST),
    "cutiecorn.vp": ("cutiecorn_vp", 0, MAX_VP),
}


def rule_numbers(rules: Ruleset) -> Mapping[str, RuleNumber]:
    """Return every number of the rules that can be changed, by name.

    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> numbers = rule_numbers(load_ruleset())
    >>> numbers["dragon.modifier"].values, numbers["hand_limit"].values
    ((4,), (6, 7))
    """
    return numbers_at(rules, _all(rules))


def _all(rules: Ruleset) -> Iterator[Numbered]:
    """Yield name, range and place of every number; a name of several once for each place."""
    for name, (place, low, high) in GAME_NUMBERS.items():
        yield name, low, high, (place,)
    for players in rules.regroups:
        yield f"regroups.{players}", 1, MAX_REGROUPS, ("regroups", players)
    for terrain in rules.village_cost:
        yield f"village.cost.{terrain.id}", 1, MAX_PIPS, ("village_cost", terrain)
        yield f"village.limit.{terrain.id}", 1, MAX_VILLAGES, ("village_limit", terrain)
    yield from _unit_numbers(rules)
    for faction in rules.factions.values():
        yield from _faction_numbers(faction)


def _unit_numbers(rules: Ruleset) -> Iterator[Numbered]:
    for unit, kind in rules.units.items():
        yield f"{unit.id}.modifier", -MAX_MODIFIER, MAX_MODIFIER, ("units", unit, "modifier")
        for terrain in kind.movement or {} if not kind.phase_two else {}:
            name = f"{unit.id}.movement.{terrain.id}"
            yield name, 1, MAX_MOVEMENT, ("units", unit, "movement", terrain)
            if unit is Unit.SHIP:
                yield name, 1, MAX_MOVEMENT, ("ship_movement",)


def _faction_numbers(faction: FactionRules) -> Iterator[Numbered]:
    """Yield a faction's numbers, each under its own name and under the name for all factions."""
    here: Path = ("factions", faction.faction)
    own = faction.faction.id
    for trait, (low, high) in TRAITS.items():
        if trait in FIXED_TRAITS or (trait in PIECES and getattr(faction, trait) == 0):
            continue
        for name in (trait, f"{own}.{trait}"):
            yield name, low, high, (*here, trait)
    for terrain in faction.movement:
        for name in (f"movement.{terrain.id}", f"{own}.movement.{terrain.id}"):
            yield name, 1, MAX_MOVEMENT, (*here, "movement", terrain)
    for unit, tile in faction.tiles.items():
        for key, (low, high) in TILE_RANGES.items():
            if getattr(tile, key) is None:
                continue
            yield f"{own}.{unit.id}.{key}", low, high, (*here, "tiles", unit, key)
            if key != "count":
                yield f"{unit.id}.{key}", low, high, (*here, "tiles", unit, key)


def changed_numbers(before: Ruleset, after: Ruleset) -> dict[str, int]:
    """Return the overrides that turn the numbers of one ruleset into those of another.

    A number that all factions or units share after the change goes by the name for all of them.

    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> shipped = load_ruleset()
    >>> changed_numbers(shipped, with_overrides(shipped, {"hand_limit": 5, "dragon.modifier": 3}))
    {'hand_limit': 5, 'dragon.modifier': 3}
    """
    numbers = rule_numbers(before).values()
    places = {path for number in numbers for path in number.paths}
    missing = {path for path in places if number_at(before, path) != number_at(after, path)}
    found: dict[str, int] = {}
    for number in sorted(numbers, key=lambda number: -len(number.paths)):
        value, *others = {number_at(after, path) for path in number.paths}
        if not others and missing.intersection(number.paths):
            missing.difference_update(number.paths)
            found[number.name] = value
    return found


def with_overrides(
    rules: Ruleset, overrides: Mapping[str, Number], where: str = "overrides"
) -> Ruleset:
    """Return the rules with numbers changed by name.

    Parameters
    ----------
    rules
        The rules to start from; they stay as they are.
    overrides
        Name -> value, see `rule_numbers`.
    where
        The argument or table that they come from, for errors.

    Raises
    ------
    InputError
        With every fault: unknown names, values out of range, tiles that do not add up to the
        number of a faction (BS-COMP-02), combat tiles that do not fit (BS-COMBAT-15, -24).

    Examples
    --------
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> weak = with_overrides(load_ruleset(), {"dragon.modifier": 3, "hand_limit": 5})
    >>> weak.units[Unit.DRAGON].modifier, weak.factions[Faction.HORSE_LORDS].hand_limit
    (3, 5)
    >>> with_overrides(load_ruleset(), {"dragn.modifier": 3})
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: overrides: expected rule numbers, got 'dragn.modifier' (did
    you mean dragon.modifier...
    """
    if not overrides:
        return rules
    faults, known = Faults(), rule_numbers(rules)
    rules = with_numbers(
        rules,
        overrides,
        known,
        faults,
        where,
        last=_is_of_one_faction,
        tip=lambda name: _near(name, known),
    )
    _check_sums(rules, where, faults)
    faults.raise_if_any()
    return rules


def _is_of_one_faction(name: str) -> bool:
    return name.partition(".")[0] in Faction.ids()


def _near(name: str, known: Mapping[str, RuleNumber]) -> str:
    """Return a tip with the nearest names and what they mean."""
    close = [*get_close_matches(name, known, n=1), *_alike(name, known)]
    shown = list(dict.fromkeys(close))[:NEAR]
    if not shown:
        several = sorted(other for other, number in known.items() if len(number.paths) > 1)
        return f"known, among others: {', '.join(several)}"
    told = "; ".join(f"{other}: {meaning_of(other).words}" for other in shown)
    return f"did you mean {told}?"


def _alike(text: str, known: Mapping[str, RuleNumber]) -> list[str]:
    """Return a name of each kind that shares parts with `text` or nearly so, most alike first."""
    words = {word for name in known for word in name.split(".")}
    parts = {word for part in text.split(".") for word in get_close_matches(part, words, n=1)}
    shared = {name: len(parts & set(name.split("."))) for name in known}
    ranked = sorted(
        (name for name in known if shared[name]),
        key=lambda name: (-shared[name], name.count("."), name),
    )
    kinds: dict[str, str] = {}
    for name in ranked:
        kinds.setdefault(name.rpartition(".")[0] if name.count(".") > 1 else name, name)
    return list(kinds.values())


def _check_sums(rules: Ruleset, where: str, faults: Faults) -> None:
    for faction, kept in rules.factions.items():
        total = sum(tile.count for tile in kept.tiles.values())
        if total != rules.tiles_per_faction:
            expected = f"counts of {rules.tiles_per_faction} tiles of {faction.id} in all"
            faults.add(where, expected, total)
    for small, large, least, most in (
        ("tiles_counted", "tiles_fewer", rules.tiles_counted, rules.tiles_fewer),
        ("tiles_fewer", "tiles_more", rules.tiles_fewer, rules.tiles_more),
        ("tiles_more", "the combat bag", rules.tiles_more, len(rules.combat_tiles)),
    ):
        if least > most:
            faults.add(where, f"{small} at most {most} (by {large})", least)
