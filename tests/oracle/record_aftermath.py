"""After the clash: victory, casualty, citadel, retreat, dragons, undead (section 11, step 5)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracle import record_rules as rules
from tests.oracle.record_combat import flee, owe, reach
from tests.oracle.record_cutiecorn import hand_over
from tests.oracle.record_state import Check
from tests.oracle.record_travel import destinations

Event = dict[str, Any]


def on_victory(check: Check, e: Event) -> None:
    """Score the battle (BS-COMBAT-28, -29, -33, -34)."""
    battle = check.battle
    if battle.step == "refight":
        owe(check, "refight")
        battle.step = "victory"
    if not reach(check, "victory"):
        return
    if battle.winner < 0:  # undecided: the recorded winner is as good as any
        battle.winner = e["seat"] if e["seat"] in battle.sides() else battle.attacker
        battle.loser = battle.enemy(battle.winner)
    if (e["seat"], e["loser"]) != (battle.winner, battle.loser):
        check.fault(battle.clause, f"seat {battle.winner} wins against seat {battle.loser}")
        if {e["seat"], e["loser"]} == set(battle.sides()):
            battle.winner, battle.loser = e["seat"], e["loser"]
    beaten = battle.forces[battle.loser].total() * check.state.numbers["vp.unit_beaten"]
    extra = check.state.number(battle.winner, "vp_per_victory")
    taken = battle.forces[battle.loser]["cutiecorn"]
    if taken:  # BS-CUTIE-08
        beaten += check.state.numbers["cutiecorn.vp"]
    if e["vp"] != beaten + extra:
        clause = "BS-COMBAT-34" if extra and e["vp"] == beaten else "BS-COMBAT-33"
        check.fault(clause, f"the victory scores {beaten + extra}, not {e['vp']}")
    check.own(battle.winner).vp += beaten + extra
    battle.step = "casualty"
    if taken and not check.state.option("cutie_casualty"):  # BS-CUTIE-09
        battle.forces[battle.loser] -= Counter({"cutiecorn": 1})
        hand_over(check, battle.loser, battle.winner, battle.area)


def on_casualty(check: Check, e: Event) -> None:
    """Remove the loser's casualty (BS-COMBAT-35 to -37)."""
    battle, state = check.battle, check.state
    if not reach(check, "casualty"):
        return
    loser = battle.loser
    force, units = battle.forces[loser], Counter[str](e["units"])
    if e["seat"] != loser:
        check.fault("BS-COMBAT-35", f"seat {loser} lost, not seat {e['seat']}")
    forts = Counter({u: n for u, n in force.items() if u in rules.FORTS})
    single = not forts
    if loser == battle.attacker and state.option("attacker_castle_loss") == "extra_casualty":
        single = bool(force - forts)
    others = units - forts
    if forts and forts - units:
        check.fault("BS-COMBAT-36", f"castles and citadel fall: {dict(forts)}, not {e['units']}")
    elif others.total() != int(single) or others - force:
        clause = "BS-COMBAT-36" if forts else "BS-COMBAT-35"
        check.fault(clause, f"{e['units']} is no legal casualty of {dict(force)}")
    gone = force & units
    state.fall(loser, battle.area, gone.elements())
    battle.removed += gone.total()
    fled = force - gone
    others = state.force(loser, battle.area) - Counter({"cutiecorn": 1})
    doomed = others and not destinations(state, loser, battle.area, others)
    if fled["cutiecorn"] and not doomed:  # AMB-49: it goes to the winner if the rest can retreat
        hand_over(check, loser, battle.winner, battle.area)
        del fled["cutiecorn"]
    battle.forces[loser] = fled
    battle.owed = _aftermath(check, gone, state.force(loser, battle.area))
    battle.step = "over"


def _aftermath(check: Check, gone: Counter[str], left: Counter[str]) -> list[str]:
    """Return the lines that must follow the casualty (BS-COMBAT-42)."""
    battle = check.battle
    won_by_attack = battle.winner == battle.attacker
    owed = {
        "capture_citadel": gone["citadel"] > 0,
        "retreat": bool(left),
        "dragons_leave": won_by_attack and battle.forces[battle.winner]["dragon"] > 0,
    }
    return [name for name, due in owed.items() if due]


def _follows(check: Check, name: str, clause: str) -> bool:
    """Take a line of the aftermath off the list; tell whether it was due."""
    battle = check.battle
    if not reach(check, "over"):
        return False
    if name not in battle.owed:
        check.fault(clause, f"no {name} is due in the battle for area {battle.area}")
        return False
    if battle.owed[0] != name or battle.raised:
        check.fault("BS-COMBAT-42", f"{name} out of order, {battle.owed[0]} comes first")
    battle.owed.remove(name)
    return True


def on_capture_citadel(check: Check, e: Event) -> None:
    """Give the beaten citadel to the winner (BS-COMBAT-37)."""
    battle = check.battle
    if _follows(check, "capture_citadel", "BS-COMBAT-37"):
        if (e["seat"], e["owner"]) != (battle.winner, battle.loser):
            check.fault("BS-COMBAT-37", f"seat {battle.winner} takes the citadel")
        check.own(battle.winner).citadels.append(battle.loser)


def on_retreat(check: Check, e: Event) -> None:
    """Retreat the loser's survivors, or lose them all (BS-COMBAT-35, -38)."""
    battle, state = check.battle, check.state
    if not _follows(check, "retreat", "BS-COMBAT-35"):
        return
    loser, start = battle.loser, battle.area
    if e["seat"] != loser:
        check.fault("BS-COMBAT-35", f"seat {loser} retreats, not seat {e['seat']}")
        e = e | {"seat": loser}
    force, before = state.force(loser, start), battle.removed
    battle.by_ship = False
    if e["to"] is not None:
        flee(check, e, force)
    else:
        if e["from"] != start:
            check.fault("RECORD-KEYS", f"from {e['from']}, but the battle is in area {start}")
        if destinations(state, loser, start, force):
            check.fault("BS-RETREAT-16", "a legal destination exists")
        lost = battle.forces[loser]  # that fought; those kept out stay
        if Counter(e["lost"]) != lost or e["via"]:
            check.fault("BS-COMBAT-38", f"all of {dict(lost)} are lost, not {e['lost']}")
        state.fall(loser, start, lost.elements())
        battle.removed += lost.total()
    if state.option("undead_sources") == "casualty_only":
        battle.removed = before


def on_dragons_leave(check: Check, e: Event) -> None:
    """Discard the dragons of a won attack (BS-COMBAT-40, BS-DRAGON-05)."""
    battle = check.battle
    if e["count"] == 0 and battle.step == "over" and "dragons_leave" not in battle.owed:
        return
    if not _follows(check, "dragons_leave", "BS-COMBAT-40"):
        return
    count = battle.forces[battle.winner]["dragon"]
    if (e["seat"], e["count"]) != (battle.winner, count):
        check.fault("BS-COMBAT-40", f"{count} dragons of seat {battle.winner} leave")
    check.state.fall(battle.winner, battle.area, ["dragon"] * count)


def on_raise_undead(check: Check, e: Event) -> None:
    """Place undead for removed enemies (BS-NECRO-04 to -08)."""
    battle, state = check.battle, check.state
    if not reach(check, "over"):
        return
    if battle.owed:
        check.fault("BS-COMBAT-42", f"undead are placed before {battle.owed[0]}")
    winner = battle.winner
    own = check.own(winner)
    most = min(battle.removed, own.undead_supply)
    if e["seat"] != winner or not battle.forces[winner]["necromancer"]:
        check.fault("BS-NECRO-04", "no necromancer unit in the winning force of that seat")
    elif battle.raised:
        check.fault("BS-NECRO-04", "undead are placed twice in one battle")
    elif e["area"] != battle.area:
        check.fault("BS-NECRO-07", f"undead stay in area {battle.area}")
    elif not 0 <= e["count"] <= most:
        clause = "BS-NECRO-08" if e["count"] > own.undead_supply else "BS-NECRO-04"
        check.fault(clause, f"at most {most} undead can be placed, not {e['count']}")
    else:
        own.undead_supply -= e["count"]
        state.add(winner, battle.area, ["undead"] * e["count"])
    battle.raised = True


HANDLERS = {
    "victory": on_victory,
    "casualty": on_casualty,
    "capture_citadel": on_capture_citadel,
    "retreat": on_retreat,
    "dragons_leave": on_dragons_leave,
    "raise_undead": on_raise_undead,
}
