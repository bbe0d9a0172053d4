"""The rules as data: units, cards, scenarios and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bloodstones.games.battlelore.rules.names import (
    Ability,
    Class,
    Faction,
    Indicator,
    Lore,
    Reach,
    Rule,
    Terrain,
    Who,
)


@dataclass(frozen=True, slots=True)
class UnitType:
    """A kind of unit (BL-BOARD-04).

    Attributes
    ----------
    units
        How many units of it there are.
    single
        One figure that takes damage tokens.
    abilities
        Ability -> its number, 1 where it has none.
    """

    faction: Faction
    unit: str
    kind: Class
    attack: Reach
    range: int
    move: int
    dice: int
    health: int
    units: int
    single: bool
    muster: int
    abilities: Mapping[Ability, int]


@dataclass(frozen=True, slots=True)
class Command:
    """A command card (BL-CARD-11): orders by section and anywhere, and what else it does."""

    card: str
    copies: int
    left: int
    centre: int
    right: int
    anywhere: int
    who: Who
    dice: int
    move: int
    lore: int
    march: int


@dataclass(frozen=True, slots=True)
class LoreCard:
    """A lore card; `amount` is the number in its effect."""

    faction: Faction
    card: Lore
    copies: int
    cost: int
    amount: int


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario card; hexes are of the board as its owner sees it.

    Attributes
    ----------
    terrain, banners
        By hex the terrain and the points of a banner.
    rows
        Rows from the own edge on which cards may lie.
    """

    faction: Faction
    indicator: Indicator
    name: str
    terrain: Mapping[int, Terrain]
    banners: Mapping[int, int]
    rows: int
    rule: Rule
    amount: int
    unit: str


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All of them; `numbers` are those of rules.toml."""

    version: str
    units: tuple[UnitType, ...]
    commands: tuple[Command, ...]
    lore: tuple[LoreCard, ...]
    scenarios: tuple[Scenario, ...]
    numbers: Mapping[str, int]

    def units_of(self, faction: Faction) -> tuple[UnitType, ...]:
        """The kinds of units of a faction."""
        return tuple(unit for unit in self.units if unit.faction == faction)

    def unit(self, name: str) -> UnitType:
        """Return a kind of unit by its name; KeyError without it."""
        for unit in self.units:
            if unit.unit == name:
                return unit
        raise KeyError(name)

    def lore_of(self, faction: Faction) -> tuple[LoreCard, ...]:
        """The lore cards of a faction."""
        return tuple(card for card in self.lore if card.faction == faction)

    def scenarios_of(self, faction: Faction) -> tuple[Scenario, ...]:
        """The scenario cards of a faction, in the order of initiative."""
        of_faction = (each for each in self.scenarios if each.faction == faction)
        return tuple(sorted(of_faction, key=lambda each: each.indicator))
