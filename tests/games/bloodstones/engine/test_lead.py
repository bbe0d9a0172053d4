"""Who led: the counters of the loop against a count by hand, step by step."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.bloodstones.engine import turn
from bloodstones.games.bloodstones.engine.lead import follow
from bloodstones.games.bloodstones.engine.playthrough import decision_buffer
from bloodstones.games.bloodstones.engine.state import (
    NOBODY,
    SEATS,
    Ending,
    GameState,
    Point,
    Source,
)
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.strategies.choosing import choose
from bloodstones.kit.courses import CHANGES, LEADER, LED, NOTES, NOW, OWN, TRAIL, behind, new_course
from tests.games.bloodstones.scenario import Scenario, row_of

MOMENTS = {"behind_quarter": 0.25, "behind_half": 0.5, "behind_three_quarters": 0.75}
FACTIONS = ("corsairs", "dragon_riders", "hill_folk")


def in_sight(state, tables, seat):
    """VP scored, and captures at their final worth until the end scores them."""
    points = int(state.vp[seat].sum())
    if state.point == Point.OVER and state.ending == int(Ending.REGROUPS):
        return points
    points += int(state.captured[seat]) * int(tables.vp_per_captured_village[seat])
    return points + int(state.citadels_taken[seat]) * int(tables.vp_per_citadel)


def leads(setup, replicate):
    """(turn that ended, leader or None, points in sight) of a playthrough, in order."""
    seating = GAME.seat(setup)
    tables, policy = seating.tables, seating.policy
    state, buffer = GameState.new(), decision_buffer()
    turn.start(state, tables, game_key(5, "leads", replicate), buffer)
    turn.settle_chance(state, tables, buffer)
    moments, before = [], 0
    while state.point != Point.OVER:
        count = turn.legal_decisions(state, tables, buffer)
        turn.apply(state, tables, buffer[choose(state, tables, policy, buffer, count)], buffer)
        turn.settle_chance(state, tables, buffer)
        if state.turn != before or state.point == Point.OVER:
            points = [in_sight(state, tables, seat) for seat in range(len(setup.seats))]
            leaders = [seat for seat, value in enumerate(points) if value == max(points)]
            moments.append((before, leaders[0] if len(leaders) == 1 else None, points))
            before = int(state.turn)
    return moments


@pytest.mark.parametrize("strategy", ["warlord", "random"])
def test_lead_columns_are_those_of_a_count_by_hand(strategy: str) -> None:
    setup = Setup("tyrants_lament", tuple(Seat(faction, strategy) for faction in FACTIONS))
    rows = GAME.simulate(setup, 5, "leads", range(2)).rows
    for replicate in range(2):
        standings = leads(setup, replicate)
        alone = [(ended, leader) for ended, leader, _ in standings if leader is not None]
        passed = [ended for (_, before), (ended, leader) in pairwise(alone) if leader != before]
        mine = slice(3 * replicate, 3 * replicate + 3)
        assert set(rows["lead_changes"][mine]) == {len(passed)}
        since = passed[-1] if passed else alone[0][0] if alone else 0
        assert set(rows["lead_since"][mine]) == {since}
        led = [sum(leader == seat for ended, leader in alone if ended) for seat in range(3)]
        assert list(rows["turns_led"][mine]) == led
        points = {ended: points for ended, _, points in standings}
        turns = max(points)
        assert sorted(points) == list(range(turns + 1))
        for name, moment in MOMENTS.items():
            seen = points[round(moment * turns)]
            assert list(rows[name][mine]) == [max(seen) - value for value in seen]


@pytest.mark.rule("BS-END-09")
def test_prizes_count_at_their_final_worth_before_the_end_and_once_at_it() -> None:
    line_up = (Faction.CHAOS_HORDE, Faction.DRAGON_RIDERS, Faction.HILL_FOLK)
    scene = Scenario(*line_up, board=row_of("plains", "plains")).scored(line_up[1], 3)
    state, tables = scene.state, scene.game.tables
    state.captured[:3] = 2, 1, 0
    state.citadels_taken[:3] = 0, 0, 1
    worth = [10 + 2 * 2, 3 + 1, 5]  # the Horde starts with ten
    state.turn, course = 1, new_course()
    follow(state, tables, course)
    assert course[NOW : NOW + 3].tolist() == worth
    state.vp[0, Source.CAPTURED_VILLAGES] = 2 * 2
    state.vp[1, Source.CAPTURED_VILLAGES] = 1
    state.vp[2, Source.CAPTURED_CITADELS] = 5
    state.turn = 2
    follow(state, tables, course)
    assert course[NOW : NOW + 3].tolist() == worth


@pytest.mark.rule("BS-REGROUP-03")
def test_the_villages_that_the_first_regroup_of_a_seat_scored_are_noted() -> None:
    line_up = (Faction.DRAGON_RIDERS, Faction.HORSE_LORDS, Faction.HILL_FOLK)
    scene = Scenario(*line_up, board=row_of("plains", "plains"))
    state, course = scene.state, new_course()
    state.villages_built[:3] = 4, 5, 6
    state.turns[:3] = 7, 8, 9

    def noted() -> list[list[int]]:
        state.turn += 1
        follow(state, scene.game.tables, course)
        return course[OWN : OWN + 3 * NOTES].reshape(3, NOTES).tolist()

    assert noted() == [[0] * NOTES] * 3
    state.regroups[[0, 2]] = 1
    state.vp[0, Source.VILLAGES], state.vp[2, Source.VILLAGES] = 3, 1
    after = [[7, 4, 3], [0, 0, 0], [9, 6, 1]]
    assert noted() == after
    state.regroups[:3] = 2, 1, 1
    state.vp[:3, Source.VILLAGES] += 2
    state.turns[:3] += 1
    state.villages_built[:3] += 1
    assert noted() == [after[0], [9, 6, 2], after[2]]


def test_a_course_begins_without_a_leader() -> None:
    course = new_course()
    assert (course[LEADER], course[CHANGES]) == (NOBODY, 0)


def test_a_lead_since_the_setup_is_no_turn_led() -> None:
    scene = Scenario(Faction.CHAOS_HORDE, Faction.DRAGON_RIDERS, board=row_of("plains", "plains"))
    scene.scored(Faction.CHAOS_HORDE, 3).state.turn = 1
    course = new_course()
    follow(scene.state, scene.game.tables, course)
    assert (course[LEADER], course[CHANGES]) == (0, 0)
    assert not course[LED:NOW].any()


@pytest.mark.parametrize("room", [0, 1, 5])
def test_points_are_noted_as_far_as_there_is_room(room: int) -> None:
    scene = Scenario(Faction.CHAOS_HORDE, Faction.DRAGON_RIDERS, board=row_of("plains", "plains"))
    scene.scored(Faction.CHAOS_HORDE, 3)
    lead = int(scene.state.vp.sum())
    course, before = new_course(room), new_course(room)
    for turn_begun in (1, 2, 3):
        scene.state.turn = turn_begun
        follow(scene.state, scene.game.tables, course)
    assert course[LED] == 2
    noted = min(room, 2) + 1
    for ended in range(noted):
        assert behind(course[np.newaxis], np.array([ended]), 2).tolist() == [[0, lead]]
    rest = TRAIL + noted * SEATS
    assert list(course[rest:]) == list(before[rest:])
