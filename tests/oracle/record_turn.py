"""Turns: whose it is, the Horde's way back, phases, undead (sections 6, 8 and 15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from tests.oracle import record_cutiecorn as cutiecorn
from tests.oracle import record_rules as rules
from tests.oracle import record_supply as supply
from tests.oracle.record_main import take_to_build
from tests.oracle.record_phase import close_main, enter, need
from tests.oracle.record_setup import finish_setup
from tests.oracle.record_state import Check
from tests.oracle.record_travel import may_enter, route_problem
from tests.oracle.tracks import Bans

Event = dict[str, Any]


def on_turn(check: Check, e: Event) -> None:
    """Start a turn (BS-TURN-01, BS-SETUP-03)."""
    if check.stage != "turns":
        finish_setup(check)
        expected = check.state.first_seat
    else:
        finish_turn(check)
        expected = next_seat(check)
        if check.state.end_condition():
            check.fault("BS-END-02", "another turn although everybody has regrouped enough")
    if e["seat"] != expected:
        check.fault("BS-TURN-01", f"seat {e['seat']} takes the turn of seat {expected}")
    if e["turn"] != check.turn + 1:
        check.fault("RECORD-TURN", f"turn {e['turn']} follows turn {check.turn}")
    check.turn += 1
    begin(check, e["seat"])


def next_seat(check: Check) -> int:
    """Return the next seat clockwise that is still in the game."""
    count = len(check.state.seats)
    ring = [(check.active + i) % count for i in range(1, count + 1)]
    return next((seat for seat in ring if not check.own(seat).eliminated), check.active)


def begin(check: Check, seat: int) -> None:
    """Make the seat active and forget what belonged to the turn before."""
    check.active, check.phase = seat, -1
    check.implied = check.turn_over = check.main_closed = False
    check.raided = check.settled = check.deserts_done = False
    check.emptied = check.regrouped_empty = False
    check.opening, check.resettled = True, None
    for own in check.state.seats:
        own.banned.clear()
    check.state.bans = Bans()
    units = check.own(seat).units
    check.unmoved = Counter({a: f["undead"] for a, f in units.items() if f["undead"]})


def finish_turn(check: Check) -> None:
    """Check everything owed before the turn ends."""
    if check.turn_over or check.active < 0:
        return
    close_opening(check)
    close_main(check)
    supply.check_deserts(check)
    supply.check_full(check, check.active)
    check.turn_over = True


def on_phase(check: Check, e: Event) -> None:
    """Start a phase (BS-TURN-02 to -04)."""
    index = rules.PHASES.index(e["phase"])
    if not rules.has_phase(check.own(e["seat"]).faction, e["phase"]):
        clause = "BS-TURN-04" if e["phase"] == "undead" else "BS-TURN-03"
        check.fault(clause, f"{check.own(e['seat']).faction} has no phase {e['phase']}")
        return
    if check.implied and index == check.phase:
        check.implied = False
        return
    if index <= check.phase:
        check.fault("BS-TURN-02", f"phase {e['phase']} after {rules.PHASES[check.phase]}")
        return
    enter(check, index)


def must_reenter(check: Check) -> bool:
    """Tell whether the active seat is a Chaos Horde without units at the start of its turn."""
    own = check.own(check.active)
    return check.opening and own.faction == rules.CHAOS and not any(own.units.values())


def close_opening(check: Check) -> None:
    """Check what the Chaos Horde owed at the start of its turn (BS-CHAOS-13 to -16)."""
    if must_reenter(check):
        if not any(check.state.is_empty(area) for area in check.state.areas):
            check.fault("BS-CHAOS-15", "the map has no empty area: the Horde is out of the game")
        elif check.state.option("chaos_reentry") == "forced" and can_reenter(check):
            check.fault("BS-CHAOS-13", "the Horde must place a unit")
    check.opening = False


def can_reenter(check: Check) -> bool:
    """Tell whether the active seat holds a unit that it can bring back (BS-CHAOS-13, -14)."""
    own, state = check.own(check.active), check.state
    spare = own.hand.total() - 1
    free = [a for a in state.areas if state.is_empty(a) and state.terrain(a) != rules.MOUNTAIN]
    return any(
        own.hand[unit] > 0
        and tile.cost is not None
        and unit != rules.BLANK
        and tile.cost <= spare
        and any(state.is_sea(a) == (unit == "ship") for a in free)
        for unit, tile in own.tiles.items()
    )


def on_reenter(check: Check, e: Event) -> None:
    """Bring the Chaos Horde back (BS-CHAOS-13, -14)."""
    seat, unit, area, state = e["seat"], e["unit"], e["area"], check.state
    if not must_reenter(check):
        check.fault("BS-CHAOS-13", "only a Horde without units, at the start of its turn")
        return
    check.opening = False
    if not take_to_build(check, e):
        return
    if not state.is_empty(area):
        check.fault("BS-CHAOS-13", f"area {area} is not empty")
    if state.is_sea(area) != (unit == "ship") or state.terrain(area) == rules.MOUNTAIN:
        check.fault("BS-CHAOS-14", f"{unit} placed on {state.terrain(area)}")
    state.add(seat, area, [unit])


def on_eliminated(check: Check, e: Event) -> None:
    """Put the Chaos Horde out of the game (BS-CHAOS-15)."""
    if not must_reenter(check):
        check.fault("BS-CHAOS-15", "only a Horde without units, at the start of its turn")
        return
    if empty := [a for a in check.state.areas if check.state.is_empty(a)]:
        check.fault("BS-CHAOS-15", f"area {empty[0]} is empty")
    check.own(e["seat"]).eliminated = True
    check.opening, check.turn_over = False, True


def on_undead_move(check: Check, e: Event) -> None:
    """Move one undead (section 8)."""
    seat, path, state = e["seat"], e["path"], check.state
    if check.own(seat).faction != rules.NECROMANCERS:
        check.fault("BS-TURN-04", "only the Necromancers move undead")
        return
    need(check, "undead")
    if not 2 <= len(path) <= 3:
        check.fault("BS-UNDEAD-01", f"a path of {len(path)} areas, 2 or 3 expected")
        return
    for area in path:
        if state.is_sea(area):
            check.fault("BS-UNDEAD-03", f"sea area {area} in the path")
    start = path[0]
    if check.unmoved[start] <= 0:
        check.fault("BS-UNDEAD-01", f"no undead that has not moved yet in area {start}")
    limit = 2 if state.option("undead_sea_steps") == "each_area" else None
    if limit and len(path) - 1 + len(e["via"]) > limit:
        check.fault("BS-UNDEAD-04", "more than two areas, sea areas included")
    if not any(_ways(check, seat, path, e["via"])):
        check.fault("BS-UNDEAD-03", f"path {path} has no border or ship route over {e['via']}")
    check.unmoved[start] -= 1
    if any(number not in range(1, len(path)) for number in e["cutiecorn"]):
        check.fault("BS-CUTIE-05", f"steps {e['cutiecorn']} of a path of {len(path)} areas")
    there = ["undead"] if state.force(seat, start)["undead"] else []
    for number, (here, after) in enumerate(pairwise(path), start=1):
        if state.others(seat, here):
            check.fault("BS-UNDEAD-06", f"an undead leaves area {here} with enemy units")
        going = [*there, *_rider(check, e, number, here, after)]
        state.take(seat, here, going)
        state.add(seat, after, going)
        cutiecorn.settle(check)


def _rider(check: Check, e: Event, number: int, here: int, after: int) -> list[str]:
    """Return the Cutiecorn if it comes along in this step (BS-CUTIE-05, AMB-48)."""
    if number not in e["cutiecorn"]:
        return []
    if not check.state.force(e["seat"], here)[cutiecorn.UNIT]:
        check.fault("BS-CUTIE-05", f"no Cutiecorn of seat {e['seat']} in area {here}")
        return []
    if not may_enter(check.state, e["seat"], cutiecorn.UNIT, after):
        check.fault("BS-CUTIE-05", f"the Cutiecorn cannot enter area {after}")
    return [cutiecorn.UNIT]


def _ways(check: Check, seat: int, path: list[int], via: list[int]) -> Iterator[bool]:
    """Yield, for each way to share the flat route among the steps, whether all steps hold."""
    state = check.state

    def holds(a: int, b: int, part: list[int]) -> bool:
        if not part:
            return state.adjacent(a, b)
        return route_problem(state, seat, a, part, b) is None

    if len(path) == 2:
        yield holds(path[0], path[1], via)
        return
    for cut in range(len(via) + 1):
        yield holds(path[0], path[1], via[:cut]) and holds(path[1], path[2], via[cut:])


HANDLERS = {
    "turn": on_turn,
    "phase": on_phase,
    "reenter": on_reenter,
    "eliminated": on_eliminated,
    "undead_move": on_undead_move,
}
