"""Armies written as text: `ranger:3*2, glader:4*5`, the ready ones, and their faults."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from bloodstones.core.faults import Faults, nearest
from bloodstones.games.wizard_kings.rules.names import (
    HOME_LAND,
    Army,
    Effect,
    Letter,
    Terrain,
    Trait,
)

DIE: Final = 6
MOST_STRENGTH: Final = 4


@dataclass(frozen=True, slots=True)
class UnitType:
    """A kind of block of an army (WK-UNIT-06, WK-UNIT-07).

    Attributes
    ----------
    hits
        The highest die that hits, 0 for a wizard.
    cost
        GP a step.
    most
        Top strength.
    blocks
        How many the army has.
    standard_units, standard_steps
        What the ready army holds of it.
    assumed
        The figures that no source gives.
    """

    army: Army
    unit: str
    chaos: bool
    move: int
    letter: Letter
    hits: int
    cost: int
    most: int
    blocks: int
    traits: frozenset[Trait]
    standard_units: int
    standard_steps: int
    assumed: tuple[str, ...]

    def has(self, trait: Trait) -> bool:
        """Return whether it has a trait."""
        return trait in self.traits

    def rating_in(self, terrain: Terrain, bonus: int = 1) -> int:
        """Return the highest die that hits in a battle on such land (WK-COMBAT-07, AMB-12).

        See WK-UNIT-10, -12. Desert folk are at home in the desert (AMB-02).

        >>> from bloodstones.games.wizard_kings.rules.reading import load_ruleset
        >>> ranger = load_ruleset().unit(Army.ELDRYN, "ranger")
        >>> ranger.rating_in(Terrain.CLEAR), ranger.rating_in(Terrain.FOREST)
        (2, 3)
        """
        at_home = any(self.has(trait) and land == terrain for trait, land in HOME_LAND.items())
        return min(DIE, self.hits + (bonus if at_home and self.hits else 0))


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell of an army; `army` is None for Dispel, which all know."""

    army: Army | None
    spell: str
    level: int
    dice: int
    hits: int
    targeted: bool
    effect: Effect
    assumed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All numbers of the rules; `units` and `spells` in the order of the files.

    `initiative` is added to the throws of each army: nothing by the rules, a handicap in what-ifs.
    """

    version: str
    units: tuple[UnitType, ...]
    spells: tuple[Spell, ...]
    budget: int
    turns: int
    stack: int
    clear_side: int
    other_side: int
    sea_hexes: int
    folk_bonus: int
    dispel_least: int
    henge_cost: int
    castle_growth: int
    goal: Mapping[int, int]
    initiative: tuple[int, ...] = (0,) * len(Army)

    def unit(self, army: Army, name: str) -> UnitType:
        """Return a unit of an army by its name; KeyError without it."""
        for unit in self.units:
            if unit.army == army and unit.unit == name:
                return unit
        raise KeyError(name)

    def units_of(self, army: Army) -> tuple[UnitType, ...]:
        """The units of an army."""
        return tuple(unit for unit in self.units if unit.army == army)

    def spells_of(self, army: Army) -> tuple[Spell, ...]:
        """The six spells of an army (WK-WIZ-03)."""
        return tuple(spell for spell in self.spells if spell.army == army)


ENTRY: Final = re.compile(
    r"(?P<unit>[a-z_]+):(?P<strength>[0-9]{1,3})(?:\*(?P<copies>[0-9]{1,3}))?"
)
STANDARD: Final = "standard"
BUY: Final = "buy"

Block = tuple[UnitType, int]  # with its strength


def read_blocks(
    text: str, units: Iterable[UnitType], where: str, faults: Faults
) -> tuple[Block, ...]:
    """Return the blocks of a text in its order; unknown units and strengths are faults.

    See WK-SETUP-08.

    >>> from bloodstones.games.wizard_kings.rules.reading import load_ruleset
    >>> units = load_ruleset().units_of(Army.JURAK)
    >>> faults = Faults()
    >>> [(u.unit, n) for u, n in read_blocks("ogre:3, orc:4*2", units, "--attacker", faults)]
    [('ogre', 3), ('orc', 4), ('orc', 4)]
    >>> _ = read_blocks("ogre:4, elf:1", units, "--attacker", faults)
    >>> faults.sentences[0]
    '--attacker: expected ogre at 1 to 3, got 4'
    """
    by_name = {unit.unit: unit for unit in units}
    blocks: list[Block] = []
    for part in text.split(","):
        match = ENTRY.fullmatch(part.strip())
        if match is None:
            faults.add(where, "UNIT:STRENGTH or UNIT:STRENGTH*COPIES", part.strip())
            continue
        name, strength = match["unit"], int(match["strength"])
        copies = int(match["copies"] or 1)
        if name not in by_name:
            faults.add(where, "a unit", name, nearest(name, by_name))
        elif not 1 <= strength <= by_name[name].most:
            faults.add(where, f"{name} at 1 to {by_name[name].most}", strength)
        elif not 1 <= copies <= by_name[name].blocks:
            faults.add(where, f"1 to {by_name[name].blocks} blocks of {name}", copies)
        else:
            blocks += [(by_name[name], strength)] * copies
    return tuple(blocks)


def standard_army(rules: Ruleset, army: Army) -> tuple[Block, ...]:
    """Return the ready army, steps spread evenly (WK-SETUP-05).

    >>> from bloodstones.games.wizard_kings.rules.reading import load_ruleset
    >>> price(standard_army(load_ruleset(), Army.JURAK))
    100
    """
    blocks: list[Block] = []
    for unit in rules.units_of(army):
        steps = unit.standard_steps
        for left in range(unit.standard_units, 0, -1):
            strength = min(unit.most, -(-steps // left))
            if strength > 0:
                blocks.append((unit, strength))
                steps -= strength
    return tuple(blocks)


def price(blocks: Iterable[Block]) -> int:
    """Return what blocks cost (WK-SETUP-04)."""
    return sum(unit.cost * strength for unit, strength in blocks)


def check_army(
    blocks: tuple[Block, ...], rules: Ruleset, cities: int, where: str, faults: Faults
) -> None:
    """Collect a fault for an army over budget, beyond its blocks or too small (WK-SETUP-03)."""
    if price(blocks) > rules.budget:
        faults.add(where, f"an army of at most {rules.budget} GP", price(blocks))
    units = [unit for unit, _ in blocks]
    for unit in dict.fromkeys(units):
        if units.count(unit) > unit.blocks:
            faults.add(where, f"at most {unit.blocks} blocks of {unit.unit}", units.count(unit))
    if len(blocks) < cities:
        faults.add(where, f"a unit for each of {cities} cities (WK-SETUP-06)", len(blocks))
    room = rules.stack * cities
    if sum(not unit.has(Trait.WIZARD) for unit in units) > room:
        faults.add(where, f"at most {room} units besides wizards", len(blocks))
    if sum(unit.has(Trait.WIZARD) for unit in units) > cities:
        faults.add(where, "a city for each wizard", len(blocks))
