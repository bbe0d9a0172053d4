"""A tile for nothing, the last resort of a seat that can spend none otherwise (AMB-10)."""

from __future__ import annotations

from collections import Counter

from tests.oracle import record_rules as rules
from tests.oracle.record_main import place_unit
from tests.oracle.record_state import Check
from tests.oracle.record_travel import chains, fare, step_problem
from tests.oracle.record_turn import can_reenter
from tests.oracle.record_villages_place import village_place


def may_waste(check: Check, seat: int) -> bool:
    """Tell whether the seat may spend its one tile for nothing."""
    if check.state.option("overpay") == "last_resort":
        return not any(way(check, seat) for way in WAYS)
    return may_waste_always(check)


def may_waste_always(check: Check) -> bool:
    """Tell whether tiles may be spent for nothing whenever one is spent."""
    return bool(check.state.option("overpay") == "free")


def _pips(check: Check, seat: int) -> list[int]:
    return [check.pips(seat, tile) for tile in check.own(seat).hand.elements()]


def _fights(check: Check, seat: int) -> bool:
    return bool(check.state.contested(seat) and check.own(seat).hand.total())


def _raids(check: Check, seat: int) -> bool:
    """Tell whether a tile takes a village where the seat stands (BS-RAID-01, -03)."""
    state, most = check.state, max(_pips(check, seat), default=0)
    return any(
        own.villages[area] and rules.VILLAGE_COST[state.terrain(area)] <= most
        for other, own in enumerate(state.seats)
        if other != seat
        for area in own.villages
        if state.has_units(seat, area)
    )


def _builds(check: Check, seat: int) -> bool:
    """Tell whether a unit can be paid and stand anywhere (BS-BUILD, BS-CHAOS, BS-CUTIE-02)."""
    own, state = check.own(seat), check.state
    spare = own.hand.total() - 1
    units = [
        unit
        for unit, tile in own.tiles.items()
        if own.hand[unit] > 0 and unit != rules.BLANK and tile.cost is not None
        if tile.cost <= spare
    ]
    if state.cutiecorn == "beside" and own.hand.total() >= state.numbers["cutiecorn.cost"]:
        units.append("cutiecorn")
    for unit in units:
        for area in state.areas:
            trial = Check(state)
            place_unit(trial, seat, unit, area)
            if not trial.faults:
                return True
    return False


def _marches(check: Check, seat: int) -> bool:
    """Tell whether any unit can take a step that the hand pays for (BS-MOVE)."""
    state, budget = check.state, sum(_pips(check, seat))
    for start, force in check.own(seat).units.items():
        if state.others(seat, start):
            continue
        ways: list[tuple[int, list[int]]] = [(end, []) for end in state.areas[start].neighbours]
        for via in chains(state, seat, start).values():
            ways += [(end, via) for end in state.areas[via[-1]].neighbours if end != start]
        if any(
            fare(state, seat, end)(unit) <= budget
            for unit in set(force) - {"cutiecorn"}  # it goes for nothing (BS-CUTIE-05)
            for end, via in ways
            if step_problem(state, seat, Counter([unit]), start, via, end) is None
        ):
            return True
    return False


def _settles(check: Check, seat: int) -> bool:
    """Tell whether a tile builds a village, perhaps the first of a new start (BS-WIPED)."""
    own, state = check.own(seat), check.state
    if own.faction == rules.CHAOS or own.pool <= 0:
        return False
    most = max(_pips(check, seat), default=0)
    if not state.bases(seat):
        free = state.option("wiped_out_cost") == "free"
        return any(
            state.is_empty(area) and (free or rules.VILLAGE_COST[state.terrain(area)] <= most)
            for area in state.areas
            if state.terrain(area) in rules.VILLAGE_COST
        )
    for area in state.areas:
        if rules.VILLAGE_COST.get(state.terrain(area), most + 1) <= most:
            trial = Check(state)
            village_place(trial, seat, area)
            if not trial.faults:
                return True
    return False


def _comes_back(check: Check, seat: int) -> bool:
    """Tell whether it is a Chaos Horde without units that can come back (BS-CHAOS-13)."""
    own = check.own(seat)
    return own.faction == rules.CHAOS and not any(own.units.values()) and can_reenter(check)


WAYS = (_fights, _raids, _builds, _marches, _settles, _comes_back)
