"""Alpha-rank against reference values, and what must hold for any game.

Reference values: OpenSpiel 2.0.2 (`open_spiel.python.egt.alpharank.compute`, global selection), run
once for this test; the first is that of its own test suite (payoffs of Han et al., 2013).
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from bloodstones.core.errors import InputError
from bloodstones.stats.ratings.alpha_rank import _stationary, alpha_rank, alpha_rank_profiles

HAN = [
    [0.875, 0.75, 0, 2.75, 0.75],
    [1, 1, -1, -1, -1],
    [0, 2, 0, 0, 0],
    [-2, 2, 0, 0, 0],
    [1, 2, 0, 0, 0],
]
BIASED_ROCK_PAPER_SCISSORS = [[0, -0.5, 1], [0.5, 0, -0.1], [-1, 0.1, 0]]
ANY_GAME = [
    [0.55, -0.12, 0.72, 0.39, -0.81],
    [0.95, 0.52, 0.57, -0.74, -0.1],
    [-0.26, 0.85, 0.29, 0.65, -0.11],
    [-0.55, 0.11, -0.87, 0.66, 0.26],
    [0.52, -0.29, 0.94, 0.79, 0.56],
]
TWO_ROLES = [
    [[-0.61, -0.07, -0.91, -0.69], [0.37, 0.49, 0.94, -0.35], [-0.26, -0.06, -0.62, -0.74]],
    [[-0.05, -0.55, 0.34, -0.13], [0.67, 0.4, -0.38, 0.66], [0.61, -0.23, -0.42, 0.36]],
]
THREE_ROLES = [
    [[[-0.72, -0.6, -0.99], [0.57, 0.33, 0.41]], [[0.56, -0.08, 0.14], [-0.72, -0.77, 0.34]]],
    [[[-0.06, 0.13, 0.53], [0.27, 0.11, 0.12]], [[-0.39, -0.94, -0.13], [-0.57, -0.18, 0.71]]],
    [[[-0.53, -0.88, -0.44], [-0.41, 0.32, 0.11]], [[0.57, 0.33, -0.19], [0.63, -0.67, -0.95]]],
]


@pytest.mark.parametrize(
    ("payoff", "population", "alpha", "shares"),
    [
        (HAN, 20, 0.1, [0.40966787, 0.07959841, 0.20506998, 0.08505983, 0.2206039]),
        (BIASED_ROCK_PAPER_SCISSORS, 50, 0.1, [0.28442728, 0.58288655, 0.13268617]),
        (BIASED_ROCK_PAPER_SCISSORS, 50, 0.3, [0.18726759, 0.71211091, 0.1006215]),
        (BIASED_ROCK_PAPER_SCISSORS, 50, 1.0, [0.17471658, 0.71611101, 0.10917241]),
        (ANY_GAME, 20, 0.1, [0.16355412, 0.21005077, 0.14253319, 0.15257134, 0.33129057]),
        (ANY_GAME, 20, 1.0, [0.00842733, 0.04807818, 0.01001625, 0.01054394, 0.92293429]),
        (ANY_GAME, 20, 3.0, [3.0926e-05, 1.36179e-04, 4.3045e-05, 4.2167e-06, 0.99978563]),
    ],
)
def test_symmetric_games_equal_the_reference(payoff, population, alpha, shares):
    found = alpha_rank(payoff, alpha=alpha, population=population)
    assert found == pytest.approx(shares, abs=1e-8)


@pytest.mark.parametrize(
    ("payoffs", "population", "alpha", "shares"),
    [
        (
            TWO_ROLES,
            30,
            0.1,
            [
                [0.02401502, 0.01082663, 0.01982158, 0.04398903],
                [0.33358933, 0.13021384, 0.02823419, 0.25870523],
                [0.07509882, 0.01298539, 0.00561858, 0.05690237],
            ],
        ),
        (
            TWO_ROLES,
            30,
            1.0,
            [
                [5.90172e-07, 7.17727e-10, 3.1654e-06, 8.72975e-06],
                [0.57189868, 2.29294e-04, 1.61067e-06, 0.42785161],
                [2.53533e-06, 4.39548e-08, 3.71025e-07, 3.36396e-06],
            ],
        ),
        (
            THREE_ROLES,
            10,
            0.5,
            [
                [[0.01839423, 0.04122416, 0.04785272], [0.06653243, 0.26419838, 0.07622892]],
                [[0.28355909, 0.06165373, 0.02751858], [0.0669858, 0.02531637, 0.02053561]],
            ],
        ),
    ],
)
def test_games_of_several_roles_equal_the_reference(payoffs, population, alpha, shares):
    found = alpha_rank_profiles(payoffs, alpha=alpha, population=population)
    assert found == pytest.approx(np.array(shares), abs=2e-8)


def test_battle_of_the_sexes_equals_the_reference():
    found = alpha_rank_profiles([[[3, 0], [0, 2]], [[2, 0], [0, 3]]], alpha=0.1)
    assert found[0, 0] == pytest.approx(0.49998603, abs=1e-8)
    assert found[0, 1] == pytest.approx(2.77250e-05, abs=1e-9)
    assert found[1, 0] == pytest.approx(2.06457e-07, abs=1e-10)


def test_a_cycle_with_strong_selection_keeps_its_members_alike():
    cycle = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    for alpha in (0.01, 1, 100, 1e4):
        assert alpha_rank(cycle, alpha=alpha) == pytest.approx([1 / 3] * 3)


@settings(max_examples=50, deadline=None)
@given(arrays(float, (4, 4), elements=st.floats(-1, 1)), st.floats(0.01, 100))
def test_shares_are_a_distribution_and_follow_the_names(payoff, alpha):
    found = alpha_rank(payoff, alpha=alpha)
    assert found.sum() == pytest.approx(1)
    assert (found >= 0).all()
    order = [2, 0, 3, 1]
    assert alpha_rank(payoff[np.ix_(order, order)], alpha=alpha) == pytest.approx(
        found[order], abs=1e-6
    )


@settings(max_examples=30, deadline=None)
@given(arrays(float, (5, 5), elements=st.floats(0.01, 1)))
def test_the_stationary_distribution_does_not_move(moves):
    chain = moves / moves.sum(axis=1, keepdims=True)
    share = _stationary(chain)
    assert share @ chain == pytest.approx(share)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: alpha_rank([[0, 1, 2], [1, 0, 2]]), "expected a square table of payoffs"),
        (lambda: alpha_rank([[0, float("nan")], [0, 0]]), "expected finite payoffs"),
        (lambda: alpha_rank([[0]], alpha=0), "expected a selection strength above 0"),
        (lambda: alpha_rank([[0]], population=1), "expected a population of at least 2"),
        (lambda: alpha_rank_profiles([[[0, 1], [1, 0]]]), "expected one table a role"),
    ],
)
def test_games_without_sense_are_refused(call, message):
    with pytest.raises(InputError, match=message):
        call()
