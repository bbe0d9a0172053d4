"""The section on maps: seats, leads, chosen and contested areas, paired comparisons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.core.contract.game import Role
from bloodstones.kit.pictures.scene import Heat
from bloodstones.plots.boards import HALF_WIDTH, board_svg
from bloodstones.report.blocks.rows import largest
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.game_report import Offers
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Block, Picture, Table
from bloodstones.report.front.charts import Square, grid_chart
from bloodstones.report.front.part import Chart
from bloodstones.report.language.phrases import (
    capital,
    listing,
    percent_text,
    players_text,
)
from bloodstones.report.language.terms import TURN_ORDER
from bloodstones.report.study.definition import Definition
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.judged_maps import (
    CONTESTED,
    DIFFERENCES,
    FACTIONS,
    FACTIONS_OF_OTHERS,
    FIRST_OF_OTHERS,
    LEADS,
    MAPS,
    OTHERS,
    SEATS,
    SEATS_OF_OTHERS,
    judge_all,
    places_table,
)
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.topics.boards import side_by_side
from bloodstones.report.topics.leads import LEAD_HEADER, lead_cells, lead_places
from bloodstones.stats.inference.rounding import PERCENT, show_difference, show_percent
from bloodstones.stats.maps import START
from bloodstones.stats.table import Results, base_rows
from bloodstones.stats.unevenness import FEWEST_GAMES
from bloodstones.stats.verdicts import Verdict

PLACES: Final = "turn_orders"
ROLES: Final = "factions"
ROUNDING: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Judged:
    """How uneven a map is at a number of players.

    Attributes
    ----------
    places, roles
        Average distances of the win rates from the fair share, parts of all games.
    widest, widest_role
        The largest distance of a place or role, and of a role, in fair shares.
    fair_places
        Whether the places are fair.
    """

    name: str
    players: int
    places: float
    roles: float
    widest: float
    widest_role: float
    fair_places: bool

    def off(self, kind: str) -> float:
        """Return an average distance as a part of all games."""
        return self.places if kind == PLACES else self.roles


@dataclass(frozen=True, slots=True)
class OtherPlayers:
    """At how many tables another player type gives the same verdict on places."""

    level: str
    same: int
    tables: int


@dataclass(frozen=True, slots=True)
class Furthest:
    """The place of a map that is furthest from fair, and the verdict on all places."""

    players: int
    verdict: str
    place: int
    row: pd.Series[Any]


@dataclass(frozen=True)
class OneMap:
    """A map of the section: its id, its name, and the lines of the table of judgements on it."""

    findings: StudyFindings
    id: str
    lines: pd.DataFrame

    @property
    def name(self) -> str:
        """Its name."""
        return self.findings.definition.map_name(self.id)

    @property
    def furthest(self) -> Sequence[Furthest]:
        """The place that is furthest from fair, by number of players."""
        found = []
        for _, one in self.lines.iterrows():
            seats = _of(self.findings.table(SEATS), one)
            row = largest(seats, (seats["rate"] - seats["fair_share"]).abs())
            verdict = str(one["seat_advantage"])
            found.append(Furthest(int(one["players"]), verdict, int(row[TURN_ORDER]), row))
        return found

    def heats(self) -> tuple[Sequence[Block], Mapping[str, str]]:
        """Draw its most contested areas, over all numbers of players."""
        drawn, svgs = _layers(self.findings, self.id, self.lines)
        return side_by_side(drawn), svgs

    def chosen(self) -> Sequence[Chosen]:
        """Return the areas that were chosen most, as a table for each kind of choice."""
        labels = self.findings.columns.labels(Role.PLACE)
        return [_chosen(self.findings, self, column, label) for column, label in labels.items()]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The areas of a map that were chosen most: for what, among which, as a table."""

    label: str
    among: str
    words: str
    table: Table


@dataclass(frozen=True)
class Maps(Finding):
    """What games show about the maps: a table here is a map at a number of players.

    Attributes
    ----------
    findings
        The tables of the report.
    """

    findings: StudyFindings

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "most_even": lambda f: bool((f.off(ROLES) >= f.best.off(ROLES) - ROUNDING).all()),
        "least_even": lambda f: bool((f.off(ROLES) <= f.worst.off(ROLES) + ROUNDING).all()),
        "least_even_places": lambda f: bool(
            (f.off(PLACES) <= f.oddest.off(PLACES) + ROUNDING).all()
        ),
        # No table at these sizes has both its roles and its places within the band.
        "none_is_even": lambda f: (
            not any(one.widest <= f.band for one in f.judged if one.players in f.uneven)
        ),
    }

    def off(self, kind: str) -> pd.Series[float]:
        """Return how far from fair the tables are, as a part of all games."""
        rates = self.findings.table(SEATS if kind == PLACES else FACTIONS)
        return _away(rates).groupby([rates["map"], rates["players"]]).mean()

    @property
    def judged(self) -> Sequence[Judged]:
        """The maps, at each number of players."""
        return [_judged(self.findings, row) for _, row in self.findings.table(MAPS).iterrows()]

    @property
    def band(self) -> float:
        """How far from its fair share a rate counts as fair, as a part of the share."""
        return self.findings.definition.band

    @property
    def fair(self) -> int:
        """At how many tables the places are fair."""
        return sum(one.fair_places for one in self.judged)

    @property
    def even(self) -> int:
        """At how many tables the roles are within the band."""
        return sum(one.widest_role <= self.band for one in self.judged)

    @property
    def best(self) -> Judged:
        """The table at which the roles are closest to fair."""
        return min(self.judged, key=lambda one: one.off(ROLES))

    @property
    def worst(self) -> Judged:
        """The table at which they are furthest from it."""
        return max(self.judged, key=lambda one: one.off(ROLES))

    @property
    def oddest(self) -> Judged:
        """The table at which the places are furthest from fair."""
        return max(self.judged, key=lambda one: one.off(PLACES))

    @property
    def _choices(self) -> Mapping[int, Judged]:
        """By number of players the map whose furthest role or place is closest to fair."""
        return {
            size: min(
                (one for one in self.judged if one.players == size),
                key=lambda one: one.widest,
            )
            for size in sorted({one.players for one in self.judged})
        }

    @property
    def good(self) -> Sequence[Judged]:
        """The map to choose, by number of players, where one is even."""
        return [one for one in self._choices.values() if one.widest <= self.band]

    @property
    def uneven(self) -> Sequence[int]:
        """The numbers of players at which no map is even."""
        return [size for size, one in self._choices.items() if one not in self.good]

    @property
    def nearest(self) -> Judged:
        """The table closest to fair among those without an even map."""
        return min((self._choices[size] for size in self.uneven), key=lambda one: one.off(ROLES))

    @property
    def others(self) -> Sequence[OtherPlayers]:
        """Other player types, and how far their verdicts agree."""
        others, table = self.findings.table(OTHERS), self.findings.table(MAPS)
        if others.empty:
            return []
        keys = ["map", "players"]
        joined = others.merge(table[[*keys, "seat_advantage"]], on=keys, suffixes=("", "_here"))
        found = []
        for strategy, group in joined.groupby("strategy", sort=True):
            same = int((group["seat_advantage"] == group["seat_advantage_here"]).sum())
            level = self.findings.level_names.get(str(strategy), str(strategy))
            found.append(OtherPlayers(level, same, len(group)))
        return found

    @property
    def level(self) -> str:
        """The player type whose games the verdicts are of; "" without a name."""
        return self.findings.level_names.get(str(self.findings.strategy), "")

    @property
    def chart(self) -> Chart:
        """How far places and roles are from fair on each map."""
        return _chart(self.judged)

    def summary_table(self) -> Table:
        """Return the maps as a table."""
        return _summary(self.findings)

    def leads_table(self) -> Table:
        """Return how the lead passes on each map as a table."""
        return _leads(self.findings)

    @property
    def maps(self) -> Sequence[OneMap]:
        """The maps, each with its lines of the table of judgements."""
        table = self.findings.table(MAPS)
        return [
            OneMap(self.findings, name, table[table["map"] == name])
            for name in dict.fromkeys(map(str, table["map"]))
        ]

    @property
    def alike(self) -> pd.Series[float]:
        """Correlations of the start player's wins within pairs of maps."""
        table = self.findings.table(DIFFERENCES)
        return table.loc[table["measure"] == START, "correlation"]

    @property
    def compared(self) -> bool:
        """Whether maps were compared in pairs."""
        return len(self.findings.table(DIFFERENCES)) > 0

    def pairs_table(self) -> Table:
        """Return the maps compared in pairs as a table."""
        return _pairs(self.findings.table(DIFFERENCES), self.findings.definition)


def finding_of(findings: StudyFindings) -> Maps | None:
    """Return what games show about the maps; None where none is judged."""
    return None if findings.table(MAPS).empty else Maps(findings)


def _judged(findings: StudyFindings, row: pd.Series) -> Judged:
    places, roles = (_of(findings.table(name), row) for name in (SEATS, FACTIONS))
    return Judged(
        findings.definition.map_name(str(row["map"])),
        int(row["players"]),
        float(_away(places).mean()),
        float(_away(roles).mean()),
        max(_widest(places), _widest(roles)),
        _widest(roles),
        row["seat_advantage"] == Verdict.FAIR.value,
    )


def _away(rates: pd.DataFrame) -> pd.Series[float]:
    """Return how far each rate is from its fair share, a part of all games."""
    away: pd.Series[float] = (rates["rate"] - rates["fair_share"]).abs()
    return away


def _widest(rates: pd.DataFrame) -> float:
    """Return the largest distance from the fair share, in fair shares."""
    return float((_away(rates) / rates["fair_share"]).max())


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
                    one.off(kind) * one.players,
                    _whole_points(one.off(kind)),
                )
                for one in judged
                if one.players == size
            ]
    lines: dict[object, str] = {name: name for name in sorted({one.name for one in judged})}
    return grid_chart(squares, lines, columns, "", "")


def _whole_points(off: float) -> str:
    """Return a distance in whole points, as a square of the picture has it.

    >>> _whole_points(0.032), _whole_points(0.001)
    ('3', '< 1')
    """
    whole = round(off * PERCENT)
    return str(whole) if whole else "< 1"


LEFT, RIGHT = "left", "right"
LAYERS = 2  # pictures of a map, side by side
CHOSEN = 6
PAIRS = (START, "rounds a game", "lead changes a game")


def find(played: PlayedStudy) -> Tables:
    """Return the judgements on all maps as tables."""
    return judge_all(played.rows, played.level, played.results, played.definition.band).tables


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


def _summary(findings: StudyFindings) -> Table:
    names, others = findings.definition.strategies, findings.table(OTHERS)
    here = findings.table(MAPS).assign(strategy=findings.strategy or "")
    every, roles = (
        findings.table(name).assign(strategy=findings.strategy or "") for name in (SEATS, FACTIONS)
    )
    first = every[every[TURN_ORDER] == 0]
    if len(others):
        here = pd.concat([here, others], ignore_index=True)
        first = pd.concat([first, findings.table(FIRST_OF_OTHERS)], ignore_index=True)
        every = pd.concat([every, findings.table(SEATS_OF_OTHERS)], ignore_index=True)
        roles = pd.concat([roles, findings.table(FACTIONS_OF_OTHERS)], ignore_index=True)
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
                _average(_of(roles, one, strategy=one["strategy"])),
                _average(_of(every, one, strategy=one["strategy"])),
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
        "factions,\npoints off",
        "places,\npoints off",
    )
    align = (LEFT, LEFT, *(LEFT,) * several, RIGHT, RIGHT, RIGHT, LEFT, RIGHT, RIGHT)
    return Table.grouped("", header, align, rows)


def _average(rates: pd.DataFrame) -> str:
    """Return the average distance from the fair share in points, with half an interval."""
    if rates.empty:
        return "–"
    half = float((rates["high"] - rates["low"]).mean()) / 2
    return f"{float(_away(rates).mean()) * PERCENT:.0f} ± {half * PERCENT:.0f}"


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
    return Table.grouped("", header, align, rows)


def _heat(findings: StudyFindings, mine: pd.DataFrame, measure: str) -> dict[int, float]:
    """Return a measure in 100 games by area, over all player counts."""
    games = mine["games"].sum()
    total: dict[int, float] = {}
    for _, one in mine.iterrows():
        contested = _of(findings.table(CONTESTED), one)
        for area, mean in zip(contested["area"], contested[measure], strict=True):
            total[int(area)] = total.get(int(area), 0.0) + mean * one["games"] / games * PERCENT
    return total


def _chosen(findings: StudyFindings, one: OneMap, column: str, label: str) -> Chosen:
    """Return the areas that were chosen most, what they offer and how they fared."""
    places = findings.game.places
    offers = Offers("", {}) if places is None else places.offers(one.id)
    chosen = findings.table(places_table(label))
    rows = [
        (str(line["players"]), *_area(row, column, offers))
        for _, line in one.lines.iterrows()
        for _, row in _of(chosen, line).nlargest(CHOSEN, "seats").iterrows()
    ]
    more, words = ((), "") if places is None else (places.header, places.words)
    header = ("players", "area", "chosen", "win rate", "edge, points", *more)
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Chosen(label, offers.among, words, Table.grouped("", header, align, rows))


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


def _pairs(table: pd.DataFrame, definition: Definition) -> Table:
    rows = []
    for (one, other, players), group in table.groupby(["map", "other", "players"], sort=True):
        name = f"{definition.map_name(str(one))} less {definition.map_name(str(other))}"
        lines = group.set_index("measure").loc[list(PAIRS)]
        for measure, row in lines.iterrows():
            scale = {START: PERCENT}.get(str(measure), 1)
            unit = {START: ", points"}.get(str(measure), "")
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
    align = (LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT)
    return Table.grouped("", header, align, rows, named=2)


def _several_maps(results: Results) -> bool:
    """Whether several maps were played on, and one of them often enough."""
    rows = base_rows(results.rows)
    if rows["map"].nunique() < len(("one", "other")):
        return False
    games = rows.drop_duplicates(["cell", "replicate"]).groupby(["map", "players"]).size()
    return bool((games >= FEWEST_GAMES).any())


MAPS_SECTION: Final = topic(
    "maps",
    "The maps judged",
    finding_of,
    find=find,
    columns=(TURN_ORDER,),
    applies=_several_maps,
)
