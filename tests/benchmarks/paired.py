"""Two things measured in turn, A then B, then B then A, and the ratio of their rates.

Other work changes the clock of a machine by more than most changes of the code do. It changes both
of a pair alike, so what counts is the ratio within a pair; the interval comes from resampled pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import mean, median

from bloodstones.stats.inference.intervals import bootstrap_mean_by_game

SEED = 1
LEAST = 3  # pairs, fewer have no interval worth the name

Rates = Mapping[str, float]  # figure -> how much is done in a second of processor time
Measure = Callable[[], Rates]
Pair = tuple[Rates, Rates]


@dataclass(frozen=True)
class Ratio:
    """How often the rate of A goes into that of B.

    Attributes
    ----------
    figure
        What was measured.
    per_second
        What B does in a second: the median.
    ratio, low, high
        The geometric mean of the pairs, and its interval at 95 %.
    """

    figure: str
    per_second: float
    ratio: float
    low: float
    high: float


def in_turn(one: Measure, other: Measure, pairs: int) -> Iterator[Pair]:
    """Measure A and B, then B and A, and so on; yield what each pair gave as (A, B)."""
    for number in range(pairs):
        if number % 2 == 0:
            first = one()
            yield first, other()
        else:
            second = other()
            yield one(), second


def ratios(pairs: Sequence[Pair]) -> list[Ratio]:
    """Return the ratios of all figures that both sides of the pairs have."""
    if len(pairs) < LEAST:
        raise ValueError(f"expected at least {LEAST} pairs, got {len(pairs)}")
    ahead, behind = pairs[0]
    return [_ratio(figure, pairs) for figure in behind if figure in ahead]


def _ratio(figure: str, pairs: Sequence[Pair]) -> Ratio:
    """Return the ratio of one figure; in logarithms, so that twice and half are as far from 1."""
    logs = [log(other[figure] / one[figure]) for one, other in pairs]
    low, high = bootstrap_mean_by_game(logs, list(range(len(logs))), seed=SEED)
    rate = median(other[figure] for _, other in pairs)
    return Ratio(figure, rate, exp(mean(logs)), exp(low), exp(high))
