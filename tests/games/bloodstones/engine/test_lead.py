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
from bloodstones.games.bloodstones.engine.state import NOBODY, SEATS, Ending, GameState, Point
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.strategies.choosing import choose
from bloodstones.kit.courses import CHANGES, LEADER, LED, NOW, TRAIL, behind, new_course
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
