"""Rule numbers changed by name, for what-ifs: `turns`, `ogre.hits`, `eldryn.pegasus.max`.

A name of a unit stands for it in every army that has it; with the army in front, for that one, and
this wins. Traits are numbers, too: `ogre.mountain = 0` takes the trait away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from bloodstones.core.faults import Faults, nearest_told
from bloodstones.core.game import Number
from bloodstones.core.pairs import read_pairs
from bloodstones.games.wizard_kings.rules.meanings import meaning_of
from bloodstones.games.wizard_kings.rules.names import Army, Trait
from bloodstones.games.wizard_kings.rules.reading import (
    BLOCKS,
    MOST_COST,
    MOST_DICE,
    MOST_GOAL,
    MOST_LEVEL,
    MOST_MOVE,
    NUMBERS,
    check_counts,
)
from bloodstones.games.wizard_kings.rules.ruleset import DIE, MOST_STRENGTH, Ruleset, UnitType

INITIATIVE: Final = "initiative"
MOST_HANDICAP: Final = 11  # on two dice: the highest throw loses to the lowest
WHOLE_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}")
UNIT_RANGES: Final = {
    "move": ("move", 0, MOST_MOVE),
    "hits": ("hits", 0, DIE),
    "cost": ("cost", 1, MOST_COST),
    "max": ("most", 1, MOST_STRENGTH),
    "blocks": ("blocks", 1, BLOCKS),
}
SPELL_RANGES: Final = {
    "level": ("level", 1, MOST_LEVEL),
    "dice": ("dice", 0, MOST_DICE),
    "hits": ("hits", 0, DIE),
}
TRAITS: Final = (
    *(Trait.FLYER, Trait.AQUATIC, Trait.AMPHIBIAN),
    *(Trait.MOUNTAIN, Trait.FOREST, Trait.DESERT),
)

Place = tuple[str, int, str]  # table, place in it, field


@dataclass(frozen=True, slots=True)
class RuleNumber:
    """A number of the rules that can be changed by name.

    Attributes
    ----------
    low, high
        The range that it may be set to.
    values
        What it is now; several where those it stands for differ.
    paths
        Where it stands: table, place and field.
    """

    name: str
    low: int
    high: int
    values: tuple[int, ...]
    paths: tuple[Place, ...]


def rule_numbers(rules: Ruleset) -> Mapping[str, RuleNumber]:
    """Return every number of the rules that can be changed, by name.

    >>> from bloodstones.games.wizard_kings.rules.reading import load_ruleset
    >>> rule_numbers(load_ruleset())["castle.hits"].values
    (4,)
    """
    ranges: dict[str, tuple[int, int]] = {}
    paths: dict[str, list[Place]] = {}
    for name, low, high, path in _all(rules):
        ranges[name] = low, high
        paths.setdefault(name, []).append(path)
    return MappingProxyType(
        {
            name: RuleNumber(
                name,
                *ends,
                tuple(sorted({_get(rules, p) for p in paths[name]})),
                tuple(paths[name]),
            )
            for name, ends in ranges.items()
        }
    )


def told_of(rules: Ruleset) -> Mapping[str, str]:
    """Return what each number means, by name."""
    spells = frozenset(spell.spell for spell in rules.spells)
    return {name: meaning_of(name, spells).words for name in rule_numbers(rules)}


def _all(rules: Ruleset) -> Iterator[tuple[str, int, int, Place]]:
    for name, (low, high) in NUMBERS.items():
        yield name, low, high, ("", 0, name)
    for maps in rules.goal:
        yield f"goal.{maps}", 1, MOST_GOAL, ("goal", maps, "")
    for army in Army:
        yield f"{army.id}.{INITIATIVE}", -MOST_HANDICAP, MOST_HANDICAP, (INITIATIVE, army, "")
    for place, unit in enumerate(rules.units):
        for prefix in (unit.unit, f"{unit.army.id}.{unit.unit}"):
            for key, (field, low, high) in UNIT_RANGES.items():
                yield f"{prefix}.{key}", low, high, ("units", place, field)
            for trait in TRAITS if unit.move else ():
                yield f"{prefix}.{trait.id}", 0, 1, ("units", place, trait.name)
    for place, spell in enumerate(rules.spells):
        for key, (field, low, high) in SPELL_RANGES.items():
            yield f"{spell.spell}.{key}", low, high, ("spells", place, field)


def _get(rules: Ruleset, path: Place) -> int:
    table, place, field = path
    if not table:
        return int(getattr(rules, field))
    if table == "goal":
        return rules.goal[place]
    if table == INITIATIVE:
        return rules.initiative[place]
    item = getattr(rules, table)[place]
    if field in Trait.__members__:
        return int(Trait[field] in item.traits)
    return int(getattr(item, field))


def _put(rules: Ruleset, path: Place, value: int) -> Ruleset:
    table, place, field = path
    if not table:
        changed: dict[str, Any] = {field: value}
        return replace(rules, **changed)
    if table == "goal":
        return replace(rules, goal=MappingProxyType({**rules.goal, place: value}))
    items = list(getattr(rules, table))
    if table == INITIATIVE:
        items[place] = value
        return replace(rules, initiative=tuple(items))
    if field in Trait.__members__:
        items[place] = _with_trait(items[place], Trait[field], value)
    else:
        items[place] = replace(items[place], **{field: value})
    table_of: dict[str, Any] = {table: tuple(items)}
    return replace(rules, **table_of)


def _with_trait(unit: UnitType, trait: Trait, value: int) -> UnitType:
    traits = unit.traits | {trait} if value else unit.traits - {trait}
    return replace(unit, traits=frozenset(traits))


def parse_settings(texts: Iterable[str], where: str = "--set") -> dict[str, int]:
    """Return the overrides of settings written as `NAME=VALUE`.

    >>> parse_settings(["turns=8"])
    {'turns': 8}
    """
    pairs = read_pairs(texts, where, "WHOLE NUMBER", WHOLE_NUMBER)
    return {name: int(value) for name, value in pairs.items()}


def with_overrides(
    rules: Ruleset, overrides: Mapping[str, Number], where: str = "overrides"
) -> Ruleset:
    """Return the rules with numbers changed by name; InputError with every fault.

    >>> from bloodstones.games.wizard_kings.rules.reading import load_ruleset
    >>> with_overrides(load_ruleset(), {"turns": 8}).turns
    8
    """
    if not overrides:
        return rules
    faults, known, sound = Faults(), rule_numbers(rules), []
    for name, value in overrides.items():
        if name not in known:
            faults.add(where, "rule numbers", name, nearest_told(name, told_of(rules)))
        elif type(value) is not int or not known[name].low <= value <= known[name].high:
            faults.add(where, f"{name} from {known[name].low} to {known[name].high}", value)
        else:
            sound.append((name, value))
    for name, value in sorted(sound, key=lambda pair: pair[0].count(".")):
        for path in known[name].paths:
            rules = _put(rules, path, value)
    check_counts(rules.units, rules.spells, where, faults)
    faults.raise_if_any()
    return rules
