"""How often one wins from behind, by moment of the playthrough and by points behind.

The permanence of a lead as a measure of a game's drama: C. Browne and F. Maire, "Evolutionary game
design", IEEE Transactions on Computational Intelligence and AI in Games 2 (2010).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Final

from bloodstones.core.contract.course_moments import MOMENTS
from bloodstones.core.errors import expected
from bloodstones.stats.inference.intervals import CONFIDENCE, SHARES, bootstrap_mean_by_game
from bloodstones.stats.table import luck_labels

if TYPE_CHECKING:
    import pandas as pd

CLASSES: Final = (0, 1, 5, 10, 15, 20)  # VP behind from which on a class holds them


def comebacks(
    rows: pd.DataFrame,
    by: Sequence[str] = (),
    *,
    classes: Sequence[int] = CLASSES,
    confidence: float = CONFIDENCE,
    seed: int = 0,
) -> pd.DataFrame:
    """Return the win rate of seats by how many points they were behind.

    Parameters
    ----------
    rows
        Tidy table with the columns of `MOMENTS`: VP in sight behind the most, 0 for who leads,
        alone or together.
    by
        Columns that make a group.
    classes
        Points behind from which on each class holds seats, rising from 0; the last has no end.

    Returns
    -------
    DataFrame
        The columns of `by`; `moment` (share of the turns), `behind` and `below` (points from which
        the class holds seats, and below which; inf for the last), `seats`, `games`, `rate` (win
        credit a seat), `low`, `high` (bootstrap by luck: seats of a game depend on each other).

    Raises
    ------
    InputError
        The table has no such columns, or the classes do not rise from 0.

    Examples
    --------
    >>> import pandas as pd
    >>> rows = pd.DataFrame({"cell": "a", "replicate": [0, 0, 1, 1], "seat": [0, 1, 0, 1],
    ...     "faction": ["red", "blue"] * 2, "win_credit": [1, 0, 0, 1],
    ...     **dict.fromkeys(MOMENTS, [0, 7, 0, 5])})
    >>> comebacks(rows, classes=[0, 5]).head(2)[["moment", "behind", "seats", "rate"]]
       moment  behind  seats  rate
    0    0.25     0.0      2   0.5
    1    0.25     5.0      2   0.5
    """
    import numpy as np
    import pandas as pd

    edges = _edges(classes)
    _check_columns(rows)
    table = rows.assign(_luck=luck_labels(rows))
    lines = []
    for name, moment in MOMENTS.items():
        table["_class"] = np.searchsorted(classes, rows[name], side="right") - 1
        for key, group in table.groupby([*by, "_class"], sort=True):
            *groups, place = key
            start = int(str(place))
            measures = _class_measures(group, confidence, seed)
            lines.append((*groups, moment, edges[start], edges[start + 1], *measures))
    names = ("moment", "behind", "below", "seats", "games", "rate", "low", "high")
    comeback_table = pd.DataFrame(lines, columns=[*by, *names])
    return comeback_table.sort_values([*by, "moment", "behind"], ignore_index=True)


def _check_columns(rows: pd.DataFrame) -> None:
    """Raise InputError unless a table has how far behind each seat was."""
    for name in MOMENTS:
        if name not in rows:
            raise expected(f"the column {name}", "none", "results")


def _edges(classes: Sequence[int]) -> list[float]:
    """Return where the classes begin, and inf; raises InputError unless they rise from 0."""
    edges = [*map(float, classes), inf]
    if edges[0] != 0 or any(low >= high for low, high in pairwise(edges)):
        raise expected("points behind that rise from 0", tuple(classes), "classes")
    return edges


def _class_measures(group: pd.DataFrame, confidence: float, seed: int) -> tuple[float, ...]:
    """Return the seats and games of a class, their win rate and its interval."""
    games = len(group.drop_duplicates(["cell", "replicate"]))
    won = group["win_credit"]
    ends = bootstrap_mean_by_game(won, group["_luck"], confidence, seed=seed, bounds=SHARES)
    return len(group), games, float(won.mean()), *ends
