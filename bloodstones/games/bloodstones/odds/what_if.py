"""What a battle would be with one thing changed: a modifier, a tile, a unit more or less."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bloodstones.games.bloodstones.odds.battle import Battle, BattleOdds, numbers_odds
from bloodstones.games.bloodstones.odds.fight import Numbers
from bloodstones.games.bloodstones.odds.force import Force, owned, standing_terrains
from bloodstones.games.bloodstones.odds.hands import Swap, can_hold
from bloodstones.games.bloodstones.rules.names import Role, Unit
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from bloodstones.games.bloodstones.rules.tiles import MAX_PIPS
from bloodstones.odds.absorbing import Number

ORDINALS = {3: "third", 4: "fourth", 5: "fifth"}


@dataclass(frozen=True, slots=True)
class Change:
    """One change and what it makes of the battle.

    Attributes
    ----------
    label
        The change in words: "one more cavalry".
    p
        The win probability of the side that asks.
    shift
        That less the win probability as it is.
    odds
        The battle after the change; None for a change of a bare number.
    """

    label: str
    p: Number
    shift: Number
    odds: BattleOdds | None


def what_if(battle: Battle, role: Role) -> tuple[Change, ...]:
    """Return every change of one thing on one side: bare numbers, then tiles, then units.

    Parameters
    ----------
    battle
        The battle as it is.
    role
        The side that asks and changes something.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.odds.force import parse_force
    >>> from bloodstones.games.bloodstones.rules.names import Terrain
    >>> sides = [parse_force(f, "force") for f in ("hill_folk: giant", "horse_lords: swordsman")]
    >>> changes = what_if(Battle(*sides, Terrain.HILLS), Role.DEFENDER)
    >>> for change in changes[:4]:
    ...     print(change.label, f"{float(change.p):.3f} {float(change.shift):+.3f}")
    +1 modifier 0.247 +0.128
    -1 modifier 0.047 -0.072
    a fourth combat tile 0.282 +0.164
    a 5 in hand to swap in 0.482 +0.364
    """
    odds = battle.odds
    asks = _p(odds, role)
    rows = [(label, p, None) for label, p in _changes_of_numbers(battle, role)] + [
        (label, _p(changed, role), changed) for label, changed in _changes(battle, role)
    ]
    return tuple(Change(label, p, p - asks, changed) for label, p, changed in rows)


def _p(odds: BattleOdds, role: Role) -> Number:
    return odds.p_attacker if role is Role.ATTACKER else odds.p_defender


def _changes_of_numbers(battle: Battle, role: Role) -> Iterator[tuple[str, Number]]:
    """Yield the changes of modifier and number of combat tiles."""
    sides = battle.odds.attacker, battle.odds.defender
    numbers = battle.odds.numbers

    def chance(changed: Numbers) -> Number:
        hands, swaps = (sides[0].hand, sides[1].hand), (sides[0].swap, sides[1].swap)
        p, _ = numbers_odds(battle, changed, hands, swaps)
        return p if role is Role.ATTACKER else 1 - p

    sign = 1 if role is Role.ATTACKER else -1
    for shift in (1, -1):
        yield f"{shift:+d} modifier", chance(numbers._replace(lead=numbers.lead + sign * shift))
    most = numbers.tiles.more
    fourth = f"{ORDINALS.get(most, most)} combat tile"
    attacks = role is Role.ATTACKER
    if numbers.attacker_draws < most:
        more = numbers._replace(attacker_draws=most)
        yield f"a {fourth}" if attacks else f"the enemy a {fourth}", chance(more)
    if numbers.defender_draws < most:
        more = numbers._replace(defender_draws=most)
        yield f"the enemy a {fourth}" if attacks else f"a {fourth}", chance(more)


def _changes(battle: Battle, role: Role) -> Iterator[tuple[str, BattleOdds]]:
    """Yield the changes of the hand and of the units."""
    hand, model = battle.hand(role), battle.swap(role)
    force, rules = battle.force(role), battle.rules
    more = (*hand, MAX_PIPS)
    if len(hand) < rules.starting_hand and can_hold(more, force.faction, force.counts, rules):
        able = None if model == Swap.NEVER else model
        yield f"a {MAX_PIPS} in hand to swap in", battle.with_hand(role, more, able).odds
    if hand:
        yield "no hand", battle.with_hand(role, (), None).odds
    for label, changed in _forces(battle, role, rules):
        yield label, battle.with_force(role, changed).odds


def _forces(battle: Battle, role: Role, rules: Ruleset) -> Iterator[tuple[str, Force]]:
    """Yield the force with one unit more and with one unit less, in order of the units."""
    force, hand = battle.force(role), battle.hand(role)
    counts = dict(force.counts)
    for unit in rules.units:
        if unit in (Unit.CITADEL, Unit.CUTIECORN):
            continue  # no unit to be added at will
        more = counts | {unit: counts.get(unit, 0) + 1}
        here = battle.terrain in standing_terrains(force.faction, unit, rules)
        left = more[unit] <= owned(force.faction, unit, rules)
        if here and left and can_hold(hand, force.faction, more, rules):
            yield f"one more {unit.id.replace('_', ' ')}", Force(force.faction, more)
    for unit in counts:
        fewer = {each: n - (each is unit) for each, n in counts.items() if n > (each is unit)}
        if fewer:
            yield f"one {unit.id.replace('_', ' ')} less", Force(force.faction, fewer)
