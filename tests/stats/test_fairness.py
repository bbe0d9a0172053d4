"""Distance from fair: what chance adds is taken out, and the interval covers the truth."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bloodstones.core.errors import InputError
from bloodstones.stats.fairness import distances

SHARES = {"even": (1 / 3, 1 / 3, 1 / 3), "odd": (0.5, 0.3, 0.2)}
ODD = float(np.sqrt(np.mean([(3 * share - 1) ** 2 for share in SHARES["odd"]])))


def games(shares: tuple[float, ...], count: int, seed: int, cell: str = "a") -> pd.DataFrame:
    winner = np.random.default_rng(seed).choice(3, count, p=shares)
    seats = np.tile(np.arange(3), count)
    return pd.DataFrame(
        {
            "cell": cell,
            "replicate": np.repeat(np.arange(count), 3),
            "players": 3,
            "seat": seats,
            "faction": np.array(["red", "blue", "green"])[seats],
            "win_credit": (np.repeat(winner, 3) == seats).astype(float),
        }
    )


@pytest.mark.parametrize(("name", "truth"), [("even", 0.0), ("odd", ODD)])
def test_chance_neither_adds_to_the_distance_nor_is_the_truth_missed(
    name: str, truth: float
) -> None:
    found = [distances(games(SHARES[name], 200, seed), ["players"]).iloc[0] for seed in range(60)]
    squared = [each["distance"] ** 2 for each in found]
    if truth:
        assert np.mean(squared) == pytest.approx(truth**2, rel=0.1)
    else:
        assert np.median(squared) < 0.005  # without the correction it would be 2 x 2 / 200
    covered = np.mean([each["low"] - 1e-9 <= truth <= each["high"] for each in found])
    assert covered >= 0.85


def test_groups_are_distinguished_and_a_missing_column_is_named() -> None:
    rows = pd.concat(
        [
            games(SHARES["odd"], 300, 1).assign(arm="base"),
            games(SHARES["even"], 300, 2, "a/new").assign(arm="new"),
        ]
    )
    found = distances(rows, ["arm", "players"]).set_index("arm")
    assert found.loc["base", "distance"] > 2 * found.loc["new", "distance"]
    assert found["games"].tolist() == [300, 300]
    with pytest.raises(InputError, match="a column of the table"):
        distances(rows, ["level"])
