"""What each unit of a force adds to its side's strength, source by source (section 11a)."""

from __future__ import annotations

from dataclasses import dataclass

from bloodstones.games.bloodstones.odds.force import Force
from bloodstones.games.bloodstones.rules.battle import modifier
from bloodstones.games.bloodstones.rules.names import Role, Terrain
from bloodstones.games.bloodstones.rules.ruleset import Ruleset

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
    >>> from bloodstones.games.bloodstones.rules.names import Faction, Unit
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
    at_sea = rules.factions[own.faction].sea_battle_modifier
    if terrain is Terrain.SEA and at_sea:
        lines.append(Modifier(SEA_BATTLE, 1, at_sea, "sea"))
    return tuple(lines)
