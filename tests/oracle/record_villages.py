"""Raids and village building: phases 1 and 4 (sections 7, 13 and 15)."""

from __future__ import annotations

from typing import Any

from tests.oracle import record_rules as rules
from tests.oracle.record_phase import need
from tests.oracle.record_state import Check
from tests.oracle.record_villages_place import village_place
from tests.oracle.record_waste import may_waste, may_waste_always

Event = dict[str, Any]


def on_raid(check: Check, e: Event) -> None:
    """Take villages (section 7; BS-CHAOS-07, -08)."""
    seat, state = e["seat"], check.state
    chaos = check.own(seat).faction == rules.CHAOS
    need(check, "main" if chaos else "raid")
    if check.raided:
        check.fault("BS-CHAOS-07" if chaos else "BS-RAID-02", "a second raid in one turn")
    check.raided = True
    if not e["villages"] and not may_waste(check, seat):
        check.fault("BS-RAID-02", "a tile paid for no village (AMB-10)")
    price = sum(rules.VILLAGE_COST.get(state.terrain(v["area"]), 0) for v in e["villages"])
    if price > check.pips(seat, e["paid"]):
        check.fault("BS-RAID-03", f"villages for {price} pips with a {e['paid']}")
    check.spend(seat, [e["paid"]], "the raid's")
    capture(check, seat, e["villages"], "BS-RAID-01")


def capture(check: Check, seat: int, villages: list[Event], clause: str) -> None:
    """Move villages to their captor (BS-RAID-07, BS-END-08)."""
    for village in villages:
        area, owner = village["area"], village["owner"]
        if owner == seat:
            check.fault(clause, f"seat {seat} takes its own village in area {area}")
            continue
        if not check.state.has_units(seat, area):
            check.fault(clause, f"seat {seat} has no unit in area {area}")
        if check.own(owner).villages[area] <= 0:
            check.fault(clause, f"seat {owner} has no village left in area {area}")
            continue
        check.own(owner).villages[area] -= 1
        check.own(seat).captured[owner] += 1


def on_resettle(check: Check, e: Event) -> None:
    """Place a wiped-out player's village (section 15)."""
    seat, area, state = e["seat"], e["area"], check.state
    if check.own(seat).faction == rules.CHAOS:
        check.fault("BS-VILLAGE-16", "the Chaos Horde never builds villages")
        return
    early = state.option("wiped_out_timing") == "turn_start" and check.phase < 0
    if not early:
        need(check, "settle")
        if state.option("wiped_out_timing") == "turn_start":
            check.fault("BS-WIPED-02", "a new start that is due before the phases (AMB-32)")
    if state.bases(seat):
        check.fault("BS-WIPED-01", f"seat {seat} still has a village or citadel")
    if check.settled:
        check.fault("BS-WIPED-02", "after the phase's tile has been used")
    if not state.is_empty(area):
        check.fault("BS-WIPED-01", f"area {area} is not empty")
    if state.terrain(area) not in rules.VILLAGE_COST:
        check.fault("BS-VILLAGE-03", f"a village on {state.terrain(area)}")
    _put_village(check, seat, area)
    if state.option("wiped_out_cost") == "normal":
        check.resettled = area


def _put_village(check: Check, seat: int, area: int) -> None:
    own = check.own(seat)
    if own.pool <= 0:
        check.fault("BS-VILLAGE-15", f"the pool of seat {seat} is empty")
    own.pool -= 1
    own.villages[area] += 1


def on_settle(check: Check, e: Event) -> None:
    """Build villages (section 13)."""
    seat, state = e["seat"], check.state
    if check.own(seat).faction == rules.CHAOS:
        check.fault("BS-VILLAGE-16", "the Chaos Horde never builds villages")
        return
    early = state.option("wiped_out_timing") == "turn_start" and check.phase < 0
    paid = check.resettled is not None or not (e["areas"] or state.bases(seat))
    restart = early and paid  # a tile of its own (AMB-32), perhaps for nothing (AMB-10)
    if restart and e["areas"]:
        check.fault("BS-WIPED-02", "more than the one village before the phases")
    if not restart:
        need(check, "settle")
        if check.settled:
            check.fault("BS-VILLAGE-01", "a second tile in one phase")
        check.settled = True
    built = e["areas"] if check.resettled is None else [check.resettled, *e["areas"]]
    check.resettled = None
    if not built and not (may_waste(check, seat) and (may_waste_always(check) or not restart)):
        check.fault("BS-VILLAGE-01", "a tile paid for no village (AMB-10)")
    price = sum(rules.VILLAGE_COST.get(state.terrain(area), 0) for area in built)
    if price > check.pips(seat, e["paid"]):
        check.fault("BS-VILLAGE-02", f"villages for {price} pips with a {e['paid']}")
    check.spend(seat, [e["paid"]], "the settling")
    for area in e["areas"]:
        village_place(check, seat, area)
        _put_village(check, seat, area)


HANDLERS = {
    "raid": on_raid,
    "resettle": on_resettle,
    "settle": on_settle,
}
