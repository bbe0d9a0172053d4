"""The section on maps: seats, leads, chosen and contested areas, paired comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pandas as pd

from bloodstones.core.contract.game import Role
from bloodstones.kit.pictures.scene import Heat
from bloodstones.plots.boards import HALF_WIDTH, board_svg
from bloodstones.report.blocks.rows import largest
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.game_report import Offers
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.front.charts import Square, grid_chart
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.language.phrases import (
    amount,
    capital,
    count,
    listing,
    number,
    of_share,
    percent_text,
    players_text,
    rate_text,
    table_of,
    tables_of,
    within,
)
from bloodstones.report.language.phrases import points_word as points
from bloodstones.report.language.terms import TURN_ORDER
from bloodstones.report.language.verdicts import OPENLY
from bloodstones.report.study.definition import Definition
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.judged_maps import (
    CONTESTED,
    DIFFERENCES,
    FIRST_OF_OTHERS,
    LEADS,
    MAPS,
    OTHERS,
    SEATS,
    judge_all,
    places_table,
)
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.topics.boards import side_by_side
from bloodstones.report.topics.leads import LEAD_HEADER, LEAD_WORDS, lead_cells, lead_places
from bloodstones.stats.inference.rounding import PERCENT, show_difference, show_percent
from bloodstones.stats.maps import START
from bloodstones.stats.table import Results, base_rows
from bloodstones.stats.unevenness import FEWEST_GAMES, as_percent
from bloodstones.stats.verdicts import Verdict

PLACES: Final = "turn_orders"
ROLES: Final = "factions"


@dataclass(frozen=True, slots=True)
class Judged:
    """How uneven a map is at a number of players: typical distances from fair, in fair shares."""

    name: str
    players: int
    places: float
    roles: float
    fair_places: bool

    def points(self, kind: str) -> str:
        """Return a distance in points."""
        return points((self.places if kind == PLACES else self.roles) / self.players)


def maps(findings: StudyFindings) -> Part | None:
    """Return what games show about the maps; None where none is judged."""
    table = findings.table(MAPS)
    if table.empty:
        return None
    judged = [_judged(findings, row) for _, row in table.iterrows()]
    band = findings.definition.band
    fair = [one for one in judged if one.fair_places]
    even = [one for one in judged if one.roles <= band]
    total = amount(len(judged), "table", "tables")
    answer = (
        f"places in turn order are fair at {_none(len(fair))} of {total}; factions are "
        f"{_even(even, band)}"
    )
    best, worst = min(judged, key=_roles), max(judged, key=_roles)
    odd = max(judged, key=lambda one: one.places / one.players)
    lines = [
        f"factions are most even on {_at(best)}: {best.points(ROLES)} from fair",
        f"factions are least even on {_at(worst)}: {worst.points(ROLES)} from fair",
        f"places are least even on {_at(odd)}: {odd.points(PLACES)} from fair",
    ]
    lines += _other_levels(findings, table)
    return Part(
        answer,
        tuple(lines),
        advice=_advice(judged, band),
        doubt=_doubt(findings),
        chart=_chart(judged),
    )


def _judged(findings: StudyFindings, row: pd.Series) -> Judged:
    return Judged(
        findings.definition.map_name(str(row["map"])),
        int(row["players"]),
        as_percent(float(row[PLACES])) / PERCENT,
        as_percent(float(row[ROLES])) / PERCENT,
        row["seat_advantage"] == Verdict.FAIR.value,
    )


def _roles(one: Judged) -> float:
    """Return how far roles are from fair, in points as the texts say it."""
    return one.roles / one.players


def _none(size: int) -> str:
    return number(size) if size else "none"


def _even(even: Sequence[Judged], band: float) -> str:
    near = within(band).replace(" its ", " their ")
    return f"{near} at {_none(len(even))}"


def _at(one: Judged) -> str:
    return f"{one.name} {table_of(one.players)}"


def _other_levels(findings: StudyFindings, table: pd.DataFrame) -> list[str]:
    """Say at how many tables another level of play gives the same verdict on places."""
    others = findings.table(OTHERS)
    if others.empty:
        return []
    keys = ["map", "players"]
    joined = others.merge(table[[*keys, "seat_advantage"]], on=keys, suffixes=("", "_here"))
    lines = []
    for strategy, group in joined.groupby("strategy", sort=True):
        same = int((group["seat_advantage"] == group["seat_advantage_here"]).sum())
        level = findings.level_names.get(str(strategy), str(strategy))
        total = amount(len(group), "table", "tables")
        lines.append(f"by {level}, the verdict on places is the same at {_none(same)} of {total}")
    return lines


def _advice(judged: Sequence[Judged], band: float) -> str:
    """Recommend the most even map at each size that has an even one; warn of the others."""
    sizes = sorted({one.players for one in judged})
    best = {
        size: min(
            (one for one in judged if one.players == size),
            key=lambda one: max(one.roles, one.places),
        )
        for size in sizes
    }
    good = [one for one in best.values() if max(one.roles, one.places) <= band]
    bad = [one.players for one in best.values() if one not in good]
    texts = [
        f"{table_of(one.players)}, choose {one.name}: factions are {one.points(ROLES)} from fair "
        "there"
        for one in good
    ]
    if bad:
        nearest = min((best[size] for size in bad), key=_roles)
        where = tables_of(bad) if good else "at no size"
        no = "no map is even" if good else "is a map even"
        texts.append(f"{where}{',' if good else ''} {no}, so change a rule first")
        texts.append(f"nearest to it comes {_at(nearest)}: {nearest.points(ROLES)} from fair")
    return " ".join(f"{capital(text)}." for text in texts)


def _doubt(findings: StudyFindings) -> str:
    if findings.table(OTHERS).empty:
        return "The maps were judged at one level of play; another kind of play could change this."
    level = findings.level_names.get(str(findings.strategy), "one level of play")
    return f"The maps are judged by the games of {level}; stronger players could change this."


def _chart(judged: Sequence[Judged]) -> Chart:
    """Draw how far places and roles are from fair on each map, at each size."""
    squares: list[Square] = []
    columns: dict[object, str] = {}
    sizes = sorted({one.players for one in judged})
    for kind, label in ((PLACES, "places"), (ROLES, "factions")):
        for size in sizes:
            columns[f"{kind} {size}"] = f"{label}, {players_text(size)}"
            squares += [
                Square(
                    one.name,
                    f"{kind} {size}",
                    one.places if kind == PLACES else one.roles,
                    one.points(kind).replace("less than 1 point", "< 1").partition(" point")[0],
                )
                for one in judged
                if one.players == size
            ]
    lines: dict[object, str] = {name: name for name in sorted({one.name for one in judged})}
    caption = (
        "How far win rates typically are from the fair share on each map, in points: places in "
        "turn order, then factions. Deeper colour: further off."
    )
    alt = "A grid of maps by numbers of players: points from fair of places and of factions."
    return grid_chart(squares, lines, columns, caption, alt)


LEFT, RIGHT = "left", "right"
LAYERS = 2  # pictures of a map, side by side
CHOSEN = 6
PAIRS = (START, "rounds a game", "lead changes a game")


def find(played: PlayedStudy) -> Tables:
    """Return the judgements on all maps as tables."""
    return judge_all(played.rows, played.level, played.results, played.definition.band).tables


def make(findings: StudyFindings) -> Content:
    """Write for every map: seats, unevenness, leads, chosen and contested areas; then the pairs."""
    definition, judged = findings.definition, findings.table(MAPS)
    blocks: list[Block] = [Paragraph(_intro(findings)), _summary(findings), _leads(findings)]
    pictures: dict[str, str] = {}
    for name in dict.fromkeys(map(str, judged["map"])):
        mine = judged[judged["map"] == name]
        blocks.append(Paragraph(_map_text(findings, mine)))
        drawn, svgs = _layers(findings, name, mine)
        blocks += side_by_side(drawn)
        pictures |= svgs
        places = findings.columns.labels(Role.PLACE)
        blocks += [_chosen(findings, name, column, mine) for column in places]
    differences = findings.table(DIFFERENCES)
    if len(differences):
        blocks += [Paragraph(_pairs_text(differences, findings.game.words.alike))]
        blocks += [_pairs(differences, definition)]
    return blocks, pictures


def _of(table: pd.DataFrame, one: pd.Series, **keys: object) -> pd.DataFrame:
    """Return the lines of a table on the map and number of players of a judgement."""
    wanted = {"map": one["map"], "players": one["players"], **keys}
    for name, value in wanted.items():
        table = table[table[name] == value]
    return table


def _layers(
    findings: StudyFindings, name: str, mine: pd.DataFrame
) -> tuple[list[Picture], dict[str, str]]:
    """Draw the most contested areas of a map, over all player counts."""
    drawn, pictures = [], {}
    for measure in findings.measures.of(Role.CONTEST)[:LAYERS]:
        picture, label = f"judged_{Path(name).stem}_{measure.name}", f"{measure.words} in 100 games"
        heat = Heat(_heat(findings, mine, measure.name), label)
        pictures[picture] = board_svg(findings.board(name, heat), HALF_WIDTH)
        counts = listing([str(players) for players in mine["players"]])
        where = f"{findings.definition.map_name(name)}, {counts} players: {label}."
        drawn.append(
            Picture(picture, where, f"{capital(measure.meaning)}.", HALF_WIDTH, board=True)
        )
    return drawn, pictures


def _intro(findings: StudyFindings) -> str:
    return (
        "A map is judged by what it does to equal players: one strategy plays every seat. The "
        "seat advantage is fair if the interval of every place in turn order lies within "
        f"{of_share(findings.definition.band)}, unfair if that of some place lies "
        "outside even when all places share one error of 5 %, borderline if places differ for "
        "certain without that, and open otherwise. Unevenness is "
        "the typical distance of win rates from their fair share, in per cent of that share, so "
        "that tables of different sizes can be compared; factions and turn orders are told apart: "
        "the root of the mean squared distance, less what chance alone would give; its "
        "interval is by jackknife over 40 blocks of games."
    )


def _summary(findings: StudyFindings) -> Table:
    names, others = findings.definition.strategies, findings.table(OTHERS)
    here = findings.table(MAPS).assign(strategy=findings.strategy or "")
    first = findings.table(SEATS).assign(strategy=findings.strategy or "")
    first = first[first[TURN_ORDER] == 0]
    if len(others):
        here = pd.concat([here, others], ignore_index=True)
        first = pd.concat([first, findings.table(FIRST_OF_OTHERS)], ignore_index=True)
    several = bool(len(others))
    rows = []
    for _, one in here.sort_values(["map", "players"], kind="stable").iterrows():
        place = _of(first, one, strategy=one["strategy"]).iloc[0]
        who = names[one["strategy"]].name if one["strategy"] else ""
        rows.append(
            (
                findings.definition.map_name(str(one["map"])),
                str(one["players"]),
                *(who,) * several,
                f"{one['games']:,}",
                show_percent(place["rate"], place["low"], place["high"]),
                percent_text(place["fair_share"]),
                str(one["seat_advantage"]),
                _typical(one, ROLES),
                _typical(one, PLACES),
            )
        )
    header = (
        "map",
        "players",
        *("played by",) * several,
        "games",
        "start player wins",
        "fair share",
        "seat advantage",
        "factions\noff, %",
        "turn orders\noff, %",
    )
    align = (LEFT, LEFT, *(LEFT,) * several, RIGHT, RIGHT, RIGHT, LEFT, RIGHT, RIGHT)
    caption = (
        "The maps: win rate of the start player with 95 % Wilson interval, verdict on all places "
        "in turn order, and unevenness of factions and of turn orders in per cent of the fair "
        "share."
    )
    return Table.grouped(caption, header, align, rows)


def _typical(one: pd.Series, kind: str) -> str:
    """Return an unevenness with its interval in per cent of the fair share."""
    total, low, high = (as_percent(float(one[f"{kind}{end}"])) for end in ("", "_low", "_high"))
    return f"{total:.1f} ({low:.1f}–{high:.1f})"


def _leads(findings: StudyFindings) -> Table:
    leads = findings.table(LEADS)
    places = lead_places(leads)
    rows = [
        (
            findings.definition.map_name(str(one["map"])),
            str(one["players"]),
            *lead_cells(_of(leads, one), places),
        )
        for _, one in findings.table(MAPS).iterrows()
    ]
    header = ("map", "players", *LEAD_HEADER)
    align = (LEFT, LEFT, *(RIGHT for _ in LEAD_HEADER))
    return Table.grouped(LEAD_WORDS, header, align, rows)


def _map_text(findings: StudyFindings, mine: pd.DataFrame) -> str:
    parts = []
    for _, one in mine.iterrows():
        seats = _of(findings.table(SEATS), one)
        worst = largest(seats, (seats["rate"] - seats["fair_share"]).abs())
        place = int(worst[TURN_ORDER]) + 1
        parts.append(
            f"with {count(int(one['players']), 'player')} the seats are "
            f"{OPENLY[Verdict(one['seat_advantage'])]}, "
            f"furthest off place {place} in turn order with {rate_text(worst)}"
        )
    name = findings.definition.map_name(str(mine["map"].iloc[0]))
    return f"{name}: {'; '.join(parts)}."


def _heat(findings: StudyFindings, mine: pd.DataFrame, measure: str) -> dict[int, float]:
    """Return a measure in 100 games by area, over all player counts."""
    games = mine["games"].sum()
    total: dict[int, float] = {}
    for _, one in mine.iterrows():
        contested = _of(findings.table(CONTESTED), one)
        for area, mean in zip(contested["area"], contested[measure], strict=True):
            total[int(area)] = total.get(int(area), 0.0) + mean * one["games"] / games * PERCENT
    return total


def _chosen(findings: StudyFindings, name: str, column: str, mine: pd.DataFrame) -> Table:
    """Return the areas that were chosen most, what they offer and how they fared."""
    places = findings.game.places
    offers = Offers("", {}) if places is None else places.offers(name)
    label = findings.columns.labels(Role.PLACE)[column]
    chosen = findings.table(places_table(label))
    rows = [
        (str(one["players"]), *_area(row, column, offers))
        for _, one in mine.iterrows()
        for _, row in _of(chosen, one).nlargest(CHOSEN, "seats").iterrows()
    ]
    more, words = ((), "") if places is None else (places.header, f" {places.words}")
    header = ("players", "area", "chosen", "win rate", "edge, points", *more)
    caption = (
        f"{findings.definition.map_name(name)}: the {label} areas that were chosen "
        f"most{offers.among}. Edge: win rate above that of the same factions "
        f"elsewhere, with bootstrap interval.{words}"
    )
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Table.grouped(caption, header, align, rows)


def _area(row: Any, column: str, offers: Offers) -> tuple[str, ...]:
    called, *more = offers.cells.get(int(row[column]), (str(int(row[column])),))
    return (
        called,
        f"{row['seats']:,}",
        show_percent(row["rate"], row["low"], row["high"]),
        _signed(row["edge"], row["edge_low"], row["edge_high"]),
        *more,
    )


def _signed(value: float, low: float, high: float, scale: float = PERCENT) -> str:
    return show_difference(value * scale, low * scale, high * scale)


def _pairs_text(table: pd.DataFrame, shared: str) -> str:
    """Say what pairing gained."""
    alike = table.loc[table["measure"] == START, "correlation"]
    return (
        f"Maps with a player count in common were played with the same luck: {shared}, and the "
        "same seat began, for the same line-up. Correlations within these "
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
            scale = {START: PERCENT, "unevenness": PERCENT}.get(str(measure), 1)
            unit = {START: ", points", "unevenness": ", % of the fair share"}.get(str(measure), "")
            rows.append(
                (
                    name,
                    str(players),
                    f"{measure}{unit}",
                    f"{row['pairs']:,.0f}",
                    _signed(row["difference"], row["low"], row["high"], scale),
                    f"{row['correlation']:.2f}".replace("-", "−"),
                )
            )
    header = ("maps", "players", "measure", "pairs", "difference", "correlation")
    caption = "Maps compared on the same luck, with 95 % intervals of the mean difference."
    align = (LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT)
    return Table.grouped(caption, header, align, rows, named=2)


def _several_maps(results: Results) -> bool:
    """Whether several maps were played on, and one of them often enough."""
    rows = base_rows(results.rows)
    if rows["map"].nunique() < len(("one", "other")):
        return False
    games = rows.drop_duplicates(["cell", "replicate"]).groupby(["map", "players"]).size()
    return bool((games >= FEWEST_GAMES).any())


MAPS_SECTION: Final = Section(
    "maps",
    "The maps judged",
    make,
    find,
    front=maps,
    columns=(TURN_ORDER,),
    applies=_several_maps,
)
