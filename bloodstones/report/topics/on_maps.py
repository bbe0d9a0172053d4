"""The section on who wins on which map, by each strategy that played all seats, and from where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.plots.matrix import draw_matrix
from bloodstones.plots.style import PAGE_WIDTH, to_svg
from bloodstones.plots.win_rates import draw_win_rates
from bloodstones.report.blocks.rate_tables import Keys, rate_table
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.front.charts import Square, claim_square, grid_chart
from bloodstones.report.front.claimed import held
from bloodstones.report.front.part import Chart
from bloodstones.report.language.phrases import capital, rate_text, title
from bloodstones.report.language.verdicts import Hold, LevelRate, RateClaim, claims_of
from bloodstones.report.study.definition import Definition
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics.places import first_place, map_claims
from bloodstones.stats.balance import PAIR
from bloodstones.stats.inference.rounding import PERCENT
from bloodstones.stats.verdicts import Verdict

MARK = "+"
FEWEST = 3  # parts on a side; fewer pairs are better read in lines
EVEN = 0.5
STEEP = 2.0  # the colour is full at a quarter from even
MARKS = {
    Verdict.FAIR.value: " =",
    Verdict.BORDERLINE.value: " ~",
    Verdict.TOO_FEW.value: " ?",
    Verdict.TOO_FEW_ORDERS.value: " ?",
}
LEFT, RIGHT = "left", "right"


def is_grid(maps: pd.Series) -> bool:
    """Tell whether the boards are all pairs of some parts with some others.

    >>> one_side = ["a", "b", "c"]
    >>> is_grid(pd.Series([f"{a}+{b}" for a in one_side for b in one_side]))
    True
    >>> is_grid(pd.Series(["a+b", "b+c", "c+a"]))
    False
    """
    names = [str(name).split(MARK) for name in maps.unique()]
    if any(len(parts) != len(("first", "second")) for parts in names):
        return False
    firsts, seconds = ({parts[side] for parts in names} for side in range(2))
    whole = len(names) == len(firsts) * len(seconds)
    return whole and min(len(firsts), len(seconds)) >= FEWEST


def draw_grid(rates: pd.DataFrame) -> str:
    """Return the picture of one strategy's win rates, first parts down, second parts across."""
    parts = rates["map"].str.split(MARK)
    squares = pd.DataFrame(
        {
            "line": parts.str[0],
            "column": parts.str[1],
            "lean": (rates["rate"] - rates["fair_share"]) * STEEP,
            "text": [
                f"{rate * PERCENT:.0f}{MARKS.get(str(verdict), '')}"
                for rate, verdict in zip(rates["rate"], rates["verdict"], strict=True)
            ],
            "sure": rates["verdict"].isin([Verdict.FAIR.value, Verdict.UNFAIR.value]),
        }
    )
    lines, columns = (
        {part: title(str(part)) for part in sorted(squares[side].unique())}
        for side in ("line", "column")
    )
    return to_svg(draw_matrix(squares, lines, columns, width=PAGE_WIDTH, height=EVEN))


def verdict_table(
    rates: pd.DataFrame, names: Mapping[str, str], board: Callable[[str], str]
) -> Table:
    """Return how many boards have which verdict by each strategy, with the two extremes.

    Parameters
    ----------
    rates
        Win rates by `strategy` and `map`.
    names
        Of the strategies by id.
    board
        Id of a board -> its name.
    """
    rows = []
    for strategy in dict.fromkeys(rates["strategy"]):
        group = rates[rates["strategy"] == strategy]
        counts = group["verdict"].astype(str).value_counts()
        far = [group.loc[group["rate"].agg(which)] for which in ("idxmin", "idxmax")]
        rows.append(
            (
                names[strategy],
                *(str(counts.get(verdict.value, 0)) for verdict in Verdict),
                *(f"{board(str(row['map']))}: {rate_text(row)}" for row in far),
            )
        )
    header = ("strategy", *(verdict.value for verdict in Verdict), "lowest", "highest")
    align = (LEFT, *(RIGHT for _ in Verdict), LEFT, LEFT)
    return Table("", header, align, tuple(rows))


MOST_LINES: Final = 16  # of a grid with a line a map
SIDES: Final = "+"  # between the two halves of a map's id
WHO_WINS: Final = "factions"  # the section that says who wins over all maps


@dataclass(frozen=True)
class Whole:
    """Where the first place wins least and most: a claim on a map, and one of its lines."""

    claim: RateClaim
    line: LevelRate

    @property
    def map(self) -> str:
        """The id of the map."""
        return str(self.claim.key[0])


@dataclass(frozen=True)
class OnMaps(Finding):
    """Who wins on which map, and over all of them.

    Attributes
    ----------
    findings
        The tables of the report.
    overall, each, first
        Claims on the roles over all maps and on each map, and on the first place on each map.
    """

    findings: StudyFindings
    overall: tuple[RateClaim, ...]
    each: tuple[RateClaim, ...]
    first: tuple[RateClaim, ...]

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "furthest": lambda f: all(
            claim.hold is not Hold.UNFAIR or claim.least <= f.furthest.least for claim in f.each
        ),
        # Over all maps and player types the rates of the place are further apart than the roles'.
        "place_matters_more": lambda f: f.spread(f.first) > f.spread(f.each),
        "moves_most": lambda f: all(claim.range <= f.moved.range for claim in f.each),
        "even": lambda f: all(
            abs(line.distance) <= f.band
            for claim in (*f.each, *f.first)
            if str(claim.key[0]) == f.best
            for line in claim.lines
        ),
        "closest": lambda f: all(f.off(f.best) <= f.off(board) for board in f.maps),
    }

    @property
    def band(self) -> float:
        """How far from its fair share a rate counts as fair, as a part of the share."""
        return self.findings.definition.band

    @property
    def whole(self) -> RateClaim:
        """The first role, over all maps."""
        return self.overall[0]

    @property
    def asked_elsewhere(self) -> bool:
        """Whether another section of the report says who wins over all maps."""
        return WHO_WINS in self.findings.definition.sections

    @property
    def first_place(self) -> str:
        """What the first place is called."""
        return first_place(self.findings)

    def map_name(self, claim: RateClaim) -> str:
        """Return the map that a claim is on."""
        return self.findings.definition.map_name(str(claim.key[0]))

    @property
    def unfair(self) -> Sequence[RateClaim]:
        """What is unfair on its map with every player type, the furthest first."""
        return sorted(held(self.each, Hold.UNFAIR), key=lambda claim: -claim.least)

    @property
    def furthest(self) -> RateClaim:
        """The first of them."""
        return self.unfair[0]

    @property
    def lowest(self) -> Whole:
        """Where the first place wins least."""
        return min(self._places, key=lambda one: one.line.rate)

    @property
    def highest(self) -> Whole:
        """Where it wins most."""
        return max(self._places, key=lambda one: one.line.rate)

    @property
    def _places(self) -> Sequence[Whole]:
        return [Whole(claim, line) for claim in self.first for line in claim.lines]

    def spread(self, claims: Sequence[RateClaim]) -> float:
        """Return how far rates are apart over all maps and player types."""
        every = [line.rate for claim in claims for line in claim.lines]
        return max(every) - min(every)

    @property
    def moved(self) -> RateClaim:
        """The role and map on which player types differ most."""
        return max(self.each, key=lambda claim: claim.range)

    @property
    def players_matter(self) -> bool:
        """Whether to name it: several types played, they differ, and it is not named above."""
        named = self.unfair[:1]
        return len(self.moved.lines) > 1 and self.moved.range > 0 and self.moved not in named

    @property
    def maps(self) -> Sequence[str]:
        """The ids of the maps."""
        return list(dict.fromkeys(str(claim.key[0]) for claim in self.each))

    def off(self, board: str) -> float:
        """Return how far the rate is off that is furthest from fair on a map, in fair shares."""
        return max(
            abs(line.distance)
            for claim in (*self.each, *self.first)
            if str(claim.key[0]) == board
            for line in claim.lines
        )

    @property
    def best(self) -> str:
        """The map on which roles and the first place are closest to even."""
        return min(self.maps, key=self.off)

    @property
    def there(self) -> RateClaim:
        """The first role there."""
        return next(claim for claim in self.each if str(claim.key[0]) == self.best)

    @property
    def place_there(self) -> RateClaim | None:
        """The first place there; None where places are not compared."""
        return next((claim for claim in self.first if str(claim.key[0]) == self.best), None)

    # The picture of the first page.

    @property
    def squared(self) -> bool:
        """Whether the picture has a square for each pair of halves of maps."""
        return len(self.maps) > MOST_LINES

    @property
    def shown(self) -> Sequence[RateClaim]:
        """What it shows."""
        return self.each if self.squared else (*self.each, *self.first)

    @property
    def chart(self) -> Chart:
        """The rates on every map: a line a map, or a grid of the halves of their ids."""
        if self.squared:
            squares = [_half_square(claim) for claim in self.each]
            firsts, seconds = (
                _halves(square.line for square in squares),
                _halves(square.column for square in squares),
            )
            return grid_chart(squares, firsts, seconds)
        who = title(str(self.each[0].key[1]))
        squares = [claim_square(claim, str(claim.key[0]), who) for claim in self.each]
        seat = capital(self.first_place.removeprefix("the "))
        squares += [claim_square(claim, str(claim.key[0]), seat) for claim in self.first]
        lines: dict[object, str] = {
            board: self.findings.definition.map_name(board) for board in self.maps
        }
        columns: dict[object, str] = {who: who, **({seat: seat} if self.first else {})}
        return grid_chart(squares, lines, columns)

    # The section.

    @property
    def rates(self) -> pd.DataFrame:
        """Win rates by map and strategy."""
        return self.findings.table(StudyTable.ON_MAPS)

    @property
    def roles(self) -> Sequence[str]:
        """The roles whose rates are shown: one where two meet only each other."""
        return sorted(set(map(str, self.rates["faction"])))

    @property
    def ends(self) -> Sequence[pd.Series[Any]]:
        """Where, and with which strategy, the first seat wins least and most."""
        first = self.findings.table(StudyTable.PLACES_ON_MAPS)
        return [first.loc[first["rate"].agg(which)] for which in ("idxmin", "idxmax")]

    def where(self, row: pd.Series[Any]) -> tuple[str, str]:
        """Return the names of a row's map and strategy."""
        definition = self.findings.definition
        return definition.map_name(row["map"]), definition.strategies[row["strategy"]].name

    @property
    def in_a_grid(self) -> bool:
        """Whether the maps are all pairs of some halves, of one role."""
        return is_grid(self.rates["map"]) and len(self.roles) == 1

    def drawings(self) -> Sequence[tuple[int, str, str]]:
        """Draw the rates: number of players, name of the picture and picture."""
        drawn = []
        for players, group in self.rates.groupby("players"):
            name = f"{NAME}_{players}_players"
            drawn.append((int(str(players)), name, _picture(group, self.findings.definition)))
        return drawn

    def grids(self) -> Sequence[tuple[str, int, str, str]]:
        """Draw each strategy's rates as a grid: its name, games a square, name, picture."""
        drawn = []
        for players, group in self.rates.groupby("players"):
            for strategy in dict.fromkeys(group["strategy"]):
                name = f"{NAME}_{players}_players_{strategy}"
                part = group[group["strategy"] == strategy]
                called = self.findings.definition.strategies[strategy].name
                drawn.append((called, int(part["games"].min()), name, draw_grid(part)))
        return drawn

    def rates_table(self) -> Table:
        """Return the win rates on each map as a table."""
        several: Keys = {"faction": ("faction", title)} if len(self.roles) > 1 else {}
        return rate_table(self.rates, {**_keys(self.findings.definition), **several}, "")

    def verdicts_table(self) -> Table:
        """Return the verdicts on all maps as a table."""
        return verdict_table(self.rates, self.findings.names, self.findings.definition.map_name)

    def places_table(self) -> Table:
        """Return the win rates of the first seat on each map as a table."""
        first = self.findings.table(StudyTable.PLACES_ON_MAPS)
        return rate_table(first, _keys(self.findings.definition), "")


def finding_of(findings: StudyFindings) -> OnMaps | None:
    """Return who wins on which map; None without maps."""
    if findings.table(StudyTable.ON_MAPS).empty:
        return None
    return OnMaps(
        findings,
        _claims(findings, StudyTable.OVER_MAPS, ["faction"]),
        _claims(findings, StudyTable.ON_MAPS, ["map", "faction"]),
        map_claims(findings),
    )


def _claims(findings: StudyFindings, table: str, keys: Sequence[str]) -> tuple[RateClaim, ...]:
    return claims_of(findings.table(table), keys, findings.levels, findings.level_names)


def _halves(halves: Iterable[object]) -> dict[object, str]:
    """Return the halves of maps in their order, with their labels."""
    return {half: half.upper() for half in sorted(map(str, halves))}


def _half_square(claim: RateClaim) -> Square:
    """Return the square of a map whose id has two halves, with the strongest player type."""
    one, _, other = str(claim.key[0]).partition(SIDES)
    last = claim.lines[-1]
    return Square(one, other, last.distance, f"{last.rate * PERCENT:.0f}", not claim.disagree)


NAME: Final = "on_maps"
Rates = Callable[[pd.DataFrame, Sequence[str]], pd.DataFrame]


def find(played: PlayedStudy) -> Tables:
    """Return win rates by map for each strategy; see `find_on_maps`."""
    return find_on_maps(played.level, played.place, played.rates, played.level_strategies)


def find_on_maps(level: pd.DataFrame, place: str, rates: Rates, order: Sequence[str]) -> Tables:
    """Return win rates by map for each strategy that plays all seats.

    Of two factions that only meet each other, the first is listed: the other has the rest.

    Parameters
    ----------
    level
        Rows of the games in which one strategy played all seats.
    place
        The column that tells the place of a seat.
    rates
        Rows and columns -> win rates by those columns.
    order
        The strategies as the study names them, from plain to skilled.
    """
    factions = rates(level, ["players", "strategy", "map", "faction"])
    overall = rates(level, ["players", "strategy", "faction"])
    places = rates(_begun_by_all(level, place), ["players", "strategy", "map", place])
    first = places[places[place] == 0].drop(columns=place)
    parts = {
        StudyTable.ON_MAPS: _one_side(factions),
        StudyTable.PLACES_ON_MAPS: first,
        StudyTable.OVER_MAPS: _one_side(overall),
    }
    return {name: _ascending(part, order) for name, part in parts.items()}


def _begun_by_all(level: pd.DataFrame, place: str) -> pd.DataFrame:
    """Return the games on boards where no faction always has the first place.

    Elsewhere the effects of place and faction are confounded.
    """
    begun = level[level[place] == 0].groupby("map")["faction"].nunique()
    shared = level[level["map"].map(begun) > min(1, begun.max() - 1)]
    return shared if level["faction"].nunique() > 1 else level


def _one_side(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of one faction where two factions meet only each other."""
    names = sorted(table["faction"].unique())
    if len(names) > PAIR or (table["players"] > PAIR).any():
        return table
    shown: pd.DataFrame = table[table["faction"] == names[0]]
    return shown


def _ascending(table: pd.DataFrame, order: Sequence[str]) -> pd.DataFrame:
    """Return a table with its strategies in an order, unnamed ones first."""
    places = {name: place for place, name in enumerate(order)}
    ranks = table["strategy"].map(lambda name: places.get(name, -1))
    by = [name for name in ("map", "faction") if name in table]
    ranked = table.assign(_rank=ranks).sort_values(["players", "_rank", *by], kind="stable")
    return ranked.drop(columns="_rank").reset_index(drop=True)


def _keys(definition: Definition) -> Keys:
    return {
        "players": ("players", str),
        "strategy": ("strategy", lambda name: definition.strategies[name].name),
        "map": ("map", definition.map_name),
    }


def _picture(group: pd.DataFrame, definition: Definition) -> str:
    several = group["faction"].nunique() > 1
    strategies = list(dict.fromkeys(group["strategy"]))
    lines = [
        definition.map_name(row["map"]) + (f", {title(row['faction'])}" if several else "")
        for _, row in group.iterrows()
    ]
    table = group.assign(line=lines, panel=group["strategy"].map(strategies.index))
    names = (definition.strategies[name].name for name in strategies)
    panels: dict[object, str] = dict(enumerate(names))
    labels: dict[object, str] = {line: line for line in lines}
    return to_svg(draw_win_rates(table, "line", "panel", definition.band, labels, panels))


ON_MAPS: Final = topic(NAME, "Who wins on which map", finding_of, find=find)
