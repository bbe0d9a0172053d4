"""The battle under way, who may withdraw, and flight (sections 11 and 12)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.oracle import record_rules as rules
from tests.oracle.record_state import Check, State
from tests.oracle.record_travel import destinations, flight_problem, goers

Event = dict[str, Any]
STEPS = ("withdrawal", "draw", "swap", "victory", "casualty", "over")


# What is missing when a battle stops at a step: clause and words.
OWED = {
    "withdrawal": ("BS-COMBAT-07", "the defender could withdraw: no withdraw or stand line"),
    "draw": ("BS-COMBAT-15", "the combat tiles are not drawn"),
    "swap": ("BS-COMBAT-24", "no clash line"),
    "refight": ("BS-COMBAT-30", "a tie without the defender's shieldbearer is fought again"),
    "victory": ("BS-COMBAT-28", "no victory line"),
    "casualty": ("BS-COMBAT-35", "no casualty line"),
    "capture_citadel": ("BS-COMBAT-37", "the beaten citadel goes to the winner"),
    "retreat": ("BS-COMBAT-35", "the loser's survivors have no retreat line"),
    "dragons_leave": ("BS-COMBAT-40", "the winning attacker's dragons leave"),
}


@dataclass
class Battle:
    """One attacker against one defender in one area; `step` is what is owed next."""

    attacker: int
    defender: int
    area: int
    forces: dict[int, Counter[str]]
    bar: tuple[str, str] | None
    by_ship: bool
    step: str
    drawn: dict[int, list[int]] = field(default_factory=dict)
    queue: list[tuple[str, int, bool]] = field(default_factory=list)
    winner: int = -1
    loser: int = -1
    clause: str = "BS-COMBAT-28"
    owed: list[str] = field(default_factory=list)
    removed: int = 0
    raised: bool = False
    choosers: list[int] = field(default_factory=list)  # sides that may still keep units out

    def sides(self) -> tuple[int, int]:
        """Return attacker and defender."""
        return self.attacker, self.defender

    def enemy(self, seat: int) -> int:
        """Return the other side."""
        return self.defender if seat == self.attacker else self.attacker


def withdrawal(state: State, attacker: int, defender: int, area: int) -> tuple[str, str] | bool:
    """Return why the defender may not withdraw; else whether only by ship route."""
    mine, theirs = state.force(defender, area), state.force(attacker, area)
    by_ship = False
    if theirs["dragon"]:
        return "BS-COMBAT-08", "the attacker has a dragon"
    if any(mine[fort] for fort in rules.FORTS):
        corsairs = state.seats[defender].faction == rules.CORSAIRS and not state.is_sea(area)
        if not (corsairs and state.option("corsair_fort_withdraw")):  # AMB-22
            return "BS-COMBAT-09", "the defender has a castle or citadel"
        by_ship = True
    if not state.is_sea(area) and not mine["dragon"]:
        notional = _notional_cavalry(state, attacker, area)
        riders = theirs["cavalry"] + theirs["cutiecorn"]  # BS-CUTIE-04, BS-CUTIE-07
        if mine["cavalry"] + mine["cutiecorn"] < riders + notional:
            if state.seats[defender].faction != rules.CORSAIRS:
                clause = "BS-CORSAIR-06" if notional else "BS-COMBAT-10"
                return clause, "the defender has too little cavalry"
            by_ship = True
    if not destinations(state, defender, area, mine, by_ship=by_ship):
        return "BS-COMBAT-14", "the defender has no legal destination"
    return by_ship


def _notional_cavalry(state: State, attacker: int, area: int) -> int:
    """Return the cavalry that Corsairs next to their ships count for (BS-CORSAIR-07)."""
    if state.seats[attacker].faction != rules.CORSAIRS:
        return 0
    any_ship = state.option("corsair_contested_ship_counts")
    return int(
        any(
            state.force(attacker, sea)["ship"] and (any_ship or not state.others(attacker, sea))
            for sea in state.areas[area].neighbours
        )
    )


def owe(check: Check, step: str) -> None:
    """Note that the battle skips a step."""
    clause, reason = OWED[step]
    if step == "victory":
        clause = check.battle.clause
    check.fault(clause, f"{reason} (area {check.battle.area})")


def close_battle(check: Check) -> None:
    """Check that nothing is owed when the record leaves the battle."""
    battle = check.battle
    if battle is None:
        return
    if battle.step != "over":
        owe(check, battle.step)
    for step in battle.owed:
        owe(check, step)
    check.battle = None


def reach(check: Check, step: str) -> bool:
    """Check that the battle is at `step`; skip forward over what is missing, never back."""
    battle = check.battle
    if battle.step == step:
        return True
    if battle.step in STEPS and step in STEPS:
        decided = battle.winner >= 0 or step in ("draw", "swap", "victory")
        if STEPS.index(battle.step) < STEPS.index(step) and decided:
            owe(check, battle.step)
            battle.step = step
            return True
    check.fault("RECORD-ORDER", f"the battle is at {battle.step}, not at {step}")
    return False


def flee(check: Check, e: Event, force: Counter[str]) -> None:
    """Move a withdrawing or retreating force and bury what cannot follow (section 12)."""
    state, seat, start, end, via = check.state, e["seat"], check.battle.area, e["to"], e["via"]
    if e["from"] != start:
        check.fault("RECORD-KEYS", f"from {e['from']}, but the battle is in area {start}")
    if problem := flight_problem(state, seat, start, via, end, force):
        check.fault(*problem)
        going = force - Counter(e["lost"])
    else:
        going = goers(state, seat, start, via, end, force)
        lost = force - going
        if Counter(e["lost"]) != lost:
            check.fault("BS-RETREAT-08", f"{dict(lost)} cannot follow, {e['lost']} are lost")
        if lost and state.option("partial_retreat") == "last_resort":
            ways = destinations(state, seat, start, force, by_ship=check.battle.by_ship)
            if any(goers(state, seat, start, w, to, force) == force for to, w in ways):
                check.fault("BS-RETREAT-09", "a full retreat exists")
    lost = force - going
    state.fall(seat, start, lost.elements())
    state.take(seat, start, going.elements())
    if going:
        state.add(seat, end, going.elements())
    check.battle.removed += lost.total()
    if state.option("retreat_ban") == "player":
        check.own(seat).banned.add(start)
    else:
        state.bans.flee(seat, start, end, going)
