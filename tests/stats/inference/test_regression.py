"""Regressions over many features: planted effects are found, and looking often finds nothing."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bloodstones.core.errors import InputError
from bloodstones.stats.inference.regression import regressions

FEATURES = [f"x{number}" for number in range(8)]


def cases(seed: int, slope: float = 0.0) -> pd.DataFrame:
    luck = np.random.default_rng(seed)
    table = pd.DataFrame(luck.normal(2, 3, (150, len(FEATURES))), columns=FEATURES)
    noise = luck.normal(size=150) * (1 + np.abs(table["x1"] - 2))
    return table.assign(one=slope * table["x0"] + noise, other=luck.normal(size=150))


def test_a_planted_effect_is_told_for_one_standard_deviation() -> None:
    found = regressions(cases(1, slope=1.0), FEATURES, ["one", "other"])
    own = found[(found["outcome"] == "one") & (found["feature"] == "x0")].iloc[0]
    assert own["low"] < 3 < own["high"]
    assert own["sure"]
    assert found["looks"].eq(16).all()


def test_all_looks_together_find_nothing_where_nothing_is() -> None:
    false = [
        regressions(cases(seed), FEATURES, ["one", "other"])["sure"].any() for seed in range(40)
    ]
    assert np.mean(false) <= 0.15


def test_too_few_cases_and_what_does_not_vary_are_refused() -> None:
    with pytest.raises(InputError, match="at least 80 cases"):
        regressions(cases(1).head(50), FEATURES, ["one"])
    with pytest.raises(InputError, match="a column that varies"):
        regressions(cases(1).assign(x3=1.0), FEATURES, ["one"])
