"""The record reader itself: what is legal passes, each illegality is named by its clause."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from tests.oracle.record_positions import (
    TERRAIN,
    Event,
    event,
    header,
    move,
    play,
    position,
    tile_table,
)
from tests.oracle.record_reader import check_record, read_record
from tests.oracle.record_state import Check

DRAGONS, HORSES, HILLS = "dragon_riders", "horse_lords", "hill_folk"
NECROS, CHAOS, CORSAIRS = "necromancers", "chaos_horde", "corsairs"


def opening() -> list[Event]:
    """Return a whole two-player setup and the first two turns."""
    return [
        header(DRAGONS, HORSES),
        event(
            "draw",
            0,
            tiles=[
                "swordsman",
                "swordsman",
                "skirmisher",
                "skirmisher",
                "ship",
                "cavalry",
                "leader",
                "castle",
                "lizardman",
            ],
        ),
        event(
            "draw",
            1,
            tiles=[
                "cavalry",
                "cavalry",
                "swordsman",
                "swordsman",
                "shieldbearer",
                "ship",
                "skirmisher",
                "leader",
                "blank",
            ],
        ),
        event("citadel", 1, area=5),
        event("found", 1, unit="cavalry", area=5),
        event("found", 1, unit="swordsman", area=5),
        event("found", 1, unit="skirmisher", area=5),
        event("found", 1, unit="ship", area=0),
        event("draw", 1, tiles=["siege_engine", "skirmisher"]),
        event("citadel", 0, area=1),
        event("found", 0, unit="swordsman", area=1),
        event("found", 0, unit="cavalry", area=1),
        event("found", 0, unit="skirmisher", area=1),
        event("found", 0, unit="skirmisher", area=1),
        event("draw", 0, tiles=["blank"]),
        event("turn", 0, turn=1),
        event("phase", 0, phase="main"),
        move("castle", ("swordsman skirmisher", 1, 2, [], 4)),
        move("swordsman", ("swordsman skirmisher", 2, 4, [], 2)),
        event("phase", 0, phase="settle"),
        event("settle", 0, paid="leader", areas=[2, 3]),
        event("phase", 0, phase="draw"),
        event("draw", 0, tiles=["skirmisher", "dragon", "siege_engine"]),
        event("turn", 1, turn=2),
        event("phase", 1, phase="main"),
        event("build", 1, unit="swordsman", area=5, discarded=["siege_engine"]),
        move("skirmisher", ("cavalry swordsman", 5, 4, [], 2), seat=1),
        event("battle", 1, defender=0, area=4),
        event("combat_draw", 1, tiles=[2, 3, 5]),
        event("combat_draw", 0, tiles=[4, 3, 3]),
        event("swap", 1, out=2, in_="blank"),
        event("swap", 0, out=None, in_=None),
        event(
            "clash",
            attacker={"tiles": [5, 5, 3], "modifier": 2, "strength": 15},
            defender={"tiles": [4, 3, 3], "modifier": 1, "strength": 11},
        ),
        event("victory", 1, loser=0, vp=2),
        event("casualty", 0, units=["skirmisher"]),
        event("retreat", 0, from_=4, to=2, via=[], lost=[]),
        event("phase", 1, phase="draw"),
        event("draw", 1, tiles=["cavalry", "ship", "ship", "blank"]),
    ]


def lines(events: list[Event]) -> list[str]:
    return [json.dumps(e) for e in events]


def clauses(events: list[Event]) -> list[str]:
    return [fault.clause for fault in check_record(lines(events), allow_truncated=True)]


def test_a_legal_opening_has_no_fault_and_loses_no_tile():
    reading = read_record(lines(opening()), allow_truncated=True)
    assert reading.faults == []
    assert not reading.ended
    assert reading.state is not None
    for seat in reading.state.seats:
        on_map = sum((Counter(f) for f in seat.units.values()), Counter())
        del on_map["citadel"]
        assert (seat.hand + seat.bag + seat.discard + on_map).total() == 36
    assert [seat.vp for seat in reading.state.seats] == [0, 2]
    assert reading.state.seats[0].units[2] == {"swordsman": 1}


def test_a_record_without_end_is_truncated():
    assert [f.clause for f in check_record(lines(opening()))] == ["RECORD-END"]


def test_a_fault_names_its_line():
    events = opening()
    events[4]["area"] = 4
    fault = check_record(lines(events), allow_truncated=True)[0]
    assert (fault.line, fault.clause) == (5, "BS-SETUP-17")
    assert "area 4" in fault.reason


@pytest.mark.parametrize(
    ("index", "change", "clause"),
    [
        (1, {"tiles": ["ship"] * 8}, "BS-SETUP-06"),
        (1, {"tiles": ["ship"] * 9}, "BS-GEN-10"),
        (3, {"area": 8}, "BS-SETUP-10"),
        (3, {"area": 0}, "BS-SETUP-10"),
        (3, {"seat": 0}, "BS-SETUP-09"),
        (9, {"area": 4}, "BS-SETUP-12"),
        (7, {"area": 10}, "BS-SETUP-18"),
        (7, {"area": 5}, "BS-SETUP-18"),
        (6, {"unit": "leader"}, "BS-SETUP-15"),
        (7, {"unit": "castle", "area": 5}, "BS-TILE-06"),
        (7, {"unit": "blank", "area": 5}, "BS-TILE-04"),
        (8, {"tiles": ["ship"]}, "BS-SETUP-23"),
        (15, {"seat": 1}, "BS-TURN-01"),
        (15, {"turn": 2}, "RECORD-TURN"),
        (16, {"phase": "undead"}, "BS-TURN-04"),
        (19, {"phase": "raid"}, "BS-TURN-02"),
        (19, {"phase": "main"}, "BS-TURN-02"),
        (22, {"tiles": ["blank", "dragon"]}, "BS-REGROUP-01"),
        (22, {"tiles": ["blank", "blank", "dragon"]}, "BS-GEN-10"),
        (22, {"tiles": ["blank", "dragon", "dragon", "ship"]}, "BS-GEN-17"),
        (23, {"seat": 0}, "BS-TURN-01"),
    ],
)
def test_a_changed_opening_is_named_by_its_clause(index: int, change: Event, clause: str):
    events = opening()
    events[index] = events[index] | change
    assert clauses(events)[0] == clause


@pytest.mark.parametrize(
    ("index", "clause"),
    [
        (1, "BS-SETUP-06"),
        (8, "BS-SETUP-23"),
        (16, "RECORD-PHASE"),
        (21, "RECORD-PHASE"),
        (22, "BS-REGROUP-01"),
        (27, "RECORD-ORDER"),
        (28, "BS-COMBAT-15"),
        (31, "BS-COMBAT-19"),
        (32, "BS-COMBAT-24"),
        (33, "BS-COMBAT-28"),
        (34, "BS-COMBAT-35"),
        (35, "BS-COMBAT-35"),
    ],
)
def test_a_line_left_out_is_named_by_its_clause(index: int, clause: str):
    events = opening()
    del events[index]
    assert clauses(events)[0] == clause


def test_a_unit_founded_after_the_refill_is_late():
    events = opening()
    events.insert(9, event("found", 1, unit="skirmisher", area=5))
    assert clauses(events[:11]) == ["BS-SETUP-23"]


def test_an_empty_refill_line_may_stand_or_be_left_out():
    events = opening()
    for index in (13, 12):
        del events[index]  # three skirmishers and more stay in hand: 5 + 2 tiles, nothing to draw
    events[12] = event("draw", 0, tiles=[])
    assert clauses(events[:13]) == []
    assert clauses([*events[:12], event("turn", 0, turn=1)]) == []


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        ({"format": "other"}, "RECORD-HEADER"),
        ({"version": 2}, "RECORD-HEADER"),
        ({"author": "x"}, "RECORD-HEADER"),
        ({"seed": "x"}, "RECORD-HEADER"),
        ({"first_seat": 2}, "RECORD-HEADER"),
        ({"options": {"overpay": "last_resort"}}, "RECORD-HEADER"),
        ({"options": {"overpay": "maximal"}}, "RECORD-HEADER"),
        ({"options": {"chaos_reentry": True}}, "RECORD-HEADER"),
        ({"options": {"house_rule": 1}}, "RECORD-UNMODELLED"),
        ({"overrides": {"weather": 1}}, "RECORD-UNMODELLED"),
        ({"seats": [{"faction": DRAGONS, "strategy": "a"}] * 2}, "BS-GEN-01"),
        ({"seats": [{"faction": "elves", "strategy": "a"}]}, "RECORD-HEADER"),
        ({"seats": [{"faction": DRAGONS}, {"faction": HORSES}]}, "RECORD-HEADER"),
        ({"map": {"id": "x", "areas": []}}, "RECORD-HEADER"),
        ({"tiles": {}}, "RECORD-HEADER"),
    ],
)
def test_a_bad_header_is_named(change: Event, clause: str):
    faults = check_record(lines([header(DRAGONS, HORSES) | change]), allow_truncated=True)
    assert [fault.clause for fault in faults] == [clause]


def test_borders_must_be_symmetric():
    head = header(DRAGONS, HORSES)
    head["map"]["areas"][7]["neighbours"].remove(8)
    assert set(clauses([head])) == {"BS-MAP-05"}


@pytest.mark.parametrize(
    ("unit", "change", "clause"),
    [
        ("ship", {"count": 6}, "BS-COMP-02"),
        ("ship", {"cost": 2}, "BS-TILE-07"),
        ("castle", {"pips": 5}, "BS-TILE-07"),
        ("castle", {"cost": 3}, "BS-TILE-01"),
        ("leader", {"pips": 6}, "BS-TILE-01"),
    ],
)
def test_the_tile_table_keeps_the_anchors(unit: str, change: Event, clause: str):
    head = header(DRAGONS, HORSES)
    head["tiles"][DRAGONS][unit] |= change
    assert clauses([head])[0] == clause
    head["overrides"] = {f"{DRAGONS}.{unit}.cost": 1}
    assert clauses([head]) == []


def test_corsairs_need_three_players():
    assert clauses([header(DRAGONS, CORSAIRS)]) == ["BS-SETUP-05"]
    advised = header(DRAGONS, CORSAIRS, options={"faction_count_limits": "advise"})
    assert clauses([advised]) == []


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("{", "RECORD-JSON"),
        ("[]", "RECORD-JSON"),
        ("", "RECORD-JSON"),
        ('{"event":"stand","seat":0,"seat":1}', "RECORD-JSON"),
        ('{"event":"dance","seat":0}', "RECORD-EVENT"),
        ('{"event":"stand"}', "RECORD-KEYS"),
        ('{"event":"stand","seat":0,"why":1}', "RECORD-KEYS"),
        ('{"event":"stand","seat":true}', "RECORD-KEYS"),
        ('{"event":"stand","seat":2}', "RECORD-KEYS"),
        ('{"event":"build","seat":0,"unit":"elf","area":1}', "RECORD-KEYS"),
        ('{"event":"build","seat":0,"unit":"ship","area":99}', "RECORD-KEYS"),
        ('{"event":"cutiecorn","seat":0}', "RECORD-KEYS"),
        ('{"event":"stand","seat":0}', "RECORD-ORDER"),
        ('{"event":"citadel","seat":0,"area":1}', "RECORD-ORDER"),
        ('{"event":"final_turn","seat":0}', "RECORD-ORDER"),
    ],
)
def test_a_malformed_line_is_named(line: str, clause: str):
    text = [*lines(opening()[:23]), line]
    assert [f.clause for f in check_record(text, allow_truncated=True)] == [clause]


# Raid and settle


def raiders(**more: Any) -> Check:
    """Return EX-05: units beside villages on plains (two), forest and hills."""
    return position(
        DRAGONS,
        HORSES,
        units={0: {4: "cavalry", 2: "swordsman", 3: "ship"}},
        hands={0: "blank swordsman skirmisher"},
        villages={1: [4, 4, 2, 3, 9]},
        phase="raid",
        **more,
    )


def raid(paid: str, *areas: int, owner: int = 1) -> Event:
    return event("raid", 0, paid=paid, villages=[{"area": a, "owner": owner} for a in areas])


def test_five_pips_raid_two_plains_a_forest_and_a_hill():
    check = raiders()
    assert play(check, raid("blank", 4, 4, 2, 3)) == []
    assert check.state.seats[0].captured == {1: 4}
    assert check.state.seats[1].villages.total() == 1


@pytest.mark.parametrize(
    ("events", "clause"),
    [
        ([raid("swordsman", 4, 4, 2, 3)], "BS-RAID-03"),
        ([raid("castle", 4)], "BS-TILE-06"),
        ([raid("blank", 9)], "BS-RAID-01"),
        ([raid("blank", 2, 2)], "BS-RAID-01"),
        ([raid("blank", 4, owner=0)], "BS-RAID-01"),
        ([raid("blank")], "BS-RAID-02"),
        ([raid("blank", 4), raid("swordsman", 4)], "BS-RAID-02"),
        ([event("phase", 0, phase="main"), raid("blank", 4)], "BS-TURN-02"),
    ],
)
def test_an_illegal_raid_is_named(events: list[Event], clause: str):
    assert play(raiders(), *events)[0] == clause


def test_a_raid_for_nothing_is_legal_with_free_overpay():
    assert play(raiders(options={"overpay": "free"}), raid("blank")) == []


def settlers(*, hand: str = "blank skirmisher") -> Check:
    """Return EX-19: citadel by the sea, ship, and a chain over hills to the far plains."""
    return position(
        HILLS,
        HORSES,
        units={0: {2: "citadel", 0: "ship", 3: "raider", 7: "giant"}, 1: {9: "cavalry"}},
        hands={0: hand},
        villages={1: [5]},
        phase="settle",
    )


def settle(paid: str, *areas: int) -> Event:
    return event("settle", 0, paid=paid, areas=list(areas))


def test_villages_go_next_to_citadel_ship_and_chain():
    assert play(settlers(), settle("blank", 1, 1, 6, 3)) == []


@pytest.mark.parametrize(
    ("event_", "clause"),
    [
        (settle("skirmisher", 1, 3), "BS-VILLAGE-02"),
        (settle("blank", 8), "BS-VILLAGE-03"),
        (settle("blank", 2), "BS-VILLAGE-04"),
        (settle("blank", 5), "BS-VILLAGE-05"),
        (settle("blank", 9), "BS-VILLAGE-05"),
        (settle("blank", 1, 1, 1), "BS-VILLAGE-06"),
        (settle("blank", 6, 6), "BS-VILLAGE-06"),
        (settle("blank"), "BS-VILLAGE-01"),
        (settle("leader", 1), "BS-TILE-06"),
    ],
)
def test_an_illegal_village_is_named(event_: Event, clause: str):
    assert clause in play(settlers(), event_)


def test_a_village_needs_the_chain():
    check = position(
        HORSES, DRAGONS, units={0: {1: "citadel", 4: "cavalry"}}, hands={0: "blank"}, phase="settle"
    )
    assert play(check, settle("blank", 5)) == ["BS-VILLAGE-11"]


def test_a_new_village_carries_the_next():
    check = position(HORSES, DRAGONS, units={0: {1: "citadel"}}, hands={0: "blank"}, phase="settle")
    assert play(check, settle("blank", 2, 4, 5)) == []


def test_an_empty_pool_and_a_second_tile_end_building():
    check = settlers(hand="blank raider")
    check.state.seats[0].pool = 1
    assert play(check, settle("blank", 1, 1)) == ["BS-VILLAGE-15"]
    check = settlers(hand="blank raider")
    assert play(check, settle("blank", 1), settle("raider", 1)) == ["BS-VILLAGE-01"]


def test_a_wiped_out_player_resettles_anywhere_empty_and_pays():
    def wiped(**more: Any) -> Check:
        hands = {0: "blank skirmisher"}
        return position(HORSES, DRAGONS, units={0: {7: "cavalry"}}, hands=hands, phase="settle")

    resettle = event("resettle", 0, area=3)
    assert play(wiped(), resettle, settle("skirmisher")) == []
    assert play(wiped(), resettle, settle("blank", 4, 4, 5)) == []
    assert play(wiped(), resettle, settle("skirmisher", 4)) == ["BS-VILLAGE-02"]
    assert play(wiped(), resettle, event("phase", 0, phase="draw")) == ["BS-WIPED-02"]
    assert play(wiped(), event("resettle", 0, area=7))[0] == "BS-WIPED-01"
    assert play(wiped(), event("resettle", 0, area=8)) == ["BS-VILLAGE-03"]
    check = settlers()
    assert play(check, event("resettle", 0, area=4)) == ["BS-WIPED-01"]


# Build


def builders() -> Check:
    return position(
        HORSES,
        DRAGONS,
        units={0: {1: "citadel"}, 1: {5: "cavalry"}},
        hands={0: "castle ship skirmisher shieldbearer cavalry blank"},
        villages={0: [5]},
    )


def build(unit: str, area: int, discarded: str = "") -> Event:
    return event("build", 0, unit=unit, area=area, discarded=discarded.split())


def test_castle_and_ship_are_built_beside_citadel_and_village():
    check = builders()
    events = [build("castle", 5, "cavalry skirmisher"), build("ship", 0, "shieldbearer")]
    assert play(check, *events) == []
    assert check.state.contested(0) == [5]
    assert play(check, event("phase", 0, phase="settle")) == ["BS-TURN-06"]


@pytest.mark.parametrize(
    ("event_", "clause"),
    [
        (build("castle", 1, "ship"), "BS-TILE-02"),
        (build("skirmisher", 1, "ship"), "BS-TILE-02"),
        (build("castle", 1, "ship ship"), "BS-TILE-06"),
        (build("castle", 1, "castle ship"), "BS-TILE-06"),
        (build("leader", 1, "ship ship"), "BS-TILE-06"),
        (build("blank", 1), "BS-TILE-04"),
        (build("undead", 1), "BS-BUILD-09"),
        (build("skirmisher", 2), "BS-BUILD-02"),
        (build("skirmisher", 0), "BS-BUILD-08"),
        (build("ship", 5, "castle"), "BS-BUILD-08"),
        (build("ship", 10, "castle"), "BS-BUILD-03"),
    ],
)
def test_an_illegal_build_is_named(event_: Event, clause: str):
    assert play(builders(), event_) == [clause]


# Move


def walkers(**more: Any) -> Check:
    return position(
        DRAGONS,
        HILLS,
        units={
            0: {
                1: "leader swordsman lizardman castle",
                2: "dragon swordsman",
                0: "ship",
                10: "ship",
                11: "ship",
            },
            1: {11: "ship", 4: "raider"},
        },
        hands={0: "castle cavalry blank skirmisher swordsman lizardman"},
        **more,
    )


@pytest.mark.parametrize(
    "event_",
    [
        move("castle cavalry", ("leader swordsman lizardman", 1, 2, [], 4),
             ("leader swordsman lizardman", 2, 4, [], 2)),
        move("skirmisher", ("swordsman", 1, 9, [0, 10], 1)),
        move("skirmisher", ("swordsman lizardman", 1, 5, [0], 2)),
        move("skirmisher", ("dragon", 2, 10, [0], 1)),
        move("blank", ("dragon", 2, 3, [], 1), ("dragon", 3, 7, [], 1), ("ship", 10, 0, [], 1)),
        move("blank", ("leader swordsman", 1, 3, [], 3)),
        move("swordsman", ("leader", 1, 2, [], 2), ("dragon leader", 2, 3, [], 3), seat=0)
        | {"paid": ["blank"], "cost": 5},
        move("skirmisher", ("swordsman", 1, 3, [], 3)) | {"paid": ["cavalry"]},
    ],
)  # fmt: skip
def test_a_legal_move_has_no_fault(event_: Event):
    assert play(walkers(), event_) == []


@pytest.mark.parametrize(
    ("event_", "clause"),
    [
        (move("blank", ("swordsman", 1, 2, [], 1)), "BS-MOVE-02"),
        (move("blank", ("leader swordsman", 1, 2, [], 4)), "BS-MOVE-24"),
        (move("castle skirmisher", ("swordsman", 1, 3, [], 3)), "BS-MOVE-05"),
        (move("skirmisher", ("swordsman", 1, 3, [], 3)), "BS-MOVE-01"),
        (move("skirmisher", ("cavalry", 1, 3, [], 3)), "BS-MOVE-01"),
        (move("skirmisher", ("swordsman", 1, 2, [], 2)) | {"cost": 3}, "BS-MOVE-03"),
        (move("leader", ("swordsman", 1, 3, [], 3)), "BS-TILE-06"),
        (move("blank", ("castle", 1, 2, [], 0)), "BS-MOVE-11"),
        (move("blank", ("swordsman", 1, 4, [], 1)), "BS-MOVE-16"),
        (move("blank", ("swordsman", 1, 0, [], 1)), "BS-MOVE-19"),
        (move("blank", ("swordsman", 1, 2, [], 2), ("swordsman", 2, 3, [], 3),
              ("swordsman", 3, 7, [], 0)), "BS-MOVE-13"),
        (move("blank", ("ship", 0, 1, [], 1)), "BS-MOVE-12"),
        (move("blank", ("ship", 0, 9, [10], 1)), "BS-MOVE-12"),
        (move("blank", ("ship", 11, 10, [], 1)), "BS-MOVE-08"),
        (move("blank", ("swordsman", 1, 6, [0, 10, 11], 2)), "BS-MOVE-17"),
        (move("blank", ("swordsman", 1, 9, [10], 1)), "BS-MOVE-16"),
        (move("blank", ("swordsman", 1, 9, [0], 1)), "BS-MOVE-16"),
        (move("blank", ("swordsman", 1, 5, [2, 4], 1)), "BS-MOVE-15"),
        (move("blank", ("dragon", 2, 4, [], 1), ("dragon", 4, 5, [], 1)), "BS-MOVE-07"),
        (move("castle", ("dragon", 2, 3, [], 2)), "BS-MOVE-02"),
        (move("castle", ("ship", 10, 0, [0], 1)), "BS-MOVE-18"),
    ],
)  # fmt: skip
def test_an_illegal_move_is_named(event_: Event, clause: str):
    assert clause in play(walkers(), event_)


def test_a_broken_chain_is_no_route():
    check = position(
        DRAGONS, HILLS, units={0: {2: "swordsman", 0: "ship", 11: "ship"}}, hands={0: "blank"}
    )
    assert play(check, move("blank", ("swordsman", 2, 6, [0, 11], 2))) == ["BS-MOVE-15"]


def test_two_leaders_take_a_third_unit_along_for_the_price_of_one():
    check = position(
        HORSES, HILLS, units={0: {1: "leader leader cavalry swordsman"}}, hands={0: "blank"}
    )
    assert play(check, move("blank", ("leader leader cavalry", 1, 3, [], 3))) == []


def test_hill_folk_cross_mountains():
    check = position(HILLS, HORSES, units={0: {7: "raider cavalry"}}, hands={0: "blank"})
    assert play(check, move("blank", ("raider cavalry", 7, 3, [], 4))) == []


def test_a_ship_moved_in_the_same_action_opens_a_route():
    check = position(DRAGONS, HILLS, units={0: {1: "swordsman", 10: "ship"}}, hands={0: "blank"})
    events = [move("blank", ("ship", 10, 0, [], 1), ("swordsman", 1, 5, [0], 1))]
    assert play(check, *events) == []


def test_undead_do_not_move_in_phase_three():
    check = position(NECROS, HORSES, units={0: {1: "undead goblin"}}, hands={0: "goblin"})
    assert play(check, move("goblin", ("undead", 1, 3, [], 0))) == ["BS-UNDEAD-07", "BS-MOVE-05"]


# Undead


def walking_dead(**more: Any) -> Check:
    return position(
        NECROS,
        HORSES,
        units={0: {2: "undead", 0: "ship", 4: "undead", 9: "undead"}, 1: {4: "cavalry"}},
        phase="undead",
        **more,
    )


def undead(*path: int, via: tuple[int, ...] = ()) -> Event:
    return event("undead_move", 0, path=list(path), via=list(via))


@pytest.mark.parametrize(
    "event_",
    [undead(2, 3, 7), undead(2, 3), undead(2, 6, 8, via=(0,)), undead(9, 7, 3), undead(2, 4)],
)
def test_a_legal_undead_move_has_no_fault(event_: Event):
    assert play(walking_dead(), event_) == []


@pytest.mark.parametrize(
    ("events", "clause"),
    [
        ([undead(2)], "BS-UNDEAD-01"),
        ([undead(2, 3, 7, 8)], "BS-UNDEAD-01"),
        ([undead(1, 2)], "BS-UNDEAD-01"),
        ([undead(2, 3), undead(3, 1)], "BS-UNDEAD-01"),
        ([undead(2, 0)], "BS-UNDEAD-03"),
        ([undead(2, 8)], "BS-UNDEAD-03"),
        ([undead(9, 6, via=(10,))], "BS-UNDEAD-03"),
        ([undead(4, 5)], "BS-UNDEAD-06"),
        ([undead(2, 4, 5)], "BS-UNDEAD-06"),
    ],
)
def test_an_illegal_undead_move_is_named(events: list[Event], clause: str):
    assert play(walking_dead(), *events)[0] == clause


def test_sea_areas_count_as_steps_when_the_option_says_so():
    check = walking_dead(options={"undead_sea_steps": "each_area"})
    assert play(check, undead(2, 6, 8, via=(0,))) == ["BS-UNDEAD-04"]


# Battle


def clash(attack: tuple[list[int], int], defend: tuple[list[int], int]) -> Event:
    sides = [{"tiles": t, "modifier": m, "strength": sum(t) + m} for t, m in (attack, defend)]
    return event("clash", attacker=sides[0], defender=sides[1])


def draws(attack: list[int], defend: list[int]) -> list[Event]:
    return [event("combat_draw", 0, tiles=attack), event("combat_draw", 1, tiles=defend)]


BATTLE = event("battle", 0, defender=1, area=4)


def retreat(to: int | None, *lost: str, via: tuple[int, ...] = (), from_: int = 4) -> Event:
    return event("retreat", 1, from_=from_, to=to, via=list(via), lost=list(lost))


def withdraw(to: int, *lost: str, via: tuple[int, ...] = (), from_: int = 4) -> Event:
    return event("withdraw", 1, from_=from_, to=to, via=list(via), lost=list(lost))


def plains_battle(hands: dict[int, str] | None = None) -> Check:
    """Return EX-16."""
    return position(
        DRAGONS,
        HORSES,
        units={
            0: {4: "cavalry lizardman lizardman leader"},
            1: {4: "swordsman shieldbearer"},
        },
        hands={0: "blank", 1: "ship"} if hands is None else hands,
    )


def printed_example() -> list[Event]:
    return [
        BATTLE,
        *draws([2, 3, 3, 4], [2, 3, 5]),
        event("swap", 0, out=3, in_="blank"),
        event("swap", 1, out=2, in_="ship"),
        clash(([4, 3, 5], 4), ([5, 3, 4], 2)),
        event("victory", 0, loser=1, vp=2),
        event("casualty", 1, units=["shieldbearer"]),
        retreat(5),
    ]


def test_the_printed_battle_is_legal():
    check = plains_battle()
    assert play(check, *printed_example()) == []
    assert check.state.seats[0].vp == 2
    assert check.state.seats[0].discard == {"blank": 1}
    assert check.state.seats[1].discard == {"ship": 1, "shieldbearer": 1}
    assert check.state.seats[1].units == {5: {"swordsman": 1}}
    assert play(check, event("phase", 0, phase="settle")) == []


@pytest.mark.parametrize(
    ("index", "change", "clause"),
    [
        (0, {"area": 5}, "BS-COMBAT-01"),
        (0, {"defender": 0}, "BS-COMBAT-01"),
        (0, {"seat": 1, "defender": 0}, "BS-TURN-01"),
        (1, {"tiles": [3, 3, 4]}, "BS-COMBAT-15"),
        (1, {"tiles": [2, 3, 3, 3]}, "BS-COMP-05"),
        (1, {"tiles": [1, 3, 3, 4]}, "BS-COMP-05"),
        (2, {"tiles": [2, 2, 3, 5]}, "BS-COMBAT-15"),
        (3, {"out": 5}, "BS-COMBAT-19"),
        (3, {"in": "castle"}, "BS-TILE-06"),
        (3, {"in": None}, "RECORD-KEYS"),
        (5, clash(([4, 3, 3], 4), ([5, 3, 4], 2)), "BS-COMBAT-24"),
        (5, clash(([4, 3, 5], 3), ([5, 3, 4], 2)), "BS-COMBAT-26"),
        (5, clash(([4, 3, 5], 4), ([5, 3, 4], 1)), "BS-COMBAT-26"),
        (6, {"seat": 1, "loser": 0}, "BS-COMBAT-28"),
        (6, {"vp": 1}, "BS-COMBAT-33"),
        (7, {"units": []}, "BS-COMBAT-35"),
        (7, {"units": ["shieldbearer", "swordsman"]}, "BS-COMBAT-35"),
        (7, {"units": ["cavalry"]}, "BS-COMBAT-35"),
        (8, {"to": 9}, "BS-RETREAT-02"),
        (8, {"to": 4}, "BS-RETREAT-02"),
        (8, {"lost": ["swordsman"]}, "BS-RETREAT-08"),
        (8, {"to": None, "lost": ["swordsman"]}, "BS-RETREAT-16"),
        (8, {"from": 5}, "RECORD-KEYS"),
        (8, {"via": [0]}, "BS-RETREAT-12"),
    ],
)
def test_a_changed_battle_is_named_by_its_clause(index: int, change: Event, clause: str):
    events = printed_example()
    events[index] = events[index] | change
    assert play(plains_battle(), *events)[0] == clause


@pytest.mark.parametrize(
    ("index", "clause"),
    [
        (1, "BS-COMBAT-15"),
        (3, "BS-COMBAT-19"),
        (4, "BS-COMBAT-19"),
        (5, "BS-COMBAT-24"),
        (6, "BS-COMBAT-28"),
        (7, "BS-COMBAT-35"),
        (8, "BS-COMBAT-35"),
    ],
)
def test_a_battle_line_left_out_is_named(index: int, clause: str):
    events = [*printed_example(), event("phase", 0, phase="settle")]
    del events[index]
    assert play(plains_battle(), *events)[0] == clause


def test_the_attacker_swaps_first():
    events = printed_example()
    events[3], events[4] = events[4], events[3]
    assert play(plains_battle(), *events) == ["BS-COMBAT-19"]


def test_a_second_swap_is_one_too_many():
    events = printed_example()
    events.insert(5, event("swap", 1, out=None, in_=None))
    assert play(plains_battle(), *events) == ["BS-COMBAT-20"]


def test_an_empty_hand_owes_no_swap_line():
    events = printed_example()
    del events[3:5]
    events[3] = clash(([4, 3, 3], 4), ([5, 3, 2], 2))
    assert play(plains_battle({}), *events) == []


def shield_tie() -> list[Event]:
    return [BATTLE, *draws([2, 3, 3, 3 + 1], [5, 4, 3]), clash(([4, 3, 3], 4), ([5, 4, 3], 2))]


def test_a_tie_with_the_defenders_shieldbearer_is_lost_by_the_attacker():
    events = shield_tie()
    won = event("victory", 1, loser=0, vp=4)
    assert play(plains_battle({}), *events, won) == []
    assert play(plains_battle({}), *events, event("refight")) == ["BS-COMBAT-29"]
    lost = event("victory", 0, loser=1, vp=2)
    assert play(plains_battle({}), *events, lost) == ["BS-COMBAT-29"]


def even_battle(hands: dict[int, str] | None = None) -> Check:
    return position(
        HORSES,
        HILLS,
        units={0: {4: "shieldbearer cavalry"}, 1: {4: "raider cavalry"}},
        hands=hands or {},
    )


def test_a_tie_is_fought_again_without_a_withdrawal():
    check = even_battle({0: "swordsman"})
    tie = clash(([5, 4, 4], 1), ([5, 5, 3], 1))
    first = [
        BATTLE,
        event("stand", 1),
        *draws([5, 4, 3], [5, 5, 3]),
        event("swap", 0, out=3, in_="swordsman"),
        tie,
    ]
    assert play(check, *first) == []
    assert check.state.seats[0].discard == {"swordsman": 1}
    again = [*draws([5, 4, 4], [2, 2, 3]), clash(([5, 4, 4], 1), ([2, 2, 3], 1))]
    assert play(check, event("refight"), *again, event("victory", 0, loser=1, vp=2)) == []
    check = even_battle({0: "swordsman"})
    assert play(check, *first, event("refight"), withdraw(5)) == ["BS-COMBAT-30"]
    check = even_battle({0: "swordsman"})
    assert play(check, *first, event("victory", 0, loser=1, vp=2)) == ["BS-COMBAT-30"]


def test_a_refight_of_a_decided_battle_is_illegal():
    events = [*printed_example()[:6], event("refight")]
    assert play(plains_battle(), *events) == ["BS-COMBAT-28"]


# Withdrawal


def test_a_defender_who_can_withdraw_answers():
    legal = even_battle()
    assert play(legal, BATTLE, withdraw(5)) == []
    assert legal.state.seats[1].units == {5: {"raider": 1, "cavalry": 1}}
    assert legal.state.seats[0].vp == 0
    assert play(even_battle(), BATTLE, *draws([2, 3, 4], [2, 3, 4]))[0] == "BS-COMBAT-07"
    assert play(even_battle(), BATTLE, event("stand", 0)) == ["BS-COMBAT-06"]


@pytest.mark.parametrize(
    ("attacker", "defender", "clause"),
    [
        ("cavalry", "swordsman", "BS-COMBAT-10"),
        ("dragon", "cavalry", "BS-COMBAT-08"),
        ("swordsman", "swordsman castle", "BS-COMBAT-09"),
        ("swordsman", "citadel", "BS-COMBAT-09"),
    ],
)
@pytest.mark.parametrize("answer", [withdraw(5), event("stand", 1)])
def test_a_barred_withdrawal_is_named(attacker: str, defender: str, clause: str, answer: Event):
    check = position(DRAGONS, HORSES, units={0: {4: attacker}, 1: {4: defender}})
    assert play(check, BATTLE, answer)[0] == clause


def test_a_defending_dragon_withdraws_before_cavalry():
    check = position(HORSES, DRAGONS, units={0: {4: "cavalry"}, 1: {4: "dragon"}})
    assert play(check, BATTLE, withdraw(8)) == []


@pytest.mark.parametrize(
    ("answer", "clause"),
    [
        (withdraw(2), "BS-RETREAT-03"),
        (withdraw(9), "BS-RETREAT-02"),
        (withdraw(8, "cavalry"), "BS-RETREAT-08"),
        (withdraw(6, via=(0,)), "BS-RETREAT-12"),
    ],
)
def test_an_illegal_destination_is_named(answer: Event, clause: str):
    check = position(HORSES, HILLS, units={0: {4: "cavalry"}, 1: {4: "cavalry"}}, villages={0: [2]})
    assert play(check, BATTLE, answer)[0] == clause


def test_an_area_shared_with_an_enemy_is_a_destination_with_an_own_village():
    check = position(
        HORSES, HILLS, units={0: {4: "cavalry", 5: "cavalry"}, 1: {4: "cavalry"}}, villages={1: [5]}
    )
    assert play(check, BATTLE, withdraw(5)) == []
    assert play(check, event("phase", 0, phase="settle")) == ["BS-TURN-06"]


def test_an_area_left_this_turn_is_no_destination():
    check = position(
        HORSES,
        HILLS,
        units={0: {4: "cavalry", 2: "cavalry"}, 1: {4: "cavalry"}},
        hands={0: "blank"},
    )
    march = move("blank", ("cavalry", 4, 5, [], 1))
    events = [BATTLE, withdraw(5), march, event("battle", 0, defender=1, area=5)]
    assert play(check, *events, withdraw(4, from_=5)) == ["BS-RETREAT-15"]


def test_without_a_destination_there_is_no_withdrawal_and_no_retreat():
    blocked = {0: [2, 3, 5, 8]}

    def cornered() -> Check:
        return position(
            HORSES,
            HILLS,
            units={0: {4: "swordsman"}, 1: {4: "raider raider cavalry"}},
            villages=blocked,
        )

    fight = [*draws([5, 5, 4], [2, 2, 3, 3]), clash(([5, 5, 4], 1), ([3, 3, 2], 1))]
    events = [
        BATTLE,
        *fight,
        event("victory", 0, loser=1, vp=3),
        event("casualty", 1, units=["raider"]),
    ]
    check = cornered()
    assert play(check, *events, retreat(None, "raider", "cavalry")) == []
    assert check.state.seats[1].discard == {"raider": 2, "cavalry": 1}
    assert play(cornered(), *events, retreat(None, "raider")) == ["BS-COMBAT-38"]
    assert play(cornered(), *events, retreat(8)) == ["BS-RETREAT-03"]
    assert play(cornered(), BATTLE, event("stand", 1)) == ["BS-COMBAT-14"]


def test_only_some_follow_into_the_mountain():
    """DX-24."""
    check = position(HORSES, DRAGONS, units={0: {3: "cavalry"}, 1: {3: "dragon cavalry cavalry"}})
    fight = [*draws([5, 5, 4], [2, 2, 3, 3]), clash(([5, 5, 4], 0), ([3, 3, 2], 4))]
    events = [
        event("battle", 0, defender=1, area=3),
        event("stand", 1),
        *fight,
        event("victory", 0, loser=1, vp=3),
        event("casualty", 1, units=["cavalry"]),
        retreat(7, "cavalry", from_=3),
    ]
    assert play(check, *events) == []
    assert check.state.seats[1].units == {7: {"dragon": 1}}


def test_land_units_withdraw_over_their_own_uncontested_ships():
    def coast(**enemy: str) -> Check:
        units = {0: {5: "swordsman"}, 1: {5: "swordsman", 0: "ship", 10: "ship"}}
        if enemy:
            units[0][10] = enemy["at_ten"]
        return position(HORSES, HILLS, units=units)

    battle = event("battle", 0, defender=1, area=5)
    assert play(coast(), battle, withdraw(9, from_=5, via=(0, 10))) == []
    contested = withdraw(9, from_=5, via=(0, 10))
    assert play(coast(at_ten="ship"), battle, contested) == ["BS-RETREAT-13"]


def test_fleets_may_always_withdraw_and_ships_use_no_route():
    """DX-26."""
    units = {0: {0: "ship ship ship"}, 1: {0: "ship", 10: "ship"}, 2: {9: "axeman"}}
    check = position(HORSES, HILLS, CORSAIRS, units=units)
    battle = event("battle", 0, defender=1, area=0)
    assert play(check, battle, withdraw(10, from_=0)) == []
    check = position(HORSES, HILLS, CORSAIRS, units=units)
    assert play(check, battle, withdraw(11, from_=0, via=(10,))) == ["BS-RETREAT-10"]


# Casualties, citadels, dragons, undead, giants


def test_a_fallen_citadel_goes_to_the_winner():
    """DX-07 with a castle."""

    def siege() -> Check:
        return position(
            HORSES,
            HILLS,
            units={0: {4: "siege_engine swordsman leader"}, 1: {4: "citadel castle raider"}},
        )

    fight = [*draws([5, 5, 4], [2, 2, 3]), clash(([5, 5, 4], 4), ([3, 2, 2], 8))]
    start = [BATTLE, *fight, event("victory", 0, loser=1, vp=3)]
    fall = event("casualty", 1, units=["citadel", "castle"])
    taken = event("capture_citadel", 0, owner=1)
    check = siege()
    assert play(check, *start, fall, taken, retreat(5)) == []
    assert check.state.seats[0].citadels == [1]
    assert check.state.seats[1].discard == {"castle": 1}
    assert play(siege(), *start, fall, retreat(5))[0] == "BS-COMBAT-42"
    only = event("casualty", 1, units=["citadel"])
    assert play(siege(), *start, only)[0] == "BS-COMBAT-36"
    more = event("casualty", 1, units=["citadel", "castle", "raider"])
    assert play(siege(), *start, more)[0] == "BS-COMBAT-36"
    wrong = event("capture_citadel", 1, owner=0)
    assert play(siege(), *start, fall, wrong) == ["BS-COMBAT-37"]


def test_dragons_leave_after_a_won_attack():
    """DX-10."""

    def dragon_attack() -> Check:
        return position(DRAGONS, HORSES, units={0: {4: "dragon cavalry"}, 1: {4: "swordsman"}})

    fight = [*draws([2, 2, 3, 3], [5, 5, 4]), clash(([3, 3, 2], 5), ([5, 5, 4], 1))]
    fight[-1] = clash(([3, 3, 2], 5), ([5, 5, 4], 1))
    lost = [BATTLE, *fight, event("victory", 1, loser=0, vp=2)]
    assert play(dragon_attack(), *lost) == []
    fight = [*draws([5, 5, 3, 3], [2, 2, 4]), clash(([5, 5, 3], 5), ([4, 2, 2], 1))]
    won = [BATTLE, *fight, event("victory", 0, loser=1, vp=1)]
    won += [event("casualty", 1, units=["swordsman"])]
    check = dragon_attack()
    assert play(check, *won, event("dragons_leave", 0, count=1)) == []
    assert check.state.seats[0].units == {4: {"cavalry": 1}}
    assert check.state.seats[0].discard == {"dragon": 1}
    assert play(dragon_attack(), *won, event("phase", 0, phase="draw"))[0] == "BS-COMBAT-40"
    two = event("dragons_leave", 0, count=2)
    assert play(dragon_attack(), *won, two) == ["BS-COMBAT-40"]


def test_a_giant_draws_four():
    """DX-09."""

    def giant() -> Check:
        return position(HILLS, HORSES, units={0: {4: "giant"}, 1: {4: "cavalry"}})

    stand = event("stand", 1)
    assert play(giant(), BATTLE, stand, *draws([2, 2, 3, 3], [2, 2, 3])) == []
    assert play(giant(), BATTLE, stand, *draws([2, 2, 3], [2, 2, 3])) == ["BS-COMBAT-17"]


def necromancer_battle(supply: int = 4) -> Check:
    check = position(
        NECROS, HORSES, units={0: {4: "necromancer cavalry"}, 1: {4: "swordsman leader"}}
    )
    check.state.seats[0].undead_supply = supply
    fight = [*draws([5, 5, 4], [2, 2, 3]), clash(([5, 5, 4], 2), ([3, 2, 2], 2))]
    start = [BATTLE, *fight, event("victory", 0, loser=1, vp=2)]
    start += [event("casualty", 1, units=["leader"]), retreat(5)]
    assert play(check, *start) == []
    return check


def test_undead_rise_for_removed_enemies():
    raised = event("raise_undead", 0, area=4, count=1)
    check = necromancer_battle()
    assert play(check, raised) == []
    assert check.state.seats[0].undead_supply == 3
    assert check.state.seats[0].units[4]["undead"] == 1
    assert play(check, raised) == ["BS-NECRO-04"]
    assert play(necromancer_battle(), raised | {"count": 2}) == ["BS-NECRO-04"]
    assert play(necromancer_battle(0), raised) == ["BS-NECRO-08"]
    assert play(necromancer_battle(), raised | {"area": 5}) == ["BS-NECRO-07"]
    assert play(necromancer_battle(), event("phase", 0, phase="settle")) == []


def test_no_undead_without_a_necromancer():
    check = plains_battle()
    events = [*printed_example(), event("raise_undead", 0, area=4, count=1)]
    assert play(check, *events) == ["BS-NECRO-04"]


@pytest.mark.parametrize(
    ("factions", "area", "attackers", "defenders", "modifiers"),
    [
        ((DRAGONS, HORSES), 2, "skirmisher lizardman", "skirmisher castle", (2, 4)),
        ((DRAGONS, HORSES), 3, "skirmisher cavalry", "cavalry shieldbearer", (0, 1)),
        ((DRAGONS, HORSES), 4, "castle cavalry", "cavalry siege_engine siege_engine", (1, 5)),
        ((DRAGONS, HORSES), 4, "siege_engine shieldbearer", "citadel castle", (2, 8)),
        ((NECROS, HILLS), 4, "goblin undead necromancer", "giant raider", (3, 2)),
        ((HORSES, DRAGONS), 0, "ship ship ship", "ship dragon", (3, 5)),
    ],
)
def test_modifiers_are_recomputed(
    factions: tuple[str, str],
    area: int,
    attackers: str,
    defenders: str,
    modifiers: tuple[int, int],
):
    check = position(*factions, units={0: {area: attackers}, 1: {area: defenders}})
    play(check, event("battle", 0, defender=1, area=area))
    counts = [len(attackers.split()), len(defenders.split())]
    four, three = [2, 2, 3, 3], [3, 3, 2]
    attack = four if counts[0] > counts[1] else three
    defend = four if counts[1] > counts[0] or "giant" in defenders else three
    if check.battle.step == "withdrawal":
        play(check, event("stand", 1))
    told = clash(([3, 3, 2], modifiers[0]), ([3, 3, 2], modifiers[1]))
    assert play(check, *draws(attack, defend), told) == []


# Corsairs


def corsair_attack(defender: str, *, ship: bool = True) -> Check:
    """Return DX-12 and DX-13: Corsairs attack beside (or without) their ship."""
    units = {0: {5: "axeman"} | ({0: "ship"} if ship else {}), 1: {5: defender}}
    return position(CORSAIRS, HILLS, HORSES, units=units, hands={0: "blank"})


def test_corsairs_next_to_their_ship_count_a_cavalry():
    battle = event("battle", 0, defender=1, area=5)
    away = withdraw(4, from_=5)
    assert play(corsair_attack("raider"), battle, away)[0] == "BS-CORSAIR-06"
    assert play(corsair_attack("cavalry"), battle, away) == []
    assert play(corsair_attack("raider", ship=False), battle, away) == []


def test_corsairs_withdraw_over_ships_before_cavalry():
    def defence() -> Check:
        return position(
            HORSES,
            CORSAIRS,
            HILLS,
            units={0: {5: "cavalry cavalry"}, 1: {5: "axeman leader", 0: "ship"}},
        )

    battle = event("battle", 0, defender=1, area=5)
    assert play(defence(), battle, withdraw(1, from_=5, via=(0,))) == []
    assert play(defence(), battle, withdraw(6, from_=5, via=(0,))) == []
    assert play(defence(), battle, withdraw(4, from_=5)) == ["BS-CORSAIR-04"]


def test_the_opponent_of_corsairs_swaps_and_shows_first():
    def fight() -> Check:
        check = corsair_attack("raider raider")
        check.state.seats[1].hand = Counter(["raider"])
        return check

    start = [event("battle", 0, defender=1, area=5), *draws([2, 3, 4], [2, 3, 4, 5])]
    theirs = event("swap", 1, out=None, in_=None)
    shown = event("reveal", 1, tiles=[5, 4, 3])
    ours = event("swap", 0, out=2, in_="blank")
    told = clash(([5, 4, 3], 1), ([5, 4, 3], 0))
    won = event("victory", 0, loser=1, vp=3)
    assert play(fight(), *start, theirs, shown, ours, told, won) == []
    assert play(fight(), *start, theirs, shown, ours, told, won | {"vp": 2}) == ["BS-COMBAT-34"]
    assert play(fight(), *start, theirs, ours, told)[0] == "BS-CORSAIR-09"
    assert play(fight(), *start, ours, theirs, shown, told)[0] == "BS-CORSAIR-09"
    assert play(fight(), *start, theirs, shown | {"tiles": [5, 4, 2]}) == ["BS-CORSAIR-09"]
    assert play(plains_battle(), *printed_example()[:3], shown) == ["BS-CORSAIR-09"]


def test_corsairs_add_one_at_sea_once():
    def fleet(**options: Any) -> Check:
        return position(
            CORSAIRS, HILLS, HORSES, units={0: {0: "ship ship"}, 1: {0: "ship"}}, options=options
        )

    start = [event("battle", 0, defender=1, area=0), event("stand", 1)]
    start += draws([2, 2, 3, 3], [2, 2, 3])
    assert play(fleet(), *start, clash(([3, 3, 2], 3), ([3, 2, 2], 1))) == []
    assert play(fleet(), *start, clash(([3, 3, 2], 4), ([3, 2, 2], 1))) == ["BS-COMBAT-26"] * 2
    per_unit = fleet(corsair_sea_bonus="per_unit")
    assert play(per_unit, *start, clash(([3, 3, 2], 4), ([3, 2, 2], 1))) == []


# Chaos Horde


def horde(
    units: dict[int, dict[int, str]] | None = None, hand: str = "horde", **more: Any
) -> Check:
    return position(CHAOS, HORSES, HILLS, DRAGONS, units=units, hands={0: hand}, **more)


@pytest.mark.parametrize(
    ("event_", "clause"),
    [
        (build("horde", 4), None),
        (build("horde", 6), None),
        (build("ship", 0, "blank"), None),
        (build("ship", 11, "blank"), None),
        (build("horde", 2), "BS-CHAOS-05"),
        (build("horde", 3), "BS-CHAOS-05"),
        (build("horde", 7), "BS-CHAOS-06"),
        (build("horde", 0), "BS-BUILD-08"),
        (settle("horde", 5), "BS-VILLAGE-16"),
        (event("phase", 0, phase="raid"), "BS-TURN-03"),
        (event("phase", 0, phase="settle"), "BS-TURN-03"),
    ],
)
def test_the_horde_builds_from_its_units(event_: Event, clause: str | None):
    units = {0: {4: "horde", 0: "ship", 10: "ship"}, 1: {4: "cavalry", 2: "cavalry"}}
    check = horde(units, "horde ship blank")
    assert play(check, event_) == ([] if clause is None else [clause])


@pytest.mark.parametrize(
    ("units", "clause"),
    [
        ({0: {4: "horde", 0: "ship"}}, "BS-CHAOS-04"),
        ({0: {4: "horde", 10: "ship"}, 1: {11: "ship"}}, "BS-CHAOS-04"),
        ({0: {4: "horde", 10: "ship"}, 1: {10: "ship"}}, None),
        ({0: {12: "horde"}}, None),
    ],
)
def test_the_horde_launches_ships_next_to_its_units(
    units: dict[int, dict[int, str]], clause: str | None
):
    check = horde(units, "ship blank")
    assert play(check, build("ship", 11, "blank")) == ([] if clause is None else [clause])


def test_the_horde_raids_once_in_phase_three():
    check = horde({0: {4: "horde"}}, "horde blank", villages={1: [4, 4]})
    assert play(check, raid("horde", 4), raid("blank", 4)) == ["BS-CHAOS-07"]


def test_a_horde_without_units_comes_back_or_plays_on():
    def beaten(hand: str = "horde ship blank") -> Check:
        check = horde({1: {4: "citadel", 2: "cavalry"}}, hand)
        check.opening, check.phase = True, -1
        return check

    def back(unit: str, area: int, discarded: str = "") -> Event:
        return event("reenter", 0, unit=unit, area=area, discarded=discarded.split())

    assert play(beaten(), back("horde", 8), event("phase", 0, phase="main")) == []
    assert play(beaten(), back("ship", 11, "blank")) == []
    assert play(beaten(), event("phase", 0, phase="main")) == []
    assert play(beaten(), back("horde", 7)) == ["BS-CHAOS-14"]
    assert play(beaten(), back("horde", 11)) == ["BS-CHAOS-14"]
    assert play(beaten(), back("horde", 2)) == ["BS-CHAOS-13"]
    assert play(beaten(), back("ship", 11)) == ["BS-TILE-02"]
    assert play(beaten(), event("phase", 0, phase="main"), back("horde", 8)) == ["BS-CHAOS-13"]
    assert play(beaten(), event("eliminated", 0)) == ["BS-CHAOS-15"]
    assert play(horde({0: {4: "horde"}}), back("horde", 8)) == ["BS-CHAOS-13"]


def test_a_full_map_puts_the_horde_out():
    def full() -> Check:
        check = horde({1: dict.fromkeys(TERRAIN, "swordsman")})
        check.opening, check.phase = True, -1
        return check

    assert play(full(), event("phase", 0, phase="main")) == ["BS-CHAOS-15"]
    check = full()
    assert play(check, event("eliminated", 0), event("turn", 1, turn=2)) == []
    assert check.state.seats[0].eliminated
    assert play(full(), event("eliminated", 0), event("phase", 0, phase="main")) == ["BS-CHAOS-15"]


def test_the_horde_sets_up_last_at_home():
    factions = (CHAOS, HORSES, HILLS, DRAGONS)
    hands = {
        CHAOS: "horde " * 8 + "ship",
        HORSES: "skirmisher " * 4 + "swordsman " * 5,
        HILLS: "skirmisher " * 4 + "raider " * 4 + "ship",
        DRAGONS: "skirmisher " * 4 + "lizardman " * 4 + "ship",
    }
    start = [header(*factions)]
    start += [event("draw", s, tiles=hands[f].split()) for s, f in enumerate(factions)]
    start += [event("citadel", 3, area=1), event("citadel", 2, area=5)]
    home = event("home", 0, area=13)
    early = [*start, home]
    assert clauses(early) == ["BS-SETUP-20"]
    start += [event("citadel", 1, area=3)]
    assert set(clauses(start)) == {"BS-SETUP-12"}
    start[-1] = event("citadel", 1, area=12)
    found = [event("found", 0, unit="horde", area=13), event("found", 0, unit="ship", area=10)]
    begin = event("turn", 0, turn=1)
    assert clauses([*start, home, *found, begin]) == []
    away = [event("found", 0, unit="horde", area=9), event("found", 0, unit="ship", area=11)]
    assert clauses([*start, home, *away, begin]) == ["BS-SETUP-17", "BS-SETUP-18"]
    assert clauses([*start, begin]) == ["BS-SETUP-09"]
    assert clauses([*start, home | {"area": 6}]) == ["BS-SETUP-21"]
    assert clauses([*start, home | {"area": 8}])[0] == "BS-SETUP-22"
    assert clauses([*start, event("home", 1, area=6)]) == ["BS-SETUP-20"]
    assert clauses([*start, event("citadel", 0, area=13)]) == ["BS-COMP-03"]


# Phase 5 and the end


def test_deserts_kill_before_drawing():
    def thirsty() -> Check:
        check = position(
            DRAGONS, HORSES, units={0: {8: "swordsman lizardman dragon"}}, phase="main"
        )
        check.state.seats[0].hand = Counter({"ship": 5})
        check.state.seats[0].bag = Counter({"blank": 1})
        return check

    die = event("desert", 0, area=8, lost=["swordsman"])
    start = event("phase", 0, phase="draw")
    draw = event("draw", 0, tiles=["blank"])
    assert play(thirsty(), start, die, draw, event("turn", 1, turn=2)) == []
    assert play(thirsty(), die, start, draw, event("turn", 1, turn=2)) == []
    assert play(thirsty(), start, draw) == ["BS-DESERT-01"]
    assert play(thirsty(), start, die | {"lost": ["lizardman"]}) == ["BS-DESERT-01"]
    assert play(thirsty(), start, draw, die) == ["BS-DESERT-01", "BS-DESERT-03", "BS-DESERT-01"]


def scarce(bag: str, discard: str, hand: str, regroups: int = 0) -> Check:
    check = position(DRAGONS, HORSES, HILLS, villages={0: [2, 4, 4]}, phase="draw")
    own = check.state.seats[0]
    own.bag, own.discard = Counter(bag.split()), Counter(discard.split())
    own.hand, own.regroups = Counter(hand.split()), regroups
    return check


def regroup(number: int, vp: int, seat: int = 0) -> Event:
    return event("regroup", seat, number=number, vp=vp)


def draw(*tiles: str, seat: int = 0) -> Event:
    return event("draw", seat, tiles=list(tiles))


NEXT = event("turn", 1, turn=2)
FIVE = "ship ship ship ship castle"


def test_a_regroup_recycles_and_scores_villages():
    check = scarce("", "blank blank", FIVE)
    assert play(check, regroup(1, 3), draw("blank"), NEXT) == []
    assert check.state.seats[0].vp == 3
    assert check.state.seats[0].discard.total() == 0


@pytest.mark.parametrize(
    ("check", "events", "found"),
    [
        (scarce("blank", "ship", FIVE), [draw("blank"), NEXT], []),
        (scarce("blank", "ship", FIVE), [draw("blank"), regroup(1, 3)], ["BS-REGROUP-02"]),
        (scarce("blank", "ship", FIVE), [regroup(1, 3)], ["BS-REGROUP-02"]),
        (scarce("", "ship", FIVE), [NEXT], ["BS-REGROUP-02"]),
        (scarce("", "", FIVE), [NEXT], []),
        (scarce("", "", FIVE), [regroup(1, 3)], ["BS-REGROUP-08"]),
        (scarce("", "ship", FIVE), [regroup(2, 3)], ["BS-REGROUP-04"]),
        (scarce("", "ship", FIVE), [regroup(1, 2)], ["BS-REGROUP-03"]),
        (scarce("", "ship", FIVE, 2), [regroup(3, 0), draw("ship"), NEXT], []),
        (scarce("", "ship", FIVE, 2), [regroup(3, 3)], ["BS-REGROUP-03"]),
        (scarce("blank", "ship", "ship ship"), [draw("blank"), regroup(1, 3), draw("ship")], []),
    ],
)
def test_drawing_and_regrouping(check: Check, events: list[Event], found: list[str]):
    assert play(check, *events) == found


def last_draw(units: dict[int, dict[int, str]] | None = None, **more: Any) -> Check:
    """Return the draw phase in which seat 0 completes the third regroup of two players."""
    check = position(DRAGONS, HORSES, units=units, phase="draw", **more)
    first, second = check.state.seats
    first.bag, first.discard = Counter(), Counter({"blank": 2})
    first.hand, first.regroups = Counter(FIVE.split()), 2
    second.hand, second.regroups = Counter({"ship": 5, "blank": 2}), 3
    return check


FINISH = [regroup(3, 0), draw("blank"), event("final", 0)]
STEPS = [event("final_turn", 1), event("final_turn", 0)]


def end(scores: list[int], *winners: int, reason: str = "regroups", turns: int = 1) -> Event:
    return event("end", scores=scores, winners=list(winners), end_reason=reason, turns=turns)


def test_a_quiet_end_has_no_fault():
    check = last_draw()
    assert play(check, *FINISH, *STEPS, end([0, 0], 0, 1)) == []
    assert check.stage == "ended"
    assert play(check, end([0, 0], 0, 1)) == ["RECORD-ORDER"]


@pytest.mark.parametrize(
    ("events", "found"),
    [
        ([*FINISH[:2], NEXT], ["BS-END-02"]),
        ([draw(), event("final", 0)], ["BS-REGROUP-02", "BS-END-01"]),
        ([*FINISH[:1], event("final", 0)], ["BS-REGROUP-01"]),
        ([*FINISH[:2], event("final", 1)], ["BS-TURN-01"]),
        ([*FINISH, STEPS[1]], ["BS-END-04"]),
        ([*FINISH, STEPS[0], end([0, 0], 0, 1)], ["BS-END-04"]),
        ([*FINISH, *STEPS, STEPS[0]], ["BS-END-06"]),
        ([*FINISH, STEPS[0], event("build", 1, unit="ship", area=0)], ["RECORD-ORDER"]),
        ([*FINISH, *STEPS, end([1, 0], 0)], ["BS-END-09", "BS-END-11"]),
        ([*FINISH, *STEPS, end([0, 0], 0)], ["BS-END-11"]),
        ([*FINISH, *STEPS, end([0, 0], 0, 1, turns=2)], ["RECORD-TURN"]),
        ([*FINISH[:2], end([0, 0], 0, 1)], ["BS-END-03"]),
        ([*FINISH[:2], end([0, 0], 0, 1, reason="turn_limit")], ["BS-END-01"]),
    ],
)
def test_an_irregular_end_is_named(events: list[Event], found: list[str]):
    assert play(last_draw(), *events) == found


def test_a_turn_limit_scores_the_points_so_far():
    check = last_draw(villages={1: [4]})
    check.state.seats[0].captured[1] = 3
    check.state.seats[1].vp = 2
    check.state.seats[0].hand.update(["skirmisher"])
    assert play(check, end([0, 2], 1, reason="turn_limit")) == []
    assert check.stage == "ended"


def final_fight() -> Check:
    """Return final battles of three: seats 1 and 2 share area 4, where seat 2 has a village."""
    check = position(
        DRAGONS,
        HORSES,
        HILLS,
        units={1: {4: "cavalry swordsman"}, 2: {4: "cavalry"}},
        villages={2: [4, 5]},
        phase="draw",
    )
    for seat, own in enumerate(check.state.seats):
        own.bag, own.regroups = Counter({"blank": 1}), 2
        own.hand = Counter({"ship": 5, "castle": 1 + (seat == 1)})
    assert play(check, event("final", 0)) == []
    return check


def final_battle() -> list[Event]:
    return [
        event("final_turn", 1),
        event("battle", 1, defender=2, area=4),
        event("stand", 2),
        event("combat_draw", 1, tiles=[5, 5, 4, 2]),
        event("combat_draw", 2, tiles=[2, 2, 3]),
        event("swap", 1, out=None, in_=None),
        event("swap", 2, out=2, in_="castle"),
        clash(([5, 5, 4], 2), ([4, 3, 2], 1)),
        event("victory", 1, loser=2, vp=1),
        event("casualty", 2, units=["cavalry"]),
        event("final_turn", 2),
        event("draw", 2, tiles=["blank"]),
        event("final_turn", 0),
        event("final_capture", 1, villages=[{"area": 4, "owner": 2}]),
        end([0, 2, 0], 1),
    ]


def test_final_battles_refills_and_captures_score():
    assert play(final_fight(), *final_battle()) == []


@pytest.mark.parametrize(
    ("index", "clause"),
    [(0, "BS-TURN-01"), (10, "BS-TURN-01"), (11, "BS-REGROUP-01"), (12, "BS-END-04")],
)
def test_a_final_line_left_out_is_named(index: int, clause: str):
    events = final_battle()
    del events[index]
    assert play(final_fight(), *events)[0] == clause


def test_a_capture_left_out_is_named():
    events = final_battle()
    assert play(final_fight(), *events[:13], end([0, 1, 0], 1)) == ["BS-END-08"]
    twice = [*events[:13], events[13], events[13]]
    assert play(final_fight(), *twice) == ["BS-END-08"]


def test_a_final_step_without_its_battle_is_named():
    steps = [event("final_turn", seat) for seat in (1, 2, 0)]
    assert play(final_fight(), *steps) == ["BS-END-04", "BS-END-04"]


def test_a_final_battle_after_the_refill_is_late():
    check = final_fight()
    check.state.seats[1].hand -= Counter(["ship"])
    events = [event("final_turn", 1), event("draw", 1, tiles=["blank"]), final_battle()[1]]
    assert play(check, *events) == ["BS-END-04", "BS-END-04"]


def test_another_round_clears_what_retreats_left():
    """Seat 2 withdraws onto seat 0, whose step is last; then all must be clear."""

    def chased() -> Check:
        check = final_fight()
        check.state.add(0, 5, ["cavalry"])
        return check

    away = event("withdraw", 2, from_=4, to=5, via=[], lost=[])
    start = [*final_battle()[:2], away, event("final_turn", 2)]
    fight = [
        event("battle", 2, defender=0, area=5),
        event("withdraw", 0, from_=5, to=8, via=[], lost=[]),
        event("final_turn", 0),
    ]
    assert play(chased(), *start, *fight, end([0, 1, 0], 1))[:2] == ["BS-END-08", "BS-END-09"]
    captured = event("final_capture", 1, villages=[{"area": 4, "owner": 2}])
    assert play(chased(), *start, *fight, captured, end([0, 1, 0], 1)) == []
    assert play(chased(), *start, event("final_turn", 0))[0] == "BS-END-04"
    again = event("final_turn", 1)
    assert play(chased(), *start, *fight, again) == ["BS-END-06"]


def test_a_second_round_belongs_to_whom_retreats_left_contested():
    def crowded() -> Check:
        check = final_fight()
        for own in check.state.seats:
            own.units.clear()
            own.villages.clear()
        for seat, area in ((0, 4), (2, 4), (1, 5), (2, 6)):
            check.state.add(seat, area, ["cavalry"])
        check.state.seats[0].villages[5] += 1
        check.state.seats[1].villages[6] += 1
        return check

    def clash_avoided(seat: int, other: int, area: int, to: int) -> list[Event]:
        return [
            event("final_turn", seat),
            event("battle", seat, defender=other, area=area),
            event("withdraw", other, from_=area, to=to, via=[], lost=[]),
        ]

    first = [event("final_turn", 1), *clash_avoided(2, 0, 4, 5), *clash_avoided(0, 1, 5, 6)]
    second = clash_avoided(1, 2, 6, 8)
    last = end([0, 0, 0], 0, 1)
    assert play(crowded(), *first, *second, last) == []
    assert "BS-END-06" in play(crowded(), *first, last)
    assert play(crowded(), *first, event("final_turn", 2))[0] == "BS-END-04"


def test_ties_are_broken_by_villages_then_spoils():
    """DX-27."""
    check = last_draw(villages={0: [1, 1, 2], 1: [9, 5]})
    assert play(check, regroup(3, 3), *FINISH[1:]) == []
    check.state.seats[1].vp = 3
    assert play(check, *STEPS, end([3, 3], 0)) == []
    check = last_draw(villages={0: [1, 2], 1: [9, 5]})
    check.state.seats[0].captured[1] = 1
    check.state.seats[1].vp = 3
    assert play(check, regroup(3, 2), *FINISH[1:], *STEPS, end([3, 3], 0)) == []


def test_captured_citadels_count_five():
    check = last_draw()
    check.state.seats[1].citadels.append(0)
    assert play(check, *FINISH, *STEPS, end([0, 5], 1)) == []


def test_no_line_breaks_the_reader():
    """Every value of a legal record, replaced by a third of the junk in turn, is judged."""
    events = opening()
    junk: list[Any] = [None, True, -1, 3, 99, "ship", "x", [], [1], ["ship"], {}, {"ship": 1}]
    leaves = [(index, key) for index, row in enumerate(events) for key in row]
    for number, (index, key) in enumerate(leaves):
        for value in junk[number % 3 :: 3]:
            row = events[index] | {key: value}
            check_record(lines([*events[:index], row, *events[index + 1 :]]), allow_truncated=True)


def test_the_printed_tile_table_has_36_tiles_a_faction():
    for rows in tile_table(DRAGONS, HORSES, HILLS, NECROS, CHAOS, CORSAIRS).values():
        assert sum(row["count"] for row in rows.values()) == 36
