"""Everything that games tell about a map at one player count, computed once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bloodstones.core.contract.columns import Columns
from bloodstones.core.contract.game import Role
from bloodstones.core.errors import expected
from bloodstones.stats.balance import win_rates
from bloodstones.stats.boards.map_balance import contested_areas, lead_summary, places
from bloodstones.stats.joint import joint_tests
from bloodstones.stats.summary import points_by_source
from bloodstones.stats.table import game_labels
from bloodstones.stats.unevenness import Unevenness, unevenness
from bloodstones.stats.verdicts import BAND, Verdict

if TYPE_CHECKING:
    import pandas as pd


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
