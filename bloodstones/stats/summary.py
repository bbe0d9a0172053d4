"""Where points come from, how long games are, what seats do, and where on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bloodstones.stats.inference.intervals import CONFIDENCE, bootstrap_mean_by_game
from bloodstones.stats.table import (
    FINISHED,
    GAME,
    game_labels,
    luck_labels,
    one_row_a_game,
    rounds,
)

if TYPE_CHECKING:
    import pandas as pd

USUAL = (0.05, 0.5, 0.95)


def points_by_source(
    rows: pd.DataFrame,
    by: Sequence[str],
    sources: Sequence[str],
    *,
    confidence: float = CONFIDENCE,
    seed: int = 0,
) -> pd.DataFrame:
    """Return the mean score of every group and the mean points from each source.

    Parameters
    ----------
    rows
        Tidy table, one row a seat a playthrough.
    by
        Columns that make a group.
    sources
        The columns with the role `POINTS`.
    confidence, seed
        Of the interval.

    Returns
    -------
    DataFrame
        The columns of `by`, `games`, `score` with `low` and `high` (bootstrap by game), and one
        column a source; the sources sum to the score.
    """
    import pandas as pd

    table = rows.assign(_game=game_labels(rows), _luck=luck_labels(rows))
    lines = []
    for key, group in table.groupby(list(by), sort=True):
        values = key if isinstance(key, tuple) else (key,)
        low, high = bootstrap_mean_by_game(group["score"], group["_luck"], confidence, seed=seed)
        means = [float(group[source].mean()) for source in sources]
        games = int(group["_game"].nunique())
        lines.append((*values, games, float(group["score"].mean()), low, high, *means))
    return pd.DataFrame(lines, columns=[*by, "games", "score", "low", "high", *sources])


def activity(rows: pd.DataFrame, by: Sequence[str], counted: Sequence[str]) -> pd.DataFrame:
    """Return how often a group does what a playthrough counts, as means a seat.

    Parameters
    ----------
    rows
        Tidy table, one row a seat a playthrough.
    by
        Columns that make a group.
    counted
        The columns with the role `ACTIVITY`.

    Returns
    -------
    DataFrame
        The columns of `by`, `games` and one column for each of `counted`.
    """
    grouped = rows.assign(_game=game_labels(rows)).groupby(list(by), sort=True)
    means = grouped[list(counted)].mean()
    means.insert(0, "games", grouped["_game"].nunique())
    return means.reset_index()


def game_lengths(
    rows: pd.DataFrame, by: Sequence[str], *, confidence: float = CONFIDENCE, seed: int = 0
) -> pd.DataFrame:
    """Return how long the playthroughs of a group last.

    Returns
    -------
    DataFrame
        The columns of `by`, `games`, `unfinished`, `turns` (mean, of all seats together) with
        `low` and `high` (bootstrap by game), and in rounds (`table.rounds`) `short`, `median` and
        `long`: the 5 %, 50 % and 95 % quantiles.
    """
    import pandas as pd

    games = one_row_a_game(rows)
    games = games.assign(_luck=luck_labels(rows).loc[games.index], _rounds=rounds(games))
    lines = []
    for key, group in games.groupby(list(by), sort=True):
        values = key if isinstance(key, tuple) else (key,)
        turns = group["game_turns"]
        low, high = bootstrap_mean_by_game(turns, group["_luck"], confidence, seed=seed)
        usual = (float(group["_rounds"].quantile(q)) for q in USUAL)
        unfinished = int((~group[FINISHED]).sum())
        lines.append((*values, len(group), unfinished, float(turns.mean()), low, high, *usual))
    names = ("games", "unfinished", "turns", "low", "high", "short", "median", "long")
    return pd.DataFrame(lines, columns=[*by, *names])


def area_rates(rows: pd.DataFrame, areas: pd.DataFrame, measures: Sequence[str]) -> pd.DataFrame:
    """Return what happens in each area of each map, a playthrough.

    Parameters
    ----------
    rows, areas
        Tidy tables, as in `table.Results`.
    measures
        The sums in `areas`.

    Returns
    -------
    DataFrame
        `map`, `area`, `games` (playthroughs on that map) and the mean of each measure, a
        playthrough.
    """
    games = one_row_a_game(rows)
    cells = games.groupby("cell").agg(map=("map", "first"), games=("replicate", "size"))
    played = cells.groupby("map")["games"].sum()
    joined = areas.merge(cells[["map"]], left_on="cell", right_index=True)
    sums = joined.groupby(["map", "area"])[list(measures)].sum().reset_index()
    sums.insert(2, "games", sums["map"].map(played))
    for measure in measures:
        sums[measure] = sums[measure] / sums["games"]
    return sums


def unfinished_games(rows: pd.DataFrame) -> tuple[int, int]:
    """Return the number of playthroughs and how many of them the turn limit stopped."""
    games = one_row_a_game(rows)
    return len(games), int((~games[FINISHED]).sum())


def cells_of(rows: pd.DataFrame) -> int:
    """Return the number of cells of the study."""
    return int(rows[GAME[0]].nunique())
