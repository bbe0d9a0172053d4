"""Where a village may be built: limits, neighbours, chains (section 13)."""

from __future__ import annotations

from tests.oracle import record_rules as rules
from tests.oracle.record_state import Check


def village_place(check: Check, seat: int, area: int) -> None:
    """Check that the seat may build a village in the area now (BS-VILLAGE-03 to -14)."""
    state, own = check.state, check.own(seat)
    terrain = state.terrain(area)
    if terrain not in rules.VILLAGE_LIMIT:
        check.fault("BS-VILLAGE-03", f"a village on {terrain}")
        return
    if state.force(seat, area)["citadel"]:
        check.fault("BS-VILLAGE-04", f"a village in the own citadel's area {area}")
    if any(state.has_piece(s, area) for s in range(len(state.seats)) if s != seat):
        check.fault("BS-VILLAGE-05", f"area {area} holds pieces of others")
    if own.villages[area] >= rules.VILLAGE_LIMIT[terrain]:
        check.fault("BS-VILLAGE-06", f"area {area} has {own.villages[area]} villages already")
    second = terrain == rules.PLAINS and own.villages[area] == 1
    if not second and not network(check, seat) & state.areas[area].neighbours:
        check.fault("BS-VILLAGE-11", f"area {area} is next to no village, citadel or chain")


def network(check: Check, seat: int) -> set[int]:
    """Return village and citadel areas and the unit chains joined to them (BS-VILLAGE-11)."""
    state = check.state
    reached = state.bases(seat)
    queue = list(reached)
    while queue:
        for near in state.areas[queue.pop()].neighbours:
            if near not in reached and _is_link(check, seat, near):
                reached.add(near)
                queue.append(near)
    return reached


def _is_link(check: Check, seat: int, area: int) -> bool:
    """Tell whether the seat's units carry a chain on; by AMB-41 perhaps not in every terrain."""
    state = check.state
    if not state.has_units(seat, area) or state.option("chain_any_terrain"):
        return state.has_units(seat, area)
    return state.terrain(area) in rules.VILLAGE_COST or state.force(seat, area)["ship"] > 0
