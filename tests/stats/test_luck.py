"""Luck shares: planted variances are found again."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bloodstones.core.errors import InputError
from bloodstones.stats.luck import variance_shares

SEATS = np.array([-0.3, 0.0, 0.3])
SKILLS = np.array([-0.8, 0.2, 0.6])
DRAWS, NOISE = 0.7, 1.0


def design(rng, lucks=80):
    """One result for each luck, seat and strategy, with planted effects."""
    luck, seat, skill = np.meshgrid(np.arange(lucks), [0, 1, 2], [0, 1, 2], indexing="ij")
    value = DRAWS * rng.normal(size=lucks)[luck] + SEATS[seat] + SKILLS[skill]
    value = value + NOISE * rng.normal(size=value.shape)
    columns = {
        "luck": luck.ravel(),
        "turn_order": seat.ravel(),
        "strategy": np.array(["a", "b", "c"])[skill.ravel()],
        "win_credit": value.ravel(),
    }
    return pd.DataFrame(columns)


def truth():
    parts = np.array([DRAWS**2, SEATS.var(), SKILLS.var(), NOISE**2])
    return parts / parts.sum()


def test_planted_shares_are_found():
    found = variance_shares(design(np.random.default_rng(1), 600), resamples=100)
    assert found["factor"].tolist() == ["luck", "turn_order", "strategy", "residual"]
    assert found["share"].to_numpy() == pytest.approx(truth(), abs=0.03)
    assert found["share"].sum() == pytest.approx(1)
    assert found["levels"].tolist() == [600, 3, 3, 5400]


def test_variances_equal_those_of_mean_squares_by_hand():
    table = pd.DataFrame({"luck": [0, 0, 1, 1, 2, 2], "strategy": [0, 1] * 3})
    table["win_credit"] = [1.0, 2.0, 4.0, 6.0, 5.0, 9.0]
    found = variance_shares(table, ["luck", "strategy"], resamples=10).set_index("factor")
    grand = table["win_credit"].mean()
    lucks = table.groupby("luck")["win_credit"].mean()
    skills = table.groupby("strategy")["win_credit"].mean()
    fitted = lucks[table["luck"]].to_numpy() + skills[table["strategy"]].to_numpy() - grand
    rest = ((table["win_credit"] - fitted) ** 2).sum() / 2
    assert found.loc["residual", "variance"] == pytest.approx(rest)
    assert found.loc["luck", "variance"] == pytest.approx(lucks.var() - rest / 2)
    assert found.loc["strategy", "variance"] == pytest.approx((skills.var() - rest / 3) / 2)


def test_nothing_varies_when_all_results_are_equal():
    found = variance_shares(design(np.random.default_rng(2), 5).assign(win_credit=1.0))
    assert (found["share"] == 0).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.drop(columns="luck"), "expected a column of the table, got 'luck'"),
        (lambda t: t.assign(strategy="a"), "expected at least 2 levels of strategy"),
        (lambda t: t.iloc[1:], "expected each luck equally often"),
        (
            lambda t: t.assign(strategy=t["strategy"].sort_values().to_numpy()),
            "expected each strategy equally often with each luck",
        ),
        (lambda t: t[(t["turn_order"] == 0) & (t["strategy"] == "a")], "at least 2 levels"),
        (
            lambda t: pd.DataFrame(
                {"luck": [0, 0, 1, 1], "turn_order": [0, 1, 0, 1], "strategy": [0, 1, 1, 0]}
            ).assign(win_credit=1.0),
            "expected more results than effects",
        ),
    ],
)
def test_designs_without_balance_are_refused(change, message):
    with pytest.raises(InputError, match=message):
        variance_shares(change(design(np.random.default_rng(3), 4)))


@pytest.mark.statistical
def test_luck_shares_are_right_on_average_and_their_intervals_hold():
    """1,000 studies of 80 lucks, 9 games each, 200 resamples."""
    rng, held, shares = np.random.default_rng(4), np.zeros(4), []
    for trial in range(1000):
        found = variance_shares(design(rng), seed=trial, resamples=200)
        shares.append(found["share"])
        held += (found["low"] <= truth()) & (truth() <= found["high"])
    assert np.mean(shares, axis=0) == pytest.approx(truth(), abs=0.01)
    assert 0.92 <= (held / 1000).mean() <= 0.97
