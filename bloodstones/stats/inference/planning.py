"""Sample sizes and power: how many games a question needs, before any is played.

Normal approximations (J. L. Fleiss, B. Levin, M. C. Paik, Statistical Methods for Rates and
Proportions, 2003, chapters 2 and 4); a test compares them with simulated studies.
"""

from __future__ import annotations

from math import ceil, sqrt
from statistics import NormalDist

from bloodstones.core.errors import expected
from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile

POWER = 0.8
LEVEL = 0.05
CERTAIN_ALREADY = 1e-12


def games_for_half_width(half_width: float, rate: float, confidence: float = CONFIDENCE) -> int:
    """Return the games after which the interval of a rate has a half width.

    Parameters
    ----------
    half_width
        Half of the interval that is wanted, above 0 and below 1.
    rate
        The rate that is expected, above 0 and below 1.
    confidence
        Coverage of the interval, above 0 and below 1.

    Raises
    ------
    InputError
        If an argument is outside its range.

    Examples
    --------
    >>> [games_for_half_width(0.01, 1 / players) for players in (2, 3, 4, 5, 6)]
    [9604, 8537, 7203, 6147, 5336]
    """
    _check_rate(rate, "rate")
    if not 0 < half_width < 1:
        raise expected("a half width between 0 and 1", half_width, "half_width")
    z = normal_quantile(confidence)
    return ceil(rate * (1 - rate) * (z / half_width) ** 2 - CERTAIN_ALREADY)


def half_width_of_games(games: int, rate: float, confidence: float = CONFIDENCE) -> float:
    """Return the half width that the interval of a rate has after `games` games.

    Parameters
    ----------
    games
        Independent games, 1 or more.
    rate
        The rate that is expected, above 0 and below 1.
    confidence
        Coverage of the interval, above 0 and below 1.

    Raises
    ------
    InputError
        If an argument is outside its range.

    Examples
    --------
    >>> round(half_width_of_games(7203, 0.25), 4)
    0.01
    """
    _check_rate(rate, "rate")
    _check_games(games)
    return normal_quantile(confidence) * sqrt(rate * (1 - rate) / games)


def games_for_shift(
    shift: float, rate: float, *, power: float = POWER, level: float = LEVEL, tests: int = 1
) -> int:
    """Return the games that a test of a rate against a stated one needs for a given power.

    Parameters
    ----------
    shift
        Difference from `rate` that is to be found, not 0; `rate + shift` is between 0 and 1.
    rate
        The rate when there is nothing to find, such as the fair share.
    power
        Chance of finding it, between `level` and 1.
    level, tests
        Two-sided false alarms; divided by the number of tests (Bonferroni).

    Examples
    --------
    >>> [games_for_shift(shift, 0.25) for shift in (0.02, 0.03, 0.05)]
    [3736, 1672, 610]
    >>> games_for_shift(0.02, 0.25, tests=6)
    5746
    """
    other = rate + shift
    _check_rate(rate, "rate")
    _check_rate(other, "rate + shift")
    z, strength = _quantiles(shift, power, level, tests)
    spread = z * sqrt(rate * (1 - rate)) + strength * sqrt(other * (1 - other))
    return ceil((spread / shift) ** 2)


def games_for_difference(
    difference: float,
    rate: float,
    *,
    correlation: float = 0.0,
    power: float = POWER,
    level: float = LEVEL,
    tests: int = 1,
) -> int:
    """Return the games of each arm that a test of two arms needs for a given power.

    Parameters
    ----------
    difference, rate
        Rates of the arms are `rate` and `rate + difference`.
    correlation
        Between the arms over the pairs: 0 for independent arms; with the same luck, what a small
        study achieved (`paired.PairedDifference.correlation`). Games fall by about 1 - correlation.
    power, level, tests
        See `games_for_shift`.

    Examples
    --------
    >>> [games_for_difference(0.02, 0.25, correlation=rho) for rho in (0.0, 0.5, 0.8)]
    [7547, 3775, 1512]
    """
    z, strength = _quantiles(difference, power, level, tests)
    spread = _variance_of_difference(difference, rate, correlation)
    return ceil(spread * ((z + strength) / difference) ** 2)


def power_of_shift(
    games: int, shift: float, rate: float, *, level: float = LEVEL, tests: int = 1
) -> float:
    """Return the power of a test of `rate + shift` against `rate` with `games` games.

    Parameters
    ----------
    games
        Independent games, 1 or more.
    shift, rate
        `rate` is the rate with nothing to find, `rate + shift` the truth; both above 0, below 1.
    level, tests
        Two-sided false alarms; divided by the number of tests (Bonferroni).

    Returns
    -------
    float
        The power of the test, 0 to 1.

    Raises
    ------
    InputError
        If an argument is outside its range.

    Examples
    --------
    >>> round(power_of_shift(3736, 0.02, 0.25), 3)
    0.8
    """
    other = rate + shift
    _check_rate(rate, "rate")
    _check_rate(other, "rate + shift")
    _check_games(games)
    z = normal_quantile(1 - level / tests) * sqrt(rate * (1 - rate) / games)
    return _beyond(z, shift, sqrt(other * (1 - other) / games))


def power_of_difference(
    games: int,
    difference: float,
    rate: float,
    *,
    correlation: float = 0.0,
    level: float = LEVEL,
    tests: int = 1,
) -> float:
    """Return the power of a comparison of two arms of `games` games each.

    Parameters
    ----------
    games
        Games of each arm, 1 or more.
    difference, rate
        Rates of the arms are `rate` and `rate + difference`, both above 0 and below 1.
    correlation
        Between the arms over the pairs, from -1 to below 1; see `games_for_difference`.
    level, tests
        Two-sided false alarms; divided by the number of tests (Bonferroni).

    Returns
    -------
    float
        The power of the test, 0 to 1.

    Raises
    ------
    InputError
        If an argument is outside its range.

    Examples
    --------
    >>> round(power_of_difference(3775, 0.02, 0.25, correlation=0.5), 3)
    0.8
    """
    _check_games(games)
    error = sqrt(_variance_of_difference(difference, rate, correlation) / games)
    return _beyond(normal_quantile(1 - level / tests) * error, difference, error)


def _beyond(limit: float, mean: float, error: float) -> float:
    """Return the chance of an estimate farther from 0 than `limit`."""
    normal = NormalDist(abs(mean), error)
    return 1 - normal.cdf(limit) + normal.cdf(-limit)


def _variance_of_difference(difference: float, rate: float, correlation: float) -> float:
    """Return the variance of the difference of one pair."""
    other = rate + difference
    _check_rate(rate, "rate")
    _check_rate(other, "rate + difference")
    if not -1 <= correlation < 1:
        raise expected("a correlation from -1 to below 1", correlation, "correlation")
    first, second = rate * (1 - rate), other * (1 - other)
    return first + second - 2 * correlation * sqrt(first * second)


def _quantiles(difference: float, power: float, level: float, tests: int) -> tuple[float, float]:
    """Return the normal quantiles of the level and of the power."""
    if difference == 0:
        raise expected("a difference other than 0", difference, "difference")
    if tests < 1:
        raise expected("at least 1 test", tests, "tests")
    if not 0 < level < power < 1:
        raise expected("0 < level < power < 1", (level, power), "level, power")
    return normal_quantile(1 - level / tests), NormalDist().inv_cdf(power)


def _check_rate(rate: float, where: str) -> None:
    if not 0 < rate < 1:
        raise expected("a rate between 0 and 1", rate, where)


def _check_games(games: int) -> None:
    if games < 1:
        raise expected("at least 1 game", games, "games")
