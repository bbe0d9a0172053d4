"""The questions of `bloodstones odds` besides the plain one: arguments in, answer out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from bloodstones.core.errors import InputError, expected
from bloodstones.games.bloodstones.cli import odds_reading as reading
from bloodstones.games.bloodstones.cli.odds_reading import Answer, Given
from bloodstones.games.bloodstones.odds.battle import Battle
from bloodstones.games.bloodstones.odds.chain import battle_orders
from bloodstones.games.bloodstones.odds.force import (
    Force,
    check_owned,
    check_terrain,
    parse_force,
    parse_units,
)
from bloodstones.games.bloodstones.odds.hands import Hand, Swap, choose_swap
from bloodstones.games.bloodstones.odds.luck import how_lucky
from bloodstones.games.bloodstones.odds.needs import Supply, smallest_forces
from bloodstones.games.bloodstones.odds.spending import spending
from bloodstones.games.bloodstones.odds.what_if import what_if as changes_of
from bloodstones.games.bloodstones.rules.names import Faction, Role
from bloodstones.games.bloodstones.rules.ruleset import Ruleset

NEEDS_TIP = "--needs 90 --nearby 'cavalry*2, leader' --tiles 'swordsman, blank'"


def luck(given: Given, rules: Ruleset) -> Answer:
    """How lucky a fight was."""
    from bloodstones.games.bloodstones.cli.odds_luck import as_object, show

    battle = reading.battle(given, rules)
    drew = [
        list(reading.pips(reading.needed(given, name, "5,5,4"), reading.option(name)))
        for name in ("drew", "enemy_drew")
    ]
    lucky = how_lucky(
        battle,
        drew[0],
        drew[1],
        attacker_swapped=reading.swapped(given, "swapped"),
        defender_swapped=reading.swapped(given, "enemy_swapped"),
    )
    return Answer(as_object(lucky, battle), lambda: show(lucky, battle))


def spend(given: Given, rules: Ruleset) -> Answer:
    """Which hand tile to spend on which draw."""
    from bloodstones.games.bloodstones.cli.odds_spend import as_object, show

    battle, role = reading.battle(given, rules), reading.side(given)
    if not battle.hand(role):
        name = f"--{role.id}-hand"
        raise InputError(f"expected {name}, got nothing (--spend)", f"{name} 5,4")
    if f"{role.id}_swap" not in given:
        faction = battle.force(role).faction
        best = choose_swap(Swap.EQUILIBRIUM, battle.hand(role), "--spend", faction)
        battle = battle.with_hand(role, battle.hand(role), best)
    advice = spending(battle, role)
    return Answer(as_object(advice, battle), lambda: show(advice, battle))


def what_if(given: Given, rules: Ruleset) -> Answer:
    """What one change would make of the odds."""
    from bloodstones.games.bloodstones.cli.odds_what_if import as_object, show

    battle, role = reading.battle(given, rules), reading.side(given)
    changes = changes_of(battle, role)
    return Answer(as_object(changes, battle, role), lambda: show(changes, battle, role))


def order(given: Given, rules: Ruleset) -> Answer:
    """In which order to fight several defenders."""
    from bloodstones.games.bloodstones.cli.odds_order import as_object, show

    if "also" not in given:
        name = next(each for each in ("also_hand", "cornered") if each in given)
        raise InputError(f"expected --also, got {reading.option(name)} alone (bloodstones odds)")
    battles = [reading.battle(given, rules)]
    hands = given.get("also_hand", ())
    if len(hands) > len(given["also"]):
        raise expected(f"at most {len(given['also'])} hands", len(hands), "--also-hand")
    for number, text in enumerate(given["also"]):
        force = parse_force(text, "--also", rules)
        check_terrain(force, battles[0].terrain, "--also", rules)
        tiles: Hand = ()
        if number < len(hands):
            tiles = reading.hand_of(hands[number], force, "--also-hand", rules)
        swap = given.get("defender_swap") if tiles else None
        battle = battles[0].with_force(Role.DEFENDER, force)
        battles.append(battle.with_hand(Role.DEFENDER, tiles, swap))
    chains = battle_orders(battles, cornered="cornered" in given)
    return Answer(as_object(chains, battles), lambda: show(chains, battles))


def needs(given: Given, rules: Ruleset) -> Answer:
    """The smallest force that wins often enough."""
    from bloodstones.games.bloodstones.cli.odds_needs import as_object, show

    role = reading.side(given)
    enemy = Role(1 - role)
    wanted = reading.shares(reading.needed(given, "needs", "80,90,95"), "--needs")
    pools = {
        name: parse_units(given[name], f"--{name}") if name in given else {}
        for name in ("nearby", "tiles")
    }
    if not any(pools.values()):
        raise InputError("expected --nearby or --tiles with --needs, got neither", NEEDS_TIP)
    if "tiles" in given and f"{role.id}_hand" in given:
        tip = "tiles neither built nor discarded stay in hand for the swap"
        raise InputError(f"expected --tiles or --{role.id}-hand, got both (--needs)", tip)
    supply = _supply(given, role, rules)
    supply = replace(supply, nearby=pools["nearby"], tiles=pools["tiles"])
    battle = _against(given, role, enemy, rules)
    hand = _hand(given, role, supply, rules)
    model = given.get(f"{role.id}_swap")
    choose_swap(model, hand, f"--{role.id}-swap", supply.faction)  # raises if it cannot be
    battle = battle.with_hand(role, hand, model)
    answer = smallest_forces(battle, role, supply, wanted)
    return Answer(as_object(answer, supply, battle, role), lambda: show(answer, supply, role))


def _supply(given: Given, role: Role, rules: Ruleset) -> Supply:
    """Return the faction that asks and the units that it has in the area; none are needed."""
    text = reading.needed(given, role.id, "dragon_riders")
    if ":" not in text:
        name = text.strip().lower().replace(" ", "_").replace("-", "_")
        return Supply(Faction.parse(name, f"--{role.id}"))
    force = parse_force(text, f"--{role.id}", rules)
    if role is Role.ATTACKER:
        reading.check_attacker(force, given)
    check_terrain(force, reading.terrain(given), f"--{role.id}", rules)
    return Supply(force.faction, force.counts)


def _hand(given: Given, role: Role, supply: Supply, rules: Ruleset) -> Hand:
    """Return the hand of the side that asks, beside all units that may come to the battle."""
    units = dict(supply.present)
    for unit, count in supply.nearby.items():
        units[unit] = units.get(unit, 0) + count
    if not units:
        return ()
    force = Force(supply.faction, units)
    check_owned(force, "--nearby", rules)
    return reading.hand(given, role.id, force, rules)


def _against(given: Given, role: Role, enemy: Role, rules: Ruleset) -> Battle:
    """Return the battle with the enemy on both sides; the side that asks is put in later."""
    force = reading.force(given, enemy.id, rules)
    check_owned(force, f"--{enemy.id}", rules)
    if enemy is Role.ATTACKER:
        reading.check_attacker(force, given)
    where = reading.terrain(given)
    check_terrain(force, where, f"--{enemy.id}", rules)
    hand = reading.hand(given, enemy.id, force, rules)
    swap = choose_swap(given.get(f"{enemy.id}_swap"), hand, f"--{enemy.id}-swap", force.faction)
    battle = Battle(force, force, where, **reading.terms(given), rules=rules)
    return battle.with_hand(enemy, hand, swap)


QUESTIONS: Mapping[str, Callable[[Given, Ruleset], Answer]] = {
    "what_if": what_if,
    "spend": spend,
    "needs": needs,
    "luck": luck,
    "order": order,
}
