"""Building and moving: phase 3 without its battles (sections 9 and 10)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracle import record_cutiecorn as cutiecorn
from tests.oracle import record_rules as rules
from tests.oracle.record_phase import need
from tests.oracle.record_state import Check
from tests.oracle.record_travel import fare, step_cost, step_problem
from tests.oracle.tracks import Rides

Event = dict[str, Any]


def take_to_build(check: Check, e: Event) -> bool:
    """Take unit and cost from the hand (BS-BUILD-01, BS-TILE-02); tell whether it could be."""
    seat, unit = e["seat"], e["unit"]
    own = check.own(seat)
    if unit == cutiecorn.UNIT:
        return _take_cutiecorn(check, e)
    if unit == "undead":
        check.fault("BS-BUILD-09", "undead are never built")
        return False
    if own.hand[unit] <= 0:
        check.fault("BS-TILE-06", f"{unit} is not in the hand of seat {seat}")
        return False
    tile = own.tiles[unit]
    if tile.cost is None or unit == rules.BLANK:
        check.fault("BS-TILE-04", "a tile without unit type is placed")
        return False
    own.hand[unit] -= 1
    if len(e["discarded"]) != tile.cost:
        check.fault("BS-TILE-02", f"{unit} costs {tile.cost} tiles, not {len(e['discarded'])}")
    check.spend(seat, e["discarded"], "the cost tile")
    return True


def _take_cutiecorn(check: Check, e: Event) -> bool:
    """Take the Cutiecorn for the tiles discarded (BS-CUTIE-02); it is no tile from a hand."""
    paid = len(e["discarded"])
    if e["event"] == "reenter":
        check.fault("BS-CHAOS-13", "the Horde comes back with a unit from its hand")
        return False
    if not cutiecorn.take_up(check, paid):
        return False
    if paid > check.state.numbers["cutiecorn.cost"]:
        check.fault("BS-TILE-02", f"the Cutiecorn does not cost {paid} tiles")
    check.spend(e["seat"], e["discarded"], "the cost tile")
    return True


def on_build(check: Check, e: Event) -> None:
    """Build a unit (section 9; BS-CHAOS-03 to -06)."""
    need(check, "main")
    if take_to_build(check, e):
        place_unit(check, e["seat"], e["unit"], e["area"])
        check.state.add(e["seat"], e["area"], [e["unit"]])


def place_unit(check: Check, seat: int, unit: str, area: int) -> None:
    """Check that the unit may be built in the area."""
    place = _chaos_place if check.own(seat).faction == rules.CHAOS else _common_place
    place(check, seat, unit, area)


def _common_place(check: Check, seat: int, unit: str, area: int) -> None:
    state, bases = check.state, check.state.bases(seat)
    if (unit == "ship") != state.is_sea(area):
        check.fault("BS-BUILD-08", f"{unit} built on {state.terrain(area)}")
    elif unit == "ship" and not bases & state.areas[area].neighbours:
        check.fault("BS-BUILD-03", f"no village or citadel next to sea area {area}")
    elif unit != "ship" and area not in bases:
        check.fault("BS-BUILD-02", f"no village or citadel in area {area}")


def _chaos_place(check: Check, seat: int, unit: str, area: int) -> None:
    state, ship = check.state, unit == "ship"
    terrain = state.terrain(area)
    desert_barred = terrain == rules.DESERT and not state.option("chaos_build_desert")
    if ship != state.is_sea(area):
        check.fault("BS-BUILD-08", f"{unit} built on {terrain}")
        return
    if terrain == rules.MOUNTAIN or desert_barred:
        check.fault("BS-CHAOS-06", f"{unit} built on {terrain}")
        return
    enemies = bool(state.others(seat, area))
    if state.has_units(seat, area):
        if enemies and not state.option("chaos_build_contested"):
            check.fault("BS-CHAOS-03", f"{unit} built in contested area {area}")
        return
    clause = "BS-CHAOS-04" if ship else "BS-CHAOS-05"
    near = [state.force(seat, a) for a in state.areas[area].neighbours]
    from_ship = state.option("chaos_ship_from_ship")
    linked = any((f["ship"] > 0) != ship or (ship and from_ship and f["ship"]) for f in near if f)
    if not linked:
        check.fault(clause, f"no unit of the Horde from which {unit} can be built in area {area}")
    if enemies:
        check.fault(clause, f"enemy units in area {area}")


def on_move(check: Check, e: Event) -> None:
    """Make a move action (section 10)."""
    need(check, "main")
    entered: set[int] = set()
    total = 0
    check.state.rides = Rides()
    for before, step in zip([None, *e["steps"]], e["steps"], strict=False):
        if before is not None and check.state.option("move_pooling") == "per_group":
            _same_group(check, before, step)
        total += _step(check, e["seat"], step, entered)
    if e["cost"] != total:
        check.fault("BS-MOVE-03", f"the action costs {total}, not {e['cost']}")
    _pay(check, e["seat"], e["paid"], total)


def _same_group(check: Check, before: Event, step: Event) -> None:
    """Check that a step goes on with units of the step before (AMB-13)."""
    others = Counter[str](step["units"]) - Counter[str](before["units"])
    if step["from"] != before["to"] or others:
        check.fault("BS-MOVE-03", f"a second group, from area {step['from']}, in one action")


def _step(check: Check, seat: int, step: Event, entered: set[int]) -> int:
    """Check and make one step; return its cost."""
    state, units = check.state, Counter[str](step["units"])
    start, end = step["from"], step["to"]
    missing = units - state.force(seat, start)
    if missing:
        check.fault("BS-MOVE-01", f"{dict(missing)} not in area {start}")
        units -= missing
    if state.others(seat, start):
        clause = "BS-MOVE-07" if start in entered else "BS-MOVE-08"
        check.fault(clause, f"units leave area {start} with enemy units")
    if problem := step_problem(state, seat, units, start, step["via"], end):
        check.fault(*problem)
    cost = step_cost(state, seat, units, start, end)
    if step["cost"] != cost:
        clause = "BS-MOVE-24" if units["leader"] else "BS-MOVE-02"
        check.fault(clause, f"the step into area {end} costs {cost}, not {step['cost']}")
    force = state.force(seat, start)
    if state.option("leader_carry") == "per_action":
        state.rides.go(start, end, units, force, fare(state, seat, end))
    for unit, count in units.items():
        state.bans.walk(seat, start, end, unit, count, force[unit])
    state.take(seat, start, units.elements())
    if units:
        state.add(seat, end, units.elements())
    cutiecorn.settle(check)
    entered.add(end)
    return cost


def _pay(check: Check, seat: int, paid: list[str], cost: int) -> None:
    pips = [check.pips(seat, tile) for tile in paid]
    if sum(pips) < cost:
        check.fault("BS-MOVE-01", f"{sum(pips)} pips paid for a cost of {cost}")
    elif check.state.option("overpay") != "free" and any(sum(pips) - p >= cost for p in pips):
        check.fault("BS-MOVE-05", f"a tile of {paid} is not needed for a cost of {cost}")
    check.spend(seat, paid, "the paid")


HANDLERS = {
    "build": on_build,
    "move": on_move,
}
