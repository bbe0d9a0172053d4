"""Looking while a study runs: published boundaries, and error rates of every rule of stopping."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from bloodstones.core.errors import InputError
from bloodstones.stats.inference.intervals import normal_quantile, wilson_interval
from bloodstones.stats.inference.sequential import (
    LookPlan,
    confidence_sequence,
    critical_values,
    plan_looks,
    plan_width_looks,
    rate_at_look,
)


@pytest.mark.parametrize(
    ("looks", "pocock", "obrien_fleming"),
    [(2, 2.178, 1.977), (3, 2.289, 2.004), (5, 2.413, 2.040), (10, 2.555, 2.087)],
)
def test_boundaries_equal_the_tables_of_jennison_and_turnbull(looks, pocock, obrien_fleming):
    """Group Sequential Methods (2000), tables 2.1 and 2.3, two-sided 5 %."""
    counts = range(1, looks + 1)
    assert critical_values(counts, edge=0.5)[-1] == pytest.approx(pocock, abs=6e-4)
    assert critical_values(counts)[-1] == pytest.approx(obrien_fleming, abs=6e-4)


def test_one_look_is_no_look_at_all():
    assert critical_values([500]) == pytest.approx((normal_quantile(0.95),))


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(1, 400), min_size=2, max_size=8, unique=True), st.floats(0, 0.5))
def test_later_looks_never_have_wider_intervals_than_earlier_ones(counts, edge):
    looks = sorted(20 * count for count in counts)
    critical = critical_values(looks, edge=edge)
    assert all(a >= b - 1e-12 for a, b in pairwise(critical))
    assert critical[-1] >= normal_quantile(0.95) - 1e-9


@pytest.mark.parametrize("plan", [plan_looks(0.02), plan_width_looks(0.02)])
def test_the_last_look_reaches_the_precision_at_the_worst_rate(plan):
    last = len(plan.looks) - 1
    low, high = rate_at_look(plan, last, plan.looks[-1] / 2)
    assert (high - low) / 2 <= 0.02


def test_a_rate_far_from_one_half_stops_before_the_last_look():
    plan = plan_width_looks(0.01)
    ends = [rate_at_look(plan, look, n / 6) for look, n in enumerate(plan.looks)]
    narrow = [high - low <= 2 * 0.01 for low, high in ends]
    assert plan.looks[narrow.index(True)] == pytest.approx(5336, rel=0.1)


def test_a_budget_of_games_is_the_last_look():
    assert plan_looks(0.001, most=5000).looks[-1] == 5000
    assert plan_width_looks(0.001, most=5000).looks[-1] == 5000


def test_only_planned_looks_are_allowed():
    plan = LookPlan((100, 200), (2.8, 1.98), 0.95)
    assert plan.position(200) == 1
    with pytest.raises(InputError, match=r"one of the planned analyses \[100, 200\], got 150"):
        plan.position(150)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: plan_looks(0.5), "expected a half width between 0 and 0.5, got 0.5"),
        (lambda: plan_looks(0.1, rate=1), "expected a rate between 0 and 1, got 1"),
        (lambda: plan_looks(0.1, first=0), "expected a first analysis above 0 and at most 1"),
        (lambda: plan_width_looks(0.1, looks=0), "expected at least 1 analysis, got 0"),
        (lambda: critical_values([5, 5]), "expected ascending numbers of games above 0"),
        (lambda: critical_values([9999, 10000]), "expected analyses further apart"),
        (lambda: critical_values([5, 9], edge=0.6), "expected an edge between 0 and 0.5"),
        (lambda: confidence_sequence(3, 2), "expected successes between 0 and"),
        (lambda: confidence_sequence(1, 2, games=0), "at least 1 game"),
        (lambda: confidence_sequence(1, 2, 1.0), "expected a confidence between 0 and 1"),
    ],
)
def test_plans_without_sense_are_refused(call, message):
    with pytest.raises(InputError, match=message):
        call()


@given(st.integers(0, 3000), st.floats(0, 1))
def test_a_confidence_sequence_holds_the_rate_and_is_wider_than_wilson(n, share):
    low, high = confidence_sequence(share * n, n)
    assert 0 <= low <= (share * n / n if n else 0.5) <= high <= 1
    wilson = wilson_interval(share * n, n)
    assert high - low >= (wilson[1] - wilson[0]) * 0.98


def held_by_sequence(rate, most):
    """Fewest and most successes at each number of games with which the sequence holds `rate`."""

    def first(n, test):
        low, high = 0, n + 1
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if test(middle) else (middle + 1, high)
        return low

    fewest, largest = [0], [0]
    for n in range(1, most + 1):
        fewest.append(first(n, lambda s, n=n: s > n or confidence_sequence(s, n)[1] >= rate))
        largest.append(first(n, lambda s, n=n: s > n or confidence_sequence(s, n)[0] > rate) - 1)
    return np.array(fewest), np.array(largest)


def false_alarms_of_sequence(rate, most, repeats, seed):
    fewest, largest = held_by_sequence(rate, most)
    rng = np.random.default_rng(seed)
    wins = np.cumsum(rng.random((repeats, most)) < rate, axis=1)
    return ((wins < fewest[1:]) | (wins > largest[1:])).any(axis=1).mean()


def study(plan, rate, half_width, repeats, seed):
    """Play studies with looks.

    Returns the share of false alarms at any look, the coverage where the width stopped the study,
    and the mean games.
    """
    rng = np.random.default_rng(seed)
    steps = np.diff((0, *plan.looks))
    wins = np.cumsum(rng.binomial(steps, rate, size=(repeats, len(steps))), axis=1)
    outside = np.zeros(wins.shape, bool)
    narrow = outside.copy()
    for look in range(len(steps)):
        values, index = np.unique(wins[:, look], return_inverse=True)
        ends = np.array([rate_at_look(plan, look, int(value)) for value in values])[index]
        outside[:, look] = (ends[:, 0] > rate) | (ends[:, 1] < rate)
        narrow[:, look] = (ends[:, 1] - ends[:, 0]) / 2 <= half_width
    narrow[:, -1] = True
    stop = narrow.argmax(axis=1)
    held = ~outside[np.arange(repeats), stop]
    return outside.any(axis=1).mean(), held.mean(), np.array(plan.looks)[stop].mean()


def exact_false_alarms(plan, rate):
    """Probability that the interval of any look leaves `rate` out, by adding up binomial steps."""
    outcomes, lost = np.ones(1), 0.0
    for look, step in enumerate(np.diff((0, *plan.looks))):
        outcomes = np.convolve(outcomes, binom.pmf(np.arange(step + 1), step, rate))
        likely = np.flatnonzero(outcomes > 1e-13)
        ends = np.array([rate_at_look(plan, look, int(wins)) for wins in likely])
        held = likely[(ends[:, 0] <= rate) & (ends[:, 1] >= rate)]
        kept = np.zeros_like(outcomes)
        kept[held] = outcomes[held]
        lost += outcomes[likely].sum() - kept.sum()
        outcomes = kept
    return lost


@pytest.mark.parametrize("edge", [0.0, 0.5])
def test_looking_is_a_false_alarm_in_at_most_a_twentieth_of_studies(edge):
    assert 0.04 <= exact_false_alarms(plan_looks(0.03, edge=edge), 0.25) <= 0.05


def test_naive_looking_would_be_a_false_alarm_far_more_often():
    looks = tuple(range(100, 2001, 100))
    alarms, _, _ = study(LookPlan(looks, (1.96,) * 20, 0.95), 0.5, 0.01, 3000, seed=2)
    assert alarms > 0.2


def test_a_confidence_sequence_may_be_looked_at_after_every_game():
    assert false_alarms_of_sequence(0.25, 300, 2000, seed=3) <= 0.05


@pytest.mark.statistical
@pytest.mark.parametrize("edge", [0.0, 0.25, 0.5])
@pytest.mark.parametrize("half_width", [0.02, 0.01])
def test_false_alarms_of_all_looks_exactly_computed(edge, half_width):
    plan = plan_looks(half_width, edge=edge, looks=8, first=0.2)
    alarms = [exact_false_alarms(plan, rate) for rate in (0.1, 1 / 6, 0.25, 1 / 3, 0.5)]
    assert min(alarms) >= 0.04
    assert max(alarms) <= 0.05


@pytest.mark.calibration
@pytest.mark.statistical
@pytest.mark.parametrize("rate", [1 / 6, 0.25, 0.5])
def test_false_alarms_of_all_looks_10000_times(rate, calibration):
    """Slack: twice the standard error of 10,000 repeats."""
    studies = 10_000
    alarms, held, _ = study(plan_looks(0.02, looks=8, first=0.2), rate, 0.02, studies, seed=4)
    method = f"eight looks, rate {100 * rate:.0f} %"
    most = round(0.05 + 2 * 0.0022, 4)
    calibration.hold(method, "ever outside at a look", alarms, 0, most, studies)
    calibration.hold(method, "coverage where it stopped", held, 0.95, 1, studies)


@pytest.mark.calibration
@pytest.mark.statistical
def test_width_alone_stops_without_loss_of_coverage_10000_times(calibration):
    rates = (0.1, 1 / 6, 0.25, 1 / 3, 0.5)
    plan = plan_width_looks(0.02)
    studies = 10_000
    found = [study(plan, rate, 0.02, studies, seed=5)[1] for rate in rates]
    method = "stopped by width alone, rates 10 % to 50 %"
    mean = np.mean(found)
    calibration.hold(method, "coverage, mean of 5 rates", mean, 0.945, 0.965, 5 * studies)
    calibration.hold(method, "coverage, lowest of 5", min(found), 0.94, 1, studies)


@pytest.mark.calibration
@pytest.mark.statistical
@pytest.mark.parametrize("rate", [0.25, 0.5])
def test_a_confidence_sequence_holds_at_every_game_10000_times(rate, calibration):
    studies = 10_000
    alarms = false_alarms_of_sequence(rate, 2000, studies, seed=6)
    method = f"a look after each of 2,000 games, rate {100 * rate:.0f} %"
    calibration.hold(method, "ever outside", alarms, 0, 0.05, studies)
