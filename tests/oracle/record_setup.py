"""Setup lines: starting hands, citadels and the Horde's home, founding, refill (section 5)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracle import record_cutiecorn as cutiecorn
from tests.oracle import record_rules as rules
from tests.oracle.record_state import Check

Event = dict[str, Any]


def deal(check: Check, e: Event) -> None:
    """Check a starting hand (BS-SETUP-06)."""
    seat, wanted = e["seat"], check.state.numbers["starting_hand"]
    if seat in check.dealt:
        check.fault("BS-SETUP-06", f"seat {seat} draws a second starting hand")
    elif len(e["tiles"]) != wanted:
        check.fault("BS-SETUP-06", f"a starting hand has {wanted} tiles, not {len(e['tiles'])}")
    check.dealt.add(seat)
    from_bag(check, seat, e["tiles"])


def from_bag(check: Check, seat: int, tiles: list[str]) -> None:
    """Move drawn tiles from bag to hand (BS-GEN-10)."""
    own = check.own(seat)
    for tile, count in (Counter(tiles) - own.bag).items():
        check.fault("BS-GEN-10", f"seat {seat} draws {count} {tile} more than its bag holds")
    own.bag -= Counter(tiles)
    apart = {"undead"} if check.state.option("undead_recycle") == "discard" else set[str]()
    own.hand.update(tile for tile in tiles if tile in own.tiles or tile in apart)


def missing_tiles(check: Check, seat: int) -> int:
    """Return how many tiles the hand lacks to its limit (BS-GEN-17, BS-GEN-19)."""
    limit = check.state.number(seat, "hand_limit")
    return max(0, limit - check.own(seat).hand.total())


def start_placing(check: Check) -> None:
    """Leave the stage of the starting hands."""
    if check.stage == "hands":
        for seat in range(len(check.state.seats)):
            if seat not in check.dealt:
                check.fault("BS-SETUP-06", f"seat {seat} has drawn no starting hand")
        check.stage = "place"


def finish_placing(check: Check) -> None:
    """Check that the player who placed last has refilled its hand (BS-SETUP-23)."""
    if check.placing < 0 or check.refilled:
        return
    seat = check.order[check.placing]
    if lacking := missing_tiles(check, seat):
        check.fault("BS-SETUP-23", f"seat {seat} lacks {lacking} tiles after founding")
    check.refilled = True


def next_placer(check: Check, e: Event) -> bool:
    """Give the turn to place to the event's seat; tell whether it is that seat's turn."""
    start_placing(check)
    finish_placing(check)
    following = check.order[check.placing + 1 : check.placing + 2]
    if following != [e["seat"]]:
        clause = "BS-SETUP-20" if check.own(e["seat"]).faction == rules.CHAOS else "BS-SETUP-09"
        check.fault(clause, f"seat {e['seat']} places out of order, expected {following}")
        if e["seat"] not in check.order[check.placing + 1 :]:
            return False
    check.placing = check.order.index(e["seat"])
    check.anchor, check.refilled = e["area"], False
    check.points = check.state.numbers["founding_points"]
    return True


def spacing(check: Check, e: Event, clause: str) -> None:
    """Check the distance to every citadel on the map (BS-SETUP-12)."""
    state = check.state
    wanted = state.option("citadel_min_distance")
    steps = state.distances(e["area"], state.option("citadel_spacing_graph"))
    for seat, own in enumerate(state.seats):
        for area, force in own.units.items():
            if force["citadel"] and steps.get(area, wanted) < wanted:
                near = f"{steps[area]} from the citadel of seat {seat} in area {area}"
                check.fault(clause, f"area {e['area']} is only {near}")


def on_citadel(check: Check, e: Event) -> None:
    """Place a citadel (BS-SETUP-09 to -13)."""
    if check.own(e["seat"]).faction == rules.CHAOS:
        check.fault("BS-COMP-03", "the Chaos Horde has no citadel")
        return
    if not next_placer(check, e):
        return
    terrain = check.state.terrain(e["area"])
    if terrain not in rules.CITADEL_TERRAINS:
        check.fault("BS-SETUP-10", f"a citadel on {terrain}")
    spacing(check, e, "BS-SETUP-12")
    check.state.add(e["seat"], e["area"], ["citadel"])


def on_home(check: Check, e: Event) -> None:
    """Choose the Horde's start area (BS-SETUP-21, BS-SETUP-22)."""
    if check.own(e["seat"]).faction != rules.CHAOS:
        check.fault("BS-SETUP-20", f"seat {e['seat']} is not the Chaos Horde")
        return
    if not next_placer(check, e):
        return
    terrain = check.state.terrain(e["area"])
    if terrain not in rules.CITADEL_TERRAINS:
        check.fault("BS-SETUP-22", f"a start area on {terrain}")
    spacing(check, e, "BS-SETUP-21")


def on_found(check: Check, e: Event) -> None:
    """Place a starting unit (BS-SETUP-15 to -19)."""
    seat, unit, area = e["seat"], e["unit"], e["area"]
    if check.stage == "hands" or check.placing < 0 or check.order[check.placing] != seat:
        check.fault("BS-SETUP-09", f"seat {seat} founds before or after its own placement")
        return
    if check.refilled:
        check.fault("BS-SETUP-23", "a unit is founded after the refill")
    own, state = check.own(seat), check.state
    if unit == cutiecorn.UNIT:
        if cutiecorn.take_up(check, check.points):
            check.points -= state.numbers["cutiecorn.cost"]
            _founding_place(check, seat, unit, area)
            state.add(seat, area, [unit])
        return
    if own.hand[unit] <= 0:
        check.fault("BS-TILE-06", f"{unit} is not in the hand of seat {seat}")
        return
    tile = own.tiles[unit]
    if tile.cost is None or unit == rules.BLANK:
        check.fault("BS-TILE-04", "a tile without unit type is placed")
        return
    check.points -= tile.cost
    if check.points < 0:
        check.fault("BS-SETUP-15", f"{unit} costs {tile.cost} points, too few are left")
    _founding_place(check, seat, unit, area)
    own.hand[unit] -= 1
    state.add(seat, area, [unit])


def _founding_place(check: Check, seat: int, unit: str, area: int) -> None:
    state, anchor = check.state, check.anchor
    assert anchor is not None
    if unit != "ship":
        if area != anchor:
            check.fault("BS-SETUP-17", f"{unit} in area {area}, not in {anchor}")
        return
    if not state.is_sea(area) or not state.adjacent(anchor, area):
        check.fault("BS-SETUP-18", f"ship in area {area}, no sea area next to {anchor}")
    if state.option("setup_shared_sea") == "forbid" and state.others(seat, area):
        check.fault("BS-SETUP-19", f"ship in sea area {area} with a ship of another player")


def refill(check: Check, e: Event) -> None:
    """Check the draw after founding (BS-SETUP-23)."""
    seat = e["seat"]
    if check.placing < 0 or check.order[check.placing] != seat:
        check.fault("BS-SETUP-23", f"seat {seat} refills out of its placement")
    elif check.refilled:
        check.fault("BS-SETUP-23", f"seat {seat} refills twice")
    elif len(e["tiles"]) != missing_tiles(check, seat):
        lacking = missing_tiles(check, seat)
        check.fault("BS-SETUP-23", f"the hand lacks {lacking} tiles, {len(e['tiles'])} are drawn")
    if check.placing >= 0 and check.order[check.placing] == seat:
        check.refilled = True
    from_bag(check, seat, e["tiles"])


def finish_setup(check: Check) -> None:
    """Check that everybody has placed, before the first turn."""
    start_placing(check)
    finish_placing(check)
    for seat in check.order[check.placing + 1 :]:
        check.fault("BS-SETUP-09", f"seat {seat} has not placed its citadel or start area")
    check.stage = "turns"


HANDLERS = {"citadel": on_citadel, "home": on_home, "found": on_found}
