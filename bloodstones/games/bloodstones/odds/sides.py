"""The sides of a battle: what their forces add, draw, score and lose, and how likely they win."""

from __future__ import annotations

from dataclasses import dataclass

from bloodstones.games.bloodstones.odds.force import Force
from bloodstones.games.bloodstones.odds.hands import NO_HAND, Hand, Swap
from bloodstones.games.bloodstones.rules.battle import (
    modifier,
    sea_modifier,
    tiles_drawn,
    victory_points,
)
from bloodstones.games.bloodstones.rules.names import Role, Terrain, Unit
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from bloodstones.odds.absorbing import Number

SEA_BATTLE = "sea battle"


@dataclass(frozen=True, slots=True)
class Modifier:
    """One source of a side's modifiers.

    Attributes
    ----------
    source
        The unit, or "sea battle" for the faction's own (BS-MOD-16).
    count
        How many of them there are.
    each
        What each adds in this battle, 0 if its condition does not hold.
    condition
        When it adds: "always", "attacking", "plains" and so on.
    """

    source: str
    count: int
    each: int
    condition: str

    @property
    def total(self) -> int:
        """What all of them add."""
        return self.count * self.each


@dataclass(frozen=True, slots=True)
class SideOdds:
    """One side of a battle.

    Attributes
    ----------
    force
        Its units.
    draws
        Combat tiles that it draws.
    modifiers
        What each unit type adds, in the order of the units.
    hand
        Pips of the hand tiles that it might swap in, best first.
    swap
        How it swaps.
    win_probability
        An exact fraction; a float if a side mixes swaps by chance.
    vp
        VP that it scores if it wins.
    """

    force: Force
    draws: int
    modifiers: tuple[Modifier, ...]
    hand: Hand
    swap: Swap
    win_probability: Number
    vp: int

    @property
    def units(self) -> int:
        """Number of units."""
        return self.force.units

    @property
    def modifier(self) -> int:
        """The sum of all modifiers."""
        return sum(line.total for line in self.modifiers)

    @property
    def expected_vp(self) -> Number:
        """VP on average, over winning and losing."""
        return self.win_probability * self.vp

    @property
    def greedy_hand(self) -> Hand:
        """The hand tiles that it swaps greedily; none if it swaps in another way."""
        return self.hand if self.swap is Swap.GREEDY else NO_HAND


def side_modifiers(
    own: Force, enemy: Force, role: Role, terrain: Terrain, rules: Ruleset
) -> tuple[Modifier, ...]:
    """Return what each unit type of `own` adds in a battle against `enemy`, in order of the units.

    Parameters
    ----------
    own, enemy
        All units of the two sides in the area.
    role
        The side of `own`.
    terrain
        Where the battle is; at sea a faction's own modifier comes last (BS-MOD-16).
    rules
        The rules in force.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.rules.names import Faction
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> corsairs = Force(Faction.CORSAIRS, {Unit.SHIP: 2})
    >>> riders = Force(Faction.DRAGON_RIDERS, {Unit.DRAGON: 1})
    >>> lines = side_modifiers(corsairs, riders, Role.ATTACKER, Terrain.SEA, load_ruleset())
    >>> [(line.source, line.total) for line in lines]
    [('ship', 2), ('sea battle', 1)]
    """
    fortified = any(rules.units[unit].fortification for unit in enemy.counts)
    lines = [
        Modifier(unit.id, count, modifier(kind, role, terrain, fortified), kind.when.value)
        for unit, count in own.counts.items()
        for kind in [rules.units[unit]]
    ]
    faction = rules.factions[own.faction].sea_battle_modifier
    at_sea = sea_modifier(faction, own.units, terrain is Terrain.SEA, False)
    if at_sea:
        lines.append(Modifier(SEA_BATTLE, 1, at_sea, "sea"))
    return tuple(lines)


def side_draws(own: Force, enemy: Force, rules: Ruleset) -> int:
    """Return how many combat tiles a force draws against another (BS-COMBAT-15 to -17)."""
    draws_more = any(rules.units[unit].draws_more for unit in own.counts)
    return tiles_drawn(own.units, enemy.units, draws_more, rules.tiles_more, rules.tiles_fewer)


def victory_vp(winner: Force, loser: Force, rules: Ruleset) -> int:
    """Return the VP of a force for beating another (BS-COMBAT-33, -34, BS-CUTIE-08)."""
    bonus = rules.factions[winner.faction].vp_per_victory
    if Unit.CUTIECORN in loser.counts:
        bonus += rules.cutiecorn_vp
    return victory_points(loser.units, rules.vp_per_unit_beaten, bonus)


def casualties(force: Force, rules: Ruleset) -> int:
    """Return how many units a beaten force loses if it may retreat (BS-COMBAT-35, -36).

    A Cutiecorn goes to the winner besides (BS-CUTIE-08).

    >>> from bloodstones.games.bloodstones.odds.force import parse_force
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> forces = "hill_folk: giant*2", "hill_folk: castle*2, citadel, giant"
    >>> [casualties(parse_force(text, "force"), load_ruleset()) for text in forces]
    [1, 3]
    """
    walls = sum(n for unit, n in force.counts.items() if rules.units[unit].fortification)
    passed = force.counts.get(Unit.CUTIECORN, 0)
    return (walls or min(1, force.units - passed)) + passed


def leaving(force: Force, rules: Ruleset) -> int:
    """Return how many units of an attacker leave the map if it wins (BS-COMBAT-40).

    >>> from bloodstones.games.bloodstones.odds.force import parse_force
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> leaving(parse_force("dragon_riders: dragon, cavalry", "force"), load_ruleset())
    1
    """
    return sum(n for unit, n in force.counts.items() if rules.units[unit].leaves_after_victory)
