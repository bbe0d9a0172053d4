"""Which rule numbers matter: Morris screen and Sobol shares, each with its noise floor.

M. D. Morris, "Factorial sampling plans for preliminary computational experiments", Technometrics 33
(1991); I. M. Sobol, Mathematics and Computers in Simulation 55 (2001); A. Saltelli et al., Computer
Physics Communications 181 (2010). Designs and estimates are those of SALib.

Playthroughs are random, so that an outcome changes even when no rule does. Every setting of the
numbers is played in several batches; what these differ by is the noise, and a number below that
floor has no effect that the study could see. With the same luck for all settings the noise cancels
in part, and the floor is on the safe side. The interval of a first-order share near 0 beside a
large total one is too narrow (84 % instead of 95 % for Ishigami's x3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi, sqrt
from typing import TYPE_CHECKING, Any

from bloodstones.core.errors import expected
from bloodstones.stats.intervals import CONFIDENCE

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

LEVELS = 4
TRAJECTORIES = 20
BASE_RUNS = 256
RESAMPLES = 200
FEWEST_BATCHES = 2
FEWEST_KNOBS = 2
SHOWN_AT_LEAST = 0.01


@dataclass(frozen=True, slots=True)
class Knob:
    """A number of the rules that may be turned.

    Attributes
    ----------
    name
        Its name, as a study overrides it.
    low, high
        Least and largest value tried.
    whole
        Whether only whole numbers make sense.
    """

    name: str
    low: float
    high: float
    whole: bool = True


@dataclass(frozen=True, slots=True)
class RuleDesign:
    """Settings of the knobs to play.

    Attributes
    ----------
    knobs
        What is turned.
    unit
        Settings between 0 and 1, shape (runs, knobs).
    settings
        The same as values of the rules: one row a run, one column a knob. Play every row in two or
        more batches and keep the order.
    """

    knobs: tuple[Knob, ...]
    unit: Floats
    settings: pd.DataFrame


def morris_design(
    knobs: Sequence[Knob], trajectories: int = TRAJECTORIES, *, seed: int
) -> RuleDesign:
    """Return the settings of a Morris screen: trajectories x (knobs + 1) runs.

    >>> knobs = [Knob("hand limit", 4, 7), Knob("dragon strength", 1, 3, whole=False)]
    >>> morris_design(knobs, 4, seed=1).settings.shape
    (12, 2)
    """
    from SALib.sample import morris

    _check(knobs, trajectories)
    return _design(knobs, morris.sample(_problem(knobs), trajectories, LEVELS, seed=seed))


def sobol_design(knobs: Sequence[Knob], base: int = BASE_RUNS, *, seed: int) -> RuleDesign:
    """Return the settings for Sobol shares: base x (knobs + 2) runs, `base` a power of 2.

    >>> sobol_design([Knob("hand limit", 4, 7), Knob("villages", 8, 12)], 8, seed=1).settings.shape
    (32, 2)
    """
    from SALib.sample import sobol

    _check(knobs, base)
    if base & (base - 1):
        raise expected("a power of 2", base, "base")
    unit = sobol.sample(_problem(knobs), base, calc_second_order=False, seed=seed)
    return _design(knobs, unit)


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
    found = morris.analyze(
        _problem(design.knobs),
        design.unit,
        mean,
        RESAMPLES,
        confidence,
        num_levels=LEVELS,
        seed=seed,
    )
    step = LEVELS / (2 * (LEVELS - 1))
    floor = sqrt(2 * noise) * sqrt(2 / pi) / step
    low = found["mu_star"] - found["mu_star_conf"]
    columns = {
        "knob": [knob.name for knob in design.knobs],
        "effect": found["mu_star"],
        "low": low,
        "high": found["mu_star"] + found["mu_star_conf"],
        "direction": found["mu"],
        "spread": found["sigma"],
        "noise": floor,
        "above_noise": low > floor,
    }
    return pd.DataFrame({name: _plain(column) for name, column in columns.items()})


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
        interval of `total` lies above 0. With noise of 99 % or more nothing is told: shares 0 with
        intervals from 0 to 1.
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
    found = sobol.analyze(
        _problem(design.knobs),
        mean,
        calc_second_order=False,
        num_resamples=RESAMPLES,
        conf_level=confidence,
        seed=seed,
    )
    for name, key, floor in (("first", "S1", 0.0), ("total", "ST", part)):
        share = (_plain(found[key]) - floor) / (1 - part)
        half = _plain(found[f"{key}_conf"]) / (1 - part)
        columns |= {name: share, f"{name}_low": share - half, f"{name}_high": share + half}
    table = pd.DataFrame(columns | {"noise": part})
    return table.assign(above_noise=table["total_low"] > 0)


def _check(knobs: Sequence[Knob], runs: int) -> None:
    """Raise InputError unless the knobs can be turned."""
    if len({knob.name for knob in knobs}) != len(knobs) or len(knobs) < FEWEST_KNOBS:
        raise expected("at least 2 knobs with different names", [k.name for k in knobs], "knobs")
    for knob in knobs:
        if not knob.low < knob.high:
            raise expected("a low end below the high end", (knob.low, knob.high), knob.name)
    if runs < FEWEST_BATCHES:
        raise expected(f"at least {FEWEST_BATCHES} base runs", runs, "design")


def _problem(knobs: Sequence[Knob]) -> dict[str, Any]:
    """Return the knobs as SALib wants them, on the unit cube."""
    names = [knob.name for knob in knobs]
    return {"num_vars": len(names), "names": names, "bounds": [[0.0, 1.0]] * len(names)}


def _design(knobs: Sequence[Knob], unit: Floats) -> RuleDesign:
    """Return a design with the values of the rules."""
    import numpy as np
    import pandas as pd

    settings = {}
    for knob, share in zip(knobs, unit.T, strict=True):
        if knob.whole:
            steps = knob.high - knob.low + 1
            settings[knob.name] = knob.low + np.minimum(np.floor(share * steps), steps - 1)
        else:
            settings[knob.name] = knob.low + share * (knob.high - knob.low)
    return RuleDesign(tuple(knobs), unit, pd.DataFrame(settings))


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
