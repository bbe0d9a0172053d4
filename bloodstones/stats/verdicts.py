"""Verdicts: is a rate fair within a band around its fair share, and what would tell if not yet.

The band is relative: within a fifth of the fair share, so that one seat of two and one of six are
judged alike. The test is an equivalence test (Schuirmann 1987): a claim, of fairness or of
unfairness, is made only where the whole interval supports it.
"""

from __future__ import annotations

from enum import StrEnum
from math import ceil
from typing import Final

from bloodstones.core.errors import expected

BAND: Final = 0.2  # of the fair share
LARGEST_BAND: Final = 1.0
ROUGH: Final = 0.5  # half an interval, as a part of the band, that is too wide for any verdict
ON_THE_EDGE: Final = 1e-6  # of half an interval: nearer than that is the edge
FOREVER: Final = 10**6  # games, more than a question is worth
PLACES: Final = 6  # of a number of games that is rounded up
SOON: Final = 4  # times the games that were played: twice the precision


class Verdict(StrEnum):
    """The four answers."""

    FAIR = "fair"
    UNFAIR = "unfair"
    BORDERLINE = "borderline"
    TOO_FEW = "too few games"


class Strength(StrEnum):
    """What a win rate says of a strategy that meets others; none is ever fair."""

    STRONGER = "stronger"
    WEAKER = "weaker"
    ALIKE = "not told apart"


def fairness_verdict(low: float, high: float, fair_share: float, band: float = BAND) -> Verdict:
    """Say whether a rate is fair, as far as its interval can tell.

    The band reaches from `fair_share * (1 - band)` to `fair_share * (1 + band)`. An interval wholly
    inside shows that the rate is fair, one wholly outside that it is not: a large sample never
    calls a trifle unfair, and a small one calls nothing fair. With a 95 % interval each of the two
    claims is wrong in at most 2.5 % of studies whose rate is on an edge. An interval that crosses
    an edge is borderline if it is narrow and four times the games would not be expected to take it
    off the edge; else there are too few games.

    Parameters
    ----------
    low, high
        Interval of the rate, 0 to 1.
    fair_share
        The rate of a fair game, 1/players.
    band
        How far from its fair share a rate counts as fair, as a part of the share, up to 1.

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
    """
    check_band(band)
    width = band * fair_share
    if low >= fair_share - width and high <= fair_share + width:
        return Verdict.FAIR
    if low > fair_share + width or high < fair_share - width:
        return Verdict.UNFAIR
    rough = (high - low) / 2 > ROUGH * width
    near = games_to_tell(1, low, high, fair_share, band) > SOON
    return Verdict.TOO_FEW if rough or not near else Verdict.BORDERLINE


def games_to_tell(
    games: int, low: float, high: float, fair_share: float, band: float = BAND
) -> float:
    """Return how many games a verdict needs in all, if the rate stays in mid-interval.

    Half an interval shrinks with the root of the number of games; it has to become as short as the
    way from the middle to the nearer edge of the band. Infinite for a middle on the edge itself.

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

    Returns
    -------
    float
        Games, infinite where no number of them would tell.

    Examples
    --------
    >>> round(games_to_tell(100, 0.50, 0.58, 0.5)), games_to_tell(100, 0.50, 0.70, 0.5)
    (44, inf)
    """
    middle, half = (low + high) / 2, (high - low) / 2
    way = abs(abs(middle - fair_share) - band * fair_share)
    return games * (half / way) ** 2 if way > half * ON_THE_EDGE else float("inf")


def more_games(games: int, low: float, high: float, fair_share: float, band: float = BAND) -> int:
    """Return how many further games a verdict needs; 0 where there is one, -1 for too many.

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

    Examples
    --------
    >>> more_games(100, 0.45, 0.55, 0.5), more_games(100, 0.50, 0.66, 0.5)
    (0, 1500)
    >>> more_games(100, 0.52, 0.6798, 0.5)  # a million games would leave it on the edge of 0.6
    -1
    """
    if fairness_verdict(low, high, fair_share, band) in (Verdict.FAIR, Verdict.UNFAIR):
        return 0
    needed = games_to_tell(games, low, high, fair_share, band)
    return ceil(round(needed, PLACES)) - games if needed < FOREVER else -1


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
    if not 0 < band <= LARGEST_BAND:
        raise expected(f"a band above 0 and up to {LARGEST_BAND:g} of the fair share", band, where)
