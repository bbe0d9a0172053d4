"""How far from fair a table is: win rates of its roles against their fair share, as one number."""

from __future__ import annotations

from collections.abc import Sequence
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
COLUMNS = ("games", "distance", "low", "high")


def distances(
    rows: pd.DataFrame, by: Sequence[str], of: str = "faction", confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Return how far from fair the win rates of every group are.

    The distance of a group is the root of the mean over its roles of the squared difference of win
    rate and fair share, as a share of the fair share: 0.2 says that rates are typically a fifth
    above or below. What chance adds is taken out, so a fair table has 0 however few its games.

    Parameters
    ----------
    rows
        Tidy table, one row a seat a playthrough.
    by
        Columns that make a group.
    of
        The column whose values should win alike.

    Returns
    -------
    DataFrame
        One row a group: the columns of `by`, `games`, `distance`, `low`, `high` (delete-a-block
        jackknife of the squared distance, 40 blocks of games).

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"cell": "a", "replicate": np.repeat(np.arange(400), 2), "players": 2,
    ...     "seat": [0, 1] * 400, "faction": ["red", "blue"] * 400, "win_credit": [1.0, 0.0] * 400})
    >>> float(distances(table, ["players"])["distance"].iloc[0])
    1.0
    """
    import pandas as pd

    for name in (*by, of):
        if name not in rows:
            raise expected("a column of the table", name, "by")
    table = rows.assign(
        _gap=rows["win_credit"] * rows["players"] - 1,
        _luck=luck_labels(rows).to_numpy() % BLOCKS,
        _game=game_labels(rows),
    )
    lines = []
    for key, group in table.groupby(list(by), sort=True):
        values = key if isinstance(key, tuple) else (key,)
        lines.append((*values, int(group["_game"].nunique()), *_distance(group, of, confidence)))
    return pd.DataFrame(lines, columns=[*by, *COLUMNS])


def _distance(group: pd.DataFrame, of: str, confidence: float) -> tuple[float, float, float]:
    """Return the distance of a group with its interval."""
    from scipy.stats import t

    role = group.groupby(["players", of], sort=True).ngroup().to_numpy()
    gap, block = group["_gap"].to_numpy(np.float64), group["_luck"].to_numpy()
    moments = []
    for weights in (np.ones_like(gap), gap, gap**2):
        sums = np.zeros((BLOCKS, int(role.max()) + 1))
        np.add.at(sums, (block, role), weights)
        whole = sums.sum(axis=0)
        moments.append(np.vstack([whole[None], whole - sums]))
    n, first, second = moments
    n = np.maximum(n, 2)
    mean = first / n
    squared = (mean**2 - (second / n - mean**2) / (n - 1)).mean(axis=1)
    error = float(np.sqrt((BLOCKS - 1) * np.var(squared[1:])))
    half = float(t.ppf((1 + confidence) / 2, BLOCKS - 1)) * error
    whole_value = float(squared[0])
    ends = (whole_value, whole_value - half, whole_value + half)
    distance, low, high = (float(np.sqrt(max(0.0, each))) for each in ends)
    return distance, low, high
