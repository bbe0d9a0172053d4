"""What seats do and score by: how many of them do a thing at all, and whether those win.

A thing is a declared column of activity, or a source of points. What no role does at any level of
play is a choice that nobody makes, or a road that nobody walks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from bloodstones.stats.inference.intervals import CONFIDENCE, SHARES, bootstrap_mean_by_game
from bloodstones.stats.table import luck_labels

if TYPE_CHECKING:
    import pandas as pd

WHO: Final = ("players", "faction", "strategy")
NAMES: Final = (
    *("thing", "seats", "share", "low", "high"),
    *("most", "most_players", "most_faction", "most_strategy"),
    *("winners", "with_it", "without_it"),
)


def usage(
    rows: pd.DataFrame, columns: Iterable[str], *, confidence: float = CONFIDENCE, seed: int = 0
) -> pd.DataFrame:
    """Return for each thing how many seats do it, and how those fare.

    Parameters
    ----------
    rows
        Tidy table: one row a seat a playthrough.
    columns
        Counts or points by seat; whoever has another number than 0 does the thing.
    confidence, seed
        Of the bootstrap intervals, which resample luck.

    Returns
    -------
    DataFrame
        One row a column: `thing`; `seats`; `share` of them that do it, with `low` and `high`;
        `most`, the largest share that seats of one role, strategy and number of players have, and
        whose it is (`most_players`, `most_faction`, `most_strategy`); `winners`, the share of seats
        that won, alone or not, which do it; `with_it`, `without_it`: win rates of seats that do and
        do not, as shares of the fair one (nan without such seats).
    """
    import pandas as pd

    luck, won = luck_labels(rows), rows["win_credit"] > 0
    fair = rows["win_credit"] * rows["players"]
    who = [rows[name] for name in WHO]
    lines = []
    for name in columns:
        done = rows[name] != 0
        ends = bootstrap_mean_by_game(done * 1.0, luck, confidence, seed=seed, bounds=SHARES)
        shares = done.groupby(who, observed=True).mean()
        whose: Any = shares.idxmax()
        lines.append(
            (
                *(name, len(rows), float(done.mean()), *ends, float(shares.max())),
                *whose,
                *(float(done[won].mean()), float(fair[done].mean()), float(fair[~done].mean())),
            )
        )
    return pd.DataFrame(lines, columns=list(NAMES))
