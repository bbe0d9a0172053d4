"""The rules as data: units, spells, numbers; pure functions of prices and ratings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

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
