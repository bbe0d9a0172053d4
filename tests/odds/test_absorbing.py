"""Repeated contests against long series of rounds."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.odds.absorbing import Round, settled, win_probability

ROUNDS = 500


def series(start: int, rounds: dict[int, Round[int]]) -> tuple[float, float]:
    """Chance of winning and of being still undecided after many rounds, state by state."""
    mass, won = {start: 1.0}, 0.0
    for _ in range(ROUNDS):
        after: dict[int, float] = {}
        for state, chance in mass.items():
            this = rounds[state]
            total = this.won + this.lost + sum(this.again.values())
            won += chance * this.won / total
            for other, weight in this.again.items():
                after[other] = after.get(other, 0.0) + chance * weight / total
        mass = after
    return won, sum(mass.values())


@st.composite
def contests(draw: st.DrawFn) -> dict[int, Round[int]]:
    """States that lead only to themselves and to lower ones."""
    states = draw(st.integers(1, 5))
    rounds = {}
    for state in range(states):
        again = {other: draw(st.integers(0, 5)) for other in range(state + 1)}
        rounds[state] = Round(draw(st.integers(0, 5)), draw(st.integers(1, 5)), again)
    return rounds


@settings(deadline=None)
@given(contests())
def test_the_chance_is_the_limit_of_the_series(rounds: dict[int, Round[int]]) -> None:
    start = len(rounds) - 1
    won, undecided = series(start, rounds)
    assert undecided < 1e-9
    assert float(win_probability(start, rounds.__getitem__)) == pytest.approx(won, abs=1e-9)


@given(st.integers(0, 99), st.integers(0, 99), st.integers(0, 99))
def test_ties_drop_out_of_a_simple_repetition(won: int, lost: int, tied: int) -> None:
    if won + lost:
        chance = win_probability("again", lambda state: Round(won, lost, {state: tied}))
        assert chance == settled(won, lost) == Fraction(won, won + lost)


def test_each_state_is_played_once() -> None:
    played = []

    def play(state: int) -> Round[int]:
        played.append(state)
        return Round(1, 1, dict.fromkeys(range(state), 1))

    assert win_probability(9, play) == Fraction(1, 2)
    assert sorted(played) == list(range(10))


def test_a_state_of_weight_zero_is_never_played() -> None:
    rounds = {1: Round(1, 3, {0: 0})}
    assert win_probability(1, rounds.__getitem__) == Fraction(1, 4)


def test_a_contest_without_end_is_refused() -> None:
    with pytest.raises(InputError, match="expected a contest that can end"):
        settled(0, 0)
    with pytest.raises(InputError, match="expected a contest that can end"):
        win_probability(0, lambda state: Round(0, 0, {state: 5}))


def test_a_circle_of_states_is_refused() -> None:
    with pytest.raises(InputError, match="expected rounds that use something up, got 0"):
        win_probability(0, lambda state: Round(1, 1, {1 - state: 1}))
