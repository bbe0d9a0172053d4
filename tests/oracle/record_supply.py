"""Phase 5 and refills: deserts, drawing, regroup (section 14)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracle import record_rules as rules
from tests.oracle import record_setup as setup
from tests.oracle.record_phase import DRAW, close_main, enter, need
from tests.oracle.record_state import Check

Event = dict[str, Any]


def dying(check: Check, area: int) -> Counter[str]:
    """Return the active seat's units that die in a desert area (BS-DESERT-01)."""
    if check.state.terrain(area) != rules.DESERT:
        return Counter()
    force = check.state.force(check.active, area)
    return Counter({u: n for u, n in force.items() if u not in rules.DESERT_PROOF})


def on_desert(check: Check, e: Event) -> None:
    """Remove units from a desert area (BS-DESERT-01)."""
    if check.phase < DRAW:
        enter(check, DRAW)
        check.implied = True
    if check.deserts_done:
        check.fault("BS-DESERT-03", "the desert check comes before drawing")
    doomed = dying(check, e["area"])
    if not doomed or Counter(e["lost"]) != doomed:
        check.fault("BS-DESERT-01", f"area {e['area']} loses {dict(doomed)}, not {e['lost']}")
    check.state.take(e["seat"], e["area"], doomed.elements())
    check.state.bury(e["seat"], doomed.elements())


def check_deserts(check: Check) -> None:
    """Check, before the first draw, that nobody is left to die in a desert."""
    if check.deserts_done:
        return
    for area in sorted(check.own(check.active).units):
        if doomed := dying(check, area):
            check.fault("BS-DESERT-01", f"{dict(doomed)} must die in desert area {area}")
            check.state.take(check.active, area, doomed.elements())
            check.state.bury(check.active, doomed.elements())
    check.deserts_done = True


def open_draw(check: Check) -> None:
    """Check that drawing may begin: phase 5 after the deserts, or a final step without battles."""
    if check.stage == "turns":
        need(check, "draw")
        check_deserts(check)
    else:
        close_main(check)


def on_draw(check: Check, e: Event) -> None:
    """Draw from the bag (BS-SETUP-06, BS-SETUP-23, BS-REGROUP-01, BS-END-04)."""
    if check.stage == "hands":
        setup.deal(check, e)
        return
    if check.stage == "place":
        setup.refill(check, e)
        return
    open_draw(check)
    if len(e["tiles"]) > setup.missing_tiles(check, e["seat"]):
        check.fault("BS-GEN-17", f"{len(e['tiles'])} tiles drawn go beyond the hand limit")
    setup.from_bag(check, e["seat"], e["tiles"])
    own = check.own(e["seat"])
    check.emptied = bool(e["tiles"]) and own.discard.total() > 0 and not own.bag.total()


def on_regroup(check: Check, e: Event) -> None:
    """Recycle the discard pile (BS-REGROUP-02 to -09, BS-END-07)."""
    open_draw(check)
    own, state = check.own(e["seat"]), check.state
    at_once = check.emptied and state.option("regroup_trigger") == "on_empty"  # AMB-30
    if not setup.missing_tiles(check, e["seat"]) and not at_once:
        check.fault("BS-REGROUP-02", "a regroup without need of a tile")
    elif own.bag.total():
        check.fault("BS-REGROUP-02", f"a regroup with {own.bag.total()} tiles in the bag")
    if not own.discard.total():
        if not state.option("regroup_empty_discard") or check.regrouped_empty:  # AMB-31
            check.fault("BS-REGROUP-08", "a regroup with an empty discard pile")
        check.regrouped_empty = True
    check.emptied = False
    own.regroups += 1
    if e["number"] != own.regroups:
        check.fault("BS-REGROUP-04", f"regroup {own.regroups} of the seat, not {e['number']}")
    per_village = state.numbers["vp.village_at_regroup"]
    scored = own.villages.total() * per_village if _scores(check, own.regroups) else 0
    if e["vp"] != scored:
        check.fault("BS-REGROUP-03", f"the regroup scores {scored}, not {e['vp']}")
    own.vp += scored
    own.bag.update(own.discard)
    own.discard = Counter()


def _scores(check: Check, number: int) -> bool:
    """Tell whether the seat's regroup of that number still scores (BS-REGROUP-03, -06)."""
    return number <= check.state.required_regroups()


def check_full(check: Check, seat: int) -> None:
    """Check that the seat has drawn to its limit (BS-REGROUP-01, -02, -08)."""
    own = check.own(seat)
    lacking = setup.missing_tiles(check, seat)
    if lacking and own.bag.total():
        check.fault("BS-REGROUP-01", f"seat {seat} stops drawing {lacking} tiles short")
    elif lacking and own.discard.total():
        check.fault("BS-REGROUP-02", f"seat {seat} needs {lacking} tiles and does not regroup")
    elif check.emptied and check.state.option("regroup_trigger") == "on_empty":
        check.fault("BS-REGROUP-02", f"the bag of seat {seat} is empty and does not regroup")
    elif lacking and check.state.option("regroup_empty_discard") and not check.regrouped_empty:
        check.fault("BS-REGROUP-08", f"seat {seat} lacks {lacking} tiles and does not regroup")


HANDLERS = {"draw": on_draw, "regroup": on_regroup, "desert": on_desert}
