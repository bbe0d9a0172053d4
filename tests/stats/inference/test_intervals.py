"""Intervals: closed form against scipy, coverage on simulated data, resampling of whole games."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest
from statsmodels.stats.proportion import proportion_confint

from bloodstones.core.errors import InputError
from bloodstones.stats.inference.intervals import (
    bootstrap_mean_by_game,
    clopper_pearson_interval,
    jeffreys_interval,
    unvaried_interval,
    wilson_interval,
)

CONFIDENCES = st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99])


@st.composite
def whole_counts(draw):
    n = draw(st.integers(1, 5000))
    return draw(st.integers(0, n)), n


@st.composite
def win_credits(draw):
    n = draw(st.integers(1, 2000))
    return draw(st.floats(0, n)), n


@given(whole_counts(), CONFIDENCES)
def test_wilson_equals_scipy_on_whole_counts(count, confidence):
    k, n = count
    theirs = binomtest(k, n).proportion_ci(confidence, method="wilson")
    assert wilson_interval(k, n, confidence) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


@given(win_credits(), CONFIDENCES)
def test_wilson_holds_the_rate_and_stays_within_0_and_1(credit, confidence):
    successes, n = credit
    low, high = wilson_interval(successes, n, confidence)
    assert 0 <= low <= successes / n <= high <= 1


@given(win_credits())
def test_wilson_mirrors_when_wins_and_losses_change_places(credit):
    successes, n = credit
    low, high = wilson_interval(successes, n)
    other_low, other_high = wilson_interval(n - successes, n)
    assert (low, high) == pytest.approx((1 - other_high, 1 - other_low), abs=1e-9)


@given(whole_counts())
def test_wilson_narrows_with_more_games_at_the_same_rate(count):
    k, n = count
    few, many = wilson_interval(k, n), wilson_interval(4 * k, 4 * n)
    assert many[1] - many[0] < few[1] - few[0]


def test_wilson_without_trials_knows_nothing():
    assert wilson_interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((-1, 5), "expected a number of successes between 0 and 5, got -1"),
        ((6, 5), "expected a number of successes between 0 and 5, got 6"),
        ((float("nan"), 5), "got nan"),
        ((0, -1), "expected a number of trials of at least 0, got -1"),
        ((1, 5, 1.0), "expected a confidence between 0 and 1, got 1.0"),
    ],
)
def test_wilson_refuses_arguments_out_of_range(args, message):
    with pytest.raises(InputError, match=message):
        wilson_interval(*args)


@pytest.mark.parametrize("p", [0.1, 0.25, 1 / 3, 0.5])
@pytest.mark.parametrize("n", [50, 200, 1000])
def test_wilson_covers_close_to_the_stated_confidence_exactly_computed(n, p):
    k = np.arange(n + 1)
    ends = np.array([wilson_interval(int(i), n) for i in k])
    covered = (ends[:, 0] <= p) & (p <= ends[:, 1])
    assert 0.93 <= binom.pmf(k, n, p)[covered].sum() <= 0.975


def test_bootstrap_repeats_with_its_seed_and_changes_with_another():
    rng = np.random.default_rng(1)
    values, games = rng.integers(0, 40, 300), np.repeat(np.arange(100), 3)
    first = bootstrap_mean_by_game(values, games, seed=3)
    assert first == bootstrap_mean_by_game(values, games, seed=3)
    assert first != bootstrap_mean_by_game(values, games, seed=4)


def test_bootstrap_resamples_games_and_not_rows():
    """Scores that always sum to 10 in a game have a mean without any error."""
    rng = np.random.default_rng(2)
    first = rng.integers(0, 11, 200)
    values = np.stack([first, 10 - first], axis=1).ravel()
    assert bootstrap_mean_by_game(values, np.repeat(np.arange(200), 2), seed=1) == (5.0, 5.0)


def test_bootstrap_does_not_care_for_the_order_of_rows_or_the_kind_of_label():
    rng = np.random.default_rng(3)
    values, games = rng.normal(20, 5, 400), np.repeat(np.arange(200), 2)
    order = rng.permutation(400)
    labels = np.array([f"game {g:03}" for g in games])
    plain = bootstrap_mean_by_game(values, games, seed=1)
    assert bootstrap_mean_by_game(values[order], labels[order], seed=1) == pytest.approx(plain)


def test_bootstrap_agrees_with_the_clustered_standard_error():
    rng = np.random.default_rng(4)
    level = rng.normal(0, 3, 500)
    values = (level[:, None] + rng.normal(20, 1, (500, 3))).ravel()
    low, high = bootstrap_mean_by_game(values, np.repeat(np.arange(500), 3), seed=1)
    error = values.reshape(500, 3).mean(axis=1).std(ddof=1) / np.sqrt(500)
    assert high - low == pytest.approx(2 * 1.96 * error, rel=0.06)


@pytest.mark.parametrize(
    ("values", "games", "message"),
    [
        ([], [], "at least one"),
        ([1, 2], [1], "as many values as game labels"),
        ([1, float("nan")], [1, 2], "expected finite values"),
    ],
)
def test_bootstrap_refuses_tables_it_cannot_resample(values, games, message):
    with pytest.raises(InputError, match=message):
        bootstrap_mean_by_game(values, games, seed=1)


def test_bootstrap_refuses_no_resamples():
    with pytest.raises(InputError, match="expected at least 1 resample, got 0"):
        bootstrap_mean_by_game([1.0], [1], seed=1, resamples=0)


@pytest.mark.calibration
@pytest.mark.statistical
def test_wilson_covers_simulated_win_credit_with_ties(calibration):
    """10,000 tables of 400 games in which one in twelve wins is shared by two."""
    rng = np.random.default_rng(20)
    weights, credit = [0.62, 0.06, 0.32], np.array([0.0, 0.5, 1.0])
    tables = rng.choice(credit, p=weights, size=(10_000, 400)).sum(axis=1)
    ends = np.array([wilson_interval(total, 400) for total in tables])
    covered = ((ends[:, 0] <= 0.35) & (ends[:, 1] >= 0.35)).mean()
    method = "Wilson, one win in twelve shared, n = 400"
    calibration.hold(method, "coverage", covered, 0.945, 0.975, len(tables))


@pytest.mark.calibration
@pytest.mark.statistical
def test_wilson_covers_simulated_rates(calibration):
    rng = np.random.default_rng(21)
    coverage, studies = [], 10_000
    for n in (100, 400, 1600):
        for p in (0.15, 0.25, 1 / 3, 0.5):
            ends = {k: wilson_interval(k, n) for k in range(n + 1)}
            draws = rng.binomial(n, p, studies)
            coverage.append(np.mean([ends[k][0] <= p <= ends[k][1] for k in draws]))
    method = "Wilson, rates 15 % to 50 %, n = 100 to 1,600"
    mean = np.mean(coverage)
    calibration.hold(method, "coverage, mean of 12 settings", mean, 0.943, 0.96, 12 * studies)
    calibration.hold(method, "coverage, lowest of 12", min(coverage), 0.93, 1, studies)


@pytest.mark.calibration
@pytest.mark.statistical
def test_bootstrap_covers_the_true_mean_of_clustered_scores(calibration):
    rng = np.random.default_rng(22)
    games, covered = np.repeat(np.arange(150), 3), 0
    for trial in range(1000):
        level = rng.normal(0, 4, 150)
        values = np.round(20 + level[:, None] + rng.normal(0, 3, (150, 3))).ravel()
        low, high = bootstrap_mean_by_game(values, games, seed=trial, resamples=1000)
        covered += low <= 20 <= high
    method = "bootstrap by game, 150 games of three seats"
    calibration.hold(method, "coverage", covered / 1000, 0.92, 0.97, 1000)


@given(whole_counts(), CONFIDENCES)
def test_clopper_pearson_equals_scipy(count, confidence):
    k, n = count
    theirs = binomtest(k, n).proportion_ci(confidence, method="exact")
    ours = clopper_pearson_interval(k, n, confidence)
    assert ours == pytest.approx((theirs.low, theirs.high), abs=1e-9)


@given(whole_counts(), CONFIDENCES)
def test_jeffreys_equals_statsmodels_and_lies_within_clopper_pearson(count, confidence):
    k, n = count
    low, high = jeffreys_interval(k, n, confidence)
    theirs = proportion_confint(k, n, 1 - confidence, method="jeffreys")
    assert low == (0 if k == 0 else pytest.approx(theirs[0], abs=1e-9))
    assert high == (1 if k == n else pytest.approx(theirs[1], abs=1e-9))
    wide = clopper_pearson_interval(k, n, confidence)
    assert wide[0] - 1e-12 <= low <= high <= wide[1] + 1e-12


@pytest.mark.parametrize("interval", [clopper_pearson_interval, jeffreys_interval])
def test_other_intervals_of_a_rate_refuse_what_wilson_refuses(interval):
    assert interval(0, 0) == (0.0, 1.0)
    with pytest.raises(InputError, match="expected a number of successes between 0 and 5, got 6"):
        interval(6, 5)
    with pytest.raises(InputError, match="expected a number of trials of at least 0, got -1"):
        interval(0, -1)


def exact_coverage(interval, n, rates):
    """Coverage of an interval at several rates, added up over all outcomes."""
    k = np.arange(n + 1)
    ends = np.array([interval(int(i), n) for i in k])
    return np.array(
        [binom.pmf(k, n, p)[(ends[:, 0] <= p) & (p <= ends[:, 1])].sum() for p in rates]
    )


@pytest.mark.parametrize("n", [20, 100])
def test_clopper_pearson_never_covers_less_than_it_says(n):
    covered = exact_coverage(clopper_pearson_interval, n, np.linspace(0.005, 0.995, 199))
    assert covered.min() >= 0.95


@pytest.mark.parametrize("n", [100, 400])
def test_jeffreys_covers_what_it_says_on_average(n):
    covered = exact_coverage(jeffreys_interval, n, np.linspace(0.05, 0.95, 181))
    assert 0.945 <= covered.mean() <= 0.965


def test_a_rate_of_a_seat_that_never_or_always_wins_has_the_interval_of_wilson():
    games = np.repeat(np.arange(50), 2)
    never = bootstrap_mean_by_game(np.zeros(100), games, seed=1, bounds=(0, 1))
    always = bootstrap_mean_by_game(np.ones(100), games, seed=1, bounds=(0, 1))
    assert never == pytest.approx(wilson_interval(0, 50))
    assert always == pytest.approx(wilson_interval(50, 50))


def test_bounded_values_that_vary_keep_the_interval_of_the_bootstrap():
    values, games = np.arange(100) % 2, np.repeat(np.arange(50), 2)
    values[:2] = 0
    bounded = bootstrap_mean_by_game(values, games, seed=1, bounds=(0, 1))
    assert bounded == bootstrap_mean_by_game(values, games, seed=1)


def test_an_interval_of_values_all_alike_stays_in_its_bounds():
    low, high = unvaried_interval(0.25, 10, (0, 1), 0.99)
    assert 0 <= low < 0.25 < high <= 1
    assert unvaried_interval(0.25, 0, (0, 1)) == (0, 1)
    with pytest.raises(InputError, match="expected a mean between 0 and 1"):
        unvaried_interval(2.0, 10, (0, 1))
