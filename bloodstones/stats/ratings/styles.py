"""Which strategies each role suits: its win rate by the strategy that plays it, and which is best.

Two views: games in which one strategy plays all seats, where no role is played better than another,
and games in which all strategies of a study meet, so that each has the same opponents. Other
meetings compare opponents as well as styles, and are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import TYPE_CHECKING, Final

from bloodstones.stats.balance import win_rates
from bloodstones.stats.joint import widening
from bloodstones.stats.table import GAME, game_labels, level_games, mixed_games, seated

if TYPE_CHECKING:
    import pandas as pd

ALONE: Final = "one strategy at all seats"
MET: Final = "all strategies at one table"
SEVERAL: Final = 2  # strategies, so that they can differ
FEWEST_SEATS: Final = 30  # of a role by a strategy, to be compared
KEYS: Final = ("players", "faction", "strategy")
MEASURES: Final = ("games", "seats", "rate", "low", "high", "fair_share")
STYLES: Final = ("how", *KEYS, *MEASURES, "behind", "behind_low", "behind_high", "suits")


def role_styles(
    rows: pd.DataFrame, *, seed: int = 0, stopping: Mapping[str, object] | None = None
) -> pd.DataFrame:
    """Return the win rate of each role by strategy, and how far each is behind the best.

    Parameters
    ----------
    rows
        Tidy table. Of games in which one strategy plays all seats those count whose line-up and
        board every such strategy played; of others those in which every strategy sits that meets
        another with so many players.
    seed, stopping
        As of `stats.balance.win_rates`.

    Returns
    -------
    DataFrame
        `how` (`ALONE` or `MET`), `players`, `faction`, `strategy`, `games`, `seats`, `rate`,
        `low`, `high`, `fair_share`; `behind`, the rate of the best strategy of that role less this
        one, with `behind_low` and `behind_high`, an interval that is widened because all
        comparisons of that table share its error; `suits`, whether it may be the best.
        Roles with fewer than two strategies of `FEWEST_SEATS` are left out; empty without others.
    """
    import pandas as pd

    parts = []
    for how, part in ((ALONE, _alike(level_games(rows))), (MET, _all_met(mixed_games(rows)))):
        if part.empty:
            continue
        rates = win_rates(part.astype({"strategy": str}), list(KEYS), seed=seed, stopping=stopping)
        rates = rates[rates["seats"] >= FEWEST_SEATS]
        styles = rates.groupby(["players", "faction"])["strategy"].transform("nunique")
        for _, table in rates[styles >= SEVERAL].groupby("players", sort=True):
            parts.append(_compared(table).assign(how=how))
    every = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=list(STYLES))
    return every[list(STYLES)]


def _alike(level: pd.DataFrame) -> pd.DataFrame:
    """Return the level games whose line-up and board all strategies of so many players played."""
    if level.empty:
        return level
    game = game_labels(level).to_numpy()
    sets = {text: "+".join(sorted(text.split("+"))) for text in seated(level, game, "faction")}
    line_ups = [sets[text] for text in seated(level, game, "faction")[game]]
    table = level.assign(_line_up=line_ups)
    played = table.groupby(["players", "map", "_line_up"])["strategy"].transform("nunique")
    return level[played == table.groupby("players")["strategy"].transform("nunique")]


def _all_met(mixed: pd.DataFrame) -> pd.DataFrame:
    """Return the games in which all strategies sit that meet others with so many players."""
    if mixed.empty:
        return mixed
    here = mixed.groupby(list(GAME), sort=False)["strategy"].transform("nunique")
    return mixed[here == mixed.groupby("players")["strategy"].transform("nunique")]


def _compared(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rates of one number of players with how far each is behind the best."""
    roles = table["faction"].nunique()
    wider = widening(max(1, len(table) - roles))
    lines = table.copy()
    for _, group in table.groupby("faction", sort=True):
        best = group.iloc[int(group["rate"].to_numpy().argmax())]
        for index, row in group.iterrows():
            behind = float(best["rate"] - row["rate"])
            up = wider * hypot(best["high"] - best["rate"], row["rate"] - row["low"])
            down = wider * hypot(best["rate"] - best["low"], row["high"] - row["rate"])
            same = row["strategy"] == best["strategy"]
            ends = (0.0, 0.0) if same else (behind - down, behind + up)
            lines.loc[index, ["behind", "behind_low", "behind_high"]] = behind, *ends
    return lines.assign(suits=lines["behind_low"] <= 0)
