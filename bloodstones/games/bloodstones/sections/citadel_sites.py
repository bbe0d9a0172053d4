"""The section on citadel sites: the map with the best and the worst of those that seats chose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

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
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.language.phrases import (
    amount,
    capital,
    count,
    listing,
    number,
    tight,
    title,
)
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
NAMED: Final = 3  # of these, on the first page
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


def make(findings: StudyFindings) -> Content:
    """Return each map with its best and worst sites, and their table."""
    tables = findings.named
    table, steady = tables[NAME], _steady(tables)
    blocks: list[Block] = [Paragraph(_intro(table, steady))]
    pictures: dict[str, str] = {}
    for name, map_rows in table.groupby("map", sort=True):
        ranked = map_rows.sort_values("edge", ascending=False, kind="stable")
        best, worst = _ends(steady[steady["map"] == name])
        board = find_board(str(name))
        picture = f"{NAME}_{board.id}"
        pictures[picture] = board_svg(site_scene(board, best["area"], worst["area"]))
        words = (
            f"{board.name}: areas with their numbers and terrain, and citadels on the sites whose "
            f"seats win most and least, of {count(len(map_rows), 'site')} that were chosen "
            f"{FEWEST_SEATS} times or more{_at_every_level(tables)}. Outlines and borders at sea "
            "as on the map."
        )
        blocks += [Picture(picture, words, words, MAP_WIDTH), _table(tables, str(name), ranked)]
    return blocks, pictures


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


def _at_every_level(tables: Mapping[str, pd.DataFrame]) -> str:
    """Say which sites differ at every level of play, where several were played."""
    return " and are good, or bad, at every level of play" if _several(tables) else ""


def _intro(table: pd.DataFrame, steady: pd.DataFrame) -> str:
    sure, held = table[table["sure"]], steady[steady["sure"]]
    certain = ""
    if not held.empty:
        ordered = held.sort_values("edge", ascending=False, kind="stable")
        ends = [ordered.iloc[0], ordered.iloc[-1]] if len(ordered) > 1 else [ordered.iloc[0]]
        parts = [f"area {int(row['area'])} with {_edge(row)} % of the fair share" for row in ends]
        sites = capital(count(len(sure), "site stands", "sites stand"))
        certain = (
            f" {sites} out for certain, {count(len(held), 'of them', 'of them')} at every level of "
            f"play, furthest {listing(parts)}."
        )
    return tight(
        "A site is judged against the same faction elsewhere: its edge is how much more, or less, "
        "seats win that put their citadel there than the same faction with the same number of "
        "players and strategy wins on average, as a share of the fair share. Seats choose by what "
        "they know, so a site that looks good and is not shows here, and one that nobody chooses "
        f"does not.{certain}"
    )


def _edge(row: Any) -> str:
    half = float(row["high"] - row["low"]) / 2 * PERCENT
    places = decimals_for(half)
    return f"{with_sign(row['edge'] * PERCENT, places)} ± {half:.{places}f}"


def _table(tables: Mapping[str, pd.DataFrame], name: str, ranked: pd.DataFrame) -> Table:
    board = find_board(name)
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
    caption = (
        f"{board.name}: every site that was chosen {FEWEST_SEATS} times or more, best first. Edge: "
        "in per cent of the fair share, with half of its 95 % interval; "
        f"{STAR.strip()}: told apart from none after Holm's correction over all {len(ranked)} "
        f"sites{'; then at each level of play that chose it as often' if several else ''}. Homes: "
        "places for villages. Gates: the fewest areas that part the site from all that is farther."
    )
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
    return Table(caption, header, align, tuple(rows))


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


def front(findings: StudyFindings) -> Part | None:
    """Return what is on the first page: the best and the worst sites, and what depends on play."""
    tables = findings.named
    table, steady = tables[NAME], _steady(tables)
    if table.empty or steady.empty:
        return None
    best, worst = _ends(steady)
    first = worst.iloc[-1] if best.empty else best.iloc[0]
    place = "worst" if best.empty else "best"
    everywhere = " at every level of play" if _several(tables) else ""
    answer = f"area {int(first['area'])} is the {place} site{everywhere}: {_wins(first)}"
    lines = [f"then comes area {int(row['area'])}: {_wins(row)}" for _, row in best[1:2].iterrows()]
    if len(worst):
        bad = worst.iloc[-1]
        lines.append(f"the worst site is area {int(bad['area'])}: {_wins(bad)}")
    lines.append(_count(table))
    do = "Leave" if best.empty else "Take"
    advice = f"{do} area {int(first['area'])} if it is free. When played, {_wins(first)}."
    doubt = "Players who choose their sites otherwise could change this."
    chart = _chart(pd.concat([best, worst]))
    return Part(answer, tuple(lines), "", advice, doubt, chart)


def _wins(row: Any) -> str:
    """Say what seats at a site win beside the same factions elsewhere."""
    edge = float(row["edge"])
    more = "more" if edge > 0 else "less"
    return f"seats there win {abs(edge) * PERCENT:.0f} % {more} often than elsewhere"


def _count(table: pd.DataFrame) -> str:
    """Say how many sites differ from the rest for certain."""
    sure = int(table["sure"].sum())
    verb = "differs" if sure == 1 else "differ"
    total = amount(len(table), "site", "sites")
    return f"of {total} that were chosen often, {number(sure)} {verb} for sure from the rest"


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


CITADEL_SITES: Final = Section(NAME, "Where a citadel stands well", make, find, front=front)
