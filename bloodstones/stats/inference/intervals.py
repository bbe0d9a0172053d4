"""Intervals for a rate and for a mean over playthroughs."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

CONFIDENCE = 0.95
RESAMPLES = 4000
HALF = 0.5
CELLS_AT_ONCE = 4_000_000
SHARES = (0.0, 1.0)  # their bounds


def wilson_interval(
    successes: float, n: int, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Return the Wilson score interval of a rate.

    Parameters
    ----------
    successes
        Number of successes, 0 to `n`. Fractional win credit (1/k for each of k winners) is
        allowed: the closed form only needs the sum. Split wins vary less than whole ones with the
        same sum, so the interval is then slightly too wide, never too narrow.
    n
        Number of independent trials; with 0 nothing is known and the interval is 0 to 1.
    confidence
        Coverage wanted, between 0 and 1.

    Returns
    -------
    tuple of float
        Lower and upper end, 0 <= low <= successes / n <= high <= 1.

    Raises
    ------
    InputError
        If an argument is outside its range.

    Notes
    -----
    E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    Journal of the American Statistical Association 22 (1927).

    Examples
    --------
    >>> low, high = wilson_interval(30, 100)
    >>> f"{low:.3f} {high:.3f}"
    '0.219 0.396'
    >>> wilson_interval(0, 0)
    (0.0, 1.0)
    """
    return wilson_score(successes, n, normal_quantile(confidence))


def wilson_score(successes: float, n: float, z: float) -> tuple[float, float]:
    """Return the Wilson score interval of `z` standard errors; see `wilson_interval`.

    `n` need not be whole: an effective number of trials.

    >>> wilson_score(30, 100, normal_quantile(0.95)) == wilson_interval(30, 100)
    True
    """
    if n < 0:
        raise expected("a number of trials of at least 0", n, "n")
    if not 0 <= successes <= n:
        raise expected(f"a number of successes between 0 and {n}", successes, "successes")
    if n == 0:
        return 0.0, 1.0
    rate = successes / n
    scale = 1 + z * z / n
    centre = (rate + z * z / (2 * n)) / scale
    half = z / scale * sqrt(rate * (1 - rate) / n + (z / (2 * n)) ** 2)
    low = 0.0 if successes == 0 else min(max(0.0, centre - half), rate)
    high = 1.0 if successes == n else max(min(1.0, centre + half), rate)
    return low, high


def unvaried_interval(
    mean: float, n: int, bounds: tuple[float, float], confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Return an interval of the mean of bounded values that were all alike so far.

    With the confidence wanted, at most the upper end of Wilson's interval of 0 in `n` are others;
    these may lie as far off as the bounds allow. Of a rate without or with nothing but successes
    it is Wilson's interval.

    Parameters
    ----------
    mean
        What each of `n` independent values was, within the bounds.
    bounds
        Least and largest value that there can be.

    Examples
    --------
    >>> unvaried_interval(0.0, 100, (0, 1)) == wilson_interval(0, 100)
    True
    >>> low, high = unvaried_interval(0.25, 100, (0, 1))
    >>> f"{low:.3f} {high:.3f}"
    '0.241 0.278'
    """
    least, most = bounds
    if not least <= mean <= most:
        raise expected(f"a mean between {least} and {most}", mean, "mean")
    _, others = wilson_interval(0, n, confidence)
    return mean - others * (mean - least), mean + others * (most - mean)


def normal_quantile(confidence: float) -> float:
    """Return z with P(|Z| <= z) = `confidence` for a standard normal Z.

    >>> round(normal_quantile(0.95), 3)
    1.96
    """
    if not 0 < confidence < 1:
        raise expected("a confidence between 0 and 1", confidence, "confidence")
    return NormalDist().inv_cdf((1 + confidence) / 2)


def clopper_pearson_interval(
    successes: float, n: int, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Return the Clopper-Pearson interval of a rate: its coverage is never below `confidence`.

    For claims that state a guarantee; it is wider than `wilson_interval`. Arguments, range and
    errors as there.

    Notes
    -----
    C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in the
    case of the binomial", Biometrika 26 (1934).

    Examples
    --------
    >>> low, high = clopper_pearson_interval(30, 100)
    >>> f"{low:.3f} {high:.3f}"
    '0.212 0.400'
    """
    return _beta_interval(successes, n, confidence, (0, 1), (1, 0))


def jeffreys_interval(
    successes: float, n: int, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Return the Jeffreys interval of a rate: equal tails of the posterior with prior Beta(½, ½).

    Its mean coverage is that of `wilson_interval`, also for rare events, where Wilson's is too
    wide. The ends are 0 without successes and 1 without failures. Arguments as there.

    Notes
    -----
    L. D. Brown, T. T. Cai, A. DasGupta, "Interval estimation for a binomial proportion",
    Statistical Science 16 (2001).

    Examples
    --------
    >>> low, high = jeffreys_interval(30, 100)
    >>> f"{low:.3f} {high:.3f}"
    '0.217 0.395'
    """
    return _beta_interval(successes, n, confidence, (HALF, HALF), (HALF, HALF))


def _beta_interval(
    successes: float,
    n: int,
    confidence: float,
    lower: tuple[float, float],
    upper: tuple[float, float],
) -> tuple[float, float]:
    """Return quantiles of beta distributions of successes and failures, each with a prior."""
    from scipy.stats import beta

    normal_quantile(confidence)
    if n < 0:
        raise expected("a number of trials of at least 0", n, "n")
    if not 0 <= successes <= n:
        raise expected(f"a number of successes between 0 and {n}", successes, "successes")
    failures, tail = n - successes, (1 - confidence) / 2
    low, high = 0.0, 1.0
    if successes > 0:
        low = float(beta.ppf(tail, successes + lower[0], failures + lower[1]))
    if failures > 0:
        high = float(beta.isf(tail, successes + upper[0], failures + upper[1]))
    return low, high


def bootstrap_mean_by_game(
    values: ArrayLike,
    games: ArrayLike,
    confidence: float = CONFIDENCE,
    *,
    seed: int,
    resamples: int = RESAMPLES,
    bounds: tuple[float, float] | None = None,
) -> tuple[float, float]:
    """Return the percentile bootstrap interval of the mean of `values`, resampling games.

    The rows of one game depend on each other (one winner, one length), so whole games are drawn
    with replacement and never single rows.

    Parameters
    ----------
    values
        One number a row, shape (rows,).
    games
        Which game a row belongs to, integers or strings, shape (rows,).
    confidence
        Coverage wanted, between 0 and 1.
    seed
        Seed of the resampling: the same seed gives the same interval.
    resamples
        Number of resampled tables, at least 1.
    bounds
        Least and largest value that there can be, where that is known: if all games have the same
        mean, of which resampling learns nothing, the interval is `unvaried_interval`.

    Raises
    ------
    InputError
        If there are no rows, the lengths differ, a value is not finite, or an argument is out of
        range.

    Notes
    -----
    Games with the same (sum, number of rows) are exchangeable. Drawing the number of times each
    distinct pair occurs is the same multinomial experiment and far less work for integer scores.

    Examples
    --------
    >>> low, high = bootstrap_mean_by_game([1, 2, 3, 4], [0, 0, 1, 1], seed=7)
    >>> low, high
    (1.5, 3.5)
    """
    import numpy as np

    normal_quantile(confidence)
    if resamples < 1:
        raise expected("at least 1 resample", resamples, "resamples")
    sums, counts, frequency = _distinct_games(values, games)
    if bounds is not None and len(np.unique(sums / counts)) == 1:
        number = int(frequency.sum())
        return unvaried_interval(float(sums[0] / counts[0]), number, bounds, confidence)
    tail = (1 - confidence) / 2
    means = _resampled_means(sums, counts, frequency, seed, resamples)
    low, high = np.quantile(means, [tail, 1 - tail])
    return float(low), float(high)


def _resampled_means(
    sums: Floats, counts: Floats, frequency: Floats, seed: int, resamples: int
) -> Floats:
    """Return the means of resampled tables, from what `_distinct_games` returns."""
    import numpy as np

    total = int(frequency.sum())
    rng = np.random.default_rng(seed)
    step = max(1, CELLS_AT_ONCE // len(sums))
    means = []
    for start in range(0, resamples, step):
        size = min(step, resamples - start)
        weights = rng.multinomial(total, frequency / total, size=size)
        means.append((weights @ sums) / (weights @ counts))
    return np.concatenate(means)


def _distinct_games(values: ArrayLike, games: ArrayLike) -> tuple[Floats, Floats, Floats]:
    """Return the distinct (sum, rows) pairs of the games and how many games have each."""
    import numpy as np

    numbers = np.asarray(values, dtype=np.float64)
    labels = np.asarray(games)
    if numbers.ndim != 1 or numbers.shape != labels.shape or not numbers.size:
        raise expected("as many values as game labels, at least one", numbers.shape, "values")
    if not np.isfinite(numbers).all():
        raise expected("finite values", "nan or infinity", "values")
    _, game = np.unique(labels, return_inverse=True)
    pairs = np.stack([np.bincount(game, weights=numbers), np.bincount(game)], axis=1)
    distinct, frequency = np.unique(pairs.astype(np.float64), axis=0, return_counts=True)
    return distinct[:, 0], distinct[:, 1], frequency.astype(np.float64)
