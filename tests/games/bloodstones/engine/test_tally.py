"""Tallies of units: full ones, and what is asked of them and their engine then."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine import routes, tally
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import RIDES, GameState, Status
from bloodstones.games.bloodstones.rules.names import Unit
from tests.games.bloodstones.scenario import LORDS, RIDERS, Scenario, row_of

PLACES = 4


@entry
def put(s: GameState, words: Array, area: int, number: int) -> int:
    """Add cavalry of an area to a tally; return how many it then has of the area."""
    tally.add(s, words, tally.key_of(0, area, area, Unit.CAVALRY), number)
    return tally.counted(words, tally.key_of(0, area, area, Unit.CAVALRY))


@entry
def companions(s: GameState, t: RuleTables) -> tuple[int, int]:
    """Leaders without a companion, and cavalry that is none, in area 0."""
    return routes.idle_leaders(s, t, 0, 0), routes.unclaimed(s, 0, 0, Unit.CAVALRY)


def full() -> tuple[GameState, Array]:
    state, words = GameState.new(), np.zeros(PLACES, np.int32)
    assert [put(state, words, area, 1) for area in (3, 1, 2, 4)] == [1] * PLACES
    return state, words


def test_a_full_tally_still_counts_and_takes_off() -> None:
    state, words = full()
    assert put(state, words, 9, 0) == 0
    assert put(state, words, 2, 2) == 3
    assert put(state, words, 3, -1) == 0
    assert tally.tallied(words)[:, 1].tolist() == [1, 2, 4]
    assert state.status == 0


@pytest.mark.parametrize("area", [0, 9])
def test_a_tally_without_room_stops_the_engine_and_stays_as_it_is(area: int) -> None:
    state, words = full()
    before = words.copy()
    assert put(state, words, area, 1) == 0
    assert state.status == Status.TALLY_FULL
    assert words.tolist() == before.tolist()


@pytest.mark.rule("BS-MOVE-25", "AMB-12", "leader_carry")
def test_companions_of_as_many_leaders_as_there_can_be_are_all_counted() -> None:
    scene = Scenario(LORDS, RIDERS, board=row_of("plains", "plains"), leader_carry="per_action")
    state = scene.units(LORDS, 0, leader=1, cavalry=2).state
    for area in range(RIDES):
        put(state, state.rides, area, 1)
    assert (state.rides > 0).all()
    assert companions(state, scene.game.tables) == (0, 1)
