"""How playthroughs end: which reason how often, by who played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bloodstones.stats.inference.intervals import CONFIDENCE, SHARES, bootstrap_mean_by_game
from bloodstones.stats.table import GAME, luck_labels, one_row_a_game

if TYPE_CHECKING:
    import pandas as pd

MIXED: Final = ""  # stands for the strategy where several met


def endings(rows: pd.DataFrame, *, confidence: float = CONFIDENCE, seed: int = 0) -> pd.DataFrame:
    """Return how often games ended for each reason, by players and the strategy of all seats.

    Parameters
    ----------
    rows
        Tidy table: one row a seat a playthrough.
    confidence, seed
        Of the bootstrap intervals, which resample luck.

    Returns
    -------
    DataFrame
        One row a number of players, strategy (`MIXED` where several met) and reason that any game
        ended for: `players`, `strategy`, `end_reason`, `games` (of that table), `ended` (of these
        for that reason), `finished` (whether that is an end by the rules), `share`, `low`, `high`.
    """
    import pandas as pd

    met = rows.groupby(list(GAME), sort=False)["strategy"].transform("nunique")
    every = rows.assign(
        strategy=rows["strategy"].astype(str).where(met == 1, MIXED),
        end_reason=rows["end_reason"].astype(str),
        _luck=luck_labels(rows),
    )
    games = one_row_a_game(every)
    reasons = games.groupby("end_reason")["finished"].all()
    lines = []
    for (players, strategy), group in games.groupby(["players", "strategy"], sort=True):
        for reason, finished in reasons.items():
            ended = (group["end_reason"] == reason) * 1.0
            ends = bootstrap_mean_by_game(
                ended, group["_luck"], confidence, seed=seed, bounds=SHARES
            )
            told = (len(group), int(ended.sum()), bool(finished), float(ended.mean()), *ends)
            lines.append((players, strategy, reason, *told))
    names = ("games", "ended", "finished", "share", "low", "high")
    return pd.DataFrame(lines, columns=["players", "strategy", "end_reason", *names])
