"""How uneven the win rates of factions and turn orders are, with chance taken out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bloodstones.core.errors import expected
from bloodstones.stats.inference.intervals import CONFIDENCE
from bloodstones.stats.table import game_labels, luck_labels

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

BLOCKS = 40
FEWEST_GAMES = 2 * BLOCKS
FACTORS = ("faction", "turn_order")
PERCENT = 100


@dataclass(frozen=True, slots=True)
class Unevenness:
    """Mean squared distance of win rates from their fair share, chance taken out.

    Distances are parts of the fair share, so that tables of two and of six can be compared.

    Attributes
    ----------
    total
        Mean of the two factors. A fair map has 0 on average and may come out below.
    factions, turn_orders
        Means over the groups: every faction, every place in turn order, at each player count.
    low, high
        Interval of `total` (delete-a-block jackknife, 40 blocks of games).
    games
        Playthroughs.
    factions_ends, turn_orders_ends
        Intervals of the two factors, likewise.
    """

    total: float
    factions: float
    turn_orders: float
    low: float
    high: float
    games: int
    factions_ends: tuple[float, float]
    turn_orders_ends: tuple[float, float]

    @property
    def percent(self) -> float:
        """A typical distance from the fair share in per cent of it: the root of `total`."""
        return as_percent(self.total)


@dataclass(frozen=True, slots=True)
class Difference:
    """Unevenness of one map minus that of another, on common random numbers.

    Attributes
    ----------
    total, low, high
        Below 0 the first is more even.
    correlation
        Of the values of the two maps by block; near 0 pairing gained nothing.
    games
        Playthroughs on each map.
    """

    total: float
    low: float
    high: float
    correlation: float
    games: int


def as_percent(total: float) -> float:
    """Return the root of a squared distance of win rates in per cent, 0 below 0.

    Parameters
    ----------
    total
        A squared distance, in squared fair shares.

    Examples
    --------
    >>> as_percent(0.0025), as_percent(-0.001)
    (5.0, 0.0)
    """
    return float(PERCENT * np.sqrt(max(total, 0.0)))


def unevenness(rows: pd.DataFrame, confidence: float = CONFIDENCE) -> Unevenness:
    """Return how uneven the win rates in the games of one strategy are.

    For every group the squared difference of win rate and fair share, minus the variance of that
    rate. Its expected value is the squared difference of the true rate, so that chance neither
    favours nor harms a map, however few its games.

    Parameters
    ----------
    rows
        Tidy table, one row a seat a playthrough; every seat played by one strategy.

    Raises
    ------
    InputError
        If the table has fewer than 80 playthroughs.
    """
    whole, parts, games = _values(rows)
    halves = [_half_width(part, confidence) for part in parts.T]
    total, factions, orders = map(float, whole)
    ends = [
        (middle - half, middle + half)
        for middle, half in zip((total, factions, orders), halves, strict=True)
    ]
    return Unevenness(total, factions, orders, *ends[0], games, ends[1], ends[2])


def unevenness_difference(
    one: pd.DataFrame, other: pd.DataFrame, confidence: float = CONFIDENCE, *, rooted: bool = False
) -> Difference:
    """Return the difference of the unevenness of two tables of the same line-ups and replicates.

    The blocks of both have the same random numbers, so that what the maps share cancels.

    Parameters
    ----------
    rooted
        Take the difference of the typical distances, which are the roots (0 below 0).

    Raises
    ------
    InputError
        If a table has fewer than 80 playthroughs or the other has another number.
    """
    first, first_parts, games = _values(one)
    second, second_parts, others = _values(other)
    if games != others:
        raise expected(
            "tables with equal numbers of playthroughs", f"{games} and {others}", "tables"
        )
    parts = np.stack([first_parts[:, 0], second_parts[:, 0]])
    ends = np.array([first[0], second[0]])
    if rooted:
        parts, ends = (np.sqrt(np.maximum(each, 0)) for each in (parts, ends))
    total = float(ends[0] - ends[1])
    half = _half_width(parts[0] - parts[1], confidence)
    alike = float(np.asarray(np.corrcoef(parts))[0, 1]) if parts.std(axis=1).all() else 0.0
    return Difference(total, total - half, total + half, alike, games)


def _half_width(parts: Floats, confidence: float) -> float:
    """Return half the jackknife interval from the values with each block left out."""
    from scipy.stats import t

    error = np.sqrt((BLOCKS - 1) * np.var(parts))
    return float(t.ppf((1 + confidence) / 2, BLOCKS - 1) * error)


def _values(rows: pd.DataFrame) -> tuple[Floats, Floats, int]:
    """Return total, factions and turn orders of the whole table, and with each block left out."""
    games = int(game_labels(rows).nunique())
    if games < FEWEST_GAMES:
        raise expected(f"at least {FEWEST_GAMES} playthroughs", games, "table")
    block = luck_labels(rows).to_numpy() % BLOCKS
    gap = (rows["win_credit"] * rows["players"] - 1).to_numpy(np.float64)
    gaps = []
    for factor in FACTORS:
        group = rows.groupby(["players", factor], sort=True).ngroup().to_numpy()
        moments = []
        for weights in (np.ones_like(gap), gap, gap**2):
            sums = np.zeros((BLOCKS, int(group.max()) + 1))
            np.add.at(sums, (block, group), weights)
            whole = sums.sum(axis=0)
            moments.append(np.vstack([whole[None], whole - sums]))
        gaps.append(np.asarray(_squared_gap(*moments).mean(axis=1)))
    factions, orders = gaps
    values = np.column_stack([(factions + orders) / 2, factions, orders])
    return values[0], values[1:], games


def _squared_gap(n: Floats, first: Floats, second: Floats) -> Floats:
    """Return the squared mean minus its variance, from numbers of rows and sums of powers."""
    n = np.maximum(n, 2)
    mean = first / n
    return np.asarray(mean**2 - (second / n - mean**2) / (n - 1))
