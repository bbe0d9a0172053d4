"""Who leads a playthrough, and who wins from behind, by faction or any other group.

A lead is the most VP in sight, alone, after a turn of any seat; tables of studies have it as the
columns `lead_changes`, `lead_since` and `turns_led`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

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

COLUMNS = ("lead_changes", "lead_since", "turns_led")
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
    missing = [name for name in COLUMNS if name not in rows]
    if missing:
        raise expected("results that tell who led", f"no column {missing[0]}", where)


def wins_from_behind(
    rows: pd.DataFrame, by: Sequence[str], *, confidence: float = CONFIDENCE, seed: int = 0
) -> pd.DataFrame:
    """Return how much of the game each group leads, and how often its wins come from behind.

    Parameters
    ----------
    rows
        Tidy table with the columns of `COLUMNS`.
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
