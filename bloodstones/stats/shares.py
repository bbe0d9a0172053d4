"""Several shares or rates at once: intervals that all hold together.

Means of groups come from resampled games and the largest t statistic of all groups (J. P. Romano
and M. Wolf, "Exact and approximate stepdown methods for multiple hypothesis testing", Journal of
the American Statistical Association 100 (2005)).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected
from bloodstones.stats.balance import BAND, check_band, fairness_verdict
from bloodstones.stats.intervals import CONFIDENCE, RESAMPLES, normal_quantile, wilson_score
from bloodstones.stats.resampling import resampled_sums
from bloodstones.stats.table import game_labels, luck_labels

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

METHODS = ("goodman", "sison-glaz")
TOGETHER = "bootstrap by game, all rates together"
FEWEST_SHARES = 2


def simultaneous_shares(
    counts: Sequence[int], confidence: float = CONFIDENCE, *, method: str = "goodman"
) -> list[tuple[float, float]]:
    """Return intervals of the shares of a multinomial that hold together.

    Parameters
    ----------
    counts
        How often each of several exclusive things happened (who won, which source decided), whole
        numbers from independent trials; two or more.
    confidence
        Probability that all intervals hold.
    method
        "goodman" (chi-square with Bonferroni: every category keeps its own width) or
        "sison-glaz" (one width for all, narrower with many categories).

    Notes
    -----
    L. A. Goodman, "On simultaneous confidence intervals for multinomial proportions",
    Technometrics 7 (1965); C. P. Sison and J. Glaz, Journal of the American Statistical Association
    90 (1995). The work is done by statsmodels.

    Examples
    --------
    >>> [f"{low:.3f} {high:.3f}" for low, high in simultaneous_shares([50, 30, 20])]
    ['0.384 0.616', '0.204 0.418', '0.122 0.311']
    """
    from statsmodels.stats.proportion import multinomial_proportions_confint

    normal_quantile(confidence)
    if method not in METHODS:
        raise expected(f"one of {', '.join(METHODS)}", method, "method")
    if len(counts) < FEWEST_SHARES or min(counts) < 0 or sum(counts) == 0:
        raise expected("two or more counts, not all 0", list(counts), "counts")
    ends = multinomial_proportions_confint(list(counts), 1 - confidence, method=method)
    return [(max(0.0, float(low)), min(1.0, float(high))) for low, high in ends]


def simultaneous_means(
    values: ArrayLike,
    groups: ArrayLike,
    games: ArrayLike,
    confidence: float = CONFIDENCE,
    *,
    rates: bool = False,
    seed: int,
    resamples: int = RESAMPLES,
) -> tuple[Floats, Floats, Floats]:
    """Return the mean of each group with intervals that hold together, resampling games.

    The groups of one game depend on each other (one winner), so that whole games are drawn. Every
    interval has the same number of standard errors: the one that holds all groups at once in
    `confidence` of the resampled tables.

    Parameters
    ----------
    values
        One number a row, shape (rows,).
    groups
        Group of each row, 0 to k - 1, shape (rows,).
    games
        What belongs together: label of a game or of its luck, shape (rows,).
    rates
        Whether all values lie between 0 and 1: the interval then has Wilson's form, with as many
        trials as give the standard error found, which is truer near 0 and 1.
    seed, resamples
        The same seed gives the same intervals.

    Returns
    -------
    tuple of ndarray
        Means, lower ends, upper ends, each of shape (k,).
    """
    import numpy as np

    normal_quantile(confidence)
    numbers, code = np.asarray(values, dtype=np.float64), np.asarray(groups)
    if numbers.ndim != 1 or not numbers.size or not np.isfinite(numbers).all():
        raise expected("at least one value, all finite", numbers.shape, "values")
    _, game = np.unique(np.asarray(games), return_inverse=True)
    if not len(numbers) == len(code) == len(game):
        raise expected("as many groups and games as values", (len(code), len(game)), "groups")
    sums, counts = _by_game(numbers, code, game)
    mean = sums.sum(axis=0) / counts.sum(axis=0)
    scatter = (sums - mean * counts) / counts.sum(axis=0)
    error = np.sqrt((scatter**2).sum(axis=0) * len(sums) / max(len(sums) - 1, 1))
    drawn = resampled_sums(scatter, resamples, seed=seed)
    tested = error > 0
    largest = (np.abs(drawn[:, tested]) / error[tested]).max(axis=1, initial=0.0)
    critical = float(np.quantile(largest, confidence))
    if rates:
        return mean, *_rate_ends(mean, error, critical)
    return mean, mean - critical * error, mean + critical * error


def rates_together(
    rows: pd.DataFrame,
    by: str = "faction",
    *,
    band: float = BAND,
    confidence: float = CONFIDENCE,
    seed: int = 0,
) -> pd.DataFrame:
    """Return the win rates of all levels of a column, with intervals that hold together.

    Parameters
    ----------
    rows
        Tidy table, one row a seat a playthrough.
    by
        The column, such as `faction`, `turn_order`, `strategy`.
    band
        See `balance.fairness_verdict`.

    Returns
    -------
    DataFrame
        One row a level: the column, `games`, `rate`, `low`, `high`, `fair_share`, `verdict`,
        `interval`. Playthroughs that share their luck are resampled as one.
    """
    import numpy as np
    import pandas as pd

    check_band(band)
    if by not in rows:
        raise expected("a column of the table", by, "by")
    levels, code = np.unique(rows[by].to_numpy(), return_inverse=True)
    mean, low, high = simultaneous_means(
        rows["win_credit"], code, luck_labels(rows), confidence, rates=True, seed=seed
    )
    fair = np.bincount(code, weights=1 / rows["players"]) / np.bincount(code)
    games = rows.assign(_game=game_labels(rows)).groupby(by)["_game"].nunique()
    ends = zip(low, high, fair, strict=True)
    columns = {
        by: levels,
        "games": games.loc[levels].to_numpy(),
        "rate": mean,
        "low": low,
        "high": high,
        "fair_share": fair,
        "verdict": [fairness_verdict(a, b, share, band).value for a, b, share in ends],
        "interval": TOGETHER,
    }
    return pd.DataFrame(columns)


def _rate_ends(mean: Floats, error: Floats, critical: float) -> tuple[Floats, Floats]:
    """Return Wilson's ends with the trials that give each standard error."""
    import numpy as np

    low, high = mean.copy(), mean.copy()
    for group in np.flatnonzero(error > 0):
        rate = float(mean[group])
        trials = rate * (1 - rate) / float(error[group]) ** 2
        low[group], high[group] = wilson_score(rate * trials, trials, critical)
    return low, high


def _by_game(
    values: Floats, code: NDArray[np.int64], game: NDArray[np.int64]
) -> tuple[Floats, Floats]:
    """Return sums and numbers of rows, one line a game and one column a group."""
    import numpy as np

    shape = (int(game.max()) + 1, int(code.max()) + 1)
    cell = game * shape[1] + code
    size = shape[0] * shape[1]
    sums = np.bincount(cell, weights=values, minlength=size).astype(np.float64)
    rows = np.bincount(cell, minlength=size).astype(np.float64)
    return sums.reshape(shape), rows.reshape(shape)
