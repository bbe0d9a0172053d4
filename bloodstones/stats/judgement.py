"""Everything that games tell about a map at one player count, computed once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bloodstones.core.columns import Columns
from bloodstones.core.errors import expected
from bloodstones.core.game import Role
from bloodstones.stats.balance import BAND, Verdict, win_rates
from bloodstones.stats.map_balance import (
    contested_areas,
    lead_summary,
    places,
    seat_verdict,
)
from bloodstones.stats.summary import points_by_source
from bloodstones.stats.table import game_labels
from bloodstones.stats.unevenness import Unevenness, unevenness

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class MapJudgement:
    """What games tell about a map.

    Attributes
    ----------
    map, players, games
        What was played, and how many playthroughs.
    verdict
        On the seat advantage, see `map_balance.seat_verdict`.
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
    """Return what the playthroughs of one strategy on one map with one player count tell.

    Parameters
    ----------
    rows, areas, columns, measures
        Tidy tables and what their columns are, as in `table.Results`.
    band
        Half width of the band of fair win rates, see `balance.fairness_verdict`.

    Raises
    ------
    InputError
        If the rows are of several maps, player counts or strategies, or too few.
    """
    for column in ("map", "players", "strategy"):
        if rows[column].nunique() != 1:
            raise expected(f"playthroughs of one {column}", rows[column].nunique(), "table")
    seats = win_rates(rows, ["players", "turn_order"], band=band)
    return MapJudgement(
        map=str(rows["map"].iloc[0]),
        players=int(rows["players"].iloc[0]),
        games=int(game_labels(rows).nunique()),
        verdict=seat_verdict(seats, band),
        seats=seats,
        factions=win_rates(rows, ["players", "faction"], band=band),
        points=points_by_source(rows, ["players", "turn_order"], columns.names(Role.POINTS)),
        places={name: places(rows, name) for name in columns.names(Role.PLACE)},
        leads=lead_summary(rows),
        contested=contested_areas(rows, areas, measures.names(Role.CONTEST)),
        unevenness=unevenness(rows),
    )
