"""The order of turns, phases and actions."""

from __future__ import annotations

import pytest

from bloodstones.games.bloodstones.engine.events import Phase
from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.events import Event
from tests.games.bloodstones.scenario import HIGH, HILL, LORDS, LOW, RIDERS, Scenario, row_of

FIELDS = row_of("plains", "plains", "plains", "plains")


@pytest.mark.rule("BS-TURN-01", "BS-SETUP-03")
def test_turns_pass_clockwise_one_by_one() -> None:
    scene = Scenario(RIDERS, LORDS, HILL, board=FIELDS).turn(RIDERS, Point.SETTLE).play("pass")
    for _ in range(4):
        scene.play("pass", "pass", "pass")
    assert [values[0] for values in scene.logged(Event.TURN)] == [1, 2, 0, 1, 2]
    assert scene.state.turn == 6


@pytest.mark.rule("BS-TURN-02", "BS-TURN-04")
def test_a_turn_is_raid_main_settle_draw_for_factions_without_undead() -> None:
    scene = Scenario(RIDERS, LORDS, board=FIELDS).turn(RIDERS, Point.SETTLE)
    scene.play("pass", "pass", "pass", "pass")
    phases = [values for values in scene.logged(Event.PHASE) if values[0] == 1]
    assert phases == [[1, Phase.RAID], [1, Phase.MAIN], [1, Phase.SETTLE], [1, Phase.DRAW]]


@pytest.mark.rule("BS-TURN-05", "EX-08")
def test_build_move_battle_and_build_again_in_one_phase() -> None:
    scene = Scenario(RIDERS, LORDS, board=FIELDS).citadel(RIDERS, 0).units(LORDS, 1, skirmisher=1)
    scene.hand(RIDERS, lizardman=1, swordsman=1, skirmisher=1, leader=1).turn(RIDERS)
    scene.play("build lizardman 0").move(0, "lizardman", "1", pay="skirmisher")
    scene.combat_draws(HIGH, LOW).play("attack 1 1", "pass", "pass")
    scene.play("casualty skirmisher", "build swordsman 0", "discard leader")
    assert scene.force(RIDERS, 0) == {"swordsman": 1, "citadel": 1}
    assert "pass" in scene.legal()


@pytest.mark.rule("BS-TURN-05")
def test_a_phase_without_any_action_is_legal() -> None:
    scene = Scenario(RIDERS, LORDS, board=FIELDS).citadel(RIDERS, 0).hand(RIDERS, skirmisher=1)
    scene.turn(RIDERS)
    assert scene.legal()[0] == "pass"
    scene.play("pass")
    assert scene.point is Point.SETTLE


@pytest.mark.rule("BS-TURN-06", "BS-COMBAT-45")
def test_the_main_phase_does_not_end_while_an_own_area_is_contested() -> None:
    scene = Scenario(RIDERS, LORDS, board=FIELDS).units(RIDERS, 0, swordsman=1)
    scene.units(LORDS, 0, skirmisher=1).units(RIDERS, 3, cavalry=1).hand(RIDERS, blank=1)
    scene.turn(RIDERS)
    assert "pass" not in scene.legal()
    assert scene.legal() == ["attack 0 1", "column 3"]  # other actions may come first
    scene.move(3, "cavalry", "2", pay="blank").play("attack 0 1", "withdraw 1")
    assert scene.legal("attack") == []
    assert "pass" in scene.legal()


@pytest.mark.rule("BS-TURN-06")
def test_contested_areas_of_others_do_not_hold_the_active_player() -> None:
    scene = Scenario(RIDERS, LORDS, HILL, board=FIELDS).units(LORDS, 0, swordsman=1)
    scene.units(HILL, 0, swordsman=1)
    assert scene.turn(RIDERS).legal() == ["pass"]


@pytest.mark.rule("BS-TURN-08", "BS-COMBAT-06")
def test_the_active_player_alone_attacks() -> None:
    scene = Scenario(RIDERS, LORDS, board=FIELDS).units(RIDERS, 0, swordsman=1)
    scene.units(LORDS, 0, swordsman=1).turn(LORDS)
    assert scene.legal() == ["attack 0 0"]
    scene.play("attack 0 0")
    assert scene.logged(Event.BATTLE) == [[1, 0, 0]]


@pytest.mark.rule("BS-GEN-11")
def test_no_decision_removes_an_own_piece_at_will() -> None:
    scene = Scenario(RIDERS, LORDS, board=FIELDS).villages(RIDERS, 0).units(RIDERS, 0, swordsman=1)
    scene.hand(RIDERS, blank=1, skirmisher=1).turn(RIDERS)
    assert scene.legal() == ["pass", "build skirmisher 0", "column 0"]


@pytest.mark.rule("BS-TILE-06")
def test_a_hand_tile_is_built_paid_with_spent_for_its_pips_or_swapped_in() -> None:
    def scene(point: Point = Point.MAIN) -> Scenario:
        made = Scenario(RIDERS, LORDS, board=FIELDS).units(RIDERS, 1, cavalry=1).citadel(RIDERS, 0)
        return made.hand(RIDERS, swordsman=1, blank=1).villages(LORDS, 1).turn(RIDERS, point)

    assert scene().legal() == ["pass", "build swordsman 0", "column 1"]
    built = scene().play("build swordsman 0")
    assert built.legal() == ["discard blank"]
    marching = scene().play("column 1", "select cavalry", "march 2", "end_move")
    assert marching.legal() == ["pay swordsman", "pay blank"]
    assert scene(Point.RAID).legal() == ["pass", "raid_tile swordsman", "raid_tile blank"]
    assert scene(Point.SETTLE).legal() == ["pass", "settle_tile swordsman", "settle_tile blank"]
    fighting = scene().units(LORDS, 1, skirmisher=1).combat_draws(HIGH, LOW)
    fighting.play("attack 1 1")
    assert {swap.rpartition(" ")[2] for swap in fighting.legal("swap")} == {"swordsman", "blank"}
    for spent in (built.play("discard blank"), marching.play("pay blank")):
        assert spent.in_discard(RIDERS) == {"blank": 1}


@pytest.mark.rule("BS-RETREAT-15", "BS-TURN-01")
def test_the_ban_on_areas_left_is_lifted_for_the_next_turn() -> None:
    scene = Scenario(RIDERS, LORDS, board=FIELDS).units(RIDERS, 0, swordsman=1)
    scene.units(LORDS, 0, swordsman=1).turn(RIDERS).play("attack 0 1", "withdraw 1")
    assert scene.state.left_area[0] == 0b10
    scene.play("pass", "pass")
    assert not scene.state.left_area.any()
