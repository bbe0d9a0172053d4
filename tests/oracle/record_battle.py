"""Battles from the attack to the clash: steps 1 to 4 and ties (section 11)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracle import record_rules as rules
from tests.oracle.record_combat import Battle, flee, reach, withdrawal
from tests.oracle.record_phase import need
from tests.oracle.record_state import Check
from tests.oracle.record_strength import modifier, tiles_to_draw, top_three

Event = dict[str, Any]


def on_battle(check: Check, e: Event) -> None:
    """Open a battle (BS-COMBAT-01, BS-COMBAT-03)."""
    if check.stage == "turns":
        need(check, "main")
    elif check.main_closed:
        check.fault("BS-END-04", "a battle after the refill")
    seat, defender, area, state = e["seat"], e["defender"], e["area"], check.state
    absent = [s for s in (seat, defender) if not state.has_units(s, area)]
    if absent or seat == defender:
        check.fault("BS-COMBAT-01", f"no two forces in area {area}: seat {absent or seat}")
        return
    verdict = withdrawal(state, seat, defender, area)
    check.battle = Battle(
        seat,
        defender,
        area,
        {s: state.force(s, area) for s in (seat, defender)},
        verdict if isinstance(verdict, tuple) else None,
        verdict is True,
        "draw" if isinstance(verdict, tuple) else "withdrawal",
    )
    if not state.option("all_units_fight"):
        check.battle.choosers = [s for s in check.battle.sides() if _has_choice(check.battle, s)]


def _has_choice(battle: Battle, seat: int) -> bool:
    """Tell whether a side could do without one of its units (BS-COMBAT-04, AMB-14)."""
    force = battle.forces[seat]
    free = sum(count for unit, count in force.items() if unit not in rules.FORTS)
    return free > 0 and force.total() > 1


def on_keep_out(check: Check, e: Event) -> None:
    """Take units out of the fight (BS-COMBAT-04, AMB-14)."""
    battle, seat = check.battle, e["seat"]
    if not reach(check, "draw"):
        return
    if not battle.choosers or battle.choosers[0] != seat or battle.drawn:
        check.fault("BS-COMBAT-04", f"it is not for seat {seat} to keep units out now")
        return
    del battle.choosers[0]
    kept = Counter[str](e["units"])
    left = battle.forces[seat] - kept
    if kept - battle.forces[seat] or not left - Counter({"cutiecorn": 1}):
        check.fault("BS-COMBAT-04", f"seat {seat} cannot keep out {e['units']} and fight")
        return
    if rules.FORTS & kept.keys():
        check.fault("BS-COMBAT-04", f"castles and citadel fight, seat {seat} keeps them out")
        return
    battle.forces[seat] -= kept


def on_withdraw(check: Check, e: Event) -> None:
    """Withdraw before the battle (BS-COMBAT-07 to -14)."""
    if not _may_answer(check, e):
        return
    battle = check.battle
    here = battle.forces[battle.defender]
    force = Counter({u: n for u, n in here.items() if u not in rules.FORTS})  # AMB-22: they stay
    if battle.by_ship and not e["via"]:
        check.fault("BS-CORSAIR-04", "only a withdrawal over own ships is allowed")
    flee(check, e, force)
    check.battle = None


def on_stand(check: Check, e: Event) -> None:
    """Stay although a withdrawal is possible."""
    if _may_answer(check, e):
        check.battle.step = "draw"


def _may_answer(check: Check, e: Event) -> bool:
    battle = check.battle
    if battle.step not in ("withdrawal", "draw") or battle.drawn:
        return reach(check, "withdrawal")
    if e["seat"] != battle.defender:
        check.fault("BS-COMBAT-06", f"seat {e['seat']} is not the defender")
        return False
    if battle.bar:
        check.fault(*battle.bar)
    elif battle.step == "draw":
        check.fault("BS-COMBAT-30", "no withdrawal is offered again")
        return False
    return e["event"] == "withdraw" or not battle.bar


def on_combat_draw(check: Check, e: Event) -> None:
    """Draw combat tiles (BS-COMBAT-05, BS-COMBAT-15 to -17)."""
    battle, seat = check.battle, e["seat"]
    if not reach(check, "draw"):
        return
    for other in battle.choosers:
        check.fault("BS-COMBAT-04", f"seat {other} does not say whom it keeps out")
    battle.choosers.clear()
    if seat not in battle.sides() or seat in battle.drawn:
        check.fault("RECORD-ORDER", f"seat {seat} has no combat tiles to draw")
        return
    wanted = tiles_to_draw(check.state, battle.forces[seat], battle.forces[battle.enemy(seat)])
    if len(e["tiles"]) != wanted:
        clause = "BS-COMBAT-17" if battle.forces[seat]["giant"] else "BS-COMBAT-15"
        check.fault(clause, f"seat {seat} draws {wanted} combat tiles, not {len(e['tiles'])}")
    if Counter[int](e["tiles"]) - Counter(rules.COMBAT_BAG):
        check.fault("BS-COMP-05", f"{e['tiles']} cannot come from one combat bag")
    battle.drawn[seat] = list(e["tiles"])
    if len(battle.drawn) == 2:
        battle.step, battle.queue = "swap", _swap_order(check)


def _swap_order(check: Check) -> list[tuple[str, int, bool]]:
    """Return the lines due before the clash: event, seat, whether it must stand."""
    battle = check.battle
    holds = {seat: check.own(seat).hand.total() > 0 for seat in battle.sides()}
    corsairs = [s for s in battle.sides() if check.own(s).faction == rules.CORSAIRS]
    if not corsairs:
        return [("swap", seat, holds[seat]) for seat in battle.sides()]
    last = corsairs[0]
    first = battle.enemy(last)
    return [
        ("swap", first, holds[first]),
        ("reveal", first, holds[last]),
        ("swap", last, holds[last]),
    ]


def _due(check: Check, name: str, seat: int) -> bool:
    """Take a line off the queue before the clash; tell whether it was due."""
    battle = check.battle
    if not reach(check, "swap"):
        return False
    for index, (event, whose, _) in enumerate(battle.queue):
        if (event, whose) == (name, seat):
            for skipped in battle.queue[:index]:
                if skipped[2]:
                    _not_yet(check, skipped)
            del battle.queue[index]
            return True
    reason = f"no {name} of seat {seat} is due"
    check.fault("BS-CORSAIR-09" if name == "reveal" else "BS-COMBAT-20", reason)
    return False


def _not_yet(check: Check, skipped: tuple[str, int, bool]) -> None:
    event, seat, _ = skipped
    corsairs = any(check.own(s).faction == rules.CORSAIRS for s in check.battle.sides())
    check.fault(
        "BS-CORSAIR-09" if corsairs else "BS-COMBAT-19", f"the {event} of seat {seat} is missing"
    )


def on_swap(check: Check, e: Event) -> None:
    """Swap a faction tile in, or keep (BS-COMBAT-19 to -23)."""
    battle, seat, out, tile = check.battle, e["seat"], e["out"], e["in"]
    if not _due(check, "swap", seat):
        return
    if out is None and tile is None:
        return
    if out is None or tile is None:
        check.fault("RECORD-KEYS", "out and in are both given or both null")
        return
    if tile == "undead":
        check.fault("BS-COMBAT-21", "an undead shows no pips to put in")
    if out not in battle.drawn[seat]:
        check.fault("BS-COMBAT-19", f"seat {seat} has drawn no {out}")
    else:
        battle.drawn[seat].remove(out)
    battle.drawn[seat].append(check.pips(seat, tile))
    check.spend(seat, [tile], "the swapped")


def on_reveal(check: Check, e: Event) -> None:
    """Show the tiles that count to the Corsairs (BS-CORSAIR-09)."""
    if not _due(check, "reveal", e["seat"]):
        return
    tiles = check.battle.drawn[e["seat"]]
    shown = top_three(tiles) if check.state.option("corsair_reveal") == "top_three" else tiles
    if Counter(e["tiles"]) != Counter(shown):
        check.fault("BS-CORSAIR-09", f"{sorted(shown)} are to be shown, not {e['tiles']}")


def on_clash(check: Check, e: Event) -> None:
    """Recompute both strengths and the result (BS-COMBAT-24 to -30)."""
    battle = check.battle
    if not reach(check, "swap"):
        return
    for due in battle.queue:
        if due[2]:
            _not_yet(check, due)
    if len(battle.drawn) < 2:
        check.battle = None
        return
    strengths = [
        _side(check, role, seat, e[role])
        for role, seat in zip(("attacker", "defender"), battle.sides(), strict=True)
    ]
    _decide(battle, *strengths)


def _side(check: Check, role: str, seat: int, side: Event) -> int:
    battle = check.battle
    tiles = top_three(battle.drawn[seat])
    if Counter(side["tiles"]) != Counter(tiles):
        check.fault("BS-COMBAT-24", f"the {role}'s tiles that count are {tiles}")
    enemy = battle.enemy(seat)
    bonus = modifier(
        check.state,
        seat,
        battle.forces[seat],
        battle.forces[enemy],
        battle.area,
        attacking=role == "attacker",
    )
    if side["modifier"] != bonus:
        check.fault("BS-COMBAT-26", f"the {role}'s modifier is {bonus}, not {side['modifier']}")
    strength = sum(tiles) + bonus
    if side["strength"] != strength:
        check.fault("BS-COMBAT-26", f"the {role}'s strength is {strength}, not {side['strength']}")
    return strength


def _decide(battle: Battle, attack: int, defence: int) -> None:
    if attack == defence and not battle.forces[battle.defender]["shieldbearer"]:
        battle.step = "refight"
        return
    if attack == defence:
        battle.clause = "BS-COMBAT-29"
    battle.winner = battle.attacker if attack > defence else battle.defender
    battle.loser = battle.enemy(battle.winner)
    battle.step = "victory"


def on_refight(check: Check, e: Event) -> None:
    """Fight a tie again from step 2 (BS-COMBAT-30 to -32)."""
    battle = check.battle
    if battle.step == "victory":
        check.fault(battle.clause, "a decided battle is fought again")
    elif not reach(check, "refight"):
        return
    battle.step, battle.drawn, battle.queue = "draw", {}, []


HANDLERS = {
    "battle": on_battle,
    "withdraw": on_withdraw,
    "stand": on_stand,
    "keep_out": on_keep_out,
    "combat_draw": on_combat_draw,
    "swap": on_swap,
    "reveal": on_reveal,
    "clash": on_clash,
    "refight": on_refight,
}
