"""What makes a map fair: seats, places, lead changes and contested areas, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from bloodstones.stats.inference.intervals import (
    CONFIDENCE,
    bootstrap_mean_by_game,
    wilson_interval,
)
from bloodstones.stats.table import game_labels, luck_labels, one_row_a_game

if TYPE_CHECKING:
    import pandas as pd

NOWHERE = -1
RESAMPLES = 4000
CELLS_NEEDED = 2
LEAD_MEASURES = {
    "lead_changes": "lead changes a game",
    "never": "games in which the lead never passes",
    "settled": "share of the game after the last change",
    "winner_led": "share of the turns that the winner led",
    "from_behind": "wins of a seat that led less than half of the turns",
}


def places(
    rows: pd.DataFrame, column: str, *, confidence: float = CONFIDENCE, seed: int = 0
) -> pd.DataFrame:
    """Return how the seats fare that chose an area for something.

    Factions like other areas, so `edge` compares each seat with its own faction: the win credit
    and above that the mean of the faction at that number of players.

    Parameters
    ----------
    rows
        Tidy table, one row a seat a playthrough.
    column
        Has the role `PLACE`: the area, -1 without one.
    confidence, seed
        Of the intervals.

    Returns
    -------
    DataFrame
        One row a map, player count and area that was ever chosen: `seats` (n), `rate` with
        `low` and `high`, `edge` with `edge_low` and `edge_high`, `score` with `score_low` and
        `score_high`. The rate has a Wilson interval where no two seats of a game can share an
        area (always in play), the others a bootstrap by game.
    """
    import pandas as pd

    usual = rows.groupby(["map", "players", "faction"])["win_credit"].transform("mean")
    table = rows.assign(_edge=rows["win_credit"] - usual, _luck=luck_labels(rows))
    table = table[table[column] != NOWHERE]
    lines = []
    for key, group in table.groupby(["map", "players", column], sort=True):
        wins, n = float(group["win_credit"].sum()), len(group)
        ends = [wins / n, *wilson_interval(wins, n, confidence)]
        for name in ("_edge", "score"):
            interval = bootstrap_mean_by_game(group[name], group["_luck"], confidence, seed=seed)
            ends += [float(group[name].mean()), *interval]
        lines.append((*key, n, *ends))
    parts = ("rate", "low", "high", "edge", "edge_low", "edge_high")
    names = ("map", "players", column, "seats", *parts, "score", "score_low", "score_high")
    return pd.DataFrame(lines, columns=list(names))


def lead_summary(
    rows: pd.DataFrame, *, confidence: float = CONFIDENCE, seed: int = 0
) -> pd.DataFrame:
    """Return how the lead passes from seat to seat.

    Parameters
    ----------
    rows
        One row a seat a playthrough.
    confidence
        Coverage of the intervals, above 0 and below 1.
    seed
        Of the resampling.

    Returns
    -------
    DataFrame
        One row a map, player count and measure of `LEAD_MEASURES`: `games`, `mean`, `low`, `high`
        (bootstrap by game). A lead is the most VP in sight, alone, after a turn of any seat.
    """
    import pandas as pd

    games = one_row_a_game(rows)
    length = games["game_turns"].clip(lower=1)
    won = rows[rows["win_credit"] > 0].assign(_game=game_labels(rows), _luck=luck_labels(rows))
    won = won.assign(_led=won["turns_led"] / won["game_turns"].clip(lower=1))
    games = games.assign(_luck=luck_labels(rows).loc[games.index])
    games = games.assign(
        never=(games["lead_changes"] == 0).astype(float),
        settled=1 - games["lead_since"] / length,
    )
    won = won.assign(winner_led=won["_led"], from_behind=(won["_led"] < 1 / 2).astype(float))
    lines = []
    for measure in LEAD_MEASURES:
        table = games if measure in games else won
        for key, group in table.groupby(["map", "players"], sort=True):
            low, high = bootstrap_mean_by_game(
                group[measure], group["_luck"], confidence, seed=seed
            )
            lines.append((*key, measure, len(group), float(group[measure].mean()), low, high))
    names = ["map", "players", "measure", "games", "mean", "low", "high"]
    return pd.DataFrame(lines, columns=names)


def contested_areas(
    rows: pd.DataFrame,
    areas: pd.DataFrame,
    measures: Sequence[str],
    *,
    confidence: float = CONFIDENCE,
    seed: int = 0,
) -> pd.DataFrame:
    """Return where seats contest what the others have, a game, with intervals.

    Parameters
    ----------
    rows, areas
        Tidy tables, as in `table.Results`.
    measures
        The sums in `areas` with the role `CONTEST`.
    confidence, seed
        Of the intervals.

    The tables of areas hold sums a cell, so whole cells are resampled: the intervals take in that
    other line-ups fight elsewhere, and are too wide rather than too narrow for these line-ups.

    Returns
    -------
    DataFrame
        One row a map and area: `games`, and for each measure the mean a game, `…_low`, `…_high`
        (nan where a map has one cell only) and `…_share`, of all of them.
    """
    import pandas as pd

    games = one_row_a_game(rows).groupby("cell").agg(map=("map", "first"), n=("replicate", "size"))
    rng = np.random.default_rng(seed)
    tables = []
    for name, cells in games.groupby("map", sort=True):
        here = areas[areas["cell"].isin(cells.index)]
        numbers = np.sort(here["area"].unique())
        table = {"map": [name] * len(numbers), "area": numbers, "games": int(cells["n"].sum())}
        weights = rng.multinomial(len(cells), [1 / len(cells)] * len(cells), RESAMPLES)
        for measure in measures:
            sums = here.pivot_table(index="cell", columns="area", values=measure, aggfunc="sum")
            counts = sums.loc[cells.index].to_numpy(np.float64)
            mean = counts.sum(axis=0) / cells["n"].sum()
            drawn = weights @ counts / (weights @ cells["n"].to_numpy())[:, None]
            tail = (1 - confidence) / 2
            low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
            if len(cells) < CELLS_NEEDED:
                low, high = np.full_like(low, np.nan), np.full_like(high, np.nan)
            table |= {measure: mean, f"{measure}_low": low, f"{measure}_high": high}
            table[f"{measure}_share"] = mean / max(mean.sum(), np.finfo(float).tiny)
        tables.append(pd.DataFrame(table))
    return pd.concat(tables, ignore_index=True)
