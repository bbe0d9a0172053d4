"""Leads: told by hand, and comebacks of random walks whose chances are known."""

from __future__ import annotations

from math import comb

import numpy as np
import pandas as pd
import pytest

from bloodstones.core.errors import InputError
from bloodstones.stats.comeback import comebacks, lead_stories


def leads_of(*games):
    """The table of games given as lists of scores a turn."""
    lines = [
        ("c", game, turn, seat, score)
        for game, scores in enumerate(games)
        for turn, line in enumerate(scores)
        for seat, score in enumerate(line)
    ]
    return pd.DataFrame(lines, columns=["cell", "replicate", "turn", "seat", "score"])


def test_stories_of_games_told_by_hand():
    start_to_end = [(0, 0, 0), (3, 1, 0), (5, 2, 4), (9, 2, 6)]
    last_turn = [(0, 0, 0), (3, 1, 0), (3, 4, 0), (4, 4, 0), (4, 4, 9)]
    shared = [(0, 0), (2, 0), (2, 2)]
    stories = lead_stories(leads_of(start_to_end, last_turn, shared)).set_index("replicate")
    assert stories["turns"].tolist() == [3, 4, 2]
    assert stories["lead_changes"].tolist() == [0, 2, 0]
    assert stories["decided"].tolist() == [0, 1, 1]
    assert stories["deepest"].tolist() == [0, 4, 2]
    assert stories["margin"].tolist() == [3, 5, 0]


def test_the_order_of_rows_does_not_matter():
    leads = leads_of([(0, 0), (1, 2), (4, 2)], [(0, 0), (1, 0), (1, 3)])
    mixed = leads.sample(frac=1, random_state=1)
    assert lead_stories(mixed).equals(lead_stories(leads))
    assert comebacks(mixed, (0.5,)).equals(comebacks(leads, (0.5,)))


def walks(rng, games, steps):
    """Two seats; in each turn one of them, by a fair coin, scores a point."""
    first = np.cumsum(rng.integers(0, 2, (games, steps)), axis=1)
    first = np.concatenate([np.zeros((games, 1), int), first], axis=1)
    scores = np.stack([first, np.arange(steps + 1) - first], axis=2)
    return pd.DataFrame(
        {
            "cell": "c",
            "replicate": np.repeat(np.arange(games), 2 * (steps + 1)),
            "turn": np.tile(np.repeat(np.arange(steps + 1), 2), games),
            "seat": np.tile([0, 1], games * (steps + 1)),
            "score": scores.ravel(),
        }
    )


def win_chance(behind, steps):
    """Chance to win a fair walk from `behind` points behind with `steps` turns left."""
    gains = [(2 * heads - steps, comb(steps, heads) / 2**steps) for heads in range(steps + 1)]
    return sum(p * (1 if gain > behind else 0.5 if gain == behind else 0) for gain, p in gains)


def test_comebacks_of_fair_walks_are_as_likely_as_computed():
    found = comebacks(walks(np.random.default_rng(1), 1500, 20), (0.5,), confidence=0.999)
    assert found["games"].sum() >= 1500
    for line in found[found["games"] > 100].itertuples():
        expected = win_chance(line.behind, 10) if line.behind else None
        if expected is not None:
            assert line.low <= expected <= line.high
    level = found[found["behind"] == 0].iloc[0]
    assert level["rate"] > 0.5


def test_points_behind_fall_into_classes():
    found = comebacks(leads_of([(0, 0), (7, 3), (9, 9)]), (0.5,), step=3)
    assert found["behind"].tolist() == [0, 3]
    assert found["rate"].tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda t: lead_stories(t.drop(columns="turn")), "expected the column turn, got 'none'"),
        (lambda t: lead_stories(t.iloc[1:]), "expected a score of two or more seats in each turn"),
        (lambda t: lead_stories(pd.concat([t, t])), "expected each seat once a turn"),
        (lambda t: lead_stories(t.iloc[:0]), "expected at least one playthrough"),
        (lambda t: comebacks(t, ()), "expected moments between 0 and 1"),
        (lambda t: comebacks(t, (1.0,)), "expected moments between 0 and 1"),
        (lambda t: comebacks(t, step=0), "expected a step above 0, got 0"),
    ],
)
def test_leads_without_sense_are_refused(call, message):
    with pytest.raises(InputError, match=message):
        call(leads_of([(0, 0), (1, 2)]))


@pytest.mark.statistical
def test_comeback_intervals_hold_the_chance():
    """300 studies of 150 walks."""
    rng, held, lines = np.random.default_rng(2), 0, 0
    for trial in range(300):
        found = comebacks(walks(rng, 150, 20), (0.5,), seed=trial)
        for line in found[(found["behind"] == 2)].itertuples():
            lines += 1
            held += line.low <= win_chance(2, 10) <= line.high
    assert 0.92 <= held / lines <= 0.97
