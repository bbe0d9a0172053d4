"""What makes a map fair, with intervals: places, lead changes, contested areas; two maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bloodstones.core.contract.columns import Columns
from bloodstones.core.contract.game import Role
from bloodstones.core.errors import expected
from bloodstones.stats.balance import win_rates
from bloodstones.stats.inference.intervals import (
    CONFIDENCE,
    bootstrap_mean_by_game,
    normal_quantile,
    wilson_interval,
)
from bloodstones.stats.joint import joint_tests
from bloodstones.stats.summary import points_by_source
from bloodstones.stats.table import game_labels, luck_labels, one_row_a_game, rounds
from bloodstones.stats.unevenness import Unevenness, unevenness
from bloodstones.stats.verdicts import BAND, Verdict

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


FEWEST_PAIRS = 30  # of which the mean is about normal
SHARED = {"lead_changes": "lead changes a game"}
ROUNDS = "rounds a game"
START = "win rate of the start player"
WIN_RATE = "win rate of the {}"
DIFFERENCE_COLUMNS = (
    "measure",
    "pairs",
    "first",
    "second",
    "difference",
    "low",
    "high",
    "correlation",
)


def map_differences(
    one: pd.DataFrame,
    other: pd.DataFrame,
    summed: Mapping[str, str],
    *,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Return how two maps differ in playthroughs that drew the same tiles.

    Playthroughs of the same line-up, strategies and replicate make a pair.

    Parameters
    ----------
    one, other
        Tidy tables, one row a seat a playthrough.
    summed
        Columns whose sums over the seats are compared, those with the role `CONTEST`, with labels.
    confidence
        Of the intervals.

    Returns
    -------
    DataFrame
        One row a measure: `measure`, `pairs` (n), `first` and `second` (means), `difference`
        (first minus second) with `low` and `high` (normal interval of the mean difference), and
        `correlation` within the pairs: pairing makes the variance of the difference smaller by
        about that share, so that near 0 it gained nothing.

    Raises
    ------
    InputError
        If the tables do not pair, or in fewer than 30 playthroughs.
    """
    import pandas as pd

    lines = []
    tables = [_by_game(rows, summed) for rows in (one, other)]
    if not tables[0].index.equals(tables[1].index):
        raise expected("two maps with the same line-ups and replicates", "other ones", "tables")
    if len(tables[0]) < FEWEST_PAIRS:
        raise expected(f"at least {FEWEST_PAIRS} pairs", len(tables[0]), "tables")
    for measure in tables[0]:
        first, second = (table[measure].to_numpy() for table in tables)
        there = ~np.isnan(first)
        first, second = first[there], second[there]
        gap = first - second
        half = normal_quantile(confidence) * gap.std(ddof=1) / np.sqrt(len(gap))
        alike = np.corrcoef(first, second)[0, 1] if first.std() and second.std() else 0.0
        ends = (gap.mean() - half, gap.mean() + half)
        lines.append((measure, len(gap), first.mean(), second.mean(), gap.mean(), *ends, alike))
    return pd.DataFrame(lines, columns=list(DIFFERENCE_COLUMNS))


def _by_game(rows: pd.DataFrame, summed: Mapping[str, str]) -> pd.DataFrame:
    """Return the measures of each playthrough by its luck; nan where a faction is not there."""
    import pandas as pd

    rows = rows.assign(_rounds=rounds(rows), _luck=luck_labels(rows), _game=game_labels(rows))
    games = rows.groupby(["_luck", "_game"], sort=True)
    measures = {START: rows[rows["turn_order"] == 0].set_index(["_luck", "_game"])["win_credit"]}
    for faction, group in rows.groupby("faction", sort=True):
        name = WIN_RATE.format(str(faction).replace("_", " ").title())
        measures[name] = group.set_index(["_luck", "_game"])["win_credit"]
    measures[ROUNDS] = games["_rounds"].first().astype(float)
    for column, name in SHARED.items():
        measures[name] = games[column].first().astype(float)
    for column, name in summed.items():
        measures[f"{name} a game"] = games[column].sum().astype(float)
    return pd.DataFrame(measures).sort_index().reset_index("_game", drop=True)


@dataclass(frozen=True, slots=True)
class MapJudgement:
    """The figures of a map from its games.

    Attributes
    ----------
    map, players, games
        What was played, and how many playthroughs.
    verdict
        On the seat advantage, see `joint.joint_verdict`.
    joint
        The tests that the seats, and the factions, win equally often at all (`joint.joint_tests`).
    seats, factions
        Win rates by turn order and by faction, see `balance.win_rates`.
    points
        Victory points by turn order, see `summary.points_by_source`.
    places
        See `map_balance.places`, by column.
    leads, contested
        See `map_balance`.
    unevenness
        Of factions and turn orders together.
    """

    map: str
    players: int
    games: int
    verdict: Verdict
    joint: pd.DataFrame
    seats: pd.DataFrame
    factions: pd.DataFrame
    points: pd.DataFrame
    places: Mapping[str, pd.DataFrame]
    leads: pd.DataFrame
    contested: pd.DataFrame
    unevenness: Unevenness


def judge_map(
    rows: pd.DataFrame,
    areas: pd.DataFrame,
    columns: Columns,
    measures: Columns,
    *,
    band: float = BAND,
) -> MapJudgement:
    """Return the figures of the playthroughs of one strategy on one map with one player count.

    Parameters
    ----------
    rows, areas, columns, measures
        Tidy tables and what their columns are, as in `table.Results`.
    band
        Of fair win rates, as a part of the fair share; see `verdicts.fairness_verdict`.

    Raises
    ------
    InputError
        If the rows are of several maps, player counts or strategies, or too few.
    """
    import pandas as pd

    for column in ("map", "players", "strategy"):
        if rows[column].nunique() != 1:
            raise expected(f"playthroughs of one {column}", rows[column].nunique(), "table")
    seats = win_rates(rows, ["players", "turn_order"], band=band)
    factions = win_rates(rows, ["players", "faction"], band=band)
    tests = joint_tests(rows, seats, "turn_order", band=band)
    both = [tests, joint_tests(rows, factions, "faction", band=band)]
    return MapJudgement(
        map=str(rows["map"].iloc[0]),
        players=int(rows["players"].iloc[0]),
        games=int(game_labels(rows).nunique()),
        verdict=Verdict(tests["verdict"].iloc[0]),
        joint=pd.concat(both, ignore_index=True),
        seats=seats,
        factions=factions,
        points=points_by_source(rows, ["players", "turn_order"], columns.names(Role.POINTS)),
        places={name: places(rows, name) for name in columns.names(Role.PLACE)},
        leads=lead_summary(rows),
        contested=contested_areas(rows, areas, measures.names(Role.CONTEST)),
        unevenness=unevenness(rows),
    )
