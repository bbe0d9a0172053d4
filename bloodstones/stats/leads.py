"""How often one wins from behind, by moment of the playthrough and by points behind.

The permanence of a lead as a measure of a game's drama: C. Browne and F. Maire, "Evolutionary game
design", IEEE Transactions on Computational Intelligence and AI in Games 2 (2010).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Final

from bloodstones.core.contract.columns import MOMENTS
from bloodstones.core.errors import expected
from bloodstones.stats.inference.intervals import (
    CONFIDENCE,
    SHARES,
    bootstrap_mean_by_game,
    wilson_interval,
)
from bloodstones.stats.table import luck_labels

if TYPE_CHECKING:
    import pandas as pd


LEAD_COLUMNS = ("lead_changes", "lead_since", "turns_led")
BEHIND = 1 / 2  # of the turns; a winner that led less of them came from behind
UNKNOWN = (float("nan"),) * 3


def check_leads(rows: pd.DataFrame, where: str) -> None:
    """Raise InputError unless a table has who led.

    Parameters
    ----------
    rows
        One row a seat a playthrough.
    where
        The table, for the error.
    """
    missing = [name for name in LEAD_COLUMNS if name not in rows]
    if missing:
        raise expected("results that record who led", f"no column {missing[0]}", where)


def wins_from_behind(
    rows: pd.DataFrame, by: Sequence[str], *, confidence: float = CONFIDENCE, seed: int = 0
) -> pd.DataFrame:
    """Return how much of the game each group leads, and how often its wins come from behind.

    Parameters
    ----------
    rows
        Tidy table with the columns of `LEAD_COLUMNS`.
    by
        Columns that make a group.
    confidence, seed
        Of the intervals.

    Returns
    -------
    DataFrame
        The columns of `by`; `seats` (rows), `led` (share of the turns after which they led alone,
        mean of the seats) with `led_low`, `led_high` (bootstrap by luck); `wins` (seats that won,
        shared wins too), `behind` (share of those that led less than half of the turns) with
        `behind_low`, `behind_high` (Wilson, or bootstrap by luck where wins share it; nan without
        a win).
    """
    import pandas as pd

    led = rows["turns_led"] / rows["game_turns"].clip(lower=1)
    table = rows.assign(_led=led, _behind=(led < BEHIND) * 1.0, _luck=luck_labels(rows))
    lines = []
    for key, group in table.groupby(list(by), sort=True):
        values = key if isinstance(key, tuple) else (key,)
        ends = bootstrap_mean_by_game(
            group["_led"], group["_luck"], confidence, seed=seed, bounds=SHARES
        )
        won = group[group["win_credit"] > 0]
        parts = (len(group), float(group["_led"].mean()), *ends, len(won))
        lines.append((*values, *parts, *_share(won, confidence, seed)))
    names = ("seats", "led", "led_low", "led_high", "wins", "behind", "behind_low", "behind_high")
    return pd.DataFrame(lines, columns=[*by, *names])


def _share(won: pd.DataFrame, confidence: float, seed: int) -> tuple[float, float, float]:
    """Return the share of wins from behind with its interval."""
    if won.empty:
        return UNKNOWN
    share, whole = float(won["_behind"].mean()), float(won["_behind"].sum())
    if won["_luck"].nunique() < len(won) and 0 < share < 1:
        ends = bootstrap_mean_by_game(won["_behind"], won["_luck"], confidence, seed=seed)
        return share, *ends
    lucks = int(won["_luck"].nunique())
    return share, *wilson_interval(whole * lucks / len(won), lucks, confidence)


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
