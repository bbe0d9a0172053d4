"""Strengths from several ladders on one scale.

The strengths of a ladder are log worths against the mean of those who played it, so two ladders
differ by a shift. It is found by weighted least squares over the strategies that both rate: each
strength is that of the strategy plus the shift of the ladder plus an error, with a standard error
from its interval.

A strategy that never finished before another one has no finite strength. It counts as if it had won
half a game of those that it played: that is the largest strength to call it by, and a finite one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final

from bloodstones.core.errors import expected
from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile

if TYPE_CHECKING:
    import pandas as pd

HALF: Final = 0.5  # of a game, won by who won none
LEAST_ERROR: Final = 1e-3  # of a strength
LOWEST, STEPS = -30.0, 60  # of a strength, and halvings of the span above it
DIGITS: Final = 3  # of a strength


def joined(ladders: Sequence[pd.DataFrame]) -> dict[int, dict[str, float]]:
    """Return strengths on one scale by number of players and strategy, the strongest first.

    Parameters
    ----------
    ladders
        Tables as of `ladder.ratings`: `players`, `strategy`, `games`, `strength`, `low`, `high`.

    Raises
    ------
    InputError
        If two ladders of as many players share no strategy: nothing compares them.

    Examples
    --------
    >>> import pandas as pd
    >>> plans = pd.DataFrame({"players": 2, "strategy": ["a", "b"], "games": 100,
    ...     "strength": [1.0, -1.0], "low": [0.8, -1.2], "high": [1.2, -0.8]})
    >>> searches = pd.DataFrame({"players": 2, "strategy": ["c", "a"], "games": 100,
    ...     "strength": [0.5, -0.5], "low": [0.3, -0.7], "high": [0.7, -0.3]})
    >>> joined([plans, searches])
    {2: {'c': 1.333, 'a': 0.333, 'b': -1.667}}
    """
    sizes = sorted({int(size) for table in ladders for size in table["players"]})
    return {size: _joined([t[t["players"] == size] for t in ladders], size) for size in sizes}


def _joined(ladders: Sequence[pd.DataFrame], players: int) -> dict[str, float]:
    """Return the strengths of ladders of one size of table, their mean 0."""
    import numpy as np

    ladders = [table for table in ladders if len(table)]
    finite = [table[np.isfinite(table["strength"])] for table in ladders]
    names = sorted({name for table in finite for name in table["strategy"]})
    columns = len(names) + len(finite)
    rows, wanted = [], []
    for place, table in enumerate(finite):
        width = 2 * normal_quantile(CONFIDENCE)
        for line in table.to_dict("records"):
            weight = 1 / max((line["high"] - line["low"]) / width, LEAST_ERROR)
            row = np.zeros(columns)
            row[names.index(line["strategy"])] = row[len(names) + place] = weight
            rows.append(row)
            wanted.append(weight * line["strength"])
    found, _, rank, _ = np.linalg.lstsq(np.array(rows), np.array(wanted), rcond=None)
    if rank < columns - 1:
        raise expected(
            f"ladders of {players} players that share strategies", "some that share none", "ladders"
        )
    strengths = dict(zip(names, (found[: len(names)] - found[: len(names)].mean()), strict=True))
    for table in ladders:
        for line in table.to_dict("records"):
            if line["strategy"] not in names:
                others = [strengths[n] for n in table["strategy"] if n in names]
                lowest = _of_half_a_win(others, int(line["games"]), players)
                strengths[line["strategy"]] = max(lowest, strengths.get(line["strategy"], lowest))
    order = sorted(strengths, key=lambda name: -strengths[name])
    return {name: round(float(strengths[name]), DIGITS) for name in order}


def _of_half_a_win(others: Sequence[float], games: int, players: int) -> float:
    """Return the strength that wins half a game of so many against all mixes of others."""
    import numpy as np

    sat = min(players - 1, len(others))
    worths = np.array([np.exp(each).sum() for each in combinations(others, sat)])
    low, high = LOWEST, max(others)
    for _ in range(STEPS):
        middle = (low + high) / 2
        won = games * float((np.exp(middle) / (np.exp(middle) + worths)).mean())
        low, high = (middle, high) if won < HALF else (low, middle)
    return low
