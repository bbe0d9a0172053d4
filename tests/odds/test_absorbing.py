"""Repeated contests against long series of rounds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.odds.absorbing import Number, Round, chain_ends, settled

ROUNDS = 500


def series(start: int, rounds: dict[int, Round[int, str]]) -> tuple[dict[str, float], float]:
    """Chances of the ends and of being still undecided after many rounds, state by state."""
    mass, ends = {start: 1.0}, {"won": 0.0, "lost": 0.0, "drawn": 0.0}
    for _ in range(ROUNDS):
        after: dict[int, float] = {}
        for state, chance in mass.items():
            this = rounds[state]
            total = sum(this.ends.values()) + sum(this.again.values())
            for end, weight in this.ends.items():
                ends[end] += chance * weight / total
            for other, weight in this.again.items():
                after[other] = after.get(other, 0.0) + chance * weight / total
        mass = after
    return ends, sum(mass.values())


@st.composite
def contests(draw: st.DrawFn) -> dict[int, Round[int, str]]:
    """States that lead only to themselves and to lower ones."""
    states = draw(st.integers(1, 5))
    rounds = {}
    for state in range(states):
        again = {other: draw(st.integers(0, 5)) for other in range(state + 1)}
        ends = {"won": draw(st.integers(0, 5)), "lost": draw(st.integers(1, 5))}
        ends["drawn"] = draw(st.integers(0, 2))
        rounds[state] = Round(ends, again)
    return rounds


def played(start: int, rounds: Mapping[int, Round[int, str]]) -> dict[str, Number]:
    return chain_ends(start, lambda state, chance: rounds[state], left=int)


@settings(deadline=None)
@given(contests())
def test_the_chances_are_the_limit_of_the_series(rounds: dict[int, Round[int, str]]) -> None:
    start = len(rounds) - 1
    limit, undecided = series(start, rounds)
    assert undecided < 1e-9
    chances = played(start, rounds)
    assert sum(chances.values()) == 1
    assert all(isinstance(chance, Fraction) for chance in chances.values())
    for end, chance in limit.items():
        assert float(chances.get(end, 0)) == pytest.approx(chance, abs=1e-9)


@settings(deadline=None)
@given(contests())
def test_weights_in_floats_give_the_same_chances(rounds: dict[int, Round[int, str]]) -> None:
    start = len(rounds) - 1
    halved = {
        state: Round(
            {end: n / 2 for end, n in this.ends.items()},
            {other: n / 2 for other, n in this.again.items()},
        )
        for state, this in rounds.items()
    }
    chances = played(start, halved)
    assert {end: float(p) for end, p in played(start, rounds).items()} == pytest.approx(chances)
    assert all(isinstance(chance, float) for chance in chances.values())


@given(st.integers(0, 99), st.integers(0, 99), st.integers(0, 99))
def test_ties_drop_out_of_a_simple_repetition(won: int, lost: int, tied: int) -> None:
    if won + lost:
        chances = played(0, {0: Round({"won": won, "lost": lost}, {0: tied})})
        assert chances.get("won", 0) == settled(won, lost) == Fraction(won, won + lost)


def test_each_state_is_played_once_with_its_chance() -> None:
    seen = {}

    def play(state: int, chance: Number) -> Round[int, str]:
        assert state not in seen
        seen[state] = chance
        return Round({"won": 1}, dict.fromkeys(range(state), 1))

    assert chain_ends(3, play, left=int) == {"won": 1}
    third = Fraction(1, 3) + Fraction(1, 4) * Fraction(1, 3)
    assert seen == {3: 1, 2: Fraction(1, 4), 1: Fraction(1, 3), 0: seen[0]}
    assert seen[0] == Fraction(1, 4) + Fraction(1, 12) + Fraction(1, 6) == third + Fraction(1, 12)


def test_what_is_hardly_ever_reached_may_be_left_out() -> None:
    rounds = {1: Round({"won": 0.75}, {0: 0.25}), 0: Round({"lost": 1})}
    assert played(1, rounds) == {"won": 0.75, "lost": 0.25}
    assert chain_ends(1, lambda s, chance: rounds[s], int, unreached=0.25) == {"won": 0.75}


def test_a_state_of_weight_zero_is_never_played() -> None:
    assert played(1, {1: Round({"won": 1, "lost": 3}, {0: 0})})["won"] == Fraction(1, 4)


def test_a_contest_without_end_is_refused() -> None:
    with pytest.raises(InputError, match="expected a contest that can end"):
        settled(0, 0)
    with pytest.raises(InputError, match="expected a contest that can end"):
        played(0, {0: Round({}, {0: 5})})


def test_a_circle_of_states_is_refused() -> None:
    with pytest.raises(InputError, match="expected rounds that use something up, got 1"):
        played(0, {0: Round({"won": 1}, {1: 1}), 1: Round({"won": 1}, {0: 1})})
