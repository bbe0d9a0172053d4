"""Control variates and strata: less variance, the same truth."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm

from bloodstones.core.errors import InputError
from bloodstones.stats.variance import control_mean, stratified_mean


def with_luck(rng, games, slope=2.0):
    """Results with a mean of 1 that hang on luck with a mean of 3."""
    luck = rng.gamma(3, size=games)
    return 1 + slope * (luck - 3) + rng.normal(size=games), luck


def in_strata(rng, games):
    """Results of three line-ups with means 0, 1, 5."""
    stratum = np.arange(games) % 3
    return np.array([0.0, 1.0, 5.0])[stratum] + rng.normal(size=games), stratum


def test_a_control_gives_the_intercept_of_a_regression():
    values, luck = with_luck(np.random.default_rng(1), 200)
    found = control_mean(values, luck, 3.0)
    theirs = sm.OLS(values, sm.add_constant(luck - 3.0)).fit()
    assert found.mean == pytest.approx(theirs.params[0])
    assert found.error == pytest.approx(theirs.bse[0])
    assert (found.low, found.high) == pytest.approx(tuple(theirs.conf_int()[0]))


def test_a_control_saves_as_many_games_as_it_explains():
    values, luck = with_luck(np.random.default_rng(2), 20_000)
    found = control_mean(values, luck, 3.0)
    assert found.games_for_one == pytest.approx(1 + 4 * 3, rel=0.06)
    assert found.mean == pytest.approx(1, abs=4 * found.error)
    both = control_mean(values, np.column_stack([luck, luck**2]), [3.0, 12.0])
    assert both.error == pytest.approx(found.error, rel=0.01)


def test_strata_take_the_variance_between_them_out():
    values, stratum = in_strata(np.random.default_rng(3), 6000)
    found = stratified_mean(values, stratum)
    assert found.mean == pytest.approx(found.plain)
    assert found.games_for_one == pytest.approx(1 + np.var([0, 1, 5]), rel=0.08)


def test_weights_ask_about_other_shares_than_were_played():
    values, names = [0.0, 1.0, 10.0, 11.0, 12.0], ["a", "a", "b", "b", "b"]
    found = stratified_mean(values, names, {"a": 3, "b": 1})
    assert found.mean == pytest.approx(0.75 * 0.5 + 0.25 * 11)
    assert found.plain == pytest.approx(6.8)


def test_values_without_any_variance_have_no_error():
    found = stratified_mean([1.0, 1.0, 2.0, 2.0], [0, 0, 1, 1])
    assert (found.error, found.low, found.high) == (0, 1.5, 1.5)
    assert found.games_for_one == np.inf


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: control_mean([1, 2, 3, 4], [1, 2, 3], 0), "expected finite controls"),
        (lambda: control_mean([1, 2, 3, 4], [1, 1, 1, 1], 0), "expected controls that vary"),
        (lambda: control_mean([1, 2, 3], [1, 2, 5], 0), "expected more values than controls"),
        (lambda: control_mean([1], [1], 0), "expected at least 2 finite values"),
        (lambda: stratified_mean([1, 2, 3], [0, 0]), "expected one stratum a value"),
        (lambda: stratified_mean([1, 2, 3], [0, 0, 1]), "expected at least 2 values of each"),
        (
            lambda: stratified_mean([1, 2, 3, 4], [0, 0, 1, 1], {0: 1.0}),
            "expected a weight above 0 of each stratum",
        ),
    ],
)
def test_methods_without_sense_are_refused(call, message):
    with pytest.raises(InputError, match=message):
        call()


def coverage(method, repeats, games, truth, seed):
    rng, held = np.random.default_rng(seed), 0
    for _ in range(repeats):
        found = method(rng, games)
        held += found.low <= truth <= found.high
    return held / repeats


def controlled(rng, games):
    values, luck = with_luck(rng, games)
    return control_mean(values, luck, 3.0)


def stratified(rng, games):
    return stratified_mean(*in_strata(rng, games), {0: 1, 1: 1, 2: 2})


def test_intervals_hold_the_truth():
    assert coverage(controlled, 300, 60, 1.0, seed=5) >= 0.91
    assert coverage(stratified, 300, 60, 2.75, seed=5) >= 0.91


@pytest.mark.statistical
def test_intervals_hold_the_truth_10000_times():
    assert 0.945 <= coverage(controlled, 10_000, 60, 1.0, seed=6) <= 0.965
    assert 0.945 <= coverage(stratified, 10_000, 60, 2.75, seed=7) <= 0.965
