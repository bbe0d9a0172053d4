"""The record reader under other readings of the rules, what-if numbers and rare branches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.record_header import open_record
from tests.oracle.record_positions import Event, event, header, move, play, position
from tests.oracle.record_reader import check_record, main
from tests.oracle.record_state import Check

DRAGONS, HORSES, HILLS = "dragon_riders", "horse_lords", "hill_folk"
NECROS, CHAOS, CORSAIRS = "necromancers", "chaos_horde", "corsairs"
BATTLE = event("battle", 0, defender=1, area=4)
HANDS = {
    DRAGONS: "skirmisher " * 4 + "lizardman " * 4 + "ship",
    HORSES: "skirmisher " * 4 + "swordsman " * 4 + "ship",
}


def clauses(*events: Event) -> list[str]:
    lines = [json.dumps(e) for e in events]
    return [fault.clause for fault in check_record(lines, allow_truncated=True)]


def won(attack: int, defend: int, units: tuple[int, int]) -> list[Event]:
    """Return the lines of a fight won by the attacker, from the draw to the victory."""
    tiles = [[5, 5, 4, 2][: 4 if units[0] > units[1] else 3]]
    tiles += [[2, 2, 3, 3][: 4 if units[1] > units[0] else 3]]
    counted = [sorted(t, reverse=True)[:3] for t in tiles]
    sides = [
        {"tiles": t, "modifier": m, "strength": sum(t) + m}
        for t, m in zip(counted, (attack, defend), strict=True)
    ]
    return [
        event("combat_draw", 0, tiles=tiles[0]),
        event("combat_draw", 1, tiles=tiles[1]),
        event("clash", attacker=sides[0], defender=sides[1]),
        event("victory", 0, loser=1, vp=units[1]),
    ]


def two_citadels(first: int, second: int, **options: Any) -> list[str]:
    return clauses(
        header(DRAGONS, HORSES, options=options),
        event("draw", 0, tiles=HANDS[DRAGONS].split()),
        event("draw", 1, tiles=HANDS[HORSES].split()),
        event("citadel", 1, area=second),
        event("citadel", 0, area=first),
    )


@pytest.mark.parametrize(
    ("areas", "options", "legal"),
    [
        ((1, 5), {}, True),
        ((1, 4), {}, False),
        ((1, 4), {"citadel_min_distance": 2}, True),
        ((1, 2), {"citadel_min_distance": 2}, False),
        ((1, 5), {"citadel_spacing_graph": "all_areas"}, False),
        ((1, 9), {"citadel_spacing_graph": "all_areas"}, True),
        ((1, 9), {"citadel_spacing_graph": "every_route"}, False),
    ],
)
def test_citadel_spacing_follows_its_options(
    areas: tuple[int, int], options: dict[str, Any], legal: bool
):
    assert two_citadels(*areas, **options) == ([] if legal else ["BS-SETUP-12"])


def test_a_shared_sea_in_setup_may_be_forbidden():
    def shared(**options: Any) -> list[str]:
        return clauses(
            header(DRAGONS, HORSES, options=options),
            event("draw", 0, tiles=HANDS[DRAGONS].split()),
            event("draw", 1, tiles=HANDS[HORSES].split()),
            event("citadel", 1, area=5),
            event("found", 1, unit="ship", area=0),
            event("citadel", 0, area=1),
            event("found", 0, unit="ship", area=0),
        )

    assert shared() == []
    assert shared(setup_shared_sea="forbid") == ["BS-SETUP-19"]


def test_dragons_may_be_kept_from_ending_a_route_at_sea():
    def flight(**options: Any) -> list[str]:
        units = {0: {2: "dragon", 0: "ship"}}
        check = position(DRAGONS, HORSES, units=units, hands={0: "blank"}, options=options)
        return play(check, move("blank", ("dragon", 2, 10, [0], 1)))

    assert flight() == []
    assert flight(dragon_route_end_sea=False) == ["BS-MOVE-16"]


def test_free_overpay_lets_tiles_go_to_waste():
    def wasted(**options: Any) -> list[str]:
        units, hands = {0: {1: "cavalry"}}, {0: "blank ship"}
        check = position(DRAGONS, HORSES, units=units, hands=hands, options=options)
        return play(check, move("blank ship", ("cavalry", 1, 3, [], 3)))

    assert wasted() == ["BS-MOVE-05"]
    assert wasted(overpay="free") == []


def wasted(
    phase: str,
    hand: str = "blank",
    pool: int = 0,
    units: dict[int, dict[int, str]] | None = None,
    **options: Any,
) -> list[str]:
    """Return the faults of a tile for nothing, given by the Dragon Riders."""
    check = position(DRAGONS, HORSES, units=units, hands={0: hand}, phase=phase, options=options)
    check.own(0).pool = pool
    paid = hand.split()[0]
    if phase == "raid":
        return play(check, event("raid", 0, paid=paid, villages=[]))
    return play(check, event("settle", 0, paid=paid, areas=[]))


@pytest.mark.parametrize(("phase", "clause"), [("raid", "BS-RAID-02"), ("settle", "BS-VILLAGE-01")])
def test_a_tile_for_nothing_is_a_last_resort(phase: str, clause: str):
    assert wasted(phase) == []
    assert wasted(phase, units={0: {4: "castle"}}) == []
    assert wasted(phase, overpay="minimal") == [clause]
    assert wasted(phase, units={0: {4: "cavalry"}}) == [clause]
    assert wasted(phase, pool=1) == [clause]
    assert wasted(phase, "skirmisher", units={0: {4: "citadel"}}) == [clause]
    assert wasted(phase, units={0: {0: "ship"}}) == [clause]
    assert wasted(phase, pool=1, units={0: {4: "citadel"}}) == [clause]
    assert wasted(phase, "blank", units={0: {4: "citadel"}}) == []
    assert wasted(phase, "blank swordsman", units={0: {4: "citadel"}}) == [clause]


def test_a_battle_that_is_owed_or_a_village_in_reach_comes_before_the_last_resort():
    units = {0: {4: "castle"}, 1: {4: "cavalry"}}
    assert wasted("raid", units=units) == ["BS-RAID-02"]
    check = position(
        DRAGONS,
        HORSES,
        units={0: {4: "castle"}},
        hands={0: "blank"},
        villages={1: [4]},
        phase="raid",
    )
    check.own(0).pool = 0
    assert play(check, event("raid", 0, paid="blank", villages=[])) == ["BS-RAID-02"]


def test_the_horde_gives_its_raid_for_nothing_unless_it_can_come_back():
    raid = event("raid", 0, paid="blank", villages=[])
    assert play(chaos({}, "blank blank"), raid) == []
    assert play(chaos({}, "blank blank"), raid, raid) == ["BS-CHAOS-07"]
    assert play(chaos({}, "blank horde"), raid) == ["BS-RAID-02"]
    assert play(chaos({0: {4: "horde"}}, "blank"), raid) == ["BS-RAID-02"]


def test_the_tile_of_an_early_new_start_is_never_given_for_nothing():
    check = position(
        DRAGONS,
        HORSES,
        units={1: dict.fromkeys((1, 2, 3), "skirmisher")},
        hands={0: "blank"},
        options={"wiped_out_timing": "turn_start"},
    )
    check.phase = -1
    assert play(check, event("settle", 0, paid="blank", areas=[])) == ["BS-VILLAGE-01"]


def test_siege_engines_may_count_each_fortification():
    def siege(**options: Any) -> list[str]:
        units = {0: {4: "siege_engine swordsman"}, 1: {4: "citadel castle"}}
        check = position(DRAGONS, HORSES, units=units, options=options)
        return play(check, BATTLE, *won(5, 8, (2, 2)))

    assert siege(siege_bonus="per_fortification") == []
    assert siege() == ["BS-COMBAT-26", "BS-COMBAT-26"]


def kept_out(*lines: Event, vp: int = 1, **options: Any) -> list[str]:
    """Return the faults of a battle with these lines on who is kept out; the attacker wins."""
    units = {0: {4: "cavalry cavalry"}, 1: {4: "leader swordsman"}}
    check = position(DRAGONS, HORSES, units=units, villages={1: [5]}, options=options)
    fought = [*won(2, 1, (2, 1))[:-1], event("victory", 0, loser=1, vp=vp)]
    after = event("casualty", 1, units=["swordsman"])
    fled = event("retreat", 1, from_=4, to=5, via=[], lost=[])
    return play(check, BATTLE, *lines, *fought, after, fled)


ALL_FIGHT, SOME_FIGHT = event("keep_out", 0, units=[]), event("keep_out", 1, units=["leader"])


@pytest.mark.parametrize(
    ("lines", "faults"),
    [
        ((ALL_FIGHT, SOME_FIGHT), []),
        ((SOME_FIGHT, ALL_FIGHT), ["BS-COMBAT-04"] * 2),
        ((ALL_FIGHT,), ["BS-COMBAT-04"]),
        ((ALL_FIGHT, event("keep_out", 1, units=["leader", "swordsman"])), ["BS-COMBAT-04"]),
        ((ALL_FIGHT, event("keep_out", 1, units=["castle"])), ["BS-COMBAT-04"]),
    ],
)
def test_sides_may_keep_units_out_of_the_battle(lines: tuple[Event, ...], faults: list[str]):
    found = kept_out(*lines, all_units_fight=False)
    assert found[: len(faults)] == faults
    assert bool(found) == bool(faults)


def test_all_units_fight_by_the_usual_reading():
    assert kept_out(ALL_FIGHT, SOME_FIGHT)[:2] == ["BS-COMBAT-04"] * 2


def test_units_kept_out_score_nothing_and_stay_when_the_others_have_no_refuge():
    units = {0: {4: "cavalry cavalry"}, 1: {4: "leader swordsman swordsman"}}
    around = dict.fromkeys((2, 3, 5, 8), "cavalry")
    around_own = units | {0: units[0] | around}
    check = position(DRAGONS, HORSES, units=around_own, options={"all_units_fight": False})
    lines = [BATTLE, ALL_FIGHT, SOME_FIGHT, *won(2, 2, (2, 2))]
    lines.append(event("casualty", 1, units=["swordsman"]))
    lost = event("retreat", 1, from_=4, to=None, via=[], lost=["swordsman"])
    assert play(check, *lines, lost) == []
    assert check.state.force(1, 4) == {"leader": 1}
    assert play(check, event("phase", 0, phase="settle")) == ["BS-TURN-06"]


def test_a_discarded_undead_is_drawn_and_serves_as_a_build_cost_alone():
    check = position(NECROS, HORSES, options={"undead_recycle": "discard"}, hands={0: "swordsman"})
    own = check.state.seats[0]
    own.hand["undead"] = 1
    check.state.add(0, 4, ["citadel"])
    build = event("build", 0, unit="swordsman", area=4, discarded=["undead"])
    assert play(check, build) == []
    assert own.discard["undead"] == 1
    own.hand["undead"] = 1
    undead = event("build", 0, unit="undead", area=4, discarded=[])
    assert play(check, undead) == ["BS-BUILD-09"]


def test_a_losing_attackers_castle_may_come_on_top():
    def repelled(*casualty: str, **options: Any) -> list[str]:
        units = {0: {4: "castle cavalry"}, 1: {4: "cavalry swordsman cavalry"}}
        check = position(DRAGONS, HORSES, units=units, villages={0: [5]}, options=options)
        sides = [{"tiles": [3, 2, 2], "modifier": 1, "strength": 8}]
        sides += [{"tiles": [5, 5, 4], "modifier": 3, "strength": 17}]
        return play(
            check,
            BATTLE,
            event("stand", 1),
            event("combat_draw", 1, tiles=[5, 5, 4, 2]),
            event("combat_draw", 0, tiles=[2, 2, 3]),
            event("clash", attacker=sides[0], defender=sides[1]),
            event("victory", 1, loser=0, vp=2),
            event("casualty", 0, units=list(casualty)),
        )

    extra = {"attacker_castle_loss": "extra_casualty"}
    assert repelled("castle") == []
    assert repelled("castle", "cavalry") == ["BS-COMBAT-36"]
    assert repelled("castle", "cavalry", **extra) == []
    assert repelled("castle", **extra) == ["BS-COMBAT-36"]


def partial_retreat(**options: Any) -> list[str]:
    """Return DX-24 with the open plains beside the mountain."""
    units = {0: {3: "cavalry"}, 1: {3: "dragon cavalry cavalry"}}
    check = position(HORSES, DRAGONS, units=units, options=options)
    return play(
        check,
        event("battle", 0, defender=1, area=3),
        event("stand", 1),
        *won(0, 4, (1, 3)),
        event("casualty", 1, units=["cavalry"]),
        event("retreat", 1, from_=3, to=7, via=[], lost=["cavalry"]),
    )


def test_a_partial_retreat_may_be_the_last_resort():
    assert partial_retreat() == []
    assert partial_retreat(partial_retreat="last_resort") == ["BS-RETREAT-09"]


def test_undead_may_feed_on_casualties_only():
    def feast(count: int, **options: Any) -> list[str]:
        units = {0: {4: "necromancer"}, 1: {4: "swordsman leader"}}
        villages = {0: [2, 3, 5, 8]}
        check = position(NECROS, HORSES, units=units, villages=villages, options=options)
        return play(
            check,
            BATTLE,
            *won(1, 2, (1, 2)),
            event("casualty", 1, units=["leader"]),
            event("retreat", 1, from_=4, to=None, via=[], lost=["swordsman"]),
            event("raise_undead", 0, area=4, count=count),
        )

    assert feast(2) == []
    assert feast(2, undead_sources="casualty_only") == ["BS-NECRO-04"]
    assert feast(1, undead_sources="casualty_only") == []


def test_lost_undead_go_back_to_the_supply_or_out_of_the_game():
    def supply(**options: Any) -> int:
        units = {0: {4: "cavalry leader"}, 1: {4: "undead goblin"}}
        check = position(HORSES, NECROS, units=units, options=options)
        fight = won(2, 1, (2, 2))
        assert play(check, BATTLE, *fight, event("casualty", 1, units=["undead"])) == []
        assert check.state.seats[1].discard.total() == 0
        return check.state.seats[1].undead_supply

    assert supply() == 4
    assert supply(undead_recycle="out_of_game") == 3


def corsair_raid(*, enemy_ship: bool, **options: Any) -> list[str]:
    units = {0: {5: "axeman", 0: "ship"}, 1: {5: "raider"} | ({0: "ship"} if enemy_ship else {})}
    check = position(CORSAIRS, HILLS, HORSES, units=units, options=options)
    battle = event("battle", 0, defender=1, area=5)
    return play(check, battle, event("withdraw", 1, from_=5, to=4, via=[], lost=[]))


def test_a_contested_corsair_ship_may_not_count():
    assert corsair_raid(enemy_ship=True) == ["BS-CORSAIR-06"]
    assert corsair_raid(enemy_ship=True, corsair_contested_ship_counts=False) == []
    assert corsair_raid(enemy_ship=False, corsair_contested_ship_counts=False) != []


def test_corsairs_may_see_all_tiles():
    def shown(tiles: list[int], **options: Any) -> list[str]:
        units = {0: {5: "axeman"}, 1: {5: "raider raider"}}
        hands = {0: "blank", 1: "raider"}
        check = position(CORSAIRS, HILLS, HORSES, units=units, hands=hands, options=options)
        return play(
            check,
            event("battle", 0, defender=1, area=5),
            event("stand", 1),
            event("combat_draw", 1, tiles=[2, 3, 4, 5]),
            event("combat_draw", 0, tiles=[2, 3, 4]),
            event("swap", 1, out=None, in_=None),
            event("reveal", 1, tiles=tiles),
        )

    assert shown([3, 4, 5]) == []
    assert shown([2, 3, 4, 5], corsair_reveal="all") == []
    assert shown([2, 3, 4, 5]) == ["BS-CORSAIR-09"]


def chaos(
    units: dict[int, dict[int, str]], hand: str, opening: bool = False, **options: Any
) -> Check:
    check = position(CHAOS, HORSES, HILLS, DRAGONS, units=units, hands={0: hand}, options=options)
    check.opening = opening
    if opening:
        check.phase = -1
    return check


@pytest.mark.parametrize(
    ("unit", "area", "option", "clause"),
    [
        ("horde", 4, {"chaos_build_contested": False}, "BS-CHAOS-03"),
        ("horde", 8, {"chaos_build_desert": False}, "BS-CHAOS-06"),
    ],
)
def test_the_hordes_building_may_be_restricted(
    unit: str, area: int, option: dict[str, Any], clause: str
):
    units = {0: {4: "horde", 8: "horde"}, 1: {4: "cavalry"}}
    build = event("build", 0, unit=unit, area=area, discarded=[])
    assert play(chaos(units, "horde"), build) == []
    assert play(chaos(units, "horde", **option), build) == [clause]


def test_the_hordes_ship_may_be_built_from_a_ship():
    build = event("build", 0, unit="ship", area=10, discarded=["horde"])
    units = {0: {0: "ship"}}
    assert play(chaos(units, "horde ship"), build) == []
    barred = chaos(units, "horde ship", chaos_ship_from_ship=False)
    assert play(barred, build) == ["BS-CHAOS-04"]


def test_reentry_may_be_forced():
    main_phase = event("phase", 0, phase="main")
    assert play(chaos({}, "horde", True, chaos_reentry="forced"), main_phase) == ["BS-CHAOS-13"]
    assert play(chaos({}, "blank", True, chaos_reentry="forced"), main_phase) == []
    assert play(chaos({}, "horde", True), main_phase) == []


def test_the_last_holdouts_elimination_ends_the_game():
    """Everybody else has regrouped enough; an eliminated Horde keeps its VP and cannot win."""

    def ended(winner: int, score: int = 10, **options: Any) -> list[str]:
        full = {1: dict.fromkeys(range(14), "swordsman")}
        check = chaos(full, "horde", True, **options)
        for own in check.state.seats[1:]:
            own.regroups = 2
            own.bag.clear()
        scores = [score, 0, 0, 0]
        return play(
            check,
            event("eliminated", 0),
            event("final", 0),
            *[event("final_turn", seat) for seat in (1, 2, 3)],
            event("end", scores=scores, winners=[winner], end_reason="regroups", turns=1),
        )

    assert ended(0, eliminated_ranks=True) == []
    assert ended(0) == ["BS-END-11"]
    assert ended(0, 11) == ["BS-END-09", "BS-END-11"]


def test_a_single_round_leaves_contested_areas():
    def stopped(**options: Any) -> list[str]:
        units = {0: {9: "cavalry"}, 1: {9: "cavalry"}}
        check = position(DRAGONS, HORSES, units=units, options=options, phase="draw")
        check.stage, check.order, check.position = "final", [1, 0], 1
        check.active = -1
        return play(check, event("final_capture", 0, villages=[]))

    assert stopped() == ["BS-END-06"]
    assert stopped(final_battle_rounds="single") == []


def test_what_if_numbers_are_taken_from_the_header():
    head = header(DRAGONS, HORSES, overrides={"starting_hand": 8, "dragon.modifier": 3})
    dealt = event("draw", 0, tiles=HANDS[DRAGONS].split()[:8])
    assert clauses(head, dealt) == []
    assert clauses(header(DRAGONS, HORSES), dealt) == ["BS-SETUP-06"]


def test_a_number_of_all_factions_leaves_the_own_ones_and_missing_pieces_alone():
    factions = (NECROS, CHAOS, CORSAIRS, HORSES)
    numbers = {"hand_limit": 8, "necromancers.hand_limit": 5, "villages": 9, "undead": 2}
    state = open_record(header(*factions, overrides=numbers)).state
    assert [state.number(seat, "hand_limit") for seat in range(4)] == [5, 8, 8, 8]
    assert [own.pool for own in state.seats] == [9, 0, 9, 9]
    assert [own.undead_supply for own in state.seats] == [2, 0, 0, 0]
    assert (
        open_record(header(*factions, overrides={"regroups.4": 1})).state.required_regroups() == 1
    )


# A march, a withdrawal, a chain


@pytest.mark.parametrize(("chosen", "faults"), [("per_action", []), ("per_group", ["BS-MOVE-03"])])
def test_a_second_group_may_need_an_action_of_its_own(chosen: str, faults: list[str]):
    def check() -> Check:
        units = {0: {4: "cavalry", 1: "swordsman"}}
        options = {} if chosen == "per_action" else {"move_pooling": chosen}
        return position(HORSES, DRAGONS, units=units, hands={0: "ship skirmisher"}, options=options)

    ride, back = ("cavalry", 4, 5, [], 1), ("cavalry", 5, 4, [], 1)
    assert play(check(), move("skirmisher", ride, back)) == []
    assert play(check(), move("ship", ride, ("swordsman", 1, 2, [], 2))) == faults


def test_corsairs_may_leave_their_castle_behind():
    units = {0: {1: "cavalry"}, 1: {1: "castle axeman", 0: "ship"}}
    leave = event("withdraw", 1, from_=1, to=5, via=[0], lost=[])
    battle = event("battle", 0, defender=1, area=1)
    check = position(HORSES, CORSAIRS, DRAGONS, units=units)
    assert play(check, battle, leave)[:1] == ["BS-COMBAT-09"]
    check = position(
        *(HORSES, CORSAIRS, DRAGONS), units=units, options={"corsair_fort_withdraw": True}
    )
    assert play(check, battle, leave) == []
    assert check.state.force(1, 1) == {"castle": 1}
    assert check.state.force(1, 5) == {"axeman": 1}


def test_a_raised_undead_or_leaving_dragon_counts_for_its_own_winner():
    units = {0: {4: "cavalry"}, 1: {4: "swordsman"}}
    check = position(DRAGONS, HORSES, units=units)
    fight = [BATTLE, *won(1, 1, (1, 1)), event("casualty", 1, units=["swordsman"])]
    assert play(check, *fight, event("dragons_leave", 0, count=0)) == []
    assert play(check, event("dragons_leave", 0, count=1)) == ["BS-COMBAT-40"]
    assert play(check, event("retreat", 1, from_=4, to=5, via=[], lost=[])) == ["BS-COMBAT-35"]
    assert play(check, event("stand", 1)) == ["RECORD-ORDER"]


def test_the_loser_is_who_suffers():
    units = {0: {4: "cavalry"}, 1: {4: "swordsman leader"}}
    check = position(DRAGONS, HORSES, units=units)
    fight = [BATTLE, *won(1, 2, (1, 2)), event("casualty", 0, units=["leader"])]
    assert play(check, *fight) == ["BS-COMBAT-35"]
    assert play(check, event("retreat", 0, from_=4, to=5, via=[], lost=[])) == ["BS-COMBAT-35"]
    assert check.state.seats[1].units == {5: {"swordsman": 1}}


def test_a_retreat_line_names_the_area_of_the_battle():
    units = {0: {4: "cavalry"}, 1: {4: "swordsman leader"}}
    check = position(DRAGONS, HORSES, units=units, villages={0: [2, 3, 5, 8]})
    fight = [BATTLE, *won(1, 2, (1, 2)), event("casualty", 1, units=["leader"])]
    lost = event("retreat", 1, from_=3, to=None, via=[], lost=["swordsman"])
    assert play(check, *fight, lost) == ["RECORD-KEYS"]


def test_a_turn_limit_in_phase_five_still_owes_the_draw():
    check = position(DRAGONS, HORSES, phase="draw")
    stop = event("end", scores=[0, 0], winners=[0, 1], end_reason="turn_limit", turns=1)
    assert play(check, stop) == ["BS-REGROUP-01"]
    check = position(DRAGONS, HORSES, phase="main")
    assert play(check, stop) == []
    check = position(DRAGONS, HORSES, phase="main")
    assert play(check, stop | {"scores": [1, 0], "winners": [0, 0]}) == ["RECORD-END", "BS-END-11"]


def test_the_command_prints_faults_and_answers_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "game.jsonl"
    path.write_text(json.dumps(header(DRAGONS, HORSES)) + "\n", encoding="utf-8")
    assert main([str(path)]) == 1
    assert capsys.readouterr().out == f"{path}:1: RECORD-END: the last line is no end\n"
    assert main([]) == 0


def test_nothing_at_all_is_no_record():
    assert [fault.clause for fault in check_record([])] == ["RECORD-HEADER"]
    assert [fault.clause for fault in check_record(["nonsense"])] == ["RECORD-JSON"]
