"""The section on citadel sites: the map with the best and the worst of those that seats chose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np
import pandas as pd

from bloodstones.games.bloodstones.board_looks import BOARD, CITADEL
from bloodstones.games.bloodstones.maps.area_tables import area_table
from bloodstones.games.bloodstones.maps.finding import find_board
from bloodstones.games.bloodstones.maps.sites import HOME_STEPS, SiteQuality, site_qualities
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import BoardMap
from bloodstones.kit.pictures.boards import board_scene
from bloodstones.kit.pictures.scene import Piece, Scene
from bloodstones.plots.boards import MAP_WIDTH, board_svg
from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.front.part import Chart
from bloodstones.report.language.phrases import title
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.stats.inference.families import adjust_family
from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile
from bloodstones.stats.inference.rounding import PERCENT, decimals_for, with_sign
from bloodstones.stats.maps import NOWHERE
from bloodstones.stats.table import luck_labels

NAME: Final = "citadel_sites"
BY_LEVEL: Final = "citadel_sites_by_level"
COLUMN: Final = "citadel_area"
FEWEST_SEATS: Final = 100
SHOWN: Final = 5  # best, and worst
FAMILY_ERROR: Final = 0.05
STAR: Final = "\u2009*"
LEFT, RIGHT = "left", "right"


def find(played: PlayedStudy) -> Tables:
    """Return the tables of `count_sites`, over all base games."""
    return count_sites(played.base)


def count_sites(rows: pd.DataFrame) -> Mapping[str, pd.DataFrame]:
    """Return how seats fare that chose each site, against their own faction elsewhere.

    Returns
    -------
    Mapping
        `citadel_sites`: one row a map and site with at least 100 seats: `seats`, `rate`, `edge`
        (win credit over the fair share, less the mean of the same faction with the same number of
        players and strategy) with `low` and `high`, and `sure` after Holm's correction over all
        sites of all maps. `citadel_sites_by_level`: the same by map, site and strategy, in the
        order of the strategies in the rows.
    """
    usual = rows.groupby(["map", "players", "strategy", "faction"])["win_credit"]
    edge = (rows["win_credit"] - usual.transform("mean")) * rows["players"]
    table = rows.assign(_edge=edge, _luck=luck_labels(rows))
    table = table[table[COLUMN] != NOWHERE]
    edges = _edges(table)
    levels = [
        _edges(table[table["strategy"] == name]).assign(strategy=name)
        for name in dict.fromkeys(rows["strategy"])
    ]
    by_level = pd.concat(levels, ignore_index=True)
    if edges.empty:
        return {NAME: edges.assign(sure=False), BY_LEVEL: by_level}
    p_values = {f"{row['map']} {row['area']}": row["p_value"] for _, row in edges.iterrows()}
    family = adjust_family(p_values, "citadel sites", level=FAMILY_ERROR)
    return {NAME: edges.assign(sure=family["holds"].to_numpy()), BY_LEVEL: by_level}


def _edges(table: pd.DataFrame) -> pd.DataFrame:
    """Return the mean edge of every site that was chosen often, with its interval."""
    from scipy.stats import norm

    reach = normal_quantile(CONFIDENCE)
    lines = []
    for (name, area), site in table.groupby(["map", COLUMN], sort=True):
        if len(site) < FEWEST_SEATS:
            continue
        by_luck = site.groupby("_luck")["_edge"].agg(["sum", "size"])
        mean, n = float(site["_edge"].mean()), len(site)
        # What shares its luck counts as one: the variance of a ratio of sums.
        spread = float(((by_luck["sum"] - mean * by_luck["size"]) ** 2).sum()) ** (1 / 2) / n
        p_value = float(2 * norm.sf(abs(mean) / spread)) if spread else 1.0
        rate = float(site["win_credit"].mean())
        ends = mean - reach * spread, mean + reach * spread
        lines.append((name, int(str(area)), n, rate, mean, *ends, p_value))
    names = ["map", "area", "seats", "rate", "edge", "low", "high", "p_value"]
    return pd.DataFrame(lines, columns=names)


def _levels(tables: Mapping[str, pd.DataFrame], row: Any) -> pd.DataFrame:
    """Return the edges of a site at the levels of play that chose it often."""
    table = tables[BY_LEVEL]
    return pd.DataFrame(table[(table["map"] == row["map"]) & (table["area"] == row["area"])])


def _steady(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Return the sites that all levels choose often and find good, or all find bad."""
    table = tables[NAME]
    levels = tables[BY_LEVEL]["strategy"].nunique()
    kept = []
    for _, row in table.iterrows():
        edges = _levels(tables, row)["edge"]
        kept.append(len(edges) == levels and bool((edges > 0).all() or (edges < 0).all()))
    return pd.DataFrame(table[np.array(kept, dtype=bool)])


@dataclass(frozen=True)
class OnMap:
    """The sites of one map.

    Attributes
    ----------
    board
        The map.
    ranked
        All sites that were chosen often, the best first.
    best, worst
        Those that are good, or bad, with every player type.
    """

    board: BoardMap
    ranked: pd.DataFrame
    best: pd.DataFrame
    worst: pd.DataFrame

    @property
    def picture(self) -> str:
        """The name of the picture."""
        return f"{NAME}_{self.board.id}"

    @property
    def width(self) -> float:
        """The width of the picture in inches."""
        return MAP_WIDTH

    def drawing(self) -> str:
        """Draw the map with its best and worst sites."""
        return board_svg(site_scene(self.board, self.best["area"], self.worst["area"]))


@dataclass(frozen=True)
class Sites(Finding):
    """How seats fare that chose each site, against their own faction elsewhere."""

    tables: Mapping[str, pd.DataFrame]

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        # The edges of every player type, from the table by type.
        "steady": lambda f: all(
            (_levels(f.tables, row)["edge"] > 0).nunique() == 1 for row in (f.first, f.last)
        ),
        "best": lambda f: bool((f.steady["edge"] <= f.first["edge"]).all()) or f.best.empty,
        "worst": lambda f: bool((f.steady["edge"] >= f.last["edge"]).all()),
    }

    @property
    def every(self) -> pd.DataFrame:
        """All sites that were chosen often."""
        return self.tables[NAME]

    @cached_property
    def steady(self) -> pd.DataFrame:
        """The sites that every player type finds good, or every one bad."""
        return _steady(self.tables)

    @property
    def best(self) -> pd.DataFrame:
        """The best of these, the best first."""
        return _ends(self.steady)[0]

    @property
    def worst(self) -> pd.DataFrame:
        """The worst of these, the worst last."""
        return _ends(self.steady)[1]

    @property
    def first(self) -> Any:
        """The best site; the worst where none is good."""
        return self.last if self.best.empty else self.best.iloc[0]

    @property
    def second(self) -> Any:
        """The next best site; None without one."""
        return self.best.iloc[1] if len(self.best) > 1 else None

    @property
    def last(self) -> Any:
        """The worst site; the last of the good ones where none is bad."""
        return (self.worst if len(self.worst) else self.best).iloc[-1]

    @property
    def several(self) -> bool:
        """Whether several player types played."""
        return _several(self.tables)

    @property
    def certain(self) -> pd.DataFrame:
        """The sites that differ significantly from elsewhere."""
        return self.every[self.every["sure"]]

    @property
    def held(self) -> pd.DataFrame:
        """Those of them that every player type finds so, the best first."""
        held = self.steady[self.steady["sure"]]
        return held.sort_values("edge", ascending=False, kind="stable")

    @property
    def held_ends(self) -> list[Any]:
        """The best and the worst of these."""
        places = dict.fromkeys((0, len(self.held) - 1)) if len(self.held) else ()
        return [self.held.iloc[place] for place in places]

    @property
    def fewest(self) -> int:
        """The fewest seats of a site that is shown."""
        return FEWEST_SEATS

    @property
    def star(self) -> str:
        """The sign behind what is significant."""
        return STAR.strip()

    @property
    def maps(self) -> list[OnMap]:
        """The sites map by map."""
        return [
            OnMap(
                find_board(str(name)),
                rows.sort_values("edge", ascending=False, kind="stable"),
                *_ends(self.steady[self.steady["map"] == name]),
            )
            for name, rows in self.every.groupby("map", sort=True)
        ]

    def edge(self, row: Any) -> str:
        """Return the edge of a site in per cent, with half of its interval."""
        return _edge(row)

    def wins(self, row: Any) -> float:
        """Return how much more or less often seats at a site win, as a share, without sign."""
        return abs(float(row["edge"]))

    def table(self, one: OnMap) -> Table:
        """Return the sites of a map as a table."""
        return _table(self.tables, one.board, one.ranked)

    @property
    def chart(self) -> Chart | None:
        """The edges of the best and the worst sites."""
        if self.steady.empty:
            return None
        return _chart(pd.concat([self.best, self.worst]))


def sites_of(findings: StudyFindings) -> Sites:
    """Return how seats fare that chose each site."""
    return Sites(findings.named)


def site_scene(board: BoardMap, best: Iterable[int], worst: Iterable[int]) -> Scene:
    """Return a map with citadels on its best sites, and others on its worst ones."""
    sites = [(int(area), 0) for area in best] + [(int(area), 1) for area in worst]
    counts = [sum(which == seat for _, which in sites) for seat in (0, 1)]
    return replace(
        board_scene("bloodstones", area_table(board), BOARD, names=False),
        pieces=tuple(
            Piece(f"{area}-{seat}", area, "", seat, place=True, body=CITADEL)
            for area, seat in sites
        ),
        seats=(f"best {counts[0]} sites", f"worst {counts[1]} sites"),
    )


def _ends(table: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the best sites and the worst, each from good to bad."""
    ranked = table.sort_values("edge", ascending=False, kind="stable")
    good, bad = ranked[ranked["edge"] > 0], ranked[ranked["edge"] < 0]
    return good.head(SHOWN), bad.tail(SHOWN)


def _several(tables: Mapping[str, pd.DataFrame]) -> bool:
    """Whether several levels of play were played."""
    return bool(tables[BY_LEVEL]["strategy"].nunique() > 1)


def _edge(row: Any) -> str:
    half = float(row["high"] - row["low"]) / 2 * PERCENT
    places = decimals_for(half)
    return f"{with_sign(row['edge'] * PERCENT, places)} ± {half:.{places}f}"


def _table(tables: Mapping[str, pd.DataFrame], board: BoardMap, ranked: pd.DataFrame) -> Table:
    offers = {site.area: site for site in site_qualities(board, load_ruleset())}
    levels = list(dict.fromkeys(tables[BY_LEVEL]["strategy"]))
    several = len(levels) > 1
    rows = []
    for _, row in ranked.iterrows():
        area, terrain, chosen, rate, edge, *more = _line(row, offers[int(row["area"])])
        by_level = _levels(tables, row).set_index("strategy")["edge"]
        edges = [
            with_sign(by_level[level] * PERCENT) if level in by_level else "–" for level in levels
        ]
        rows.append((area, terrain, chosen, rate, edge, *(edges if several else ()), *more))
    header = (
        "area",
        "terrain",
        "chosen",
        "win rate",
        "edge, %",
        *((title(level).replace(" ", "\n", 1) for level in levels) if several else ()),
        f"homes within\n1, {HOME_STEPS} steps",
        "gates",
        "steps\nto sea",
    )
    align = (RIGHT, LEFT, *(RIGHT for _ in header[2:]))
    return Table("", header, align, tuple(rows))


def _line(row: Any, site: SiteQuality) -> tuple[str, ...]:
    return (
        str(site.area),
        title(site.terrain).lower(),
        f"{row['seats']:,}",
        f"{row['rate'] * PERCENT:.0f} %",
        f"{_edge(row)}{STAR if row['sure'] else ''}",
        f"{site.places[1]}, {site.places[-1]}",
        str(site.gates),
        "–" if site.to_sea is None else str(site.to_sea),
    )


def _chart(shown: pd.DataFrame) -> Chart:
    """Draw the edges of the best and the worst sites."""
    drawn = pd.DataFrame({"panel": "", "row": range(len(shown))}).assign(
        share=shown["edge"].to_numpy(), low=shown["low"].to_numpy(), high=shown["high"].to_numpy()
    )
    labels: dict[object, str] = dict(enumerate(f"area {area}" for area in shown["area"]))
    figure = draw_shares(drawn, labels, {"": ""}, "edge, as a share of the fair share")
    caption = "The best and the worst sites: edge against the same faction elsewhere, with 95 % "
    words = "Dots with whiskers: how much more or less seats win from each site."
    return Chart(to_svg(figure), f"{caption}intervals.", words)


CITADEL_SITES: Final = topic(NAME, "Where a citadel stands well", sites_of, find=find)
