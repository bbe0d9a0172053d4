"""How games go: how they end, from when on the winner is known, and what seats do at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bloodstones.core.contract.columns import MOMENTS
from bloodstones.core.errors import expected
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


COLUMNS: Final = ("lead_changes", "lead_since", "game_turns")
LEADS: Final = ("lead_changes", "never_passes", "final_after")
AT_MOMENTS: Final = ("final", "leader_wins", "winner_behind")
ENDS: Final = ("games", "mean", "low", "high")
KEYS: Final = ("players", "strategy")


def check_course(rows: pd.DataFrame, where: str) -> None:
    """Raise InputError unless a table says when the lead passed.

    Parameters
    ----------
    rows
        One row a seat a playthrough.
    where
        Who asks, for the error.
    """
    missing = [name for name in COLUMNS if name not in rows]
    if missing:
        raise expected("results that record lead changes", f"no column {missing[0]}", where)


def by_strategy(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows whose strategy is that of all seats, `MIXED` where several met."""
    met = rows.groupby(list(GAME), sort=False)["strategy"].transform("nunique")
    return rows.assign(strategy=rows["strategy"].astype(str).where(met == 1, MIXED))


def decided(rows: pd.DataFrame, *, confidence: float = CONFIDENCE, seed: int = 0) -> pd.DataFrame:
    """Return how the lead passes, and how sure its holder is of winning, by players and strategy.

    Parameters
    ----------
    rows
        Tidy table with the columns of `COLUMNS`; those of `MOMENTS` are used where they are there.
    confidence, seed
        Of the bootstrap intervals, which resample luck.

    Returns
    -------
    DataFrame
        `players`, `strategy` (of all seats, `MIXED` where several met), `measure`, `moment` (share
        of the turns; nan for the first three measures), `games`, `mean`, `low`, `high`. Measures:

        - `lead_changes`, a game; `never_passes`, share of games; `final_after`, the share of the
          turns after which the lead passed for the last time;
        - `final`: share of games whose lead passes no more after the moment;
        - `leader_wins`: win rate of a seat that leads alone then, over games with one;
        - `winner_behind`: share of games in which a winner was behind then.

    Raises
    ------
    InputError
        The table does not say when the lead passed.
    """
    import pandas as pd

    check_course(rows, "results")
    table = by_strategy(rows).assign(_luck=luck_labels(rows))
    lines = []
    for (players, strategy), group in table.groupby(list(KEYS), sort=True):
        for measure, moment, values, luck in _measured(group):
            bounds = None if measure == LEADS[0] else SHARES
            ends = bootstrap_mean_by_game(values, luck, confidence, seed=seed, bounds=bounds)
            line = (players, strategy, measure, moment, len(values), float(values.mean()), *ends)
            lines.append(line)
    return pd.DataFrame(lines, columns=[*KEYS, "measure", "moment", *ENDS])


def _measured(
    group: pd.DataFrame,
) -> Iterator[tuple[str, float, pd.Series[float], pd.Series[int]]]:
    """Yield each measure with its moment, its value a game, and the luck of each game."""
    games = one_row_a_game(group)
    after = games["lead_since"] / games["game_turns"].clip(lower=1)
    changes = games["lead_changes"].astype(float)
    for name, values in zip(LEADS, (changes, (changes == 0) * 1.0, after), strict=True):
        yield name, np.nan, values, games["_luck"]
    for column, moment in MOMENTS.items():
        yield AT_MOMENTS[0], moment, (after <= moment) * 1.0, games["_luck"]
        if column not in group:
            continue
        first = group[column] == 0
        alone = first.groupby([group[name] for name in GAME]).transform("sum") == 1
        leaders = group[first & alone]
        if len(leaders):
            yield AT_MOMENTS[1], moment, leaders["win_credit"], leaders["_luck"]
        winners = group[group["win_credit"] > 0].drop_duplicates(list(GAME))
        yield AT_MOMENTS[2], moment, (winners[column] > 0) * 1.0, winners["_luck"]


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
        Counts or points by seat; a seat with another number than 0 does the thing.
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
