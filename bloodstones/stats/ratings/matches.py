"""The outcome of a match: how often one strategy wins among others, over random tables."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected
from bloodstones.stats.inference.nested import NestedVariance, nested_interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEWEST = 2  # tables


@dataclass(frozen=True, slots=True)
class MatchRate:
    """How often one seat wins, with its 95 % interval.

    Attributes
    ----------
    rate, low, high
        Win credit a game.
    games, tables
        How many were played, and at how many tables.
    fair
        The share of equals.
    """

    rate: float
    low: float
    high: float
    games: int
    tables: int
    fair: float

    @property
    def holds_fair(self) -> bool:
        """Whether the interval holds the share of equals: what a self-match must show."""
        return self.low <= self.fair <= self.high

    @property
    def above_fair(self) -> bool:
        """Whether all of the interval lies above the share of equals."""
        return self.low > self.fair


def match_rate(credits: NDArray[np.float64], players: int) -> MatchRate:
    """Return how often one seat won, from its win credits by table and game.

    Tables are a sample of all: their line-ups, orders and random numbers are drawn at random. Games
    of a table may share their luck, so that the error of the mean is that between tables; the
    interval is Wilson's, with as many games as that error is worth.

    Parameters
    ----------
    credits
        Shape (tables, games at each).
    players
        At a table.

    Raises
    ------
    InputError
        If there are fewer than two tables.

    Examples
    --------
    >>> import numpy as np
    >>> found = match_rate(np.array([[1.0, 1.0], [1.0, 0.0], [0.0, 0.0], [1.0, 1.0]]), 2)
    >>> found.rate, found.games, found.holds_fair
    (0.625, 8, True)
    """
    tables, each = credits.shape
    if tables < FEWEST:
        raise expected(f"at least {FEWEST} tables", tables, "tables")
    means = credits.mean(axis=1)
    rate = float(means.mean())
    error = float(means.std(ddof=1)) / math.sqrt(tables)
    spread = NestedVariance(0.0, error * error, tables - 1, tables, tables)
    low, high = nested_interval(rate, tables * each, spread)
    return MatchRate(rate, low, high, tables * each, tables, 1 / players)
