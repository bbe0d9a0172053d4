"""Where victory points come from, as shares of all points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected
from bloodstones.stats.intervals import CONFIDENCE, RESAMPLES, normal_quantile
from bloodstones.stats.resampling import resampled_sums
from bloodstones.stats.table import POINT_SOURCES, game_labels, luck_labels

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def source_shares(
    rows: pd.DataFrame,
    by: Sequence[str] = ("faction",),
    *,
    confidence: float = CONFIDENCE,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> pd.DataFrame:
    """Return which share of a group's points comes from each source.

    It is the share of all points of the group, not the mean of the shares of its games: a game with
    many points counts for more, and one without any does no harm.

    Parameters
    ----------
    rows
        Tidy table, one row a seat a playthrough.
    by
        Columns that make a group.
    confidence, seed, resamples
        Percentile bootstrap, one interval for each share; playthroughs that share their luck are
        drawn as one.

    Returns
    -------
    DataFrame
        One row a group and source: the columns of `by`, `source`, `games`, `points` (mean a seat),
        `share`, `low`, `high`; the shares of a group sum to 1. A group without any point has
        shares of 0 with intervals from 0 to 1.
    """
    import pandas as pd

    normal_quantile(confidence)
    for name in by:
        if name not in rows:
            raise expected("a column of the table", name, "by")
    table = rows.assign(_game=game_labels(rows), _luck=luck_labels(rows))
    lines = []
    for key, group in table.groupby(list(by), sort=True):
        points = group.groupby("_luck")[list(POINT_SOURCES)].sum().to_numpy(dtype=float)
        shares, low, high = _shares(points, confidence, seed, resamples)
        games = int(group["_game"].nunique())
        for index, (column, source) in enumerate(POINT_SOURCES.items()):
            mean = float(group[column].mean())
            lines.append((*key, source, games, mean, shares[index], low[index], high[index]))
    names = [*by, "source", "games", "points", "share", "low", "high"]
    return pd.DataFrame(lines, columns=names)


def _shares(
    points: Floats, confidence: float, seed: int, resamples: int
) -> tuple[Floats, Floats, Floats]:
    """Return shares of the columns in the sum, and their ends, from lines drawn anew."""
    import numpy as np

    total = points.sum()
    if total <= 0:
        nothing = np.zeros(points.shape[1])
        return nothing, nothing, nothing + 1
    sums = resampled_sums(points, resamples, seed=seed)
    drawn = sums / np.maximum(sums.sum(axis=1, keepdims=True), np.finfo(float).tiny)
    tail = (1 - confidence) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
    return points.sum(axis=0) / total, low, high
