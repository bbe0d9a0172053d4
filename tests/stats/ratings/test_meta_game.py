"""Nash averaging against a reference implementation, and meta-games of tables with known truth.

Reference values: OpenSpiel 2.0.2 with cvxpy 1.9.3 (`algorithms.nash_averaging`), run once for this
test; games with a single strategy in equilibrium and with copies are worked out by hand.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from bloodstones.core.errors import InputError
from bloodstones.stats.ratings.meta_game import Payoffs, meta_game, nash_average, payoff_table
from bloodstones.stats.table import mixed_games
from tests.synthetic import results_tables


def antisymmetric(upper, size):
    table = np.zeros((size, size))
    table[np.triu_indices(size, 1)] = upper
    return table - table.T


SIX_UPPER = """
-0.19 -0.08 -2.57 2.81 0.3 1.07 0.34 0.2 -0.44 -0.94 -1.51 -1.69 1.97 -0.31 -1.71
"""
SEVEN_UPPER = """
-2.33 1.48 -2.12 -0.21 -0.89 -1.58 3.71 -0.32 -1.35 2.55 0.41 0.27 1.85 -1.22 -0.01 0.83 2.9 -0.22
2.25 -1.32 -0.05
"""
SIX, SEVEN = antisymmetric(SIX_UPPER.split(), 6), antisymmetric(SEVEN_UPPER.split(), 7)


@pytest.mark.parametrize(
    ("payoff", "shares"),
    [
        (SIX, [0.097484, 0, 0, 0.094340, 0, 0.808176]),
        (SEVEN, [0, 0.231579, 0, 0.431579, 0, 0, 0.336842]),
        (antisymmetric([-0.09, -0.03, -0.56, -0.83, 0.74, 1.03], 4), [0, 0, 1, 0]),
    ],
)
def test_shares_equal_the_reference(payoff, shares):
    assert nash_average(payoff)[0] == pytest.approx(shares, abs=2e-6)


@pytest.mark.parametrize(
    ("payoff", "shares"),
    [
        (
            [[0, 1, -1, -1], [-1, 0, 1, 1], [1, -1, 0, 0], [1, -1, 0, 0]],
            [1 / 3, 1 / 3, 1 / 6, 1 / 6],
        ),
        ([[0, 0], [0, 0]], [0.5, 0.5]),
        ([[0, 0, 1], [0, 0, -1], [-1, 1, 0]], [0.5, 0.5, 0]),
        ([[0]], [1]),
    ],
)
def test_copies_share_what_one_would_have_and_equals_are_equal(payoff, shares):
    assert nash_average(payoff)[0] == pytest.approx(shares, abs=1e-5)


@settings(max_examples=20, deadline=None)
@given(arrays(float, 10, elements=st.floats(-1, 1).map(lambda x: round(x, 2))))
def test_nobody_does_better_than_the_equilibrium(upper):
    shares, skill = nash_average(antisymmetric(upper, 5))
    assert shares.sum() == pytest.approx(1)
    assert (shares >= 0).all()
    assert skill.max() <= 1e-6
    assert shares @ skill == pytest.approx(0, abs=1e-6)


def test_a_table_that_is_no_contest_is_refused():
    with pytest.raises(InputError, match="expected an antisymmetric table of payoffs"):
        nash_average([[0, 1], [1, 0]])


def test_payoffs_of_a_study_say_who_beats_whom():
    rows, _ = results_tables(seed=9, games=300)
    found = payoff_table(rows)
    assert found.strategies == ("builder", "warlord")
    assert found.mean[1, 0] > 3 * found.error[1, 0] > 0
    assert found.mean == pytest.approx(-found.mean.T)
    games = mixed_games(rows).drop_duplicates(["cell", "replicate"])
    assert found.games[0, 1] == len(games)
    with pytest.raises(InputError, match="playthroughs of builder against warlord, got 0"):
        payoff_table(rows[rows["cell"].str.endswith(("warlord+warlord", "builder+builder"))])


def test_a_meta_game_ranks_the_better_strategy_first_whatever_the_noise():
    rows, _ = results_tables(seed=9, games=300)
    table = meta_game(payoff_table(rows), resamples=20).set_index("strategy")
    assert table.loc["warlord", "nash_low"] > 0.9
    assert table.loc["builder", "nash_high"] < 0.1
    assert table.loc["builder", "skill_high"] < 0
    again = meta_game(payoff_table(rows), resamples=20).set_index("strategy")
    assert table.equals(again)


def test_noise_shows_in_the_intervals():
    equal = Payoffs(
        ("a", "b"), np.zeros((2, 2)), np.array([[0, 0.1], [0.1, 0]]), np.eye(2, dtype=int)
    )
    table = meta_game(equal, resamples=100)
    assert (table["nash_low"] == 0).all()
    assert (table["nash_high"] == 1).all()


@pytest.mark.statistical
def test_skill_intervals_hold_the_truth():
    """1,000 studies of two strategies: the weaker one's skill is its mean loss."""
    rng, held = np.random.default_rng(10), 0
    for trial in range(1000):
        mean = -0.2 + 0.05 * rng.normal()
        payoff = np.array([[0.0, mean], [-mean, 0.0]])
        error = np.array([[0, 0.05], [0.05, 0]])
        table = meta_game(
            Payoffs(("a", "b"), payoff, error, np.ones((2, 2), int)), seed=trial, resamples=200
        )
        held += table.loc[0, "skill_low"] <= -0.2 <= table.loc[0, "skill_high"]
    assert 0.93 <= held / 1000 <= 0.965
