"""The section that judges maps: seats, leads, citadel areas, contested areas, maps in pairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.maps.sites import HOME_STEPS, SiteQuality, site_qualities
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.plots.board import draw_map
from bloodstones.plots.heat import Heat
from bloodstones.plots.style import PAGE_WIDTH, to_svg
from bloodstones.report.leads import LEAD_HEADER, LEAD_WORDS, lead_cells
from bloodstones.report.model import Block, Pair, Paragraph, Picture, Table
from bloodstones.report.wording import count, listing, percent_text, points, rate_text, tight
from bloodstones.stats.balance import Verdict
from bloodstones.stats.judgement import MapJudgement, judge_map
from bloodstones.stats.map_pairs import START, map_differences
from bloodstones.stats.rounding import PERCENT, decimals_for, show_percent
from bloodstones.stats.unevenness import FEWEST_GAMES, as_points, unevenness_difference

if TYPE_CHECKING:
    from bloodstones.report.definition import Definition
    from bloodstones.report.findings import Findings

Content = tuple[list[Block], dict[str, str]]
HALF_WIDTH = 0.485 * PAGE_WIDTH
LEFT, RIGHT = "left", "right"
LAYERS = {
    "battles": ("battles in 100 games", "Where battles are fought"),
    "villages_captured": ("villages captured in 100 games", "Where villages are captured"),
}
SITES = 6
OPENLY = {
    Verdict.FAIR: "fair",
    Verdict.UNFAIR: "unfair",
    Verdict.TOO_FEW: "open for want of games",
}
PAIRS = (START, "rounds a game", "lead changes a game")


@dataclass(frozen=True, slots=True)
class MapFindings:
    """What games tell about maps.

    Attributes
    ----------
    judgements
        In the order of map and player count.
    differences
        Pairs of maps with a player count in common: the columns of `map_pairs.map_differences`
        after `map`, `other` and `players`; the measure `unevenness` is in squared shares.
    """

    judgements: tuple[MapJudgement, ...] = ()
    differences: pd.DataFrame | None = None

    @property
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """The tables to publish, by file name."""
        if not self.judgements:
            return {}
        found = {}
        for name in ("seats", "factions", "citadels", "leads", "contested"):
            parts = [_keyed(getattr(one, name), one.map, one.players) for one in self.judgements]
            found[f"map_{name}"] = pd.concat(parts, ignore_index=True)
        lines = [
            (one.map, one.players, one.games, one.verdict.value, *_uneven(one))
            for one in self.judgements
        ]
        names = ("map", "players", "games", "seat_advantage", "unevenness", "low", "high")
        found["maps"] = pd.DataFrame(lines, columns=list(names))
        if self.differences is not None:
            found["map_differences"] = self.differences
        return found


def find_maps(rows: pd.DataFrame, areas: pd.DataFrame, band: float) -> MapFindings:
    """Return what the games of one strategy tell about every map and player count."""
    groups = {}
    judgements = []
    for (name, players), group in rows.groupby(["map", "players"], sort=True):
        if group.groupby(["cell", "replicate"]).ngroups < FEWEST_GAMES:
            continue
        own = areas[areas["cell"].isin(group["cell"].unique())]
        judgements.append(judge_map(group, own, band=band))
        groups[str(name), int(str(players))] = group
    return MapFindings(tuple(judgements), _differences(groups))


def _differences(groups: Mapping[tuple[str, int], pd.DataFrame]) -> pd.DataFrame | None:
    """Return the paired differences of maps with the same player count."""
    tables = []
    for one, other in combinations(groups, 2):
        if one[1] != other[1]:
            continue
        table = map_differences(groups[one], groups[other])
        gap = unevenness_difference(groups[one], groups[other])
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


def _keyed(table: pd.DataFrame, name: str, players: int) -> pd.DataFrame:
    table = table.drop(columns=["map", "players"], errors="ignore")
    return table.assign(map=name, players=players)[["map", "players", *table.columns]]


def _uneven(one: MapJudgement) -> tuple[float, float, float]:
    return one.unevenness.total, one.unevenness.low, one.unevenness.high


def answer_maps(findings: Findings) -> tuple[str, ...]:
    """Return the answer in sentences: seats by map, which map is most even, what pairs tell."""
    told = findings.judged.judgements
    names = findings.definition
    verdicts = {
        verdict: [_named(names, one) for one in told if one.verdict is verdict]
        for verdict in Verdict
    }
    parts = [f"{OPENLY[verdict]} on {listing(maps)}" for verdict, maps in verdicts.items() if maps]
    band = points(names.band)
    even = min(told, key=lambda one: one.unevenness.total)
    odd = max(told, key=lambda one: one.unevenness.total)
    return (
        f"The seats, by turn order and within {band}, are {listing(parts)}.",
        "Factions and turn orders together are most even on "
        f"{_named(names, even)}, {_points_text(even)} off their fair share on average with chance "
        f"taken out, and least on {_named(names, odd)}, {_points_text(odd)} off.",
    )


def _named(definition: Definition, one: MapJudgement) -> str:
    return f"{definition.map_name(one.map)} with {count(one.players, 'player')}"


def _points_text(one: MapJudgement) -> str:
    low, high = as_points(one.unevenness.low), as_points(one.unevenness.high)
    return tight(f"{one.unevenness.points:.1f} points ({low:.1f}–{high:.1f}, n = {one.games:,})")


def maps(findings: Findings) -> Content:
    """Every map: seats, unevenness, leads, citadel areas, where it is fought; then pairs."""
    told, definition = findings.judged, findings.definition
    blocks: list[Block] = [Paragraph(_intro(findings)), _summary(told, definition)]
    blocks.append(_leads(told, definition))
    pictures: dict[str, str] = {}
    for name in dict.fromkeys(one.map for one in told.judgements):
        mine = [one for one in told.judgements if one.map == name]
        blocks.append(Paragraph(_map_text(definition, mine)))
        pair = []
        for measure, (label, caption) in LAYERS.items():
            picture = f"judged_{Path(name).stem}_{measure}"
            heat = Heat(_heat(mine, measure), label)
            pictures[picture] = to_svg(
                draw_map(findings.maps[name], heat, HALF_WIDTH), rounded=True
            )
            counts = listing([str(one.players) for one in mine])
            where = f"{definition.map_name(name)}, {counts} players: {label}."
            pair.append(Picture(picture, where, f"{caption}.", HALF_WIDTH))
        blocks.append(Pair((pair[0], pair[1])))
        blocks.append(_sites(name, mine, definition))
    if told.differences is not None:
        blocks += [Paragraph(_pairs_text(told.differences)), _pairs(told.differences, definition)]
    return blocks, pictures


def _intro(findings: Findings) -> str:
    return (
        "A map is judged by what it does to equal players: one strategy plays every seat. The "
        "seat advantage is fair if the interval of every place in turn order lies within "
        f"{points(findings.definition.band)} of the fair share, unfair if that of some place lies "
        "outside even when all places share one error of 5 %, and open otherwise. Unevenness is "
        "the typical distance of the win rates of factions and of turn orders from their fair "
        "share: the root of the mean squared distance, less what chance alone would give; its "
        "interval is by jackknife over 40 blocks of games."
    )


def _summary(told: MapFindings, definition: Definition) -> Table:
    rows = []
    for one in told.judgements:
        first = one.seats.iloc[0]
        rows.append(
            (
                definition.map_name(one.map),
                str(one.players),
                f"{one.games:,}",
                show_percent(first["rate"], first["low"], first["high"]),
                percent_text(first["fair_share"]),
                one.verdict.value,
                f"{one.unevenness.points:.1f} "
                f"({as_points(one.unevenness.low):.1f}–{as_points(one.unevenness.high):.1f})",
            )
        )
    header = (
        "map",
        "players",
        "games",
        "start player wins",
        "fair share",
        "seat advantage",
        "unevenness,\npoints",
    )
    align = (LEFT, LEFT, RIGHT, RIGHT, RIGHT, LEFT, RIGHT)
    caption = (
        "The maps: win rate of the start player with 95 % Wilson interval, verdict on all places "
        "in turn order, and unevenness of factions and turn orders in percentage points."
    )
    return Table.grouped(caption, header, align, rows)


def _leads(told: MapFindings, definition: Definition) -> Table:
    rows = [
        (definition.map_name(one.map), str(one.players), *lead_cells(one.leads))
        for one in told.judgements
    ]
    header = ("map", "players", *LEAD_HEADER)
    align = (LEFT, LEFT, *(RIGHT for _ in LEAD_HEADER))
    return Table.grouped(LEAD_WORDS, header, align, rows)


def _map_text(definition: Definition, mine: list[MapJudgement]) -> str:
    parts = []
    for one in mine:
        distance = (one.seats["rate"] - one.seats["fair_share"]).abs().to_numpy()
        worst = one.seats.iloc[int(distance.argmax())]
        place = int(worst["turn_order"]) + 1
        parts.append(
            f"with {count(one.players, 'player')} the seats are {OPENLY[one.verdict]}, "
            f"furthest off place {place} in turn order with {rate_text(worst)}"
        )
    return f"{definition.map_name(mine[0].map)}: {'; '.join(parts)}."


def _heat(mine: list[MapJudgement], measure: str) -> dict[int, float]:
    """Return a measure in 100 games by area, over all player counts."""
    games = sum(one.games for one in mine)
    total: dict[int, float] = {}
    for one in mine:
        for area, mean in zip(one.contested["area"], one.contested[measure], strict=True):
            total[int(area)] = total.get(int(area), 0.0) + mean * one.games / games * PERCENT
    return total


def _sites(name: str, mine: list[MapJudgement], definition: Definition) -> Table:
    """Return the citadel areas that were chosen most, what they offer and how they fared."""
    qualities = site_qualities(load_map(name), load_ruleset())
    offers = {site.area: site for site in qualities}
    rows = [
        (str(one.players), *_site(row, offers[int(row["citadel_area"])]))
        for one in mine
        for _, row in one.citadels.nlargest(SITES, "seats").iterrows()
    ]
    header = (
        "players",
        "area",
        "chosen",
        "win rate",
        "edge, points",
        f"homes within\n1, {HOME_STEPS} steps",
        "gates",
        "steps\nto sea",
    )
    caption = (
        f"{definition.map_name(name)}: the citadel areas that were chosen most, of "
        f"{count(len(qualities), 'legal site')}. Edge: win rate above that of the same factions "
        "elsewhere, with bootstrap interval. Homes: places for villages. Gates: the fewest areas "
        "that part the site from all that is farther."
    )
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Table.grouped(caption, header, align, rows)


def _site(row: Any, offer: SiteQuality) -> tuple[str, ...]:
    return (
        f"{offer.area}, {offer.terrain}",
        f"{row['seats']:,}",
        show_percent(row["rate"], row["low"], row["high"]),
        _signed(row["edge"], row["edge_low"], row["edge_high"]),
        f"{offer.places[1]}, {offer.places[-1]}",
        str(offer.gates),
        "–" if offer.to_sea is None else str(offer.to_sea),
    )


def _signed(value: float, low: float, high: float, scale: float = PERCENT) -> str:
    value, low, high = value * scale, low * scale, high * scale
    places = decimals_for((high - low) / 2)
    texts = (f"{number:+.{places}f}".replace("-", "−") for number in (value, low, high))
    return "{} ({} to {})".format(*texts)


def _pairs_text(table: pd.DataFrame) -> str:
    """Say what pairing gained."""
    alike = table.loc[table["measure"] == START, "correlation"]
    return (
        "Maps with a player count in common were played with the same luck: the same tiles came "
        "from the bags, and the same seat began, for the same line-up. Correlations within these "
        f"pairs are small (start player's win: {alike.min():.2f} to {alike.max():.2f}), as games "
        "on different maps soon part, so that pairing makes intervals hardly narrower; it does no "
        "harm either."
    )


def _pairs(table: pd.DataFrame, definition: Definition) -> Table:
    rows = []
    for (one, other, players), group in table.groupby(["map", "other", "players"], sort=True):
        name = f"{definition.map_name(str(one))} less {definition.map_name(str(other))}"
        lines = group.set_index("measure").loc[[*PAIRS, "unevenness"]]
        for measure, row in lines.iterrows():
            scale = {START: PERCENT, "unevenness": PERCENT**2}.get(str(measure), 1)
            unit = {START: ", points", "unevenness": ", squared points"}.get(str(measure), "")
            rows.append(
                (
                    name,
                    str(players),
                    f"{measure}{unit}",
                    f"{row['pairs']:,.0f}",
                    _signed(row["difference"], row["low"], row["high"], scale),
                    f"{row['correlation']:.2f}",
                )
            )
    header = ("maps", "players", "measure", "pairs", "difference", "correlation")
    caption = "Maps compared on the same luck, with 95 % intervals of the mean difference."
    align = (LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT)
    return Table.grouped(caption, header, align, rows, named=2)
