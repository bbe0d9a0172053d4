"""Which rule numbers matter: Morris screen and Sobol shares, each with its noise floor.

M. D. Morris, "Factorial sampling plans for preliminary computational experiments", Technometrics 33
(1991); I. M. Sobol, Mathematics and Computers in Simulation 55 (2001); A. Saltelli et al., Computer
Physics Communications 181 (2010). Designs and estimates are those of SALib.

Playthroughs are random, so that an outcome changes even when no rule does. Every setting of the
numbers is played in several batches; what these differ by is the noise, and a number below that
floor has no effect that the study could see. With the same random numbers for all settings the
noise cancels in part, and the floor is on the safe side. The interval of a first-order share near 0
beside a large total one is too narrow (84 % instead of 95 % for Ishigami's x3).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sqrt
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected
from bloodstones.core.rules.sensitivity_designs import (
    FEWEST_BATCHES,
    LEVELS,
    RuleDesign,
    salib_problem,
)
from bloodstones.stats.inference.intervals import CONFIDENCE

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

RESAMPLES = 200
SHOWN_AT_LEAST = 0.01
LEVEL_AXES = 3


def morris_effects(
    design: RuleDesign, outcomes: ArrayLike, confidence: float = CONFIDENCE, *, seed: int
) -> pd.DataFrame:
    """Return how much each knob moves an outcome over its range.

    Parameters
    ----------
    design
        See `morris_design`.
    outcomes
        The outcome of each run and batch, shape (runs, batches), two batches or more.
    confidence, seed
        Of the bootstrap over trajectories.

    Returns
    -------
    DataFrame
        One row a knob: `knob`, `effect` (mean absolute elementary effect, in units of the outcome
        over the whole range), `low`, `high`, `direction` (mean effect), `spread` (standard
        deviation: not linear, or it depends on others), `noise` (what `effect` would be without
        any), `above_noise` (the interval lies above it).
    """
    import pandas as pd
    from SALib.analyze import morris

    mean, noise = _batches(design, outcomes)
    indices = morris.analyze(
        salib_problem(design.knobs),
        design.unit,
        mean,
        RESAMPLES,
        confidence,
        num_levels=LEVELS,
        seed=seed,
    )
    step = LEVELS / (2 * (LEVELS - 1))
    floor = sqrt(2 * noise) * sqrt(2 / pi) / step
    low = indices["mu_star"] - indices["mu_star_conf"]
    columns = {
        "knob": [knob.name for knob in design.knobs],
        "effect": indices["mu_star"],
        "low": low,
        "high": indices["mu_star"] + indices["mu_star_conf"],
        "direction": indices["mu"],
        "spread": indices["sigma"],
        "noise": floor,
        "above_noise": low > floor,
    }
    return pd.DataFrame({name: _plain(column) for name, column in columns.items()})


def level_effect(
    outcomes: ArrayLike, name: str, confidence: float = CONFIDENCE, *, seed: int
) -> pd.DataFrame:
    """Return how much a factor of a few levels moves an outcome, beside `morris_effects`.

    Parameters
    ----------
    outcomes
        The outcome of each run, level and batch, shape (runs, levels, batches), two levels and two
        batches or more: every run is played at every level.
    name
        What the factor is called.
    confidence, seed
        Of the bootstrap over runs.

    Returns
    -------
    DataFrame
        One row, the columns of `morris_effects`: the effect is the mean absolute difference of two
        levels in the same run. Levels have no order, so that `direction` is not a number.

    Examples
    --------
    >>> rows = [[[0.4, 0.4], [0.6, 0.6]], [[0.5, 0.5], [0.6, 0.6]]]
    >>> found = level_effect(rows, "board", seed=1)
    >>> float(found["effect"].iloc[0].round(6)), bool(found["above_noise"].iloc[0])
    (0.15, True)
    """
    import numpy as np
    import pandas as pd

    table = np.asarray(outcomes, dtype=np.float64)
    if table.ndim != LEVEL_AXES or min(table.shape[1:]) < FEWEST_BATCHES:
        raise expected("outcomes of runs at 2 levels, in 2 batches or more", table.shape, "levels")
    mean, batches = table.mean(axis=2), table.shape[2]
    first, second = np.triu_indices(mean.shape[1], 1)
    each = np.abs(mean[:, first] - mean[:, second]).mean(axis=1)
    draws = np.random.default_rng(seed).integers(0, len(each), (RESAMPLES, len(each)))
    tails = [(1 - confidence) / 2, (1 + confidence) / 2]
    low, high = np.quantile(each[draws].mean(axis=1), tails)
    noise = float(table.var(axis=2, ddof=1).mean()) / batches
    floor = sqrt(2 * noise) * sqrt(2 / pi)
    row = {
        "knob": name,
        "effect": float(each.mean()),
        "low": float(low),
        "high": float(high),
        "direction": float("nan"),
        "spread": float(each.std()),
        "noise": floor,
        "above_noise": bool(low > floor),
    }
    return pd.DataFrame([row])


def sobol_shares(
    design: RuleDesign, outcomes: ArrayLike, confidence: float = CONFIDENCE, *, seed: int
) -> pd.DataFrame:
    """Return which share of the outcome's variance over the rules each knob explains.

    Parameters
    ----------
    design
        See `sobol_design`.
    outcomes
        The outcome of each run and batch, shape (runs, batches), two batches or more.
    confidence, seed
        Of the bootstrap over base runs.

    Returns
    -------
    DataFrame
        One row a knob: `knob`, `first` (by itself) and `total` (with all it meets), each with
        `…_low` and `…_high`, as shares of the variance that the rules cause: the noise is taken
        out. `noise` is the part of the whole variance that it is; `above_noise` says that the
        interval of `total` lies above 0; the interval of a `first` near 0 beside a large `total` is
        too narrow (84 % instead of 95 % for Ishigami's x3). With noise of 99 % or more the shares
        are 0 with intervals from 0 to 1: the runs say nothing.
    """
    import pandas as pd
    from SALib.analyze import sobol

    mean, noise = _batches(design, outcomes)
    spread = float(mean.var())
    part = min(noise / spread, 1.0) if spread > 0 else 1.0
    columns: dict[str, object] = {"knob": [knob.name for knob in design.knobs]}
    if 1 - part < SHOWN_AT_LEAST:
        nothing = {"first": 0.0, "first_low": 0.0, "first_high": 1.0}
        columns |= nothing | {"total": 0.0, "total_low": 0.0, "total_high": 1.0}
        return pd.DataFrame(columns | {"noise": part, "above_noise": False})
    indices = sobol.analyze(
        salib_problem(design.knobs),
        mean,
        calc_second_order=False,
        num_resamples=RESAMPLES,
        conf_level=confidence,
        seed=seed,
    )
    for name, key, floor in (("first", "S1", 0.0), ("total", "ST", part)):
        share = (_plain(indices[key]) - floor) / (1 - part)
        half = _plain(indices[f"{key}_conf"]) / (1 - part)
        columns |= {name: share, f"{name}_low": share - half, f"{name}_high": share + half}
    table = pd.DataFrame(columns | {"noise": part})
    return table.assign(above_noise=table["total_low"] > 0)


def run_outcomes(
    rows: pd.DataFrame, runs: Sequence[str], batches: int, value: str = "win_credit"
) -> Floats:
    """Return the mean of a column in every run and batch, shape (runs, batches).

    Parameters
    ----------
    rows
        Tidy table with `arm` and `replicate`; a replicate is in batch `replicate % batches`.
    runs
        The arms that are the runs of a design, in its order.
    value
        What is averaged.

    Raises
    ------
    InputError
        If a run has no rows in some batch.
    """
    batch = rows["replicate"] % batches
    means = rows.groupby(["arm", batch])[value].mean().unstack()
    table = means.reindex(index=list(runs), columns=range(batches))
    if table.isna().any(axis=None):
        raise expected(f"rows of every run in {batches} batches", "runs without", "sensitivity")
    outcomes: Floats = table.to_numpy()
    return outcomes


def _batches(design: RuleDesign, outcomes: ArrayLike) -> tuple[Floats, float]:
    """Return the mean outcome of each run and the noise variance of such a mean."""
    import numpy as np

    table = np.asarray(outcomes, dtype=np.float64)
    runs = len(design.unit)
    if table.ndim != design.unit.ndim or len(table) != runs or table.shape[1] < FEWEST_BATCHES:
        raise expected(f"outcomes of {runs} runs in two batches or more", table.shape, "outcomes")
    if not np.isfinite(table).all():
        raise expected("finite outcomes", "nan or infinity", "outcomes")
    mean: Floats = table.mean(axis=1)
    return mean, float(table.var(axis=1, ddof=1).mean()) / table.shape[1]


def _plain(column: ArrayLike) -> Floats:
    """Return a column as a plain array, whatever kind SALib made it."""
    import numpy as np

    return np.ma.getdata(np.asarray(column))
