"""The judgements on the maps of a study, and paired comparisons of maps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

import pandas as pd

from bloodstones.core.contract.game import Role
from bloodstones.core.errors import expected
from bloodstones.report.document.files import FILE
from bloodstones.stats.maps import MapJudgement, judge_map, map_differences
from bloodstones.stats.table import one_row_a_game
from bloodstones.stats.unevenness import FEWEST_GAMES, unevenness_difference

if TYPE_CHECKING:
    from bloodstones.stats.table import Results

MAPS: Final = "maps"  # names of tables: the verdicts, and those of other levels of play
OTHERS: Final = "maps_at_other_levels"
SEATS: Final = "map_seats"
FACTIONS: Final = "map_factions"
SEATS_OF_OTHERS: Final = "map_seats_at_other_levels"
FACTIONS_OF_OTHERS: Final = "map_factions_at_other_levels"
FIRST_OF_OTHERS: Final = "map_first_places_at_other_levels"
LEADS: Final = "map_leads"
CONTESTED: Final = "map_contested"
DIFFERENCES: Final = "map_differences"


def places_table(label: str) -> str:
    """Return the name of the table of areas that seats choose for something.

    >>> places_table("home site")
    'map_home_sites'
    """
    return f"map_{label.replace(' ', '_')}s"


@dataclass(frozen=True, slots=True)
class JudgedMaps:
    """The judgements on maps.

    Attributes
    ----------
    judgements
        In the order of map and player count.
    places
        Columns of areas that seats choose, with labels.
    differences
        Pairs of maps with a player count in common: the columns of `map_pairs.map_differences`
        after `map`, `other` and `players`; the measure `unevenness` is in squared shares.
    others
        Judgements by the other strategies that played all seats.
    """

    judgements: tuple[MapJudgement, ...] = ()
    places: Mapping[str, str] = field(default_factory=dict)
    differences: pd.DataFrame | None = None
    others: Mapping[str, tuple[MapJudgement, ...]] = field(default_factory=dict)

    @property
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """The tables to publish, by file name."""
        if not self.judgements:
            return {}
        made = {}
        for name in ("seats", "factions", "leads", "contested"):
            parts = [_keyed(getattr(one, name), one.map, one.players) for one in self.judgements]
            made[f"map_{name}"] = pd.concat(parts, ignore_index=True)
        for column, label in self.places.items():
            parts = [_keyed(one.places[column], one.map, one.players) for one in self.judgements]
            made[places_table(label)] = pd.concat(parts, ignore_index=True)
        made[MAPS] = _maps(self.judgements)
        if self.others:
            parts = [
                _maps(judgements).assign(strategy=name) for name, judgements in self.others.items()
            ]
            made[OTHERS] = pd.concat(parts, ignore_index=True)
            made[FIRST_OF_OTHERS] = _of_others(self.others, lambda one: one.seats.head(1))
            made[SEATS_OF_OTHERS] = _of_others(self.others, lambda one: one.seats)
            made[FACTIONS_OF_OTHERS] = _of_others(self.others, lambda one: one.factions)
        if self.differences is not None:
            made[DIFFERENCES] = self.differences
        parts = [one.joint.assign(map=one.map) for one in self.judgements]
        made["map_joint_tests"] = pd.concat(parts, ignore_index=True)
        return made


def find_maps(rows: pd.DataFrame, results: Results, band: float) -> JudgedMaps:
    """Return what the games of one strategy, `rows`, tell about every map and player count."""
    groups = by_map(rows)
    return JudgedMaps(
        judge_maps(groups, results, band),
        results.columns.labels(Role.PLACE),
        _differences(groups, results.columns.labels(Role.CONTEST)),
    )


def judge_all(rows: pd.DataFrame, level: pd.DataFrame, results: Results, band: float) -> JudgedMaps:
    """Return the judgements on maps by each strategy that plays all seats.

    Parameters
    ----------
    rows
        Of the strategy that speaks.
    level
        Of all games in which one strategy plays all seats.

    Raises
    ------
    InputError
        If there are too few games on every map.
    """
    judged = find_maps(rows, results, band)
    if not judged.judgements:
        wanted = f"at least {FEWEST_GAMES} games on some map"
        raise expected(wanted, len(one_row_a_game(rows)), f"{FILE}, section maps")
    speakers = set(rows["strategy"])
    others = {
        str(name): judge_maps(by_map(group), results, band)
        for name, group in level.groupby("strategy", sort=True)
        if name not in speakers
    }
    return replace(judged, others=others)


def judge_maps(
    groups: Mapping[tuple[str, int], pd.DataFrame], results: Results, band: float
) -> tuple[MapJudgement, ...]:
    """Return the judgement on every map and player count of some groups (see `by_map`)."""
    areas, judgements = results.areas, []
    for group in groups.values():
        of_map = areas[areas["cell"].isin(group["cell"].unique())]
        judgements.append(judge_map(group, of_map, results.columns, results.measures, band=band))
    return tuple(judgements)


def by_map(rows: pd.DataFrame) -> dict[tuple[str, int], pd.DataFrame]:
    """Return the rows of each map and player count, where there are games enough."""
    return {
        (str(name), int(str(players))): group
        for (name, players), group in rows.groupby(["map", "players"], sort=True)
        if group.groupby(["cell", "replicate"]).ngroups >= FEWEST_GAMES
    }


def _differences(
    groups: Mapping[tuple[str, int], pd.DataFrame], summed: Mapping[str, str]
) -> pd.DataFrame | None:
    """Return the paired differences of maps with the same player count."""
    tables = []
    for one, other in combinations(groups, 2):
        if one[1] != other[1]:
            continue
        table = map_differences(groups[one], groups[other], summed)
        gap = unevenness_difference(groups[one], groups[other], rooted=True)
        last = {
            "measure": "unevenness",
            "pairs": gap.games,
            "difference": gap.total,
            "low": gap.low,
            "high": gap.high,
            "correlation": gap.correlation,
        }
        table = pd.concat([table, pd.DataFrame([last])], ignore_index=True)
        table.insert(0, "players", one[1])
        table.insert(0, "other", other[0])
        table.insert(0, "map", one[0])
        tables.append(table)
    return pd.concat(tables, ignore_index=True) if tables else None


def _maps(judgements: Sequence[MapJudgement]) -> pd.DataFrame:
    """Return a line for each map and player count: the verdict on seats, and unevenness."""
    lines = [
        (one.map, one.players, one.games, one.verdict.value, *_uneven(one)) for one in judgements
    ]
    names = ["map", "players", "games", "seat_advantage", "unevenness", "low", "high"]
    for kind in ("factions", "turn_orders"):
        names += [kind, f"{kind}_low", f"{kind}_high"]
    return pd.DataFrame(lines, columns=names)


def _of_others(
    others: Mapping[str, Sequence[MapJudgement]], rates: Callable[[MapJudgement], pd.DataFrame]
) -> pd.DataFrame:
    """Return win rates by map, players and strategy."""
    parts = [
        _keyed(rates(one), one.map, one.players).assign(strategy=name)
        for name, judgements in others.items()
        for one in judgements
    ]
    return pd.concat(parts, ignore_index=True)


def _keyed(table: pd.DataFrame, name: str, players: int) -> pd.DataFrame:
    table = table.drop(columns=["map", "players"], errors="ignore")
    return table.assign(map=name, players=players)[["map", "players", *table.columns]]


def _uneven(one: MapJudgement) -> tuple[float, ...]:
    unevenness = one.unevenness
    factions = (unevenness.factions, *unevenness.factions_ends)
    return (
        unevenness.total,
        unevenness.low,
        unevenness.high,
        *factions,
        unevenness.turn_orders,
        *unevenness.turn_orders_ends,
    )
