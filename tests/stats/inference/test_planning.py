"""Planned games and power against simulated studies."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.stats.inference.intervals import normal_quantile, wilson_interval
from bloodstones.stats.inference.planning import (
    games_for_difference,
    games_for_half_width,
    games_for_shift,
    half_width_of_games,
    power_of_difference,
    power_of_shift,
)


@given(st.floats(0.002, 0.2), st.floats(0.05, 0.95))
def test_planned_games_reach_the_half_width_and_one_fewer_does_not(half_width, rate):
    games = games_for_half_width(half_width, rate)
    assert half_width_of_games(games, rate) <= half_width * (1 + 1e-9)
    if games > 1:
        assert half_width_of_games(games - 1, rate) > half_width * (1 - 1e-9)


@given(st.floats(0.1, 0.6), st.floats(0.02, 0.2), st.floats(0.5, 0.95))
def test_planned_games_have_the_planned_power(rate, shift, power):
    games = games_for_shift(shift, rate, power=power)
    assert power_of_shift(games, shift, rate) >= power - 1e-6
    pairs = games_for_difference(shift, rate, power=power, correlation=0.4)
    assert power_of_difference(pairs, shift, rate, correlation=0.4) >= power - 1e-6


def test_pairing_saves_games_and_more_tests_cost_some():
    alone, paired = (games_for_difference(0.03, 0.25, correlation=rho) for rho in (0, 0.6))
    assert paired == pytest.approx(0.4 * alone, rel=0.01)
    assert games_for_difference(0.03, 0.25, tests=6) > alone
    assert games_for_shift(-0.03, 0.25) > 0


def test_half_width_is_close_to_that_of_wilson():
    low, high = wilson_interval(1800, 7203)
    assert (high - low) / 2 == pytest.approx(half_width_of_games(7203, 0.25), rel=0.001)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: games_for_half_width(0, 0.5), "expected a half width between 0 and 1"),
        (lambda: games_for_half_width(0.1, 1), "expected a rate between 0 and 1"),
        (lambda: half_width_of_games(0, 0.5), "expected at least 1 game"),
        (lambda: games_for_shift(0, 0.5), "expected a difference other than 0"),
        (lambda: games_for_shift(0.6, 0.5), r"expected a rate between 0 and 1.*rate \+ shift"),
        (lambda: games_for_shift(0.1, 0.5, power=0.01), "expected 0 < level < power < 1"),
        (lambda: games_for_shift(0.1, 0.5, tests=0), "expected at least 1 test"),
        (lambda: games_for_difference(0.1, 0.5, correlation=1), "expected a correlation from -1"),
    ],
)
def test_plans_without_sense_are_refused(call, message):
    with pytest.raises(InputError, match=message):
        call()


def simulated_power_of_shift(rng, games, shift, rate, repeats):
    wins = rng.binomial(games, rate + shift, repeats)
    limit = normal_quantile(0.95) * np.sqrt(rate * (1 - rate) / games)
    return (np.abs(wins / games - rate) > limit).mean()


def simulated_power_of_difference(rng, pairs, difference, rate, alike, repeats):
    """Power of the paired test, and the correlation of arms that share luck in a part of pairs."""
    found = 0
    for _ in range(repeats):
        luck, own = rng.random((2, pairs))
        other = np.where(rng.random(pairs) < alike, luck, own)
        apart = (other < rate + difference) * 1.0 - (luck < rate)
        found += abs(apart.mean()) > 1.96 * apart.std(ddof=1) / np.sqrt(pairs)
    return found / repeats


def test_power_of_a_simulated_study_is_what_was_promised():
    rng = np.random.default_rng(1)
    found = simulated_power_of_shift(rng, 1672, 0.03, 0.25, 4000)
    assert found == pytest.approx(power_of_shift(1672, 0.03, 0.25), abs=0.03)


@pytest.mark.statistical
@pytest.mark.parametrize("rate", [1 / 6, 0.25, 0.5])
@pytest.mark.parametrize("shift", [-0.04, 0.03, 0.05])
def test_promised_power_is_within_3_points_of_10000_simulated_studies(rate, shift):
    rng = np.random.default_rng(2)
    for power in (0.5, 0.8, 0.9):
        games = games_for_shift(shift, rate, power=power)
        found = simulated_power_of_shift(rng, games, shift, rate, 10_000)
        assert found == pytest.approx(power, abs=0.03)


@pytest.mark.statistical
@pytest.mark.parametrize("alike", [0.0, 0.5, 0.8])
def test_promised_power_of_pairs_is_within_3_points_of_10000_simulated_studies(alike):
    rng, rate, difference = np.random.default_rng(3), 0.25, 0.04
    luck = rng.random(2_000_000)
    other = np.where(rng.random(len(luck)) < alike, luck, rng.random(len(luck)))
    rho = np.corrcoef(luck < rate, other < rate + difference)[0, 1]
    pairs = games_for_difference(difference, rate, correlation=rho)
    found = simulated_power_of_difference(rng, pairs, difference, rate, alike, 10_000)
    assert found == pytest.approx(0.8, abs=0.03)
