"""The same precision with fewer games: strata of line-ups, and control variates.

S. Asmussen and P. W. Glynn, Stochastic Simulation (2007), chapter V.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected
from bloodstones.stats.intervals import CONFIDENCE, normal_quantile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

FEWEST = 2


@dataclass(frozen=True, slots=True)
class ReducedMean:
    """A mean with less variance than the plain one.

    Attributes
    ----------
    n
        Number of values.
    mean, low, high, error
        Estimate, interval, standard error.
    plain, plain_error
        Mean of the values and its standard error without the method.
    games_for_one
        Plain games that one game of this estimate is worth: (plain_error / error) ** 2.
    """

    n: int
    mean: float
    low: float
    high: float
    error: float
    plain: float
    plain_error: float
    games_for_one: float


def control_mean(
    values: ArrayLike, controls: ArrayLike, expectations: ArrayLike, confidence: float = CONFIDENCE
) -> ReducedMean:
    """Return a mean with what is known of the luck taken out.

    Parameters
    ----------
    values
        One result a game, shape (n,); games are independent.
    controls
        What the luck of each game was, such as the pips drawn less their expectation, shape (n,)
        or (n, controls). It must not depend on what the strategies chose.
    expectations
        Exact expectation of each control, shape (controls,) or a number.
    confidence
        Coverage wanted.

    Raises
    ------
    InputError
        If shapes differ, a control does not vary, or there are not at least two games more than
        controls.

    Examples
    --------
    >>> found = control_mean([3, 5, 7, 9.5], [0, 1, 2, 3], 1.0)
    >>> round(found.mean, 3), found.plain
    (5.05, 6.125)
    """
    import numpy as np

    numbers, known = _values(values), np.asarray(controls, dtype=np.float64)
    known = known.reshape(len(known), -1)
    aims = np.atleast_1d(np.asarray(expectations, dtype=np.float64))
    if known.shape != (len(numbers), len(aims)) or not np.isfinite(known).all():
        raise expected("finite controls, one row a value", known.shape, "controls")
    if len(numbers) < len(aims) + 1 + FEWEST:
        raise expected("more values than controls", len(numbers), "values")
    design = np.column_stack([np.ones(len(numbers)), known - aims])
    solution, _, rank, _ = np.linalg.lstsq(design, numbers, rcond=None)
    if rank < design.shape[1]:
        raise expected("controls that vary, none a mix of others", f"rank {rank}", "controls")
    freedom = len(numbers) - design.shape[1]
    noise = float(((numbers - design @ solution) ** 2).sum()) / freedom
    error = float(np.sqrt(noise * np.linalg.inv(design.T @ design)[0, 0]))
    return _reduced(numbers, float(solution[0]), error, freedom, confidence)


def stratified_mean(
    values: ArrayLike,
    strata: ArrayLike,
    weights: dict[object, float] | None = None,
    confidence: float = CONFIDENCE,
) -> ReducedMean:
    """Return a mean over strata (line-ups, seatings) with the variance between them taken out.

    Parameters
    ----------
    values
        One result a game, shape (n,); games are independent.
    strata
        Stratum of each game, shape (n,); at least two games of each.
    weights
        Share of each stratum in the question asked, positive; normalised to 1. Their shares of the
        games unless given.

    Examples
    --------
    >>> found = stratified_mean([0, 1, 0, 10, 11, 12], ["a", "a", "a", "b", "b", "b"])
    >>> round(found.mean, 3), round(found.games_for_one)
    (5.667, 52)
    """
    import numpy as np

    numbers = _values(values)
    names, code = np.unique(np.asarray(strata), return_inverse=True)
    if code.shape != numbers.shape:
        raise expected("one stratum a value", code.shape, "strata")
    sizes = np.bincount(code)
    if sizes.min() < FEWEST:
        raise expected(f"at least {FEWEST} values of each stratum", int(sizes.min()), "strata")
    share = sizes / sizes.sum()
    if weights is not None:
        share = np.array([weights.get(name.item(), 0.0) for name in names])
        if set(weights) != {name.item() for name in names} or share.min() <= 0:
            raise expected("a weight above 0 of each stratum", weights, "weights")
        share = share / share.sum()
    means = np.bincount(code, weights=numbers) / sizes
    spread = np.bincount(code, weights=(numbers - means[code]) ** 2) / (sizes - 1)
    parts = share**2 * spread / sizes
    variance = float(parts.sum())
    squares = float((parts**2 / (sizes - 1)).sum())
    freedom = variance**2 / squares if squares > 0 else float(len(numbers) - len(names))
    return _reduced(numbers, float(share @ means), float(np.sqrt(variance)), freedom, confidence)


def _values(values: ArrayLike) -> Floats:
    import numpy as np

    numbers = np.asarray(values, dtype=np.float64)
    if numbers.ndim != 1 or len(numbers) < FEWEST or not np.isfinite(numbers).all():
        raise expected(f"at least {FEWEST} finite values", numbers.shape, "values")
    return numbers


def _reduced(
    values: Floats, mean: float, error: float, freedom: float, confidence: float
) -> ReducedMean:
    """Return an estimate beside the plain mean of the values."""
    import numpy as np
    from scipy.stats import t

    normal_quantile(confidence)
    plain_error = float(values.std(ddof=1) / np.sqrt(len(values)))
    half = float(t.ppf((1 + confidence) / 2, freedom)) * error
    worth = (plain_error / error) ** 2 if error else (float("inf") if plain_error else 1.0)
    plain = float(values.mean())
    return ReducedMean(
        len(values), mean, mean - half, mean + half, error, plain, plain_error, worth
    )
