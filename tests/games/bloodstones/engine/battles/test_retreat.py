"""Withdrawal and retreat: where a force may go, and who cannot follow."""

from __future__ import annotations

import pytest

from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Unit
from tests.games.bloodstones.scenario import (
    HIGH,
    HILL,
    LORDS,
    LOW,
    RIDERS,
    Scenario,
    row_of,
    small_map,
)

# Area 0, where the fight is, with neighbours 1 to 6.
STAR = "0-1 0-2 0-3 0-4 0-5 0-6"
PLAINS_STAR = small_map("plains plains plains plains plains plains plains", STAR)
TERRAIN_STAR = small_map("plains sea plains forest hills mountains desert", STAR)


def beaten(loser, board, *others, **force: int) -> Scenario:
    """`loser` is about to be attacked by the Horse Lords (or Riders) in area 0 and to lose."""
    winner = LORDS if loser is not LORDS else RIDERS
    scene = Scenario(winner, loser, *others, board=board).units(winner, 0, swordsman=4, leader=1)
    scene.units(loser, 0, **force).combat_draws(HIGH, LOW)
    return scene


def lose(scene: Scenario, *casualty: str) -> Scenario:
    scene.turn(scene.line_up[0]).fight(0, scene.line_up[1])
    return scene.play(*(f"casualty {unit}" for unit in casualty))


@pytest.mark.rule("BS-RETREAT-02", "BS-RETREAT-03", "BS-RETREAT-04", "EX-18", "BS-GEN-05")
def test_refuges_are_empty_areas_and_areas_with_an_own_piece() -> None:
    scene = beaten(HILL, PLAINS_STAR, RIDERS, raider=2)
    scene.villages(HILL, 2).units(HILL, 3, skirmisher=1)  # own pieces
    scene.villages(LORDS, 4).units(RIDERS, 5, skirmisher=1)  # other players' pieces only
    scene.villages(HILL, 6).units(RIDERS, 6, lizardman=1)  # an own village with an enemy unit
    lose(scene, "raider")
    assert scene.legal() == ["retreat 1", "retreat 2", "retreat 3", "retreat 6"]


@pytest.mark.rule("BS-RETREAT-02", "BS-COMBAT-07")
def test_a_withdrawal_has_the_same_refuges() -> None:
    scene = beaten(HILL, PLAINS_STAR, RIDERS, raider=2).villages(HILL, 2).villages(LORDS, 4)
    scene.turn(LORDS).play("attack 0 1")
    assert scene.legal() == [
        "pass",
        "withdraw 1",
        "withdraw 2",
        "withdraw 3",
        "withdraw 5",
        "withdraw 6",
    ]


@pytest.mark.rule("BS-RETREAT-04")
def test_own_units_make_a_refuge_of_an_area_with_enemy_units() -> None:
    scene = beaten(HILL, row_of("plains", "plains"), RIDERS, raider=2)
    scene.units(HILL, 1, skirmisher=1).units(RIDERS, 1, lizardman=2)
    assert lose(scene, "raider").legal() == ["retreat 1"]
    scene.play("retreat 1")
    assert scene.force(HILL, 1) == {"raider": 1, "skirmisher": 1}


@pytest.mark.rule("BS-RETREAT-10", "BS-RETREAT-11", "BS-HILL-03")
@pytest.mark.parametrize(
    ("loser", "unit", "refuges"),
    [
        (RIDERS, "swordsman", [2, 3, 4, 6]),
        (RIDERS, "dragon", [1, 2, 3, 4, 5, 6]),
        (HILL, "cavalry", [2, 3, 4, 5, 6]),
        (LORDS, "leader", [2, 3, 4, 6]),
    ],
)
def test_terrain_limits_of_a_retreat_are_those_of_movement(loser, unit, refuges) -> None:
    scene = beaten(loser, TERRAIN_STAR, skirmisher=1, **{unit: 1})
    lose(scene, "skirmisher")
    assert scene.legal() == [f"retreat {area}" for area in refuges]


@pytest.mark.rule("BS-RETREAT-10", "BS-COMBAT-02")
def test_ships_retreat_to_seas_only() -> None:
    board = small_map("sea sea plains sea", "0-1 0-2 1-3 0-3")
    scene = Scenario(LORDS, HILL, board=board).units(LORDS, 0, ship=4).units(HILL, 0, ship=2)
    scene.turn(LORDS).combat_draws(HIGH, LOW).fight(0, HILL).play("casualty ship")
    assert scene.legal() == ["retreat 1", "retreat 3"]


@pytest.mark.rule("BS-RETREAT-08", "BS-RETREAT-09", "BS-COMBAT-33", "DX-24")
def test_units_that_cannot_follow_are_removed_and_bring_no_more_points() -> None:
    scene = beaten(RIDERS, row_of("plains", "mountains", "plains"), dragon=1, cavalry=2)
    lose(scene, "cavalry").play("retreat 1")
    assert scene.force(RIDERS, 1) == {"dragon": 1}
    assert scene.in_discard(RIDERS) == {"cavalry": 2}
    assert scene.vp(LORDS) == 3
    assert scene.logged(Event.RETREAT) == [[1, 0, 1, 0, Unit.CAVALRY]]


@pytest.mark.rule("BS-RETREAT-09", "BS-RETREAT-08")
def test_a_partial_refuge_may_be_chosen_although_a_full_one_exists() -> None:
    board = small_map("plains mountains plains", "0-1 0-2")
    scene = beaten(RIDERS, board, dragon=1, cavalry=2)
    lose(scene, "cavalry")
    assert scene.legal() == ["retreat 1", "retreat 2"]


@pytest.mark.rule("BS-RETREAT-09")
def test_a_refuge_that_no_unit_can_enter_is_not_offered() -> None:
    board = small_map("plains mountains sea desert", "0-1 0-2 0-3")
    scene = beaten(RIDERS, board, cavalry=2)
    lose(scene, "cavalry")
    assert scene.legal() == ["retreat 3"]


@pytest.mark.rule("BS-COMBAT-38", "BS-RETREAT-16", "DX-18")
def test_a_loser_with_nowhere_to_go_loses_all_and_the_points_stay() -> None:
    scene = beaten(RIDERS, row_of("plains", "mountains"), cavalry=2, swordsman=2)
    lose(scene, "swordsman")
    assert scene.point is Point.MAIN
    assert scene.force(RIDERS, 0) == {}
    assert scene.in_discard(RIDERS) == {"swordsman": 2, "cavalry": 2}
    assert scene.vp(LORDS) == 4
    lost = [Unit.SWORDSMAN, Unit.CAVALRY, Unit.CAVALRY]
    assert scene.logged(Event.RETREAT) == [[1, 0, -1, 0, *lost]]


@pytest.mark.rule("BS-RETREAT-07")
def test_the_whole_force_goes_to_one_area() -> None:
    scene = beaten(HILL, PLAINS_STAR, raider=2, giant=1, leader=1)
    lose(scene, "raider").play("retreat 4")
    assert scene.force(HILL, 4) == {"raider": 1, "leader": 1, "giant": 1}
    assert scene.point is Point.MAIN


@pytest.mark.rule("BS-RETREAT-01")
def test_retreating_costs_no_tiles() -> None:
    scene = beaten(HILL, PLAINS_STAR, raider=2).hand(HILL, blank=1)
    lose(scene, "raider").play("retreat 4")
    assert scene.in_hand(HILL) == {"blank": 1}


@pytest.mark.rule("BS-RETREAT-04", "BS-RETREAT-05", "BS-TURN-06")
def test_the_active_player_must_attack_fugitives_that_come_to_its_area() -> None:
    scene = beaten(HILL, PLAINS_STAR, raider=2).villages(HILL, 1).units(LORDS, 1, skirmisher=1)
    lose(scene, "raider").play("retreat 1")
    assert scene.legal() == ["attack 1 1"]


@pytest.mark.rule("BS-RETREAT-04", "BS-RETREAT-05", "DX-20")
@pytest.mark.parametrize(("order", "attacker"), [((LORDS, HILL, RIDERS), HILL)])
def test_whoever_of_the_two_is_active_next_must_attack(order, attacker) -> None:
    scene = Scenario(*order, board=row_of("plains", "plains")).villages(HILL, 1)
    scene.units(LORDS, 0, swordsman=4).units(HILL, 0, raider=2).units(RIDERS, 1, swordsman=1)
    scene.turn(LORDS).combat_draws(HIGH, LOW).fight(0, HILL).play("casualty raider", "retreat 1")
    assert "pass" in scene.legal()  # the Horse Lords are not among the two
    scene.play("pass", "pass", "pass")
    assert (scene.active, scene.legal()) == (attacker, ["attack 1 2"])


@pytest.mark.rule("BS-RETREAT-06")
def test_the_area_the_attacker_came_from_is_legal() -> None:
    scene = Scenario(LORDS, HILL, board=row_of("plains", "plains")).units(LORDS, 1, swordsman=2)
    scene.units(HILL, 0, raider=2).hand(LORDS, skirmisher=1).turn(LORDS)
    scene.move(1, "swordsman swordsman", "0", pay="skirmisher").play("attack 0 1")
    assert scene.legal() == ["pass", "withdraw 1"]


@pytest.mark.rule("BS-RETREAT-12", "BS-MOVE-15")
def test_a_force_goes_over_its_own_ships_to_a_refuge_beyond() -> None:
    board = small_map("plains sea sea plains plains", "0-1 1-2 2-3 2-4")
    scene = beaten(HILL, board, raider=2).units(HILL, 1, ship=1).units(HILL, 2, ship=1)
    scene.villages(LORDS, 4)
    lose(scene, "raider")
    assert scene.legal() == ["retreat 3 by ship"]
    scene.play("retreat 3 by ship")
    assert scene.logged(Event.RETREAT) == [[1, 0, 3, 2, 1, 2]]
    assert scene.force(HILL, 3) == {"raider": 1}


@pytest.mark.rule("BS-RETREAT-13", "BS-MOVE-17")
def test_a_contested_sea_carries_no_fugitives() -> None:
    board = small_map("plains sea plains", "0-1 1-2")
    scene = beaten(HILL, board, raider=2).units(HILL, 1, ship=1).units(LORDS, 1, ship=1)
    lose(scene, "raider")
    assert scene.logged(Event.RETREAT) == [[1, 0, -1, 0, Unit.RAIDER]]


@pytest.mark.rule("BS-RETREAT-12", "BS-RETREAT-08")
def test_a_dragon_may_retreat_by_ship_to_a_sea_and_leave_the_others() -> None:
    board = small_map("plains sea sea plains", "0-1 1-2 2-3")
    scene = beaten(RIDERS, board, dragon=1, cavalry=2).units(RIDERS, 1, ship=1)
    lose(scene, "cavalry")
    assert scene.legal() == ["retreat 1", "retreat 2 by ship"]
    scene.play("retreat 2 by ship")
    assert scene.force(RIDERS, 2) == {"dragon": 1}
    assert scene.in_discard(RIDERS) == {"cavalry": 2}


@pytest.mark.rule("BS-RETREAT-12")
def test_ships_use_no_route_to_retreat() -> None:
    board = small_map("sea sea sea plains", "0-1 1-2 2-3")
    scene = Scenario(LORDS, HILL, board=board).units(LORDS, 0, ship=4).units(HILL, 0, ship=2)
    scene.units(HILL, 1, ship=1).turn(LORDS).combat_draws(HIGH, LOW).fight(0, HILL)
    scene.play("casualty ship")
    assert scene.legal() == ["retreat 1"]


@pytest.mark.rule("BS-RETREAT-08", "BS-RETREAT-12", "AMB-46")
def test_ships_are_lost_where_a_dragon_retreats_over_a_ship_route() -> None:
    board = row_of("sea", "sea", "sea", "plains")
    scene = Scenario(LORDS, RIDERS, board=board).units(LORDS, 0, ship=4)
    scene.units(RIDERS, 0, dragon=1, ship=2).units(RIDERS, 1, ship=1)
    scene.turn(LORDS).combat_draws(HIGH, LOW).fight(0, RIDERS).play("casualty ship")
    assert scene.legal() == ["retreat 1", "retreat 2 by ship"]
    scene.play("retreat 2 by ship")
    assert scene.force(RIDERS, 2) == {"dragon": 1}
    assert scene.in_discard(RIDERS) == {"ship": 2}  # the casualty and the one that cannot follow
    assert scene.force(RIDERS, 1) == {"ship": 1}


@pytest.mark.rule("BS-RETREAT-14", "BS-COMBAT-36")
def test_castles_do_not_retreat() -> None:
    scene = beaten(HILL, PLAINS_STAR, castle=1, raider=1)
    lose(scene).play("retreat 1")
    assert scene.force(HILL, 1) == {"raider": 1}


@pytest.mark.rule("BS-RETREAT-15", "DX-19")
def test_nobody_goes_back_into_an_area_left_in_the_same_turn() -> None:
    scene = Scenario(LORDS, HILL, board=row_of("plains", "plains", "plains"))
    scene.units(LORDS, 0, cavalry=1, swordsman=4).units(HILL, 0, cavalry=1, raider=2)
    scene.hand(LORDS, castle=2).turn(LORDS).play("attack 0 1", "withdraw 1")
    scene.move(0, "swordsman swordsman swordsman swordsman", "1", pay="castle")
    scene.move(0, "cavalry", "1", pay="castle")  # area 0 is empty now
    scene.play("attack 1 1")
    assert scene.legal() == ["pass", "withdraw 2"]


@pytest.mark.rule("BS-RETREAT-15")
def test_the_ban_holds_after_a_retreat_and_ends_with_the_turn() -> None:
    scene = Scenario(LORDS, HILL, board=row_of("plains", "plains")).units(HILL, 0, raider=3)
    scene.units(LORDS, 0, swordsman=4).hand(LORDS, castle=2).turn(LORDS)
    scene.combat_draws([HIGH, HIGH], [(2, 2, 3), (2, 2, 3)])
    scene.fight(0, HILL).play("casualty raider", "retreat 1")
    assert scene.state.left_area[0] != 0
    scene.move(0, "swordsman swordsman swordsman swordsman", "1", pay="castle").fight(1, HILL)
    scene.play("casualty raider")
    assert scene.logged(Event.RETREAT)[-1][2] == -1  # area 0 is empty but was left this turn
    scene.play("pass", "pass")
    assert scene.active is HILL
    assert not scene.state.left_area.any()


@pytest.mark.rule("BS-RETREAT-15")
def test_the_ban_is_the_fugitives_alone() -> None:
    scene = Scenario(LORDS, HILL, RIDERS, board=row_of("plains", "plains", "sea"))
    scene.units(LORDS, 0, swordsman=2).units(HILL, 0, raider=1).units(LORDS, 1, swordsman=2)
    scene.units(RIDERS, 1, lizardman=2).villages(RIDERS, 0).turn(LORDS)
    scene.villages(HILL, 1)
    scene.play("attack 0 1", "withdraw 1").combat_draws(HIGH, LOW)
    scene.play("attack 1 2")
    assert scene.legal() == ["pass", "withdraw 0"]  # the Riders have not left area 0


@pytest.mark.rule("BS-RETREAT-15", "AMB-29")
def test_a_second_players_flight_leaves_the_ban_on_the_first() -> None:
    board = small_map("plains plains plains plains", "0-1 0-2 1-3")
    scene = Scenario(LORDS, HILL, RIDERS, board=board).units(LORDS, 0, swordsman=1)
    scene.units(HILL, 0, raider=1).units(RIDERS, 0, lizardman=1).hand(LORDS, skirmisher=1)
    scene.turn(LORDS).play("attack 0 1", "withdraw 1", "attack 0 2", "withdraw 2")
    scene.move(0, "swordsman", "1", pay="skirmisher").play("attack 1 1")
    assert scene.legal() == ["pass", "withdraw 3"]  # area 0 is empty, but was left this turn


@pytest.mark.rule("BS-RETREAT-08", "BS-RETREAT-18")
def test_units_lost_in_a_withdrawal_score_nothing() -> None:
    scene = beaten(RIDERS, row_of("plains", "mountains"), dragon=1, cavalry=2)
    scene.turn(LORDS).play("attack 0 1", "withdraw 1")
    assert scene.vp(LORDS) == 0
    assert scene.in_discard(RIDERS) == {"cavalry": 2}
    assert scene.logged(Event.WITHDRAW) == [[1, 0, 1, 0, Unit.CAVALRY, Unit.CAVALRY]]


@pytest.mark.rule("BS-RETREAT-11", "BS-DESERT-02")
def test_fugitives_in_a_desert_wait_for_their_own_phase_five() -> None:
    scene = beaten(HILL, row_of("plains", "desert"), raider=2)
    lose(scene, "raider").play("retreat 1", "pass", "pass")
    assert scene.active is HILL
    assert scene.force(HILL, 1) == {"raider": 1}
    scene.play("pass", "pass", "pass")
    assert scene.force(HILL, 1) == {}


@pytest.mark.rule("BS-RETREAT-02")
def test_two_areas_away_is_no_refuge() -> None:
    scene = beaten(HILL, row_of("plains", "mountains", "plains"), raider=2).villages(LORDS, 2)
    lose(scene, "raider")
    assert scene.legal() == ["retreat 1"]


@pytest.mark.rule("BS-RETREAT-15", "BS-RETREAT-16", "BS-COMBAT-38")
@pytest.mark.parametrize("ships", [1, 2])
def test_a_force_that_is_lost_has_not_left_the_area(ships: int) -> None:
    board = small_map("sea plains sea", "0-1 0-2")
    scene = Scenario(LORDS, RIDERS, board=board).units(LORDS, 0, ship=3).units(LORDS, 2, ship=1)
    scene.units(RIDERS, 0, ship=ships).units(RIDERS, 1, dragon=1, lizardman=1)
    scene.units(LORDS, 1, leader=2, swordsman=6).hand(LORDS, skirmisher=3).turn(LORDS)
    scene.combat_draws([HIGH, HIGH], [(2, 2, 3), (2, 2, 3)]).fight(0, RIDERS).play("casualty ship")
    assert scene.force(RIDERS, 0) == {}  # with two ships the second has nowhere to retreat to
    scene.move(0, "ship ship ship", "2", pay="skirmisher skirmisher").fight(1, RIDERS)
    scene.play("casualty lizardman")
    assert scene.legal() == ["retreat 0"]  # empty, and nobody has retreated from it
    assert not [values for values in scene.logged(Event.RETREAT) if values[2] >= 0]
