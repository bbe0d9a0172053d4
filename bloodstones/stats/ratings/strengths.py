"""Strengths of factions, strategies and seats from finishing orders (Plackett-Luce).

The strengths of an effect sum to 0 over its levels (those of an interaction over either column).
What all seats of a game share, such as the map, has no effect of its own on who finishes first; its
interaction with the faction has.

H. Turner, J. van Etten, D. Firth, I. Kosmidis, "Modelling rankings in R: the PlackettLuce package",
Computational Statistics 35 (2020).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected
from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile
from bloodstones.stats.ratings.plackett_luce import (
    RESAMPLES,
    OrderFit,
    finishing_orders,
    fit_orders,
    resampled_slopes,
)
from bloodstones.stats.table import game_labels, luck_labels

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

INFORMATION = "observed information"
BOOTSTRAP = "bootstrap by game"
WITH = ":"
FEWEST_LEVELS = 2


@dataclass(frozen=True, slots=True)
class Strengths:
    """Strengths of every level of every effect.

    Attributes
    ----------
    table
        One row a level: `effect`, `level`, `rows` (rows of that level), `strength` (log-strength
        relative to the mean of the effect's levels; a slope has its unit), `error` (standard error
        by observed information), `low`, `high`, `odds` (exp of the strength), `interval`.
    fit
        The fit that it comes from.
    games, tied_games
        Playthroughs, and those in which some rank is shared.
    covariances
        By effect: how the strengths of its levels, in the order of the table, vary together; from
        resampled games where the intervals are.
    """

    table: pd.DataFrame
    fit: OrderFit
    games: int
    tied_games: int
    covariances: Mapping[str, Floats]

    def lead(self, effect: str, first: str, second: str) -> tuple[float, float]:
        """Return how much stronger one level of an effect is than another, with standard error.

        Parameters
        ----------
        effect, first, second
            As the table names them.
        """
        levels = self.table[self.table["effect"] == effect].reset_index(drop=True)
        i, j = (int(levels.index[levels["level"] == name][0]) for name in (first, second))
        both = self.covariances[effect]
        error = sqrt(max(0.0, float(both[i, i] + both[j, j] - both[i, j] - both[j, i])))
        return float(levels["strength"][i] - levels["strength"][j]), error


@dataclass(frozen=True, slots=True)
class _Effect:
    """Columns of one effect in the design and how its levels read off the slopes."""

    name: str
    levels: list[str]
    counts: list[int]
    columns: Floats
    contrast: Floats


def strengths(
    rows: pd.DataFrame,
    effects: Sequence[str] = ("faction", "turn_order"),
    covariates: Sequence[str] = (),
    *,
    bootstrap: bool = False,
    confidence: float = CONFIDENCE,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Strengths:
    """Return Plackett-Luce strengths by maximum likelihood over the finishing orders of a table.

    Parameters
    ----------
    rows
        Tidy table, one row a seat a playthrough, with `rank` (1 the best, equal when shared).
        A shared rank counts as an order that nobody saw (see `plackett_luce.fit_orders`).
    effects
        Columns whose values are levels, such as `faction`, `turn_order`, `strategy`; `a:b` is an
        interaction, such as `faction:map`: how a map or a number of players comes in.
    covariates
        Columns of numbers that enter as they are, with one slope each.
    bootstrap
        Percentile intervals from resampled games instead of the observed information, which takes
        games as independent; those that share their luck (`table.luck_labels`) are drawn together.
    confidence, seed, resamples
        Coverage wanted; seed and number of resamples of the bootstrap.

    Raises
    ------
    InputError
        If a column is missing, effects cannot be separated, or a level always wins or loses.

    Examples
    --------
    >>> import pandas as pd
    >>> rows = pd.DataFrame({
    ...     "cell": "only", "replicate": [0, 0, 1, 1, 2, 2, 3, 3], "map": "board", "players": 2,
    ...     "seat": [0, 1] * 4, "faction": ["red", "blue"] * 4,
    ...     "rank": [1, 2, 1, 2, 1, 2, 2, 1]})
    >>> found = strengths(rows, ["faction"])
    >>> found.table[["level", "strength"]].round(3).values.tolist()
    [['blue', -0.549], ['red', 0.549]]
    """
    import numpy as np

    parts = [_effect(rows, name) for name in effects]
    parts += [_covariate(rows, name) for name in covariates]
    if not parts:
        raise expected("at least one effect or covariate", "none", "effects")
    games = game_labels(rows).to_numpy()
    orders = finishing_orders(rows["rank"], games, np.concatenate([p.columns for p in parts], 1))
    fit = fit_orders(orders)
    slopes = None
    if bootstrap:
        luck = luck_labels(rows).to_numpy()[np.unique(games, return_index=True)[1]]
        slopes = resampled_slopes(orders, fit, luck, seed=seed, resamples=resamples)
    tied = len(set(games[rows.assign(_game=games).duplicated(["_game", "rank"]).to_numpy()]))
    table = _table(parts, fit, slopes, confidence)
    return Strengths(table, fit, fit.games, tied, _covariances(parts, fit, slopes))


def _factor(rows: pd.DataFrame, name: str) -> tuple[list[str], Floats, Floats]:
    """Return the levels of a column, its columns with strengths that sum to 0, and the contrast."""
    import numpy as np

    if name not in rows:
        raise expected("a column of the table", name, "effects")
    levels, code = np.unique(rows[name].to_numpy(), return_inverse=True)
    if len(levels) < FEWEST_LEVELS:
        raise expected(
            f"at least {FEWEST_LEVELS} levels of {name}", [str(v) for v in levels], "effects"
        )
    contrast = np.vstack([np.eye(len(levels) - 1), -np.ones(len(levels) - 1)])
    return [str(level) for level in levels], contrast[code], contrast


def _effect(rows: pd.DataFrame, name: str) -> _Effect:
    """Return an effect or the interaction of several columns."""
    import numpy as np

    levels, columns, contrast = _factor(rows, name.split(WITH)[0])
    labels = rows[name.split(WITH)[0]].astype(str)
    for other in name.split(WITH)[1:]:
        more, theirs, their_contrast = _factor(rows, other)
        levels = [f"{a}{WITH}{b}" for a in levels for b in more]
        columns = (columns[:, :, None] * theirs[:, None, :]).reshape(len(rows), -1)
        contrast = np.kron(contrast, their_contrast).astype(np.float64, copy=False)
        labels = labels + WITH + rows[other].astype(str)
    count = labels.value_counts()
    return _Effect(name, levels, [int(count.get(v, 0)) for v in levels], columns, contrast)


def _covariate(rows: pd.DataFrame, name: str) -> _Effect:
    """Return a column of numbers as it is."""
    import numpy as np

    if name not in rows:
        raise expected("a column of the table", name, "covariates")
    numbers = rows[name].to_numpy(dtype=np.float64)
    return _Effect(name, ["slope"], [len(rows)], numbers[:, None], np.eye(1))


def _covariances(
    parts: Sequence[_Effect], fit: OrderFit, slopes: Floats | None
) -> dict[str, Floats]:
    """Return by effect how the strengths of its levels vary together."""
    import numpy as np

    known = fit.covariance if slopes is None else np.atleast_2d(np.cov(slopes, rowvar=False))
    found, start = {}, 0
    for part in parts:
        where = slice(start, start + part.columns.shape[1])
        start = where.stop
        found[part.name] = part.contrast @ known[where, where] @ part.contrast.T
    return found


def _table(
    parts: Sequence[_Effect], fit: OrderFit, slopes: Floats | None, confidence: float
) -> pd.DataFrame:
    """Return the strengths of all levels with their intervals."""
    import numpy as np
    import pandas as pd

    frames, start, z = [], 0, normal_quantile(confidence)
    tails = np.array([1 - confidence, 1 + confidence]) / 2
    for part in parts:
        where = slice(start, start + part.columns.shape[1])
        start = where.stop
        strength = part.contrast @ fit.slopes[where]
        error = np.sqrt(np.diag(part.contrast @ fit.covariance[where, where] @ part.contrast.T))
        if slopes is None:
            low, high = strength - z * error, strength + z * error
        else:
            low, high = np.quantile(slopes[:, where] @ part.contrast.T, tails, axis=0)
        columns = {
            "effect": part.name,
            "level": part.levels,
            "rows": part.counts,
            "strength": strength,
            "error": error,
            "low": low,
            "high": high,
            "odds": np.exp(strength),
            "interval": INFORMATION if slopes is None else BOOTSTRAP,
        }
        frames.append(pd.DataFrame(columns))
    return pd.concat(frames, ignore_index=True)
