"""The difference between two arms that were played with the same random numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected
from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile, unvaried_interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from bloodstones.stats.inference.nested import NestedVariance

    Floats = NDArray[np.float64]

FEWEST_PAIRS = 2


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """A difference of two arms with the same random numbers.

    Attributes
    ----------
    pairs
        Independent pairs (games with their own luck).
    base, other, difference
        Means of the arms; `difference` is other - base.
    low, high, error
        Interval and standard error of the difference.
    p_value
        Two-sided, of no difference.
    correlation
        Between the arms, over the pairs; what the common random numbers achieved. 0 when an arm
        does not vary.
    independent_pairs
        Games that each of two independent arms would need for the same standard error.
    saved
        Games saved by pairing: 2 * (independent_pairs - pairs), below 0 when it cost some.
        Infinite when the difference is always the same and the arms are not.
    """

    pairs: int
    base: float
    other: float
    difference: float
    low: float
    high: float
    error: float
    p_value: float
    correlation: float
    independent_pairs: float
    saved: float


def paired_difference(
    base: ArrayLike,
    other: ArrayLike,
    confidence: float = CONFIDENCE,
    *,
    bounds: tuple[float, float] | None = None,
) -> PairedDifference:
    """Return the mean difference of two arms that were played with the same random numbers.

    Parameters
    ----------
    base, other
        One number a pair, shape (pairs,); entry i of both had the same random numbers; different
        entries are independent. Several rows of one pair (seats) go in as their mean.
    confidence
        Coverage wanted.
    bounds
        Least and largest difference that there can be, where that is known: if all pairs differ
        alike, the ends are those of `intervals.unvaried_interval`, not the difference itself.

    Notes
    -----
    Student's interval of the differences. For the variance of a difference of two independent arms
    see A. M. Law, Simulation Modeling and Analysis (2015), chapter 11 (common random numbers).

    Examples
    --------
    >>> found = paired_difference([0, 1, 0, 1, 1, 0, 0, 0], [0, 1, 1, 1, 1, 0, 0, 1])
    >>> found.difference, round(found.correlation, 2), round(found.saved, 1)
    (0.25, 0.6, 24.0)
    """
    import numpy as np
    from scipy.stats import t

    normal_quantile(confidence)
    first, second = _pairs(base, other)
    pairs = len(first)
    spread = float((second - first).var(ddof=1))
    apart = float(first.var(ddof=1) + second.var(ddof=1))
    product = float(first.std(ddof=1) * second.std(ddof=1))
    error, mean = float(np.sqrt(spread / pairs)), float((second - first).mean())
    half = float(t.ppf((1 + confidence) / 2, pairs - 1)) * error
    low, high = mean - half, mean + half
    if bounds is not None and not error:
        low, high = unvaried_interval(mean, pairs, bounds, confidence)
    p_value = float(2 * t.sf(abs(mean) / error, pairs - 1)) if error else float(mean == 0)
    alone = pairs * apart / spread if spread else (np.inf if apart else float(pairs))
    return PairedDifference(
        pairs,
        float(first.mean()),
        float(second.mean()),
        mean,
        low,
        high,
        error,
        p_value,
        (apart - spread) / 2 / product if product else 0.0,
        float(alone),
        2 * (float(alone) - pairs),
    )


def _pairs(base: ArrayLike, other: ArrayLike) -> tuple[Floats, Floats]:
    """Return both arms as arrays; InputError for what is no pairs of numbers."""
    import numpy as np

    first, second = np.asarray(base, dtype=np.float64), np.asarray(other, dtype=np.float64)
    if first.ndim != 1 or first.shape != second.shape or len(first) < FEWEST_PAIRS:
        raise expected(
            f"at least {FEWEST_PAIRS} pairs, with one value per arm",
            (first.shape, second.shape),
            "base, other",
        )
    if not (np.isfinite(first).all() and np.isfinite(second).all()):
        raise expected("finite values", "nan or infinity", "base, other")
    return first, second


def nested_difference(
    of_games: PairedDifference, variance: NestedVariance, confidence: float = CONFIDENCE
) -> PairedDifference:
    """Return a difference whose interval, error and p-value are those of a nested variance.

    Parameters
    ----------
    of_games
        Of the games that were played.
    variance
        Of the mean of the differences of pairs, over line-ups, orders and games.
    confidence
        Coverage wanted.

    Examples
    --------
    >>> from bloodstones.stats.inference.nested import NestedVariance
    >>> of_games = paired_difference([0, 1, 0, 1, 1, 0, 0, 0], [0, 1, 1, 1, 1, 0, 0, 1])
    >>> same = nested_difference(of_games, NestedVariance(of_games.error**2))
    >>> (same.low, same.high) == (of_games.low, of_games.high)
    True
    >>> orders = NestedVariance(of_games.error**2, orders=0.04, freedom=3)
    >>> wider = nested_difference(of_games, orders)
    >>> wider.difference == of_games.difference
    True
    >>> wider.low < of_games.low, wider.p_value > of_games.p_value
    (True, True)
    """
    import numpy as np
    from scipy.stats import t

    if variance.total <= 0 or not of_games.error:
        return of_games
    parts = variance.luck**2 / (of_games.pairs - 1) + variance.orders**2 / variance.freedom
    freedom, error = variance.total**2 / parts, float(np.sqrt(variance.total))
    half = float(t.ppf((1 + confidence) / 2, freedom)) * error
    return replace(
        of_games,
        low=of_games.difference - half,
        high=of_games.difference + half,
        error=error,
        p_value=float(2 * t.sf(abs(of_games.difference) / error, freedom)),
    )


@dataclass(frozen=True, slots=True)
class McNemar:
    """Pairs that only the base won, that only the other arm won, and the exact p-value."""

    only_base: int
    only_other: int
    p_value: float


def mcnemar(base: ArrayLike, other: ArrayLike) -> McNemar:
    """Return McNemar's exact test of two arms whose pairs are won or not.

    Parameters
    ----------
    base, other
        0 or 1 for each pair, shape (pairs,). Shared wins (win credit between) need
        `paired_difference`.

    Notes
    -----
    Q. McNemar, Psychometrika 12 (1947); exact binomial form: never more false alarms than stated,
    fewer with few pairs that differ.

    Examples
    --------
    >>> mcnemar([0, 1, 0, 0, 0, 0, 0, 0], [1, 0, 1, 1, 1, 1, 1, 1])
    McNemar(only_base=1, only_other=7, p_value=0.0703125)
    """
    import numpy as np
    from scipy.stats import binomtest

    first, second = np.asarray(base, dtype=np.float64), np.asarray(other, dtype=np.float64)
    if first.shape != second.shape or not np.isin([first, second], (0, 1)).all():
        raise expected("as many outcomes of 0 or 1 in both arms", first.shape, "base, other")
    lost, won = int((first > second).sum()), int((first < second).sum())
    p_value = float(binomtest(lost, lost + won).pvalue) if lost + won else 1.0
    return McNemar(lost, won, p_value)
