"""Whatever well-formed lines come in whatever order, the reader judges them and never fails."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle.record_positions import TERRAIN, Event, event, play, position
from tests.oracle.record_rules import PHASES, UNITS
from tests.oracle.record_schema import EVENTS
from tests.oracle.record_state import Check

SEATS = 3
FACTIONS = ("necromancers", "corsairs", "dragon_riders")

seats = st.integers(0, SEATS - 1)
areas = st.sampled_from(sorted(TERRAIN))
units = st.sampled_from(sorted(UNITS))
numbers = st.integers(-1, 20)
tile_values = st.lists(st.integers(1, 5), max_size=4)
area_lists = st.lists(areas, max_size=3)
KINDS: dict[str, st.SearchStrategy[Any]] = {
    "int": numbers,
    "int?": st.none() | numbers,
    "seat": seats,
    "area": areas,
    "area?": st.none() | areas,
    "unit": units,
    "unit?": st.none() | units,
    "phase": st.sampled_from(PHASES),
    "reason": st.sampled_from(["regroups", "turn_limit"]),
    "units": st.lists(units, max_size=3),
    "areas": area_lists,
    "ints": tile_values,
    "villages": st.lists(st.fixed_dictionaries({"area": areas, "owner": seats}), max_size=2),
    "steps": st.lists(
        st.fixed_dictionaries(
            {
                "units": st.dictionaries(units, st.integers(1, 2), min_size=1, max_size=2),
                "from": areas,
                "to": areas,
                "via": area_lists,
                "cost": numbers,
            }
        ),
        min_size=1,
        max_size=2,
    ),
    "side": st.fixed_dictionaries({"tiles": tile_values, "modifier": numbers, "strength": numbers}),
}
any_event = st.one_of(
    st.fixed_dictionaries(
        {"event": st.just(name)} | {key: KINDS[kind] for key, kind in keys.items()}
    )
    for name, keys in EVENTS.items()
)


def crowded() -> Check:
    """Return a position with a contested sea, a contested plain and hands of all kinds."""
    return position(
        *FACTIONS,
        units={
            0: {4: "necromancer goblin", 0: "ship", 2: "citadel", 7: "undead"},
            1: {4: "axeman castle", 0: "ship"},
            2: {8: "dragon swordsman", 10: "ship"},
        },
        hands={0: "goblin ship castle", 1: "axeman blank", 2: "dragon blank"},
        villages={0: [1, 9], 1: [5, 4], 2: [3, 6]},
    )


@settings(deadline=None, max_examples=150)
@given(st.lists(any_event, max_size=30), st.booleans())
def test_any_events_in_any_order_are_judged(events: list[Event], fighting: bool):
    check = crowded()
    if fighting:
        assert play(check, event("battle", 0, defender=1, area=4)) == []
    play(check, *events)
    assert all(fault.clause and fault.reason for fault in check.faults)
    for own in check.state.seats:
        assert min([*own.hand.values(), *own.bag.values(), *own.discard.values(), 0]) == 0
