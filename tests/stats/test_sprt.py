"""The sequential test of A against B: reference values, and error rates by simulation."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.errors import InputError
from bloodstones.stats.sprt import Decision, pair_counts, sprt


def score_of(elo):
    return 1 / (1 + 10 ** (-elo / 400))


@pytest.mark.parametrize(
    ("counts", "elo", "ratio"),
    [
        ((223, 9863, 21279, 10037, 246), (0.5, 2.5), -3.07),
        ((871, 26175, 55983, 26678, 821), (0, 2), -4.98),
    ],
)
def test_log_likelihood_ratio_equals_that_of_fastchess(counts, elo, ratio):
    """Reference values of the project's own test of logistic pentanomial counts."""
    found = sprt(counts, *map(score_of, elo))
    assert found.ratio == pytest.approx(ratio, abs=0.005)
    assert found.decision is Decision.NOT_BETTER
    assert (found.low, found.high) == pytest.approx((-2.944, 2.944), abs=1e-3)


def test_counts_of_three_outcomes_equal_fastchess_too():
    wins, losses, draws = 21404, 21184, 40708
    found = sprt((losses, draws, wins), score_of(0.5), score_of(2.5), scores=(0, 0.5, 1))
    assert found.ratio == pytest.approx(-1.57, abs=0.005)


def test_pairs_are_counted_by_their_mean_score():
    assert pair_counts([1, 1, 0.5, 0, 0], [1, 0, 0.5, 0.5, 0]) == (1, 1, 2, 0, 1)
    assert pair_counts([], []) == (0, 0, 0, 0, 0)


def test_exchanging_the_players_mirrors_the_test():
    one = sprt((10, 30, 50, 40, 25), 0.45, 0.55)
    other = sprt((25, 40, 50, 30, 10), 0.45, 0.55)
    assert one.ratio == pytest.approx(-other.ratio)
    assert one.score + other.score == pytest.approx(1)


def test_only_wins_soon_decide():
    assert sprt((0, 0, 0, 0, 5), 0.5, 0.6).decision is Decision.GO_ON
    assert sprt((0, 0, 0, 0, 40), 0.5, 0.6).decision is Decision.BETTER


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sprt((1, 2, 3), 0.5, 0.6), "expected 5 counts of at least 0"),
        (lambda: sprt((1, 2, 3, 4, -5), 0.5, 0.6), "expected 5 counts of at least 0"),
        (lambda: sprt((1,) * 5, 0.6, 0.5), "expected worse < better"),
        (lambda: sprt((1,) * 5, 0.5, 0.6, false_not=0.7), "expected an error rate between 0"),
        (lambda: pair_counts([0.9], [1]), "expected pairs with a mean score of"),
    ],
)
def test_tests_without_sense_are_refused(call, message):
    with pytest.raises(InputError, match=message):
        call()


def simulated(mean, repeats, seed, worse=0.5, better=0.54, step=10, most=6000):
    """Shares of the three decisions, and mean pairs, with a look after every `step` pairs."""
    rng = np.random.default_rng(seed)
    p = np.array([0.12, 0.2, 0.36, 0.2, 0.12]) * (2 - 2 * mean) + [0, 0, 0, 0, 2 * mean - 1]
    ends = dict.fromkeys(Decision, 0)
    pairs = 0
    for _ in range(repeats):
        counts = np.zeros(5, int)
        found = None
        while counts.sum() < most:
            counts += rng.multinomial(step, p)
            found = sprt(counts.tolist(), worse, better)
            if found.decision is not Decision.GO_ON:
                break
        ends[found.decision] += 1
        pairs += counts.sum()
    return {d.value: n / repeats for d, n in ends.items()}, pairs / repeats


def test_equal_players_are_seldom_told_apart():
    shares, _ = simulated(0.5, 100, seed=1, better=0.6)
    assert shares["better"] <= 0.13


@pytest.mark.statistical
def test_errors_of_the_sequential_test():
    """10,000 tests of equal players and of players at the better hypothesis."""
    equal, _ = simulated(0.5, 10_000, seed=2, better=0.6)
    stronger, _ = simulated(0.6, 10_000, seed=3, better=0.6)
    assert equal["better"] <= 0.05 + 2 * 0.0022
    assert stronger["not better"] <= 0.05 + 2 * 0.0022
