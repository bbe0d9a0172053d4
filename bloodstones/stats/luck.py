"""How much of a result is luck: variance split into draws, seat, strategies and the rest.

The design: the same draws (a fixed stream of luck) are played again and again by each strategy in
each seat. What the draws fix is luck of the draw; what the strategies fix is skill; what is left is
how they fall together, with the luck of everything that is not fixed.

Analysis of variance by mean squares (S. R. Searle, G. Casella, C. E. McCulloch, Variance
Components, 1992, chapter 4), with the design of J. Goodman et al., "Seeding for Success" (2025,
arXiv 2503.02686): seeds x agents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected
from bloodstones.stats.intervals import CONFIDENCE, normal_quantile

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

RESIDUAL = "residual"
RESAMPLES = 1000
FEWEST_LEVELS = 2


def variance_shares(
    table: pd.DataFrame,
    factors: Sequence[str] = ("luck", "turn_order", "strategy"),
    *,
    value: str = "win_credit",
    confidence: float = CONFIDENCE,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> pd.DataFrame:
    """Return the share of the variance of a result that each factor explains.

    Parameters
    ----------
    table
        One row a result of **one** seat a playthrough (all seats of a playthrough share one win, so
        that their mean cannot vary): columns of `factors` and `value`. The first factor is the
        luck; the design is balanced: every combination of levels of two factors equally often.
    factors
        Columns; levels of the first are drawn from many, those of the others are all there are.
    value
        What varies.
    confidence, seed, resamples
        Intervals: percentiles over levels of the first factor drawn with replacement.

    Returns
    -------
    DataFrame
        One row a factor and one for `residual`: `factor`, `levels`, `variance`, `share` (of the
        sum), `low`, `high`. An estimate below 0 counts as 0.

    Raises
    ------
    InputError
        If a column is missing, a factor has one level, the design is not balanced, or nothing is
        left to tell the residual by.
    """
    import numpy as np
    import pandas as pd

    normal_quantile(confidence)
    for name in (*factors, value):
        if name not in table:
            raise expected("a column of the table", name, "factors")
    codes = np.stack([np.unique(table[name], return_inverse=True)[1] for name in factors])
    levels = codes.max(axis=1) + 1
    _check_balance(factors, codes, levels)
    values = table[value].to_numpy(dtype=np.float64)
    variance = _components(values, codes, levels)
    drawn = [_shares(part) for part in _resampled(values, codes, levels, seed, resamples)]
    tail = (1 - confidence) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
    columns = {
        "factor": [*factors, RESIDUAL],
        "levels": [*levels.tolist(), len(values)],
        "variance": variance,
        "share": _shares(variance),
        "low": low,
        "high": high,
    }
    return pd.DataFrame(columns)


def _resampled(
    values: Floats, codes: Ints, levels: Ints, seed: int, resamples: int
) -> Iterator[Floats]:
    """Yield the components of tables whose levels of the first factor were drawn anew."""
    import numpy as np

    rng = np.random.default_rng(seed)
    rows_of = np.argsort(codes[0], kind="stable").reshape(levels[0], -1)
    luck = np.repeat(np.arange(levels[0]), rows_of.shape[1])
    for _ in range(resamples):
        rows = rows_of[rng.integers(0, levels[0], levels[0])].ravel()
        yield _components(values[rows], np.vstack([luck, codes[1:, rows]]), levels)


def _check_balance(factors: Sequence[str], codes: Ints, levels: Ints) -> None:
    """Raise InputError unless each pair of levels of two factors occurs equally often."""
    import numpy as np

    for name, count in zip(factors, levels, strict=True):
        if count < FEWEST_LEVELS:
            raise expected(f"at least {FEWEST_LEVELS} levels of {name}", int(count), "factors")
    for i in range(len(factors)):
        sizes = np.bincount(codes[i])
        for j in range(i):
            cells = np.bincount(codes[i] * levels[j] + codes[j], minlength=levels[i] * levels[j])
            if (cells != cells[0]).any():
                raise expected(
                    f"each {factors[i]} equally often with each {factors[j]}",
                    f"{cells.min()} to {cells.max()} times",
                    "design",
                )
        if (sizes != sizes[0]).any():
            raise expected(f"each {factors[i]} equally often", sizes.tolist(), "design")
    if codes.shape[1] <= (levels - 1).sum() + 1:
        raise expected("more results than effects", codes.shape[1], "design")


def _components(values: Floats, codes: Ints, levels: Ints) -> Floats:
    """Return the variance of each factor, and last that of the residual, none below 0."""
    import numpy as np

    count, mean = len(values), values.mean()
    left = float(((values - mean) ** 2).sum())
    squares = []
    for code, size in zip(codes, levels, strict=True):
        effect = np.bincount(code, weights=values) * size / count - mean
        squares.append(float((effect**2).sum()) * count / size)
        left -= squares[-1]
    residual = max(left, 0.0) / (count - 1 - (levels - 1).sum())
    found = []
    for index, (square, size) in enumerate(zip(squares, levels, strict=True)):
        drawn = (square / (size - 1) - residual) * size / count
        found.append(max(drawn if index == 0 else drawn * (size - 1) / size, 0.0))
    return np.array([*found, residual])


def _shares(variance: Floats) -> Floats:
    """Return parts of the sum; all 0 when nothing varies."""
    import numpy as np

    total = variance.sum()
    return variance / total if total > 0 else np.zeros_like(variance)
