"""Timing: what is counted, and what cannot be timed."""

from __future__ import annotations

import math

import pytest

from bloodstones.core.errors import InputError
from bloodstones.kit import bench
from tests.kit import sticks

BRIEF = 0.001


def test_a_pace_counts_every_playthrough_once() -> None:
    played: list[int] = []

    def play(number: int) -> int:
        played.append(number)
        return 5

    pace = bench.pace(play, BRIEF)
    assert played == list(range(pace.games))
    assert pace.decisions == 5 * pace.games
    assert pace.seconds >= BRIEF
    assert pace.decisions_per_s == pytest.approx(5 * pace.games_per_s)


def test_a_rate_leaves_the_first_piece_of_work_out() -> None:
    done: list[int] = []
    assert bench.rate(done.append, BRIEF) > 0
    assert done[0] == 1
    assert set(done[1:]) == {bench.BATCH}


@pytest.mark.parametrize("seconds", [0, math.nan, math.inf, -1, 601])
def test_no_time_and_too_much_are_refused(seconds: float) -> None:
    with pytest.raises(InputError, match=r"expected 0.001 to 600 seconds, got .* \(--seconds\)"):
        bench.check_seconds(seconds)


def test_copies_are_whole_and_counted() -> None:
    state = sticks.State.new()
    state.sticks = 4
    states = bench.pair_of(state, sticks.State)
    assert bench.copy_back_and_forth(states, 3) == 3
    assert states[1].sticks == 4
    assert sticks.State.to_bytes(states[0]) == sticks.State.to_bytes(states[1])
