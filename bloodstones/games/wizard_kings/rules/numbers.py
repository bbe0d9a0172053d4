"""Rule numbers changed by name, for what-ifs: `turns`, `ogre.hits`, `eldryn.pegasus.max`.

A name of a unit stands for it in every army that has it; with the army in front, for that one, and
this wins. Traits are numbers, too: `ogre.mountain = 0` takes the trait away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from bloodstones.core.contract.game import Number
from bloodstones.core.faults import Faults, nearest_told
from bloodstones.core.rules.rule_numbers import Numbered, RuleNumber, numbers_at, with_numbers
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
from bloodstones.games.wizard_kings.rules.ruleset import DIE, MOST_STRENGTH, Ruleset

INITIATIVE: Final = "initiative"
MOST_HANDICAP: Final = 11  # on two dice: the highest throw loses to the lowest
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


def rule_numbers(rules: Ruleset) -> Mapping[str, RuleNumber]:
    """Return every number of the rules that can be changed, by name.

    >>> from bloodstones.games.wizard_kings.rules.reading import load_ruleset
    >>> rule_numbers(load_ruleset())["castle.hits"].values
    (4,)
    """
    return numbers_at(rules, _all(rules))


def told_of(rules: Ruleset) -> Mapping[str, str]:
    """Return what each number means, by name."""
    spells = frozenset(spell.spell for spell in rules.spells)
    return {name: meaning_of(name, spells).words for name in rule_numbers(rules)}


def _all(rules: Ruleset) -> Iterator[Numbered]:
    for name, (low, high) in NUMBERS.items():
        yield name, low, high, (name,)
    for maps in rules.goal:
        yield f"goal.{maps}", 1, MOST_GOAL, ("goal", maps)
    for army in Army:
        yield f"{army.id}.{INITIATIVE}", -MOST_HANDICAP, MOST_HANDICAP, (INITIATIVE, army)
    for place, unit in enumerate(rules.units):
        for prefix in (unit.unit, f"{unit.army.id}.{unit.unit}"):
            for key, (field, low, high) in UNIT_RANGES.items():
                yield f"{prefix}.{key}", low, high, ("units", place, field)
            for trait in TRAITS if unit.move else ():
                yield f"{prefix}.{trait.id}", 0, 1, ("units", place, "traits", trait)
    for place, spell in enumerate(rules.spells):
        for key, (field, low, high) in SPELL_RANGES.items():
            yield f"{spell.spell}.{key}", low, high, ("spells", place, field)


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
    faults, told = Faults(), told_of(rules)
    rules = with_numbers(
        rules,
        overrides,
        rule_numbers(rules),
        faults,
        where,
        last=lambda name: name.count("."),
        tip=lambda name: nearest_told(name, told),
    )
    check_counts(rules.units, rules.spells, where, faults)
    faults.raise_if_any()
    return rules
