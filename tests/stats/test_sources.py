"""Shares of points by source."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bloodstones.core.errors import InputError
from bloodstones.stats.sources import source_shares
from bloodstones.stats.table import POINT_SOURCES
from tests.synthetic import results_tables


def test_shares_of_a_group_sum_to_1_and_lie_in_their_intervals():
    rows, _ = results_tables(seed=12, games=60)
    found = source_shares(rows, ["players", "faction"])
    assert found.groupby(["players", "faction"])["share"].sum().to_numpy() == pytest.approx(1)
    assert (found["low"] <= found["share"]).all()
    assert (found["share"] <= found["high"]).all()
    hill = rows[(rows["faction"] == "hill_folk") & (rows["players"] == 2)]
    line = found[(found["faction"] == "hill_folk") & (found["players"] == 2)].set_index("source")
    assert line.loc["battles", "share"] == pytest.approx(
        hill["vp_battles"].sum() / hill["score"].sum()
    )
    assert line.loc["start", ["share", "low", "high"]].tolist() == [0, 0, 0]


def test_a_group_without_points_tells_nothing():
    rows, _ = results_tables(seed=12, games=5)
    found = source_shares(rows.assign(**dict.fromkeys(POINT_SOURCES, 0)))
    assert (found["share"] == 0).all()
    assert (found["high"] == 1).all()


def test_an_unknown_column_is_refused():
    with pytest.raises(InputError, match="expected a column of the table, got 'colour'"):
        source_shares(results_tables(seed=12, games=5)[0], ["colour"])


def study(rng, games):
    """Games of two seats whose battles and villages hang together; half of the points each."""
    pace = rng.gamma(4, size=games)
    points = {name: np.zeros(2 * games) for name in POINT_SOURCES}
    points["vp_battles"] = rng.poisson(2 * np.repeat(pace, 2))
    points["vp_villages"] = rng.poisson(2 * np.repeat(pace, 2) ** 1.0)
    columns = {
        "cell": "c",
        "replicate": np.repeat(np.arange(games), 2),
        "map": "m",
        "seat": np.tile([0, 1], games),
        "faction": np.tile(["a", "b"], games),
        "side": "all",
    }
    return pd.DataFrame(columns | points)


@pytest.mark.statistical
def test_intervals_hold_the_planted_share():
    """2,000 studies of 150 games, 400 resamples."""
    rng, held = np.random.default_rng(1), 0
    for trial in range(2000):
        found = source_shares(study(rng, 150), ["side"], seed=trial, resamples=400)
        line = found[found["source"] == "battles"].iloc[0]
        held += line["low"] <= 0.5 <= line["high"]
    assert 0.935 <= held / 2000 <= 0.965
