"""The end: final battles, final captures, tie-breaks."""

from __future__ import annotations

import pytest

from bloodstones.games.bloodstones.engine.state import Ending, Point, Source
from bloodstones.games.bloodstones.events import Event
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

FIELDS = row_of(*["plains"] * 6)


def last_turn(*line_up, board=FIELDS) -> Scenario:
    """The first seat is about to make the last regroup needed by anybody."""
    scene = Scenario(*line_up, board=board)
    needed = int(scene.game.tables.regroups)
    for faction in line_up:
        scene.regrouped(faction, needed)
    return scene.regrouped(line_up[0], needed - 1)


def finish(scene: Scenario) -> Scenario:
    """Let the first seat regroup, then pass through the final turns."""
    scene.bag(scene.line_up[0]).turn(scene.line_up[0], Point.SETTLE).play("pass")
    return finish_turns(scene)


def finish_turns(scene: Scenario) -> Scenario:
    while not scene.game.over and scene.legal() == ["pass"]:
        scene.play("pass")
    return scene


@pytest.mark.rule("BS-END-01", "BS-END-02", "BS-TURN-01", "BS-REGROUP-05")
def test_the_game_ends_with_the_regroup_that_completes_the_condition() -> None:
    scene = last_turn(RIDERS, LORDS, HILL).villages(RIDERS, 0, 0).bag(RIDERS)
    scene.turn(RIDERS, Point.SETTLE).play("pass")
    assert scene.logged(Event.REGROUP) == [[0, 2, 2]]  # it scores
    assert sum(scene.in_hand(RIDERS).values()) == 6  # and the drawing is finished
    assert scene.logged(Event.FINAL) == [[0]]
    assert scene.logged(Event.TURN) == []  # nobody has another turn
    assert scene.point is Point.FINAL


@pytest.mark.rule("BS-END-01")
@pytest.mark.parametrize("behind", [LORDS, HILL])
def test_while_one_player_has_to_regroup_the_game_goes_on(behind) -> None:
    scene = last_turn(RIDERS, LORDS, HILL).regrouped(behind, 1).bag(RIDERS)
    scene.turn(RIDERS, Point.SETTLE).play("pass")
    assert scene.logged(Event.FINAL) == []
    assert (scene.active, scene.point) == (LORDS, Point.RAID)


@pytest.mark.rule("BS-END-03", "BS-END-06")
@pytest.mark.parametrize("finisher", [0, 1, 2])
def test_final_turns_begin_at_the_left_of_the_finisher_and_end_with_it(finisher: int) -> None:
    scene = Scenario(RIDERS, LORDS, HILL, board=FIELDS)
    for faction in scene.line_up:
        scene.regrouped(faction, 2)
    last = scene.line_up[finisher]
    scene.regrouped(last, 1).bag(last).turn(last, Point.SETTLE).play("pass")
    while not scene.game.over:
        scene.play("pass")
    order = [values[0] for values in scene.logged(Event.FINAL_TURN)]
    assert order == [(finisher + 1) % 3, (finisher + 2) % 3, finisher]


# Only with three players and more can an area be contested when a turn ends: by the two others.


@pytest.mark.rule("BS-END-04", "BS-COMBAT-43", "BS-GEN-18")
def test_in_a_final_turn_only_the_remaining_battles_are_fought_and_the_hand_refilled() -> None:
    scene = last_turn(RIDERS, LORDS, HILL).units(LORDS, 2, leader=2, swordsman=2).villages(LORDS, 4)
    scene.units(HILL, 2, raider=2).units(LORDS, 3, cavalry=1).hand(LORDS, skirmisher=3).bag(RIDERS)
    scene.turn(RIDERS, Point.SETTLE).play("pass")
    assert (scene.active, scene.point) == (LORDS, Point.FINAL)
    assert scene.legal() == ["attack 2 2"]  # no pass, no move, no build
    scene.combat_draws(HIGH, LOW).fight(2, HILL).play("casualty raider", "retreat 1")
    assert scene.vp(LORDS, Source.BATTLES) == 2
    assert scene.legal() == ["pass"]
    scene.play("pass")
    assert sum(scene.in_hand(LORDS).values()) == 7
    assert scene.active is HILL


@pytest.mark.rule("BS-END-05")
def test_final_battles_know_withdrawals_and_swaps() -> None:
    scene = last_turn(RIDERS, LORDS, HILL).units(LORDS, 2, swordsman=1).units(HILL, 2, raider=1)
    scene.units(LORDS, 4, swordsman=1).units(HILL, 4, castle=1).hand(HILL, blank=1).bag(RIDERS)
    scene.turn(RIDERS, Point.SETTLE).play("pass", "attack 2 2")
    assert (scene.point, scene.decider) == (Point.WITHDRAW, HILL)
    scene.play("withdraw 1", "attack 4 2")
    assert (scene.point, scene.decider) == (Point.SWAP, HILL)
    scene.play("pass")
    assert scene.logged(Event.FINAL_TURN) == [[1]]


@pytest.mark.rule("BS-END-06", "BS-RETREAT-05", "BS-RETREAT-04")
def test_the_round_repeats_until_no_area_is_contested() -> None:
    # Each battle of the first round drives the loser onto somebody whose step is over or to come.
    scene = last_turn(RIDERS, LORDS, HILL)
    scene.units(LORDS, 0, swordsman=1).units(HILL, 0, raider=2).villages(HILL, 1)
    scene.units(RIDERS, 1, swordsman=2).villages(RIDERS, 2).units(LORDS, 2, skirmisher=2)
    scene.villages(LORDS, 3).units(HILL, 3, giant=1).bag(RIDERS)
    scene.turn(RIDERS, Point.SETTLE).play("pass")
    scene.combat_draws(HIGH, LOW).fight(0, HILL).play("casualty raider", "retreat 1", "pass")
    assert (scene.active, scene.legal()) == (HILL, ["attack 1 0"])
    scene.combat_draws(HIGH, LOW).fight(1, RIDERS).play("casualty swordsman", "retreat 2", "pass")
    assert (scene.active, scene.legal()) == (RIDERS, ["attack 2 1"])
    scene.combat_draws(HIGH, LOW).fight(2, LORDS).play("casualty skirmisher", "retreat 3", "pass")
    assert (scene.active, scene.legal()) == (LORDS, ["attack 3 2"])  # the second round
    scene.combat_draws(LOW, HIGH).fight(3, HILL).play("casualty skirmisher", "pass")
    assert scene.game.over
    assert [values[0] for values in scene.logged(Event.FINAL_TURN)] == [1, 2, 0, 1]


@pytest.mark.rule("BS-RETREAT-15", "BS-END-04")
def test_each_final_turn_is_a_turn_of_its_own_for_the_ban_on_areas_left() -> None:
    scene = last_turn(RIDERS, LORDS, HILL).units(LORDS, 0, swordsman=1).units(HILL, 0, raider=1)
    scene.bag(RIDERS).turn(RIDERS, Point.SETTLE).play("pass", "attack 0 2", "withdraw 1")
    assert scene.state.left_area[0] == 0b100
    scene.play("pass")
    assert scene.active is HILL
    assert not scene.state.left_area.any()


@pytest.mark.rule("BS-END-07", "BS-REGROUP-06")
def test_a_refill_in_the_final_turns_recycles_and_scores_nothing() -> None:
    scene = last_turn(RIDERS, LORDS).villages(LORDS, 0, 0).bag(LORDS)
    finish(scene)
    assert scene.logged(Event.REGROUP)[-1] == [1, 4, 0]
    assert scene.vp(LORDS) == 0
    assert sum(scene.in_hand(LORDS).values()) == 7


@pytest.mark.rule("BS-END-08", "BS-END-09", "BS-END-10", "BS-RAID-08")
def test_at_the_end_units_capture_all_enemy_villages_around_them_free() -> None:
    scene = last_turn(RIDERS, LORDS).villages(LORDS, 0, 0, 1, 2).villages(RIDERS, 3)
    scene.units(RIDERS, 0, skirmisher=1).units(RIDERS, 1, castle=1)
    finish(scene)
    assert scene.logged(Event.FINAL_CAPTURE) == [[0, 0, 1, 0, 1, 1, 1]]
    assert scene.vp(RIDERS, Source.CAPTURED_VILLAGES) == 3
    assert scene.own_villages(LORDS) == {2: 1}
    assert scene.vp(RIDERS) == 3 + 1  # the regroup scored the own village once
    assert scene.vp(LORDS) == 0  # a village left on the map scores nothing


@pytest.mark.rule("BS-END-09", "BS-COMBAT-37")
def test_a_captured_citadel_scores_five_at_the_end() -> None:
    scene = last_turn(RIDERS, LORDS).citadel(LORDS, 2).units(RIDERS, 2, dragon=2).bag(RIDERS)
    scene.turn(RIDERS).combat_draws(HIGH, LOW).fight(2, LORDS)
    assert scene.vp(RIDERS) == 1
    scene.play("pass")
    finish(scene)
    assert scene.vp(RIDERS, Source.CAPTURED_CITADELS) == 5
    assert scene.vp(RIDERS) == 6
    assert scene.game.winners == (0,)


@pytest.mark.rule("BS-END-05", "BS-END-08", "BS-DRAGON-05", "DX-23")
def test_a_dragon_that_won_a_final_battle_alone_captures_nothing() -> None:
    scene = last_turn(LORDS, RIDERS, HILL).units(RIDERS, 2, dragon=1).units(HILL, 2, skirmisher=1)
    scene.villages(HILL, 2, 2).hand(RIDERS, skirmisher=4, lizardman=2).bag(LORDS)
    scene.turn(LORDS, Point.SETTLE).play("pass")
    scene.combat_draws(HIGH, LOW).fight(2, HILL).play("casualty skirmisher")
    assert scene.in_discard(RIDERS) == {"dragon": 1}
    finish_turns(scene)
    assert scene.game.over
    assert scene.logged(Event.FINAL_CAPTURE) == []
    assert scene.own_villages(HILL) == {2: 2}
    assert scene.vp(RIDERS) == 1


@pytest.mark.rule("BS-END-08", "BS-DRAGON-06")
def test_a_dragon_captures_villages_at_the_end_and_stays() -> None:
    scene = last_turn(RIDERS, LORDS).units(RIDERS, 2, dragon=1).villages(LORDS, 2)
    finish(scene)
    assert scene.vp(RIDERS, Source.CAPTURED_VILLAGES) == 1
    assert scene.force(RIDERS, 2) == {"dragon": 1}


@pytest.mark.rule("BS-END-11", "BS-GEN-07")
def test_the_highest_score_wins() -> None:
    scene = last_turn(RIDERS, LORDS, HILL).scored(LORDS, 9).scored(HILL, 8)
    assert finish(scene).game.winners == (1,)
    assert scene.game.ending is Ending.REGROUPS


@pytest.mark.rule("BS-END-11", "BS-END-09")
def test_points_of_every_source_make_the_highest_score() -> None:
    scene = last_turn(RIDERS, LORDS, HILL).scored(RIDERS, 2).scored(HILL, 1)
    scene.villages(HILL, 0, 0, 1).units(LORDS, 0, skirmisher=1).units(LORDS, 1, skirmisher=1)
    assert finish(scene).game.scores == (2, 3, 1)
    assert scene.game.winners == (1,)  # of battles it has won none
    assert scene.game.state.rank[:3].tolist() == [2, 1, 3]


@pytest.mark.rule("BS-END-12", "DX-27")
def test_the_first_tie_break_is_the_own_villages_on_the_map() -> None:
    scene = last_turn(RIDERS, LORDS, board=row_of(*["plains"] * 10))
    scene.villages(LORDS, 0, 0, 1, 1, 2, 2, 3, 3, 4).villages(RIDERS, 5, 5, 6, 6, 7, 7, 8, 8)
    scene.scored(LORDS, 8)  # the last regroup of the Riders scores their 8 villages
    assert finish(scene).game.scores == (8, 8)
    assert scene.game.winners == (1,)


@pytest.mark.rule("BS-END-13")
def test_the_second_tie_break_is_the_points_from_captures() -> None:
    scene = last_turn(RIDERS, LORDS, HILL).villages(HILL, 0).units(LORDS, 0, skirmisher=1)
    scene.scored(RIDERS, 4).scored(LORDS, 3).scored(HILL, 1)
    assert finish(scene).game.scores == (4, 4, 1)
    assert scene.game.winners == (1,)


@pytest.mark.rule("BS-END-13", "BS-END-09")
def test_a_captured_citadel_counts_for_the_second_tie_break() -> None:
    scene = last_turn(RIDERS, LORDS, HILL).citadel(HILL, 0).units(LORDS, 0, swordsman=4)
    scene.scored(RIDERS, 6).bag(RIDERS).turn(RIDERS, Point.SETTLE).play("pass")
    scene.combat_draws(HIGH, LOW).fight(0, HILL)
    assert finish_turns(scene).game.scores == (6, 6, 0)  # 1 for the battle and 5 for the citadel
    assert scene.vp(LORDS, Source.CAPTURED_CITADELS) == 5
    assert scene.game.winners == (1,)


@pytest.mark.rule("BS-END-14")
def test_players_still_tied_share_the_victory() -> None:
    scene = last_turn(RIDERS, LORDS, HILL).scored(RIDERS, 4).scored(HILL, 4).scored(LORDS, 3)
    assert finish(scene).game.winners == (0, 2)


@pytest.mark.rule("BS-END-12")
def test_villages_captured_at_the_end_do_not_count_for_the_tie_break() -> None:
    scene = last_turn(RIDERS, LORDS, HILL).villages(LORDS, 0, 0, 1).villages(HILL, 2, 2)
    scene.units(RIDERS, 0, skirmisher=1).scored(LORDS, 2).scored(HILL, 2)
    assert finish(scene).game.scores == (2, 2, 2)
    assert scene.game.winners == (2,)  # 2 villages against 1 and 0


def test_the_turn_limit_stops_a_playthrough_without_captures() -> None:
    scene = Scenario(RIDERS, LORDS, board=FIELDS, turn_limit=1).villages(LORDS, 0)
    scene.units(RIDERS, 0, skirmisher=1).scored(LORDS, 2).turn(RIDERS, Point.SETTLE).play("pass")
    assert scene.game.over
    assert scene.game.ending is Ending.TURN_LIMIT
    assert scene.game.scores == (0, 2)
    assert scene.logged(Event.FINAL_CAPTURE) == scene.logged(Event.FINAL) == []


@pytest.mark.rule("BS-END-06", "AMB-38")
def test_the_turn_limit_stops_rounds_of_final_battles() -> None:
    scene = Scenario(RIDERS, LORDS, HILL, board=FIELDS, turn_limit=3)
    scene.units(RIDERS, 0, cavalry=1).units(LORDS, 0, cavalry=1)
    scene.state.finisher, scene.state.final_steps = 2, 3
    scene.state.ending = Ending.REGROUPS
    scene.turn(HILL, Point.FINAL).play("pass")
    assert scene.game.over
    assert scene.game.ending is Ending.TURN_LIMIT
    assert scene.logged(Event.FINAL_TURN) == []


@pytest.mark.rule("BS-COMBAT-02", "BS-END-04")
def test_final_battles_are_fought_at_sea_too() -> None:
    board = small_map("plains sea sea", "0-1 1-2")
    scene = last_turn(RIDERS, LORDS, HILL, board=board).units(HILL, 1, ship=1)
    scene.units(LORDS, 1, ship=2).bag(RIDERS).turn(RIDERS, Point.SETTLE).play("pass")
    assert scene.legal() == ["attack 1 2"]
