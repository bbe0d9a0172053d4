"""Verdicts: whether a rate is within a band around its fair share, and the games needed.

The band is relative: within a fifth of the fair share, so that one seat of two and one of six are
treated alike. The test is an equivalence test (Schuirmann 1987): a claim, of fairness or of
unfairness, is made only where the whole interval supports it. An interval has a part that more
games make shorter, and one that only more orders round the table do (`inference.nested`); what is
open for want of data says of which.
"""

from __future__ import annotations

from enum import StrEnum
from math import ceil, inf
from typing import Final

from bloodstones.core.arguments import real_of
from bloodstones.core.errors import expected

BAND: Final = 0.2  # of the fair share
LARGEST_BAND: Final = 1.0
ROUGH: Final = 0.5  # half an interval, as a part of the band, that is too wide for any verdict
ON_THE_EDGE: Final = 1e-6  # of half an interval: nearer than that is the edge
FOREVER: Final = 10**6  # games, more than a question is worth
PLACES: Final = 6  # of a number of games that is rounded up
SOON: Final = 4  # times the games that were played: twice the precision
MOSTLY: Final = 0.5  # part of the variance from which orders are what is wanting


class Verdict(StrEnum):
    """The five answers."""

    FAIR = "fair"
    UNFAIR = "unfair"
    BORDERLINE = "borderline"
    TOO_FEW = "too few games"
    TOO_FEW_ORDERS = "too few orders"


class Strength(StrEnum):
    """What a win rate says of a strategy that meets others; none is ever fair."""

    STRONGER = "stronger"
    WEAKER = "weaker"
    ALIKE = "not told apart"


def fairness_verdict(
    low: float, high: float, fair_share: float, band: float = BAND, order_part: float = 0.0
) -> Verdict:
    """Say whether a rate is fair, as far as its interval allows.

    The band reaches from `fair_share * (1 - band)` to `fair_share * (1 + band)`. An interval wholly
    inside shows that the rate is fair, one wholly outside that it is not: a large sample never
    calls a trifle unfair, and a small one calls nothing fair. With a 95 % interval each of the two
    claims is wrong in at most 2.5 % of studies whose rate is on an edge. An interval that crosses
    an edge is borderline if it is narrow and four times the data would not be expected to take it
    off the edge; else there are too few orders, where more games alone would not do or most of the
    variance is that of orders, or too few games.

    Parameters
    ----------
    low, high
        Interval of the rate, 0 to 1.
    fair_share
        The rate of a fair game, 1/players.
    band
        How far from its fair share a rate counts as fair, as a part of the share, up to 1.
    order_part
        Part of the variance that games do not make smaller (`NestedVariance.order_part`), 0 to 1.

    Examples
    --------
    >>> fairness_verdict(0.48, 0.53, fair_share=0.5).value
    'fair'
    >>> fairness_verdict(0.27, 0.31, fair_share=0.2).value
    'unfair'
    >>> fairness_verdict(0.592, 0.609, fair_share=0.5).value
    'borderline'
    >>> fairness_verdict(0.50, 0.65, fair_share=0.5).value
    'too few games'
    >>> fairness_verdict(0.50, 0.65, fair_share=0.5, order_part=0.9).value
    'too few orders'
    """
    check_band(band)
    width = band * fair_share
    if low >= fair_share - width and high <= fair_share + width:
        return Verdict.FAIR
    if low > fair_share + width or high < fair_share - width:
        return Verdict.UNFAIR
    rough = (high - low) / 2 > ROUGH * width
    far = games_to_tell(1, low, high, fair_share, band) > SOON
    if far and not rough:
        return Verdict.BORDERLINE
    never = games_to_tell(1, low, high, fair_share, band, order_part) > FOREVER
    orders = order_part > 0 and (never or order_part > MOSTLY)
    return Verdict.TOO_FEW_ORDERS if orders else Verdict.TOO_FEW


def games_to_tell(
    games: int,
    low: float,
    high: float,
    fair_share: float,
    band: float = BAND,
    order_part: float = 0.0,
) -> float:
    """Return how many games a verdict needs in all, if the rate stays in mid-interval.

    The part of luck in the squared half of an interval shrinks as the number of games grows, the
    part of orders does not; half the interval has to become as short as the way from the middle to
    the nearer edge of the band. Infinite for a middle on the edge itself, and where the part of
    orders alone reaches the edge.

    Parameters
    ----------
    games
        Games that the interval is from.
    low, high
        Ends of the interval of the rate, 0 to 1.
    fair_share
        The rate of a fair game, above 0 and below 1.
    band
        Half width of the band, as a part of the fair share.
    order_part
        Part of the variance that games do not make smaller, 0 to 1.

    Returns
    -------
    float
        Games, infinite where no number of them would decide it.

    Examples
    --------
    >>> round(games_to_tell(100, 0.50, 0.58, 0.5)), games_to_tell(100, 0.50, 0.70, 0.5)
    (44, inf)
    >>> round(games_to_tell(100, 0.45, 0.61, 0.5, order_part=0.4)), 100 * (0.08 / 0.07) ** 2 > 130
    (164, True)
    """
    middle, half = (low + high) / 2, (high - low) / 2
    way = abs(abs(middle - fair_share) - band * fair_share)
    if way <= half * ON_THE_EDGE:
        return inf
    left = (way / half) ** 2 - order_part
    return games * (1 - order_part) / left if left > 0 else inf


def more_games(
    games: int,
    low: float,
    high: float,
    fair_share: float,
    band: float = BAND,
    order_part: float = 0.0,
) -> int:
    """Return how many further games a verdict needs; 0 where there is one, -1 for too many.

    It is 0, too, where orders are what is wanting (`more_orders`).

    Parameters
    ----------
    games
        Games that the interval is from.
    low, high
        Ends of the interval of the rate, 0 to 1.
    fair_share
        The rate of a fair game, above 0 and below 1.
    band
        Half width of the band, as a part of the fair share.
    order_part
        Part of the variance that games do not make smaller, 0 to 1.

    Examples
    --------
    >>> more_games(100, 0.45, 0.55, 0.5), more_games(100, 0.50, 0.66, 0.5)
    (0, 1500)
    >>> more_games(100, 0.52, 0.6798, 0.5)  # a million games would leave it on the edge of 0.6
    -1
    """
    verdict = fairness_verdict(low, high, fair_share, band, order_part)
    if verdict in (Verdict.FAIR, Verdict.UNFAIR, Verdict.TOO_FEW_ORDERS):
        return 0
    needed = games_to_tell(games, low, high, fair_share, band, order_part)
    return ceil(round(needed, PLACES)) - games if needed < FOREVER else -1


def more_orders(
    setups: tuple[int, int],
    low: float,
    high: float,
    fair_share: float,
    band: float = BAND,
    order_part: float = 0.0,
) -> int:
    """Return how many further orders a verdict needs where orders are wanting, with as many games.

    The variance of orders is as 1/played - 1/possible, that of luck as 1/played; 0 where the
    verdict is another one.

    Parameters
    ----------
    setups
        Orders that were played, and that there are, over all line-ups.
    low, high
        Ends of the interval of the rate, 0 to 1.
    fair_share
        The rate of a fair game, above 0 and below 1.
    band
        Half width of the band, as a part of the fair share.
    order_part
        Part of the variance that games do not make smaller, 0 to 1.

    Examples
    --------
    >>> more_orders((10, 60), 0.20, 0.36, 0.25, order_part=0.9)
    39
    >>> more_orders((10, 60), 0.24, 0.26, 0.25, order_part=0.9)  # fair
    0
    """
    verdict = fairness_verdict(low, high, fair_share, band, order_part)
    played, possible = setups
    if verdict is not Verdict.TOO_FEW_ORDERS or played >= possible:
        return 0
    middle, half = (low + high) / 2, (high - low) / 2
    wanted = (abs(abs(middle - fair_share) - band * fair_share) / half) ** 2
    scale = order_part / (1 / played - 1 / possible)
    needed = (scale + (1 - order_part) * played) / (wanted + scale / possible)
    return min(possible, max(played + 1, ceil(round(needed, PLACES)))) - played


def strength(low: float, high: float, share: float) -> Strength:
    """Return what a win rate says of a strategy: it is stronger or weaker than those it met.

    Parameters
    ----------
    low, high
        Ends of the interval of the win rate, 0 to 1.
    share
        The rate of a strategy as strong as those it met.

    Examples
    --------
    >>> strength(0.3, 0.4, 0.25).value, strength(0.2, 0.4, 0.25).value
    ('stronger', 'not told apart')
    """
    if low > share:
        return Strength.STRONGER
    return Strength.WEAKER if high < share else Strength.ALIKE


def check_band(band: float, where: str = "band") -> None:
    """Raise InputError unless `band` is above 0 and at most 1.

    Parameters
    ----------
    band
        Half width of the band, as a part of the fair share.
    where
        The argument or key that it comes from, for the error.
    """
    what = f"a band above 0 and up to {LARGEST_BAND:g} of the fair share"
    if not 0 < real_of(band, where, what) <= LARGEST_BAND:
        raise expected(what, band, where)
