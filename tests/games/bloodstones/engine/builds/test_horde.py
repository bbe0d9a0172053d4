"""The Chaos Horde: setup, building, raiding, coming back, going out of the game."""

from __future__ import annotations

import pytest

from bloodstones.games.bloodstones.engine.events import Phase
from bloodstones.games.bloodstones.engine.game_setup import GameSetup
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import Ending, Point, Source
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from tests.games.bloodstones.scenario import (
    CHAOS,
    HIGH,
    HILL,
    LORDS,
    LOW,
    RIDERS,
    Scenario,
    row_of,
    small_map,
)

TABLE = (CHAOS, LORDS, HILL, RIDERS)
FIELDS = row_of(*["plains"] * 6)


def horde(board=FIELDS, turn_limit: int = 600) -> Scenario:
    """A table of four with the Chaos Horde in the first seat."""
    return Scenario(*TABLE, board=board, turn_limit=turn_limit)


def areas(names: list[str]) -> list[int]:
    return [int(name.split()[-1]) for name in names]


def phases(scene: Scenario) -> list[Phase]:
    """The phases of the Horde logged so far."""
    return [Phase(values[1]) for values in scene.logged(Event.PHASE) if values[0] == 0]


# Setup


@pytest.mark.rule("BS-SETUP-20", "BS-CHAOS-02", "BS-SETUP-09")
@pytest.mark.parametrize("place", range(4))
def test_the_horde_sets_up_last_wherever_it_sits(place: int) -> None:
    others = (LORDS, HILL, RIDERS)
    line_up = (*others[:place], CHAOS, *others[place:])
    firsts = set()
    for seed in range(12):
        game = Playthrough(GameSetup(load_ruleset(), load_map("tyrants_lament"), line_up), seed)
        first = int(game.state.first_seat)
        firsts.add(first)
        order = []
        for _ in range(4):
            order.append(game.decider)
            kind = "home" if game.decider == place else "citadel"
            assert str(game.legal()[0]).split()[0] == kind
            game.apply(game.legal()[0])
            while str(game.legal()[0]) == "pass" and game.state.point == Point.FOUND:
                game.apply(game.legal()[0])
        reverse = [(first + step) % 4 for step in (3, 2, 1, 0)]
        assert order == [seat for seat in reverse if seat != place] + [place]
        assert game.state.active == first
    assert len(firsts) > 1


SHORES = row_of(
    *["plains"] * 9, "mountains", "desert", "plains", "hills", "sea", "forest", "sea", "plains"
)


def about_to_start() -> Scenario:
    scene = horde(SHORES).setting_up()
    return scene.play("citadel 0", "pass", "citadel 3", "pass", "citadel 6", "pass")


@pytest.mark.rule("BS-SETUP-21", "BS-SETUP-22", "BS-SETUP-12", "AMB-08")
def test_its_home_keeps_the_distance_and_lies_where_a_citadel_might() -> None:
    # 7 and 8 are too near to the citadel in 6; 9, 10, 13 and 15 are mountains, desert and seas.
    assert about_to_start().legal() == ["home 11", "home 12", "home 14", "home 16"]


@pytest.mark.rule("BS-SETUP-21", "BS-SETUP-22", "BS-SETUP-17", "BS-SETUP-18", "AMB-08")
def test_its_starting_units_stand_at_home_and_in_the_seas_around() -> None:
    scene = about_to_start().hand(CHAOS, horde=2, ship=2).play("home 14")
    foundings = ["pass", "found horde 14", "found ship 13", "found ship 15"]
    assert scene.legal() == foundings
    scene.play("found ship 15")
    assert scene.legal() == foundings  # no units in 16 next to the ship, nor a ship further out


@pytest.mark.rule("BS-SETUP-21", "BS-SETUP-15", "BS-SETUP-16", "BS-SETUP-23", "BS-TILE-07")
def test_it_has_five_founding_points_too() -> None:
    scene = about_to_start().hand(CHAOS, cavalry=4, leader=1, horde=2, blank=2).play("home 11")
    scene.play("found leader 11", *["found cavalry 11"] * 3)
    assert scene.legal() == ["pass", "found horde 11"]
    scene.play("found horde 11", "found horde 11", "pass")
    assert scene.force(CHAOS, 11) == {"cavalry": 3, "horde": 2, "leader": 1}
    assert sum(scene.in_hand(CHAOS).values()) == 6


@pytest.mark.rule("BS-CHAOS-02", "BS-SETUP-24", "BS-GEN-08", "BS-CHAOS-01", "BS-COMP-03")
def test_it_starts_with_ten_points_and_neither_citadel_nor_villages() -> None:
    scene = about_to_start().play("home 12", "pass")
    assert scene.game.scores == (10, 0, 0, 0)
    assert scene.vp(CHAOS, Source.START) == 10
    assert scene.state.pool.tolist()[:4] == [0, 20, 20, 20]
    assert scene.force(CHAOS, 12) == {}
    assert scene.logged(Event.HOME) == [[0, 12]]


@pytest.mark.rule("BS-CHAOS-02", "BS-SETUP-24")
@pytest.mark.parametrize("place", range(4))
def test_in_any_seat_it_alone_starts_with_points(place: int) -> None:
    others = (LORDS, HILL, RIDERS)
    line_up = (*others[:place], CHAOS, *others[place:])
    game = Playthrough(GameSetup(load_ruleset(), load_map("tyrants_lament"), line_up), 1)
    assert game.scores == tuple(10 if faction is CHAOS else 0 for faction in line_up)


# The turn


@pytest.mark.rule("BS-TURN-03", "BS-VILLAGE-16", "BS-CHAOS-07")
def test_its_turn_is_main_actions_and_drawing() -> None:
    scene = horde().units(CHAOS, 0, horde=1).villages(LORDS, 0).hand(CHAOS, leader=1)
    scene.turn_begins(CHAOS)
    assert scene.point is Point.MAIN
    scene.play("pass")
    assert phases(scene) == [Phase.MAIN, Phase.DRAW]
    assert (scene.active, scene.point) == (LORDS, Point.RAID)


# Building


@pytest.mark.rule("BS-CHAOS-03", "AMB-34", "BS-BUILD-06", "BS-TURN-06")
def test_it_builds_wherever_it_has_a_unit_beside_enemies_too() -> None:
    scene = horde().units(CHAOS, 0, cavalry=1).units(CHAOS, 2, horde=1).units(LORDS, 2, castle=1)
    scene.units(LORDS, 3, castle=1).villages(LORDS, 4).hand(CHAOS, horde=1, blank=1).turn(CHAOS)
    assert scene.legal("build") == ["build horde 0", "build horde 2"]
    scene.play("build horde 2")
    assert scene.force(CHAOS, 2) == {"horde": 2}
    assert "pass" not in scene.legal()


@pytest.mark.rule("BS-CHAOS-03", "AMB-34")
def test_it_builds_ships_beside_its_ship_in_a_contested_sea() -> None:
    board = row_of("sea", "mountains", "plains")
    scene = horde(board).units(CHAOS, 0, ship=1).units(LORDS, 0, ship=1)
    scene.hand(CHAOS, ship=1, horde=1).turn(CHAOS)
    assert scene.legal("build") == ["build ship 0"]


@pytest.mark.rule("BS-CHAOS-04", "BS-CHAOS-06")
def test_it_builds_ships_next_to_its_land_units_where_no_enemy_is() -> None:
    board = small_map("plains sea sea sea plains sea", "0-1 0-2 0-3 3-4 4-5")
    scene = horde(board).units(CHAOS, 0, horde=1).units(LORDS, 1, ship=1).units(RIDERS, 2, dragon=1)
    scene.hand(CHAOS, ship=1, blank=1).turn(CHAOS)
    assert scene.legal("build") == ["build ship 3"]
    scene.play("build ship 3", "discard blank")
    assert scene.force(CHAOS, 3) == {"ship": 1}


@pytest.mark.rule("BS-CHAOS-04", "AMB-35")
def test_a_ship_alone_brings_a_ship_into_the_next_sea() -> None:
    board = row_of("plains", "sea", "sea", "sea")
    scene = horde(board).units(CHAOS, 1, ship=1).hand(CHAOS, ship=1, blank=1).turn(CHAOS)
    assert scene.legal("build") == ["build ship 1", "build ship 2"]
    scene.units(LORDS, 2, ship=1)
    assert scene.legal("build") == ["build ship 1"]


@pytest.mark.rule("BS-CHAOS-05", "BS-CHAOS-06", "AMB-36")
def test_it_builds_land_units_next_to_its_ships_where_no_enemy_unit_is() -> None:
    board = small_map("sea plains forest hills mountains desert sea", "0-1 0-2 0-3 0-4 0-5 0-6")
    scene = horde(board).units(CHAOS, 0, ship=1).villages(LORDS, 1, 1).units(LORDS, 2, skirmisher=1)
    scene.hand(CHAOS, horde=1).turn(CHAOS)
    assert scene.legal("build") == ["build horde 1", "build horde 3", "build horde 5"]
    scene.play("build horde 1")
    assert scene.force(CHAOS, 1) == {"horde": 1}


@pytest.mark.rule("BS-CHAOS-05")
def test_an_enemy_at_sea_does_not_keep_it_from_landing() -> None:
    scene = horde(row_of("plains", "sea")).units(CHAOS, 1, ship=1).units(LORDS, 1, ship=1)
    scene.hand(CHAOS, horde=1).turn(CHAOS)
    assert scene.legal("build") == ["build horde 0"]


@pytest.mark.rule("BS-CHAOS-03", "BS-CHAOS-05")
def test_a_land_unit_opens_no_building_in_the_next_area() -> None:
    scene = horde().units(CHAOS, 2, horde=1).hand(CHAOS, horde=1).turn(CHAOS)
    assert scene.legal("build") == ["build horde 2"]


@pytest.mark.rule("BS-CHAOS-06", "AMB-36", "BS-DESERT-01", "BS-CHAOS-11")
def test_units_built_in_a_desert_die_there_at_the_end_of_the_turn() -> None:
    scene = horde(row_of("sea", "desert", "plains")).units(CHAOS, 0, ship=1)
    scene.hand(CHAOS, horde=2).turn(CHAOS).play("build horde 1", "build horde 1", "pass")
    assert scene.logged(Event.DESERT) == [[0, 1, Unit.HORDE, Unit.HORDE]]
    assert scene.force(CHAOS, 1) == {}


@pytest.mark.rule("BS-CHAOS-10", "BS-CHAOS-03")
def test_its_cavalry_costs_one_tile_less_than_that_of_others() -> None:
    scene = horde().units(CHAOS, 0, horde=1).hand(CHAOS, cavalry=1, horde=1).turn(CHAOS)
    scene.play("build cavalry 0", "discard horde")
    assert scene.force(CHAOS, 0) == {"cavalry": 1, "horde": 1}
    assert scene.point is Point.MAIN
    scene = horde().citadel(LORDS, 0).hand(LORDS, cavalry=1, blank=2).turn(LORDS)
    scene.play("build cavalry 0", "discard blank")
    assert scene.point is Point.BUILD_COST


# Raiding


@pytest.mark.rule("BS-CHAOS-07", "BS-TURN-03", "BS-TURN-05")
def test_it_raids_where_it_has_just_arrived_and_goes_on() -> None:
    scene = horde().units(CHAOS, 0, horde=1).villages(LORDS, 1)
    scene.hand(CHAOS, horde=1, leader=1).turn_begins(CHAOS)
    assert scene.legal("raid_tile") == []
    scene.move(0, "horde", "1", pay="horde").play("raid_tile leader", "raid_village 1 1", "pass")
    assert scene.point is Point.MAIN
    assert scene.state.captured.tolist()[:4] == [1, 0, 0, 0]
    assert scene.state.pips_left == 0
    assert phases(scene) == [Phase.MAIN]


@pytest.mark.rule("BS-CHAOS-07", "BS-RAID-02")
def test_it_raids_once_a_turn_with_one_tile() -> None:
    scene = horde().units(CHAOS, 0, horde=1).villages(LORDS, 0, 0).hand(CHAOS, leader=2)
    scene.turn(CHAOS).play("raid_tile leader")
    assert scene.legal() == ["raid_village 0 1"]  # the tile must take a village
    scene.play("raid_village 0 1", "pass")
    assert scene.legal("raid_tile") == []
    scene.play("pass").turn_begins(CHAOS)
    assert "raid_tile leader" in scene.legal()


@pytest.mark.rule("BS-CHAOS-08", "BS-RAID-03", "BS-RAID-04", "BS-RAID-05", "BS-RAID-01")
def test_its_raid_covers_areas_and_owners_and_precedes_the_fights() -> None:
    scene = horde(row_of("plains", "forest", "hills", "plains"))
    for area in (0, 1, 2):
        scene.units(CHAOS, area, horde=1)
    scene.units(LORDS, 0, castle=1).villages(LORDS, 0).villages(HILL, 1).villages(RIDERS, 2)
    scene.villages(LORDS, 3).hand(CHAOS, blank=1, horde=1).turn(CHAOS)
    assert scene.legal("attack") == ["attack 0 1"]
    scene.play("raid_tile blank", "raid_village 0 1", "raid_village 1 2")
    assert scene.state.pips_left == 3
    assert scene.legal() == ["pass", "raid_village 2 3"]
    scene.play("raid_village 2 3", "pass")
    assert scene.own_villages(LORDS) == {3: 1}
    assert scene.state.captured[0] == 3
    assert "pass" not in scene.legal()  # the fight is still to come


@pytest.mark.rule("BS-CHAOS-09", "BS-RAID-08", "BS-END-08", "BS-END-09")
def test_each_captured_village_brings_it_two_points_at_the_end() -> None:
    scene = horde().units(CHAOS, 0, horde=1).villages(LORDS, 0, 0, 1, 1).hand(CHAOS, horde=1)
    scene.units(CHAOS, 1, horde=1).units(HILL, 2, raider=1).villages(RIDERS, 2)
    for faction in TABLE[1:]:
        scene.regrouped(faction, 2)
    scene.regrouped(CHAOS, 1).bag(CHAOS).turn(CHAOS)
    scene.play("raid_tile horde", "raid_village 0 1", "raid_village 0 1", "pass")
    assert scene.vp(CHAOS) == 10
    scene.play("pass")
    while not scene.game.over:
        scene.play("pass")
    assert scene.vp(CHAOS, Source.CAPTURED_VILLAGES) == 8  # two raided, two taken at the end
    assert scene.vp(HILL, Source.CAPTURED_VILLAGES) == 1
    assert scene.game.scores == (18, 0, 1, 0)


# Moving, fighting, retreating, drawing


@pytest.mark.rule("BS-CHAOS-11", "BS-MOVE-23", "EX-12")
def test_two_leaders_and_a_unit_move_for_the_price_of_one() -> None:
    scene = horde(row_of("plains", "hills")).units(CHAOS, 0, leader=2, cavalry=1)
    scene.hand(CHAOS, horde=1).turn(CHAOS)  # 3 pips
    scene.move(0, "cavalry leader leader", "1", pay="horde")
    assert scene.force(CHAOS, 1) == {"cavalry": 1, "leader": 2}


@pytest.mark.rule("BS-CHAOS-11", "BS-MOD-06")
def test_horde_adds_one_in_attack_only() -> None:
    board = row_of("hills", "plains")
    scene = horde(board).units(CHAOS, 0, horde=4).units(LORDS, 0, skirmisher=1).turn(CHAOS)
    assert scene.fight(0, LORDS).logged(Event.CLASH)[0][:2] == [4, 0]
    scene = horde(board).units(CHAOS, 0, horde=4).units(LORDS, 0, swordsman=1).turn(LORDS)
    assert scene.fight(0, CHAOS).logged(Event.CLASH)[0][:2] == [1, 0]


@pytest.mark.rule("BS-CHAOS-11", "BS-DESERT-01")
def test_none_of_its_units_outlives_the_desert() -> None:
    scene = horde(row_of("desert", "plains")).units(CHAOS, 0, horde=1, cavalry=1, leader=1)
    scene.turn(CHAOS).play("pass")
    assert scene.logged(Event.DESERT) == [[0, 0, Unit.CAVALRY, Unit.HORDE, Unit.LEADER]]


@pytest.mark.rule("BS-CHAOS-12", "BS-RETREAT-02", "BS-RETREAT-03")
def test_it_retreats_to_its_own_units_and_to_empty_areas_only() -> None:
    board = small_map("plains plains plains plains plains", "0-1 0-2 0-3 0-4")
    scene = horde(board).units(CHAOS, 0, horde=2).units(LORDS, 0, swordsman=4)
    scene.units(CHAOS, 1, horde=1).units(HILL, 1, raider=1).villages(LORDS, 2)
    scene.units(HILL, 3, raider=1).turn(LORDS).combat_draws(HIGH, LOW).fight(0, CHAOS)
    assert scene.play("casualty horde").legal() == ["retreat 1", "retreat 4"]


@pytest.mark.rule("BS-REGROUP-09", "DX-22")
def test_it_counts_regroups_and_scores_nothing_for_them() -> None:
    scene = horde().units(CHAOS, 0, horde=1).bag(CHAOS).turn(CHAOS).play("pass")
    assert scene.logged(Event.REGROUP) == [[0, 1, 0]]
    assert scene.vp(CHAOS) == 10
    assert scene.state.regroups[0] == 1
    assert sum(scene.in_hand(CHAOS).values()) == 6


@pytest.mark.rule("BS-REGROUP-09", "BS-END-01")
def test_the_game_waits_for_its_regroups() -> None:
    scene = horde().units(CHAOS, 0, horde=1).regrouped(CHAOS, 1).regrouped(LORDS, 1)
    scene.regrouped(HILL, 2).regrouped(RIDERS, 2).bag(LORDS).turn(LORDS, Point.SETTLE).play("pass")
    assert scene.logged(Event.FINAL) == []
    scene.turn_begins(CHAOS).bag(CHAOS).play("pass")
    assert scene.logged(Event.FINAL) == [[0]]


# Coming back


WILD = small_map("plains forest hills desert mountains sea plains", "0-1 1-2 2-3 3-4 4-5 5-6")


@pytest.mark.rule("BS-CHAOS-13", "BS-CHAOS-14", "BS-WIPED-04")
def test_without_units_it_comes_back_in_any_empty_area_but_mountains() -> None:
    scene = horde(WILD).villages(LORDS, 6).hand(CHAOS, horde=1, ship=1).turn_begins(CHAOS)
    assert (scene.point, scene.decider) == (Point.REENTER, CHAOS)
    land = [f"reenter horde {area}" for area in (0, 1, 2, 3)]
    assert sorted(scene.legal()) == ["pass", *land, "reenter ship 5"]


@pytest.mark.rule("BS-CHAOS-13", "BS-GEN-05")
def test_areas_with_foreign_pieces_are_no_way_back() -> None:
    scene = horde(WILD).units(LORDS, 0, skirmisher=1).units(LORDS, 5, ship=1).villages(HILL, 1)
    scene.villages(RIDERS, 2).hand(CHAOS, horde=1, ship=1).turn_begins(CHAOS)
    assert sorted(scene.legal()) == ["pass", "reenter horde 3", "reenter horde 6"]


@pytest.mark.rule("BS-CHAOS-13", "BS-CHAOS-03")
def test_it_pays_the_normal_cost_and_then_plays_the_turn() -> None:
    scene = horde().hand(CHAOS, cavalry=1, blank=1, horde=2).turn_begins(CHAOS)
    scene.play("reenter cavalry 2", "discard blank")
    assert scene.logged(Event.REENTER) == [[0, Unit.CAVALRY, 2]]
    assert scene.in_discard(CHAOS) == {"blank": 1}
    assert scene.point is Point.MAIN
    assert scene.legal("build") == ["build horde 2"]  # one unit came back, others are built
    scene.play("build horde 2").move(2, "cavalry", "3", pay="horde")
    assert scene.force(CHAOS, 3) == {"cavalry": 1}
    assert phases(scene) == [Phase.MAIN]


@pytest.mark.rule("BS-CHAOS-13")
def test_tiles_it_cannot_pay_do_not_come_back() -> None:
    scene = horde().hand(CHAOS, leader=1, blank=1).turn_begins(CHAOS)
    assert scene.legal() == ["pass"]


@pytest.mark.rule("BS-CHAOS-13")
def test_with_one_unit_left_it_has_nothing_to_come_back_from() -> None:
    scene = horde().units(CHAOS, 0, horde=1).hand(CHAOS, horde=1).turn_begins(CHAOS)
    assert scene.point is Point.MAIN


@pytest.mark.rule("BS-CHAOS-16", "AMB-51", "BS-WIPED-04")
def test_it_may_stay_away_and_try_again_in_the_next_turn() -> None:
    scene = horde().hand(CHAOS, horde=1).turn_begins(CHAOS).play("pass")
    assert (scene.point, scene.legal()) == (Point.MAIN, ["pass"])
    scene.play("pass")
    assert sum(scene.in_hand(CHAOS).values()) == 6  # it draws as always
    scene.turn_begins(CHAOS)
    assert scene.point is Point.REENTER
    assert scene.logged(Event.ELIMINATED) == []


@pytest.mark.rule("BS-CHAOS-16", "AMB-51")
def test_without_a_tile_to_place_it_plays_on() -> None:
    scene = horde().hand(CHAOS, blank=2).turn_begins(CHAOS)
    assert scene.legal() == ["pass"]
    scene.play("pass", "pass")
    assert (scene.active, scene.logged(Event.ELIMINATED)) == (LORDS, [])


@pytest.mark.rule("BS-CHAOS-15", "BS-CHAOS-16", "AMB-51")
def test_with_an_empty_hand_it_stays_in_the_game_and_plays_on() -> None:
    scene = horde().turn_begins(CHAOS)
    assert (scene.point, scene.in_hand(CHAOS), scene.legal()) == (Point.REENTER, {}, ["pass"])
    scene.play("pass", "pass")
    assert (scene.active, scene.logged(Event.ELIMINATED)) == (LORDS, [])
    assert sum(scene.in_hand(CHAOS).values()) == 6  # it has drawn


@pytest.mark.rule("BS-CHAOS-15")
def test_a_full_hand_does_not_keep_it_in_the_game() -> None:
    scene = crowded_out().hand(CHAOS, horde=5).turn(RIDERS).play("pass", "pass")
    assert scene.logged(Event.ELIMINATED) == [[0]]
    assert scene.state.eliminated[:2].tolist() == [1, 0]


# Out of the game


def crowded_out() -> Scenario:
    """No area is empty when the turn of the unitless Horde begins; the Riders are active."""
    scene = horde(row_of("plains", "plains", "mountains", "plains")).hand(CHAOS, horde=1)
    scene.villages(LORDS, 0).villages(HILL, 1).units(HILL, 2, raider=1)
    return scene.units(RIDERS, 3, lizardman=1)


@pytest.mark.rule("BS-CHAOS-15")
def test_without_units_and_without_an_empty_area_it_is_out_of_the_game() -> None:
    scene = crowded_out().turn(RIDERS).play("pass", "pass")
    assert scene.logged(Event.ELIMINATED) == [[0]]
    assert [values[0] for values in scene.logged(Event.TURN)] == [0, 1]
    assert scene.active is LORDS
    scene.turn(RIDERS).play("pass", "pass")
    assert scene.active is LORDS  # its seat is passed over
    assert len(scene.logged(Event.ELIMINATED)) == 1


@pytest.mark.rule("BS-CHAOS-15", "BS-CHAOS-16")
def test_an_empty_mountain_keeps_it_in_the_game_although_nothing_goes_there() -> None:
    scene = horde(row_of("plains", "mountains")).villages(LORDS, 0).hand(CHAOS, horde=1)
    scene.turn_begins(CHAOS)
    assert (scene.point, scene.legal()) == (Point.REENTER, ["pass"])
    assert scene.logged(Event.ELIMINATED) == []


@pytest.mark.rule("AMB-39", "BS-CHAOS-15", "BS-END-01")
def test_an_eliminated_horde_does_not_hold_up_the_end_and_cannot_win() -> None:
    scene = crowded_out().scored(CHAOS, 30).scored(HILL, 5)
    for faction in TABLE[1:]:
        scene.regrouped(faction, 2)
    scene.regrouped(LORDS, 1).turn(RIDERS).play("pass", "pass")
    scene.bag(LORDS).turn(LORDS, Point.SETTLE).play("pass")
    assert scene.logged(Event.FINAL) == [[1]]
    while not scene.game.over:
        scene.play("pass")
    assert scene.game.ending is Ending.REGROUPS
    assert [values[0] for values in scene.logged(Event.FINAL_TURN)] == [2, 3, 1]
    assert scene.game.scores[0] == 40
    assert scene.game.winners == (2,)


@pytest.mark.rule("AMB-39", "BS-CHAOS-15", "BS-END-01", "BS-END-03")
def test_its_elimination_may_itself_end_the_game() -> None:
    scene = crowded_out()
    for faction in TABLE[1:]:
        scene.regrouped(faction, 2)
    scene.turn(RIDERS).play("pass", "pass")
    assert scene.logged_names()[-3:] == ["eliminated", "final", "final_turn"]
    assert (scene.active, scene.point) == (LORDS, Point.FINAL)
    while not scene.game.over:
        scene.play("pass")
    assert [values[0] for values in scene.logged(Event.FINAL_TURN)] == [1, 2, 3]
