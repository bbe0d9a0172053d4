"""The Cutiecorn of the variant: building it, who controls it, the lines of that (section 18)."""

from __future__ import annotations

from typing import Any

from tests.oracle.record_state import Check

Event = dict[str, Any]
UNIT = "cutiecorn"
COMES_BETWEEN = ("cutiecorn", "capture_citadel")  # lines that may follow what passes it on


def take_up(check: Check, points: int) -> bool:
    """Take it from beside the map to be placed for so many points or tiles (BS-CUTIE-02)."""
    state = check.state
    if state.cutiecorn == "box":
        check.fault("BS-CUTIE-01", "the Cutiecorn is not used")
    elif state.cutiecorn != "beside":
        check.fault("BS-CUTIE-02", "the Cutiecorn is not beside the map")
    elif points < state.numbers["cutiecorn.cost"]:
        check.fault("BS-CUTIE-02", f"the Cutiecorn costs more than {points}")
    else:
        state.cutiecorn = "map"
        return True
    return False


def hand_over(check: Check, owner: int, seat: int, area: int) -> None:
    """Let control pass; its line is owed."""
    check.state.bans.lose(owner, area, UNIT)
    check.state.take(owner, area, [UNIT])
    check.state.add(seat, area, [UNIT])
    check.passes.append((seat, owner, area))


def settle(check: Check) -> None:
    """Pass it on where it is alone among units of others (BS-CUTIE-06)."""
    state = check.state
    for owner, own in enumerate(state.seats):
        for area, force in own.units.items():
            if UNIT in force and force == {UNIT: 1} and (others := state.others(owner, area)):
                ring = [(owner + step) % len(state.seats) for step in range(1, len(state.seats))]
                seat = next(seat for seat in ring if seat in others)
                hand_over(check, owner, seat, area)
                return


def on_cutiecorn(check: Check, e: Event) -> None:
    """Check the line that tells who gains control (BS-CUTIE-06, BS-CUTIE-08)."""
    told = e["seat"], e["owner"], e["area"]
    if told not in check.passes:
        check.fault("BS-CUTIE-06", f"control does not pass to seat {e['seat']} in {e['area']}")
        return
    if told != check.passes[0]:
        check.fault("BS-CUTIE-06", f"control passes to seat {check.passes[0][0]} first")
    check.passes.remove(told)


def check_told(check: Check) -> None:
    """Check that every change of control has had its line."""
    for seat, owner, area in check.passes:
        reason = f"no line tells that control passes from seat {owner} to {seat} in area {area}"
        check.fault("BS-CUTIE-06", reason)
    check.passes.clear()
