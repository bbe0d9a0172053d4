"""The variance of a mean over line-ups, orders round the table and games.

The line-ups (on their boards) are fixed: all that the study is about were played. The orders of a
line-up are a sample without replacement of a finite number of orders, and the games of a cell are
independent. The variance of the mean is then the sum of two parts:

- luck: that of the games within cells, which more games make smaller;
- orders: for each line-up (1 - played / possible) S^2 / played, with S^2 the variance between its
  orders beyond luck. It is 0 where all orders were played (W. G. Cochran, Sampling Techniques
  (1977), chapter 10).

S^2 is that of the line-up itself. A line-up with one order borrows the pooled one of the others:
its orders are assumed to differ as much. Where each line-up has one order, orders and line-ups
cannot be separated without a model: each member of a line-up adds its own effect to the rate, and
what this leaves is counted as orders. That is too much rather than too little, since pairs of
members with an effect of their own are in it. Without degrees of freedom for this, all that the
line-ups differ by counts as orders. Of one line-up in one order nothing is known about others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile, wilson_score
from bloodstones.stats.setups import LINE_UP, ORDERS, SETUP, board_of, members_of

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Whole = NDArray[np.intp]

PRIOR_GAMES: Final = 2.0  # that a cell borrows of the whole group to know its variance


@dataclass(frozen=True, slots=True)
class NestedVariance:
    """The variance of a mean over line-ups, orders and games, in its parts.

    Attributes
    ----------
    luck
        Part of the games.
    orders
        Part of the orders that were not played.
    freedom
        Degrees of freedom of `orders`; infinite where it is 0 by design.
    setups, possible
        Orders that were played and that there are, over all line-ups.
    known
        Whether the study shows how much orders differ, or plays them all.
    """

    luck: float
    orders: float = 0.0
    freedom: float = inf
    setups: int = 1
    possible: int = 1
    known: bool = True

    @property
    def total(self) -> float:
        """The variance of the mean."""
        return self.luck + self.orders

    @property
    def order_part(self) -> float:
        """The part of the variance that games do not make smaller, 0 to 1."""
        return self.orders / self.total if self.orders else 0.0

    def quantile(self, confidence: float = CONFIDENCE) -> float:
        """Return how many standard errors an interval reaches to each side.

        Student's t with the degrees of freedom of the sum (F. E. Satterthwaite, Biometrics Bulletin
        2 (1946)); the part of luck, of many games, has none to lose.
        """
        from scipy.stats import t

        if not self.orders:
            return normal_quantile(confidence)
        freedom = self.freedom / self.order_part**2
        return float(t.ppf((1 + confidence) / 2, freedom))


def nested_variance(
    group: pd.DataFrame, value: str = "win_credit", cell: str = SETUP, *, shares: bool = False
) -> NestedVariance:
    """Return the variance of the mean of a value over the rows of a group.

    Parameters
    ----------
    group
        Rows with the value and the columns of `setups.with_setups`, independent of each other.
    value
        Its column.
    cell
        The column of what was played equally: games differ by luck alone.
    shares
        Whether values are wins or shares of one, from 0 to 1: their variance is then taken as that
        of whole wins, which is the most that it can be.

    Examples
    --------
    >>> import pandas as pd
    >>> games = pd.DataFrame({"win_credit": [1.0, 0.0, 0.0, 0.0] * 9, LINE_UP: "/a+b", ORDERS: 1})
    >>> found = nested_variance(games.assign(**{SETUP: "/a+b"}))
    >>> round(found.luck * len(games), 3), found.orders
    (0.193, 0.0)
    """
    units = _units(group, value, cell, shares)
    share = units.size / len(group)
    luck = float((share**2 * units.luck).sum())
    strata = _strata(units, share)
    setups, possible = len(units.size), max(len(units.size), int(strata.possible.sum()))
    if not strata.left.any():
        return NestedVariance(luck, setups=setups, possible=possible)
    several = bool((strata.played > 1).any())
    parts = _replicated(strata) if several else _single(strata, units.names)
    if parts is None:
        return NestedVariance(luck, setups=setups, possible=possible, known=False)
    orders, freedom = parts
    return NestedVariance(luck, max(0.0, orders), freedom, setups, possible)


class _Units(NamedTuple):
    """The orders that were played: to which line-up each belongs, and what its games say.

    Attributes
    ----------
    names
        The line-ups.
    line_up
        Place in `names` of each order.
    size, mean, luck
        Games of each order, their mean, and its variance by luck.
    possible
        Orders that the line-up of each has.
    """

    names: list[str]
    line_up: Whole
    size: Floats
    mean: Floats
    luck: Floats
    possible: Floats


class _Strata(NamedTuple):
    """The line-ups: orders played and possible, the share of them that is left, their squares.

    Attributes
    ----------
    between
        Variance of the means of its orders; 0 of one order.
    luck, mean
        Means of those of its orders.
    weight
        Sum of the squared shares that its orders have of all games.
    """

    played: Floats
    possible: Floats
    left: Floats
    between: Floats
    luck: Floats
    mean: Floats
    weight: Floats


def _units(group: pd.DataFrame, value: str, cell: str, shares: bool) -> _Units:
    """Return mean, size and variance of the mean by luck of every order of every line-up."""
    keys = [LINE_UP, SETUP] if cell == SETUP else [LINE_UP, SETUP, cell]
    by_cell = group.groupby(keys, sort=False, observed=True)
    cells = by_cell[value].agg(["mean", "var", "size"])
    means, sizes = cells["mean"].to_numpy(), cells["size"].to_numpy()
    free = sizes - 1
    if shares:
        rate, games = float(group[value].mean()), len(group)
        whole = rate * (1 - rate) * games / max(1, games - 1)
        luck = means * (1 - means) * sizes / np.maximum(1, free)
    else:
        whole = float(group[value].var()) if len(group) > 1 else 0.0
        luck = np.nan_to_num(cells["var"].to_numpy())
    within = (free * luck + PRIOR_GAMES * whole) / (free + PRIOR_GAMES)
    places = {order: number for number, order in enumerate(dict.fromkeys(map(_order, cells.index)))}
    order = np.array([places[_order(key)] for key in cells.index])
    size = np.bincount(order, sizes).astype(np.float64)
    line_ups = list(dict.fromkeys(line_up for line_up, _ in places))
    possible = np.zeros(len(places))
    np.maximum.at(possible, order, by_cell[ORDERS].max().to_numpy())
    return _Units(
        [str(name) for name in line_ups],
        np.array([line_ups.index(line_up) for line_up, _ in places]),
        size,
        np.bincount(order, means * sizes) / size,
        np.bincount(order, within * sizes) / size**2,
        possible,
    )


def _order(key: tuple[Any, ...]) -> tuple[Any, Any]:
    """Return the line-up and the order of a cell."""
    return key[0], key[1]


def _strata(units: _Units, share: Floats) -> _Strata:
    """Return what the orders say of their line-ups; `share`: theirs of all games."""
    line_up = units.line_up
    played = np.bincount(line_up).astype(np.float64)
    mean = np.bincount(line_up, units.mean) / played
    squares = np.bincount(line_up, (units.mean - mean[line_up]) ** 2)
    possible = np.zeros(len(played))
    np.maximum.at(possible, line_up, units.possible)
    return _Strata(
        played,
        possible,
        1 - np.minimum(1.0, played / possible),
        squares / np.maximum(1, played - 1),
        np.bincount(line_up, units.luck) / played,
        mean,
        np.bincount(line_up, share**2).astype(np.float64),
    )


def _replicated(strata: _Strata) -> tuple[float, float]:
    """Return the part of orders, and its freedom, where line-ups have several of them.

    The freedom is that of the difference of the squares between orders and the luck in them.
    """
    several = strata.played > 1
    free = strata.played[several] - 1
    owed = strata.left * strata.weight
    factor = owed[several] + owed[~several].sum() * free / free.sum()
    between = strata.between[several]
    orders = float((factor * (between - strata.luck[several])).sum())
    squares = float(((factor * between) ** 2 / free).sum())
    return orders, orders**2 / squares if squares else inf


def _single(strata: _Strata, names: Sequence[str]) -> tuple[float, float] | None:
    """Return the part of orders, and its freedom, where each line-up has one; None for one.

    The squares hold pairs of members as well as orders, so that the part is too large rather than
    too small; its freedom is that of the squares.
    """
    sampled = strata.left > 0
    if sampled.sum() == 1:
        return None
    named = [name for name, chosen in zip(names, sampled, strict=True) if chosen]
    square, freedom = residual_square(strata.mean[sampled], named)
    orders = float(strata.weight[sampled].sum()) * (square - float(strata.luck[sampled].mean()))
    return orders, float(freedom)


def residual_square(means: Floats, line_ups: Sequence[str]) -> tuple[float, int]:
    """Return the mean square of what the members of line-ups leave of their means, and its freedom.

    Parameters
    ----------
    means
        The means of two or more line-ups.
    line_ups
        Their names, values of the column `_line_up`.

    Examples
    --------
    >>> added = {"/a+b": 0.5, "/a+c": 0.6, "/a+d": 0.7, "/b+c": 0.3, "/b+d": 0.4, "/c+d": 0.5}
    >>> square, freedom = residual_square(np.array(list(added.values())), list(added))
    >>> round(square, 9), freedom
    (0.0, 2)
    """
    table = members_table(line_ups)
    freedom = len(means) - int(np.linalg.matrix_rank(table))
    if freedom < 1:
        return float(means.var(ddof=1)), len(means) - 1
    rest = means - table @ np.linalg.lstsq(table, means, rcond=None)[0]
    return float(rest @ rest) / freedom, freedom


def members_table(line_ups: Sequence[str]) -> Floats:
    """Return how often each faction sits in each line-up, a column of ones and one for each board.

    Parameters
    ----------
    line_ups
        Values of the column `_line_up`.

    Returns
    -------
    ndarray
        Shape (line-ups, 1 + factions + boards).
    """
    members = [members_of(name) for name in line_ups]
    boards = [board_of(name) for name in line_ups]
    names = sorted({name for each in members for name in each})
    columns = [[each.count(name) for each in members] for name in names]
    columns += [[board == each for board in boards] for each in sorted(set(boards))]
    return np.array([[1] * len(line_ups), *columns], dtype=np.float64).T


def nested_interval(
    rate: float, games: int, variance: NestedVariance, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Return the interval of a rate: Wilson's with as many games as its variance is worth.

    Parameters
    ----------
    rate
        Wins a game, 0 to 1.
    games
        Games played.
    variance
        Of the rate.
    confidence
        Coverage, above 0 and below 1.

    Notes
    -----
    The effective number of games is that of the variance, with Student's quantile for its degrees
    of freedom: E. L. Korn and B. I. Graubard, Survey Methodology 24 (1998). Games of one cell have
    Wilson's plain interval.

    Examples
    --------
    >>> from bloodstones.stats.inference.intervals import wilson_interval
    >>> luck = NestedVariance(0.24 / 999)
    >>> nested_interval(0.6, 1000, luck) == wilson_interval(600, 1000)
    True
    >>> wide = NestedVariance(0.24 / 999, orders=0.001, freedom=7, setups=8, possible=16)
    >>> [round(end, 2) for end in nested_interval(0.6, 1000, wide)]
    [0.52, 0.67]
    """
    z = normal_quantile(confidence)
    binomial = rate * (1 - rate)
    total = variance.luck * (games - 1) / games + variance.orders
    effective = float(games)
    if binomial > 0 and total > 0:
        effective = binomial / total * (z / variance.quantile(confidence)) ** 2
    return wilson_score(rate * effective, effective, z)
