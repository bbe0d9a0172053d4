"""Stopping at a wanted precision: intervals that stay true however often one looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, lgamma, log, sqrt
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected
from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile, wilson_score

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

LOOKS = 6
FIRST_LOOK = 0.5
WIDTH_LOOKS = 16
FIRST_WIDTH_LOOK = 0.25
LAST_EDGE = 0.0
FLAT = 0.5
NODES = 240
FARTHEST = 8.0
LARGEST_CRITICAL = 40.0
NEAREST = 0.007
NEAREST_TO_LAST = 0.002
FEWEST_GAMES = 30
CONTINUITY = 0.5
WORST_RATE = 0.5
EXPECTED_GAMES = 5000
PRIOR_SHARE = 1 / 8
BISECTIONS = 80


@dataclass(frozen=True, slots=True)
class LookPlan:
    """At which numbers of games one looks, and how many standard errors an interval has there.

    Attributes
    ----------
    looks
        Games at each look, ascending; the last one ends the study.
    critical
        Standard errors either side of the estimate at each look.
    confidence
        Coverage: of the intervals of all looks together, so that one may stop at any of them for
        any reason (`plan_looks`), or of the one at which the width ended it (`plan_width_looks`).
    """

    looks: tuple[int, ...]
    critical: tuple[float, ...]
    confidence: float

    def position(self, games: int) -> int:
        """Return which look has `games` games, from 0.

        Parameters
        ----------
        games
            Games played so far.

        Raises
        ------
        InputError
            If no look was planned there: an unplanned look voids the error control.
        """
        if games not in self.looks:
            raise expected(f"one of the planned analyses {list(self.looks)}", games, "games")
        return self.looks.index(games)


def plan_looks(
    half_width: float,
    *,
    rate: float = WORST_RATE,
    confidence: float = CONFIDENCE,
    looks: int = LOOKS,
    first: float = FIRST_LOOK,
    edge: float = LAST_EDGE,
    most: int | None = None,
) -> LookPlan:
    """Return looks at which one may stop for any reason: width, verdict, a bored reader.

    Parameters
    ----------
    half_width
        Half width of the interval of a rate that the last look reaches, above 0 and below 0.5.
    rate
        The rate nearest to 1/2 that can occur: with it the last look suffices. 1/2 is always
        enough.
    looks, first
        Number of looks, and the share of the games at the first; the others are evenly spaced.
    edge
        Shape of the boundary (Wang and Tsiatis): 0 keeps early looks wide and the last one nearly
        as narrow as without looks (O'Brien and Fleming), 0.5 has the same width in standard errors
        at every look (Pocock).
    most
        Most games that may be played: the last look, when precision would need more.

    Examples
    --------
    >>> plan = plan_looks(0.01)
    >>> plan.looks
    (5486, 6583, 7680, 8777, 9874, 10971)
    >>> [round(value, 2) for value in plan.critical]
    [2.95, 2.69, 2.49, 2.33, 2.2, 2.09]
    """
    shares = _shares(half_width, rate, looks, first)
    last = critical_values(shares, confidence, edge)[-1]
    counts = _counts(half_width, rate, last, shares, most)
    return LookPlan(counts, critical_values(counts, confidence, edge), confidence)


def plan_width_looks(
    half_width: float,
    *,
    rate: float = WORST_RATE,
    confidence: float = CONFIDENCE,
    looks: int = WIDTH_LOOKS,
    first: float = FIRST_WIDTH_LOOK,
    most: int | None = None,
) -> LookPlan:
    """Return looks at which one may stop when the intervals are narrow enough, and only then.

    The width says next to nothing about which way an estimate errs, so that an interval keeps its
    coverage without being widened (Chow and Robbins), and a rate far from 1/2 stops early: 1/6
    needs 55 % of the games of 1/2. To stop also because of what an interval says, use `plan_looks`.

    Parameters
    ----------
    half_width
        Half width of the interval of a rate that ends the study, above 0 and below 0.5.
    rate
        The rate nearest to 1/2 that can occur: with it the last look suffices.
    confidence
        Coverage of the interval at the analysis that ends the study.
    looks, first
        Number of looks, and the share of the games at the first; the others are evenly spaced.
    most
        Most games that may be played: the last look, when precision would need more.

    Raises
    ------
    InputError
        If an argument is outside its range.

    Notes
    -----
    Y. S. Chow and H. Robbins, "On the asymptotic theory of fixed-width sequential confidence
    intervals for the mean", Annals of Mathematical Statistics 36 (1965).

    Examples
    --------
    >>> plan = plan_width_looks(0.01)
    >>> plan.looks[0], plan.looks[-1], round(plan.critical[0], 2)
    (2426, 9704, 1.96)
    """
    z = normal_quantile(confidence)
    shares = _shares(half_width, rate, looks, first)
    counts = _counts(half_width, rate, z, shares, most)
    return LookPlan(counts, (z,) * len(counts), confidence)


def critical_values(
    looks: Sequence[float], confidence: float = CONFIDENCE, edge: float = LAST_EDGE
) -> tuple[float, ...]:
    """Return how many standard errors the interval of each look must have.

    Parameters
    ----------
    looks
        Games at each look, ascending.
    confidence
        Probability that the intervals of all looks hold the truth.
    edge
        The boundary is proportional to (games / last look) ** (edge - 1/2), see `plan_looks`.

    Raises
    ------
    InputError
        If the numbers of games do not ascend from above 0, or an argument is out of range.

    Notes
    -----
    P. Armitage, C. K. McPherson, B. C. Rowe, "Repeated significance tests on accumulating data",
    Journal of the Royal Statistical Society A 132 (1969), for the recursion; S. K. Wang and A. A.
    Tsiatis, Biometrics 43 (1987), for the shapes; C. Jennison and B. W. Turnbull, Group Sequential
    Methods (2000), chapter 9, for repeated confidence intervals. Estimates are taken as normal.

    Examples
    --------
    >>> [round(value, 3) for value in critical_values([1, 2, 3, 4, 5], edge=0.5)]
    [2.413, 2.413, 2.413, 2.413, 2.413]
    >>> round(critical_values([1, 2, 3, 4, 5])[-1], 3)
    2.04
    """
    normal_quantile(confidence)
    if not 0 <= edge <= FLAT:
        raise expected(f"an edge between 0 and {FLAT}", edge, "edge")
    if not looks or looks[0] <= 0 or any(a >= b for a, b in pairwise(looks)):
        raise expected("ascending numbers of games above 0", list(looks), "looks")
    for before, look in pairwise(looks):
        if look - before < min(NEAREST * look, NEAREST_TO_LAST * looks[-1]):
            raise expected("analyses further apart", f"{before} and {look}", "looks")
    return _boundary(tuple(look / looks[-1] for look in looks), confidence, edge)


def rate_at_look(
    plan: LookPlan, look: int, successes: float, n: int | None = None
) -> tuple[float, float]:
    """Return the interval of a rate at a planned look.

    It is Wilson's with the plan's standard errors and a correction for continuity (half a success
    either way), which keeps the error of all looks at its level in spite of the whole numbers of
    wins (R. G. Newcombe, Statistics in Medicine 17 (1998), method 4).

    Parameters
    ----------
    look
        Which look, from 0.
    successes
        Successes or win credit so far.
    n
        Trials so far of this rate; the games of the analysis unless given. It may differ from them
        (a faction that sits in some games only), as long as it grows in proportion.
    """
    trials = plan.looks[look] if n is None else n
    z = plan.critical[look]
    low, _ = wilson_score(max(successes - CONTINUITY, 0), trials, z)
    _, high = wilson_score(min(successes + CONTINUITY, trials), trials, z)
    return low, high


def confidence_sequence(
    successes: float,
    n: int,
    confidence: float = CONFIDENCE,
    *,
    rate: float = WORST_RATE,
    games: int = EXPECTED_GAMES,
) -> tuple[float, float]:
    """Return an interval of a rate that holds at all numbers of games at once.

    One may look after every game and stop whenever one likes, with no plan: the truth leaves any
    of the intervals with probability at most 1 - `confidence`. The price is width: about one and a
    half times that of a fixed number of games.

    Parameters
    ----------
    successes
        Sum of outcomes, each between 0 and 1 (wins or win credit).
    n
        Number of outcomes.
    rate, games
        Where the interval is to be narrowest: near this rate and number of games. Fix both before
        looking; they do not touch the coverage.

    Notes
    -----
    H. Robbins, "Statistical methods related to the law of the iterated logarithm", Annals of
    Mathematical Statistics 41 (1970): mixture over a beta distribution of rates, and Ville's
    inequality. Outcomes strictly between 0 and 1 are allowed, because the likelihood ratio of a
    Bernoulli trial is convex in its outcome, so that the mixture stays a supermartingale.

    Examples
    --------
    >>> low, high = confidence_sequence(2500, 5000)
    >>> f"{low:.3f} {high:.3f}"
    '0.480 0.520'
    """
    normal_quantile(confidence)
    if n < 0 or not 0 <= successes <= n:
        raise expected("successes between 0 and the number of trials", (successes, n), "successes")
    if not 0 < rate < 1 or games < 1:
        raise expected("a rate between 0 and 1 and at least 1 game", (rate, games), "rate")
    failures, weight = n - successes, max(1.0, games * PRIOR_SHARE)
    a, b = weight * rate, weight * (1 - rate)
    mixture = _log_beta(a + successes, b + failures) - _log_beta(a, b) + log(1 - confidence)
    best = successes / n if n else rate
    low = _edge(successes, failures, mixture, best, 0.0)
    high = _edge(successes, failures, mixture, best, 1.0)
    return low, high


def _shares(half_width: float, rate: float, looks: int, first: float) -> list[float]:
    """Return the share of the games at each look, after a check of what a plan is made of."""
    if not 0 < half_width < WORST_RATE:
        raise expected(f"a half width between 0 and {WORST_RATE}", half_width, "half_width")
    if not 0 < rate < 1:
        raise expected("a rate between 0 and 1", rate, "rate")
    if not 0 < first <= 1:
        raise expected("a first analysis above 0 and at most 1", first, "first")
    if looks < 1:
        raise expected("at least 1 analysis", looks, "looks")
    if looks == 1:
        return [1.0]
    return [first + (1 - first) * look / (looks - 1) for look in range(looks)]


def _counts(
    half_width: float, rate: float, critical: float, shares: Sequence[float], most: int | None
) -> tuple[int, ...]:
    """Return the games at each look."""
    spread = critical * sqrt(rate * (1 - rate))
    root = (spread + sqrt(spread**2 + 2 * half_width)) / (2 * half_width)
    games = max(ceil(root**2), FEWEST_GAMES)
    if most is not None:
        games = min(games, most)
    return tuple(sorted({max(1, round(share * games)) for share in shares}))


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def _edge(successes: float, failures: float, level: float, inside: float, outside: float) -> float:
    """Return where the log-likelihood falls below `level` between the best rate and an end."""
    if (successes if outside == 0 else failures) == 0:
        return outside
    for _ in range(BISECTIONS):
        middle = (inside + outside) / 2
        if middle in (inside, outside):
            break
        if successes * log(middle) + failures * log(1 - middle) >= level:
            inside = middle
        else:
            outside = middle
    return outside


@lru_cache(maxsize=256)
def _boundary(shares: tuple[float, ...], confidence: float, edge: float) -> tuple[float, ...]:
    """Return the boundary of the looks at these shares of the information."""
    from scipy.optimize import brentq

    shape = [share ** (edge - FLAT) for share in shares]

    def missing(scale: float) -> float:
        limits = [scale * factor * sqrt(share) for factor, share in zip(shape, shares, strict=True)]
        return _stays_within(limits, shares) - confidence

    scale = brentq(missing, normal_quantile(confidence) / 2, LARGEST_CRITICAL)
    return tuple(float(scale * factor) for factor in shape)


def _stays_within(limits: Sequence[float], shares: Sequence[float]) -> float:
    """Return the probability that a Brownian motion is within each limit at each time."""
    import numpy as np

    nodes, weights = _nodes()
    at = np.zeros(1)
    density = np.ones(1)
    before = 0.0
    for limit, share in zip(limits, shares, strict=True):
        spread = sqrt(share - before)
        limit = min(limit, FARTHEST * sqrt(share))
        there = nodes * limit
        kernel = np.exp(-(((there[:, None] - at[None, :]) / spread) ** 2) / 2)
        scale = spread * sqrt(2 * np.pi)
        density = (kernel @ density) / scale * weights * limit
        at, before = there, share
    return float(density.sum())


@lru_cache(maxsize=1)
def _nodes() -> tuple[Floats, Floats]:
    """Return the places and weights of the quadrature on -1 to 1."""
    import numpy as np

    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    return nodes, weights
