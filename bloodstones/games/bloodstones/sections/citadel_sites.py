"""The section on citadel sites: the map with the best and the worst of those that seats chose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd

from bloodstones.games.bloodstones.maps.finding import find_board
from bloodstones.games.bloodstones.maps.sites import HOME_STEPS, SiteQuality, site_qualities
from bloodstones.games.bloodstones.maps.tables import area_table
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.sections.board_looks import CITADEL, LOOKS
from bloodstones.plots.board import MAP_WIDTH, draw_map
from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.front import Chart, Finding, Part
from bloodstones.report.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.own import OwnSection
from bloodstones.report.wording import count, listing, tight, title
from bloodstones.stats.families import adjust_family
from bloodstones.stats.intervals import CONFIDENCE, normal_quantile
from bloodstones.stats.map_balance import NOWHERE
from bloodstones.stats.rounding import PERCENT, decimals_for
from bloodstones.stats.table import luck_labels

NAME: Final = "citadel_sites"
COLUMN: Final = "citadel_area"
FEWEST_SEATS: Final = 100
SHOWN: Final = 5  # best, and worst
NAMED: Final = 3  # of these, on the first page
FAMILY_ERROR: Final = 0.05
STAR: Final = "\u2009*"
LEFT, RIGHT = "left", "right"


def count_sites(rows: pd.DataFrame) -> Mapping[str, pd.DataFrame]:
    """Return how seats fare that chose each site, against their own faction elsewhere.

    Returns
    -------
    Mapping
        `citadel_sites`: one row a map and site with at least 100 seats: `seats`, `rate`, `edge`
        (win credit over the fair share, less the mean of the same faction with the same number of
        players and strategy) with `low` and `high`, and `sure` after Holm's correction over all
        sites of all maps.
    """
    from scipy.stats import norm

    usual = rows.groupby(["map", "players", "strategy", "faction"])["win_credit"]
    edge = (rows["win_credit"] - usual.transform("mean")) * rows["players"]
    table = rows.assign(_edge=edge, _luck=luck_labels(rows))
    table = table[table[COLUMN] != NOWHERE]
    reach = normal_quantile(CONFIDENCE)
    lines = []
    for (name, area), own in table.groupby(["map", COLUMN], sort=True):
        if len(own) < FEWEST_SEATS:
            continue
        by_luck = own.groupby("_luck")["_edge"].agg(["sum", "size"])
        mean, n = float(own["_edge"].mean()), len(own)
        # What shares its luck counts as one: the variance of a ratio of sums.
        spread = float(((by_luck["sum"] - mean * by_luck["size"]) ** 2).sum()) ** (1 / 2) / n
        p_value = float(2 * norm.sf(abs(mean) / spread)) if spread else 1.0
        rate = float(own["win_credit"].mean())
        ends = mean - reach * spread, mean + reach * spread
        lines.append((name, int(str(area)), n, rate, mean, *ends, p_value))
    names = ["map", "area", "seats", "rate", "edge", "low", "high", "p_value"]
    found = pd.DataFrame(lines, columns=names)
    if found.empty:
        return {NAME: found.assign(sure=False)}
    p_values = {f"{row['map']} {row['area']}": row["p_value"] for _, row in found.iterrows()}
    family = adjust_family(p_values, "citadel sites", level=FAMILY_ERROR)
    return {NAME: found.assign(sure=family["holds"].to_numpy())}


def make(tables: Mapping[str, pd.DataFrame]) -> Content:
    """Return each map with its best and worst sites, and their table."""
    table = tables[NAME]
    blocks: list[Block] = [Paragraph(_intro(table))]
    pictures: dict[str, str] = {}
    for name, own in table.groupby("map", sort=True):
        ranked = own.sort_values("edge", ascending=False, kind="stable")
        best, worst = ranked.head(SHOWN), ranked.tail(min(SHOWN, max(0, len(ranked) - SHOWN)))
        board = find_board(str(name))
        picture = f"{NAME}_{board.id}"
        pieces = {
            "area": [*best["area"], *worst["area"]],
            "seat": [0] * len(best) + [1] * len(worst),
            "kind": [CITADEL] * (len(best) + len(worst)),
            "count": [1] * (len(best) + len(worst)),
        }
        seats = (f"best {len(best)} sites", f"worst {len(worst)} sites")
        drawn = draw_map(area_table(board), looks=LOOKS, pieces=pieces, seats=seats)
        pictures[picture] = to_svg(drawn, rounded=True)
        words = (
            f"{board.name}: areas with their numbers and terrain, and citadels on the sites whose "
            f"seats win most and least, of {count(len(own), 'site')} that were chosen "
            f"{FEWEST_SEATS} times or more. Outlines and borders at sea as on the map."
        )
        blocks += [Picture(picture, words, words, MAP_WIDTH), _table(str(name), ranked)]
    return blocks, pictures


def _intro(table: pd.DataFrame) -> str:
    sure = table[table["sure"]]
    told = ""
    if not sure.empty:
        ordered = sure.sort_values("edge", ascending=False, kind="stable")
        ends = [ordered.iloc[0], ordered.iloc[-1]] if len(ordered) > 1 else [ordered.iloc[0]]
        parts = [f"area {int(row['area'])} with {_edge(row)} % of the fair share" for row in ends]
        told = f" {count(len(sure), 'site')} stand out for certain, furthest {listing(parts)}."
    return tight(
        "A site is judged against the same faction elsewhere: its edge is how much more, or less, "
        "seats win that put their citadel there than the same faction with the same number of "
        "players and strategy wins on average, as a share of the fair share. Seats choose by what "
        "they know, so a site that looks good and is not shows here, and one that nobody chooses "
        f"does not.{told}"
    )


def _edge(row: Any) -> str:
    half = float(row["high"] - row["low"]) / 2 * PERCENT
    places = decimals_for(half)
    return f"{row['edge'] * PERCENT:+.{places}f} ± {half:.{places}f}".replace("-", "−")


def _table(name: str, ranked: pd.DataFrame) -> Table:
    board = find_board(name)
    offers = {site.area: site for site in site_qualities(board, load_ruleset())}
    rows = [_line(row, offers[int(row["area"])]) for _, row in ranked.iterrows()]
    caption = (
        f"{board.name}: every site that was chosen {FEWEST_SEATS} times or more, best first. Edge: "
        "in per cent of the fair share, with half of its 95 % interval; "
        f"{STAR.strip()}: told apart from none after Holm's correction over all {len(ranked)} "
        "sites. Homes: places for villages. Gates: the fewest areas that part the site from all "
        "that is farther."
    )
    header = (
        "area",
        "terrain",
        "chosen",
        "win rate",
        "edge, %",
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


def front(tables: Mapping[str, pd.DataFrame]) -> Part | None:
    """Return what is on the first page: the best and the worst sites, and what tells them."""
    table = tables[NAME]
    if table.empty:
        return None
    ranked = table.sort_values("edge", ascending=False, kind="stable")
    told = []
    for words, own in (("best", ranked.head(NAMED)), ("worst", ranked.tail(NAMED).iloc[::-1])):
        parts = [
            f"area {int(row['area'])} ({_edge(row)} %, n = {row['seats']:,})"
            for _, row in own.iterrows()
        ]
        told.append(
            Finding(
                f"The {words} sites, against the same factions elsewhere and as shares of the fair "
                f"share: {listing(parts)}."
            )
        )
    sure = table[table["sure"]]
    told.append(
        Finding(
            f"Of {count(len(table), 'site')} that were chosen often, {len(sure)} stand apart from "
            "the rest when all looks are allowed for."
        )
    )
    first = ranked.iloc[0]
    advice = (
        f"Take area {int(first['area'])} if it is free. Expect to win {_edge(first)} % of the fair "
        "share more often than elsewhere."
    )
    spoken = tuple(Finding(tight(each.text)) for each in told)
    return Part(spoken, tight(advice), "players who choose their sites otherwise", _chart(ranked))


def _chart(ranked: pd.DataFrame) -> Chart:
    """Draw the edges of the best and the worst sites."""
    shown = pd.concat([ranked.head(SHOWN), ranked.tail(min(SHOWN, max(0, len(ranked) - SHOWN)))])
    drawn = pd.DataFrame({"panel": "", "row": range(len(shown))}).assign(
        share=shown["edge"].to_numpy(), low=shown["low"].to_numpy(), high=shown["high"].to_numpy()
    )
    labels: dict[object, str] = dict(enumerate(f"area {area}" for area in shown["area"]))
    figure = draw_shares(drawn, labels, {"": ""}, "edge, as a share of the fair share")
    caption = "The best and the worst sites: edge against the same faction elsewhere, with 95 % "
    words = "Dots with whiskers: how much more or less seats win from each site."
    return Chart(to_svg(figure), f"{caption}intervals.", words)


CITADEL_SITES: Final = OwnSection(
    "Where a citadel stands well", lambda _: {}, make, count_sites, front
)
