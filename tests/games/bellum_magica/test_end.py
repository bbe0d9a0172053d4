"""The end of a day and of the game (BM-END, BM-ATTACK-14)."""

from __future__ import annotations

import pytest

from bloodstones.games.bellum_magica.engine.ending import standing, worth_of
from bloodstones.games.bellum_magica.engine.state import NOTHING, Ending, Point
from bloodstones.games.bellum_magica.events import Event
from bloodstones.games.bellum_magica.rules.cards import MOST_VALUE
from tests.games.bellum_magica.scenario import Scenario


@pytest.mark.rule("BM-END-01", "BM-END-02", "BM-ATTACK-06")
def test_locations_are_refilled_and_the_die_goes_left() -> None:
    scene = Scenario(3).stack().show("F01", "F02", "F03").troop(0, "SSSS").roll()
    scene.play("location F01", "chest wood 1")
    assert scene.point() is Point.OPEN_LOCATION
    scene.luck()
    assert (scene.state.shown != NOTHING).sum() == 3
    assert scene.state.captain == 1
    assert scene.state.turn == 2
    assert scene.state.row == NOTHING, "no row is active before the roll"


@pytest.mark.rule("BM-ATTACK-14", "BM-END-05", "AMB-26")
def test_ten_chests_after_the_attacks_end_the_game_when_all_have_attacked() -> None:
    scene = Scenario(3).chests(0, wood=[1] * 6 + [2] * 3).own(2, food=4).show("F01", "F03")
    scene.troop(0, "SS").troop(1, "SS").troop(2, "SS").roll()
    scene.play("location F01", "chest wood 3")
    assert scene.counts(0) == [10, 0, 0]
    assert scene.game.decider == 1, "the others still attack"
    scene.play("location F03", "chest wood 3", "tavern")
    assert scene.game.over
    assert scene.game.ending is Ending.CHESTS
    assert scene.goods(2)[0] == 4, "nobody recruits"


@pytest.mark.rule("DX-16", "BM-END-05")
def test_ten_chests_that_were_lost_again_do_not_end_the_game() -> None:
    scene = Scenario(2).chests(0, wood=[1] * 6 + [2] * 3).chests(1, wood=[3] * 5)
    scene.troop(0, "T").troop(1, "SSX").roll().play("chest metal 3")
    assert scene.counts(0) == [9, 1, 0]
    scene.play("raid 0", "steal wood").luck()
    assert not scene.game.over
    scene = Scenario(2).chests(0, wood=[1] * 6 + [2] * 3).chests(1, wood=[3] * 5).show("F01")
    scene.troop(0, "TSS").troop(1, "SSX").roll().play("chest metal 3", "location F01").luck()
    scene.play("raid 0", "steal wood").luck()
    assert scene.game.over


@pytest.mark.rule("BM-END-04")
def test_a_chest_of_the_most_value_counts_in_full() -> None:
    s = Scenario(2).state
    s.chests[1, 2, MOST_VALUE], s.chest_count[1, 2] = 1, 1
    assert [worth_of(s, seat) for seat in range(2)] == [0, MOST_VALUE]


@pytest.mark.rule("BM-END-03", "BM-END-04", "DX-19")
@pytest.mark.parametrize("fourth", [False, True])
def test_the_richest_wins_then_whoever_has_more_chests(fourth: bool) -> None:
    chests = [[3] * 10, [4, 4] + [3] * 6 + [4], [3] * 6 + [2] * 5, [4] * 7 + [3]]
    scene = Scenario(4 if fourth else 3)
    s = scene.state
    for seat in range(4 if fourth else 3):
        for value in chests[seat]:
            s.chests[seat, 1, value] += 1
            s.chest_count[seat, 1] += 1
            s.points[seat, 1] += value
    s.points[0, 0], s.points[0, 1], s.points[0, -1] = 2, 25, 3  # from wherever they come
    for valued in (worth_of, standing):
        assert [valued(s, seat) for seat in range(3)] == [30, 30, 28]
    scene.own(2, food=20, glyph=10, shield=9).roll()
    assert scene.game.over
    assert s.rank[: 4 if fourth else 3].tolist() == ([2, 3, 4, 1] if fourth else [1, 2, 3])


@pytest.mark.rule("BM-END-03")
def test_equal_value_in_as_many_chests_is_a_shared_victory() -> None:
    scene = Scenario(2, overrides={"play.end_chests": 3})
    scene.chests(0, wood=[1, 2, 3]).chests(1, wood=[2, 2, 2]).roll()
    assert scene.state.rank[:2].tolist() == [1, 1]


@pytest.mark.rule("AMB-13", "stall_days", "BM-END-01")
@pytest.mark.parametrize(("days", "number"), [(10, 10), (5, 5), (20, 20)])
def test_days_without_a_moving_chest_end_the_game(days: int, number: int) -> None:
    scene = Scenario(2, {"stall_days": days}).troop(0, "SS")
    played = 0
    while not scene.game.over:
        scene.roll(1)
        while not scene.game.is_chance and not scene.game.over:
            scene.play("pass")
        played += 1
    assert played == number
    assert scene.game.ending is Ending.STALLED
    assert (scene.state.shown == NOTHING).all(), "the display shrinks"


@pytest.mark.rule("AMB-13")
def test_a_chest_that_moves_begins_the_count_of_quiet_days_anew() -> None:
    scene = Scenario(2, {"stall_days": 5})
    for day in range(4):
        scene.roll(2)
        assert scene.state.quiet == day + 1
    scene.troop(0, "T").roll(1).luck()
    assert scene.state.quiet == 0
    assert not scene.game.over
    scene.troop(0, "")
    for day in range(5):
        assert not scene.game.over
        scene.roll(2)
        assert scene.state.quiet == day + 1
    assert scene.game.ending is Ending.STALLED


@pytest.mark.rule("AMB-27", "day_limit", "stall_days", "AMB-13")
@pytest.mark.parametrize(("limit", "last"), [(100, 100), (50, 50), (200, 200)])
def test_the_last_day_ends_the_game_after_the_attacks(limit: int, last: int) -> None:
    scene = Scenario(2, {"day_limit": limit, "stall_days": "none"}).own(0, food=2)
    while not scene.game.over:
        assert scene.state.turn <= last
        scene.roll(1)
        while not scene.game.is_chance and not scene.game.over:
            scene.play("pass")
    assert scene.state.turn == last
    assert scene.game.ending is Ending.DAY_LIMIT


@pytest.mark.rule("day_limit", "stall_days")
def test_without_any_limit_the_engine_stops_in_the_end() -> None:
    scene = Scenario(2, {"day_limit": "none", "stall_days": "none"})
    scene.state.turn = int(scene.tables.turn_limit) - 1
    scene.roll(1)
    assert not scene.game.over
    scene.roll(1)
    assert scene.game.ending is Ending.TURN_LIMIT


@pytest.mark.rule("AMB-28", "location_reshuffle")
@pytest.mark.parametrize("again", [False, True])
def test_beaten_locations_come_back_only_with_the_option(again: bool) -> None:
    scene = Scenario(2, {"location_reshuffle": again}).show("W01", "F01")
    scene.troop(0, "SS").roll().play("location F01", "chest wood 1")
    if again:
        assert scene.legal() == ["open_location F01"]
        scene.luck()
        assert scene.told(Event.RESHUFFLE)
        assert (scene.state.shown != NOTHING).sum() == 2
    else:
        assert scene.point() is Point.ROLL
        assert (scene.state.shown != NOTHING).sum() == 1
