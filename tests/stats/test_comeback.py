"""Comebacks: told by hand, and those of random walks whose chances are known."""

from __future__ import annotations

from math import comb, inf

import numpy as np
import pandas as pd
import pytest

from bloodstones.core.contract.columns import MOMENTS
from bloodstones.core.errors import InputError
from bloodstones.stats.leads import comebacks

STEPS = 20


def results(behind, credit):
    """A table of games of two seats; `behind` by moment, game and seat."""
    games = len(credit)
    told = {name: np.ravel(values) for name, values in zip(MOMENTS, behind, strict=True)}
    return pd.DataFrame(
        {
            "cell": "c",
            "replicate": np.repeat(np.arange(games), 2),
            "seat": [0, 1] * games,
            "faction": ["red", "blue"] * games,
            "win_credit": np.ravel(credit),
            **told,
        }
    )


def walks(rng, games):
    """Two seats; in each turn one of them, by a fair coin, scores a point."""
    first = np.cumsum(rng.integers(0, 2, (games, STEPS)), axis=1)
    apart = 2 * first - np.arange(1, STEPS + 1)
    lead = np.stack([apart, -apart], axis=2)
    behind = [np.maximum(-lead[:, round(moment * STEPS) - 1], 0) for moment in MOMENTS.values()]
    end = lead[:, -1]
    return results(behind, np.where(end == 0, 0.5, end > 0))


def win_chance(behind, steps):
    """Chance to win a fair walk from `behind` points behind with `steps` turns left."""
    gains = [(2 * heads - steps, comb(steps, heads) / 2**steps) for heads in range(steps + 1)]
    return sum(p * (1 if gain > behind else 0.5 if gain == behind else 0) for gain, p in gains)


def test_classes_hold_the_points_behind_from_their_edge_on() -> None:
    quarter = [[0, 4], [5, 0]]
    half = [[0, 0], [9, 0]]
    late = [[12, 0], [0, 40]]
    table = results([quarter, half, late], [[1, 0], [0.5, 0.5]])
    found = comebacks(table)
    told = found[["moment", "behind", "below", "seats", "games", "rate"]].values.tolist()
    assert told == [
        [0.25, 0, 1, 2, 2, 0.75],
        [0.25, 1, 5, 1, 1, 0.0],
        [0.25, 5, 10, 1, 1, 0.5],
        [0.5, 0, 1, 3, 2, 0.5],
        [0.5, 5, 10, 1, 1, 0.5],
        [0.75, 0, 1, 2, 2, 0.25],
        [0.75, 10, 15, 1, 1, 1.0],
        [0.75, 20, inf, 1, 1, 0.5],
    ]
    assert (found["low"] <= found["rate"]).all()
    assert (found["rate"] <= found["high"]).all()


def test_groups_are_distinguished_and_the_order_of_rows_does_not_matter() -> None:
    table = walks(np.random.default_rng(4), 60)
    found = comebacks(table, ["faction"], classes=[0, 1])
    for faction, group in found.groupby("faction"):
        alone = comebacks(table[table["faction"] == faction], classes=[0, 1])
        assert group.drop(columns="faction").reset_index(drop=True).equals(alone)
    mixed = table.sample(frac=1, random_state=1)
    assert comebacks(mixed, ["faction"], classes=[0, 1]).equals(found)


def test_comebacks_of_fair_walks_are_as_likely_as_computed() -> None:
    table = walks(np.random.default_rng(1), 3000)
    found = comebacks(table, classes=range(STEPS), confidence=0.999)
    checked = 0
    for line in found[(found["games"] > 100) & (found["behind"] > 0)].itertuples():
        left = STEPS - round(line.moment * STEPS)
        assert line.low <= win_chance(line.behind, left) <= line.high
        checked += 1
    assert checked > 6
    assert (found.loc[found["behind"] == 0, "rate"] > 0.5).all()


@pytest.mark.parametrize(
    ("change", "classes", "message"),
    [
        ({"columns": ["behind_half"]}, (0, 5), "expected the column behind_half, got 'none'"),
        ({"columns": []}, (1, 5), "expected points behind that rise from 0, got"),
        ({"columns": []}, (0, 5, 5), "expected points behind that rise from 0, got"),
    ],
)
def test_tables_and_classes_without_sense_are_refused(change, classes, message) -> None:
    table = walks(np.random.default_rng(2), 4).drop(**change)
    with pytest.raises(InputError, match=message):
        comebacks(table, classes=classes)


@pytest.mark.statistical
def test_comeback_intervals_hold_the_chance() -> None:
    """1,000 studies of 150 walks: a seat 2 points behind halfway."""
    rng, held, lines = np.random.default_rng(2), 0, 0
    for trial in range(1000):
        found = comebacks(walks(rng, 150), classes=range(4), seed=trial)
        for line in found[(found["moment"] == 0.5) & (found["behind"] == 2)].itertuples():
            lines += 1
            held += line.low <= win_chance(2, STEPS // 2) <= line.high
    assert lines > 990
    assert 0.935 <= held / lines <= 0.965
