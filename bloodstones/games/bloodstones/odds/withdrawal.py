"""Whether a defender may withdraw before a battle, and by which clause (section 11, step 1)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bloodstones.core.errors import expected
from bloodstones.games.bloodstones.odds.force import Force
from bloodstones.games.bloodstones.rules.battle import (
    may_withdraw,
    may_withdraw_by_ship,
    notional_cavalry,
)
from bloodstones.games.bloodstones.rules.names import Faction, Terrain
from bloodstones.games.bloodstones.rules.ruleset import Ruleset

CAVALRY: Final = "cavalry {own_cavalry} against {cavalry}"
CAVALRY_AND_SHIP: Final = f"{CAVALRY} (1 for the ship)"


class Facts(NamedTuple):
    """All that decides whether a defender may withdraw.

    Attributes
    ----------
    cavalry, own_cavalry
        Units that count as cavalry: the attacker's, its ship included, and the defender's.
    bars, fortified, frees
        A dragon attacks; a castle or citadel defends; a dragon defends.
    sea
        The battle is in a sea area.
    corsairs
        Corsairs defend.
    ship
        Corsairs attack a land area adjacent to at least one of their ships (BS-CORSAIR-06).
    """

    cavalry: int
    own_cavalry: int
    bars: bool
    fortified: bool
    frees: bool
    sea: bool
    corsairs: bool
    ship: bool


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """What the rules say before the battle, a legal destination given (BS-COMBAT-14).

    Attributes
    ----------
    allowed
        The defender may withdraw.
    only_by_ship
        It may, but over its own ships at sea alone (BS-CORSAIR-04).
    reason
        Why, in a few words.
    clause
        The clause that decides.
    """

    allowed: bool
    only_by_ship: bool
    reason: str
    clause: str


def withdrawal(
    attacker: Force,
    defender: Force,
    terrain: Terrain,
    rules: Ruleset,
    corsair_ship: bool = False,
) -> Withdrawal:
    """Return whether the defender may withdraw if it has a legal destination.

    Parameters
    ----------
    attacker, defender
        All units of each side in the area.
    terrain
        Where the battle is.
    rules
        The rules in force.
    corsair_ship
        Corsairs attack a land area adjacent to at least one of their ships (BS-CORSAIR-06).

    Raises
    ------
    InputError
        If `corsair_ship` is set but no Corsairs attack on land.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.rules.names import Unit
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> riders = Force(Faction.HORSE_LORDS, {Unit.CAVALRY: 2})
    >>> giant = Force(Faction.HILL_FOLK, {Unit.GIANT: 1})
    >>> withdrawal(riders, giant, Terrain.FOREST, load_ruleset()).reason
    'cavalry 0 against 2'
    """
    sea = terrain is Terrain.SEA
    if corsair_ship and (attacker.faction is not Faction.CORSAIRS or sea):
        what = "Corsairs attacking on land with the Corsair ship rule"
        raise expected(what, f"{attacker.faction.id} in {terrain.id}", "corsair_ship")
    facts = Facts(
        cavalry=_mounted(attacker, rules) + notional_cavalry(corsair_ship),
        own_cavalry=_mounted(defender, rules),
        bars=_has(attacker, "bars_withdrawal", rules),
        fortified=_has(defender, "fortification", rules),
        frees=_has(defender, "frees_withdrawal", rules),
        sea=sea,
        corsairs=defender.faction is Faction.CORSAIRS,
        ship=corsair_ship,
    )
    verdict = ruling(facts)
    return replace(verdict, reason=verdict.reason.format(**facts._asdict()))


def ruling(facts: Facts) -> Withdrawal:
    """Return what the rules say; its reason is a form that the numbers of the facts fill.

    >>> ruling(Facts(2, 0, *[False] * 6)).reason
    'cavalry {own_cavalry} against {cavalry}'
    """
    cavalry, own_cavalry, bars, fortified, frees, sea, corsairs, ship = facts
    allowed = may_withdraw(cavalry, own_cavalry, bars, fortified, frees, sea)
    by_ship = may_withdraw_by_ship(corsairs, bars, fortified, sea) and not allowed
    if bars:
        reason, clause = "a dragon attacks", "BS-COMBAT-08"
    elif sea:
        reason, clause = "no dragon attacks at sea", "BS-COMBAT-12"
    elif fortified:
        reason, clause = "a castle or citadel defends", "BS-COMBAT-09"
    elif frees:
        reason, clause = "a dragon defends", "BS-COMBAT-11"
    elif by_ship:
        reason, clause = "only over its own ships", "BS-CORSAIR-04"
    elif ship:
        reason, clause = CAVALRY_AND_SHIP, "BS-CORSAIR-07"
    else:
        reason, clause = CAVALRY, "BS-COMBAT-10"
    return Withdrawal(allowed or by_ship, by_ship, reason, clause)


def _has(force: Force, trait: str, rules: Ruleset) -> bool:
    return any(getattr(rules.units[unit], trait) for unit in force.counts)


def _mounted(force: Force, rules: Ruleset) -> int:
    return sum(count for unit, count in force.counts.items() if rules.units[unit].mounted)
