"""Races: the best arm stays, the poor leave early, and shared luck makes it quick."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.errors import InputError
from bloodstones.stats.racing import Race

LOOKS = (40, 80, 120, 160, 200)


def race(rng, means, shared=1.0, spread=1.0):
    """Run a race of normal outcomes with a part of luck that all arms share."""
    luck = shared * rng.normal(size=LOOKS[-1])
    values = {str(i): m + luck + spread * rng.normal(size=LOOKS[-1]) for i, m in enumerate(means)}
    run = Race(list(values), LOOKS)
    for games in LOOKS:
        if len(run.look({arm: values[arm][:games] for arm in run.alive})) == 1:
            break
    return run


def test_a_poor_arm_leaves_early_and_says_behind_whom():
    run = race(np.random.default_rng(1), [0.0, 2.0, 0.1])
    assert run.alive == ["1"]
    assert {line.arm for line in run.dropped} == {"0", "2"}
    assert all(line.behind == "1" and 0 < line.low < line.difference for line in run.dropped)
    assert run.dropped[0].games == LOOKS[0]


def test_luck_that_all_share_does_not_slow_a_race():
    runs = [race(np.random.default_rng(2), [0.0, 0.8], shared=shared) for shared in (0.0, 50.0)]
    games = [run.dropped[0].games for run in runs]
    assert games[0] == games[1]


def test_equal_outcomes_drop_nobody():
    run = Race(["a", "b"], [10])
    assert run.look({"a": [0, 1] * 5, "b": [0, 1] * 5}) == ["a", "b"]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Race(["a"], [10]), "expected at least 2 arms"),
        (lambda: Race(["a", "a"], [10]), "expected at least 2 arms with different names"),
        (lambda: Race(["a", "b"], [1]), "expected looks with at least 2 games"),
        (lambda: Race(["a", "b"], [10]).look({"a": [1] * 10}), r"got \"none of \['b'\]\""),
        (
            lambda: Race(["a", "b"], [10]).look({"a": [1] * 9, "b": [1] * 9}),
            r"expected games of one of the looks \[10\]",
        ),
    ],
)
def test_races_without_sense_are_refused(call, message):
    with pytest.raises(InputError, match=message):
        call()


def lost(means, repeats, seed):
    """Share of races in which the first arm was dropped."""
    rng = np.random.default_rng(seed)
    return sum("0" not in race(rng, means).alive for _ in range(repeats)) / repeats


def test_the_best_arm_is_seldom_dropped():
    assert lost([0.02, 0.0, 0.0, -0.5], 100, seed=3) <= 0.1


@pytest.mark.statistical
@pytest.mark.parametrize("means", [[0.0] * 2, [0.0] * 6, [0.05, 0.0, 0.0, -0.3, -0.6]])
def test_the_best_arm_is_dropped_in_at_most_a_twentieth_of_races(means):
    """10,000 races with five looks."""
    assert lost(means, 10_000, seed=4) <= 0.05 + 2 * 0.0022
