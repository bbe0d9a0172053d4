"""What changed rules do to win rates and to the length of games, on common random numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.plots.before_after import draw_from_to
from bloodstones.plots.doses import draw_doses
from bloodstones.plots.matrix import draw_matrix
from bloodstones.plots.style import PAGE_WIDTH, to_svg
from bloodstones.report.blocks.rows import largest
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.tested import PLACES, ROLES, TestedChange, Tester, kinds_of
from bloodstones.report.contract.topic import Finding, block_of, topic
from bloodstones.report.document.model import Table
from bloodstones.report.front.charts import sure_of
from bloodstones.report.front.part import Chart
from bloodstones.report.front.tested import TEMPLATE, Tested, table_tests
from bloodstones.report.language.phrases import SURE, capital, role, title
from bloodstones.report.language.terms import FACTION, SEATS_CHANGED, TURN_ORDER, WHAT_IFS, in_order
from bloodstones.report.language.verdicts import FAMILY_ERROR
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics.arms import (
    changed_rows,
    find_lengths,
    find_resulting,
    find_what_ifs,
    has_arms,
)
from bloodstones.stats.arms import PAIRED_SPANNING
from bloodstones.stats.changes import Mending, mending
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, with_sign
from bloodstones.stats.table import BASE, level_games

LEFT, RIGHT = "left", "right"
FULL: Final = 0.1  # a difference of ten points has the deepest colour
LINE_HEIGHT: Final = 0.32
FEWEST_IDLE: Final = 4  # changes that move nothing, to be listed in a sentence
MOST_DRAWN: Final = 20  # changes in a picture, which must fit on a page
LINES: Final = 10  # of the chart of the first page
LONG: Final = 0.1  # of a game's rounds: a change of its length that is named
BLIND: Final = 0.1  # a bound on what was not found that says nothing
BASE_GAME: Final = "base game"
ARM: Final = ["players", "arm"]


@dataclass(frozen=True, slots=True)
class ChangeAtTable:
    """A change at a table: its name, what it does to fairness, and whom it moves most.

    `sure` says that some rate differs significantly from the base game.
    """

    arm: str
    words: str
    players: int
    mending: Mending
    most: pd.Series[Any]
    sure: bool

    @property
    def difference(self) -> float:
        """Of the rate that it moves most."""
        return float(self.most["difference"])


@dataclass(frozen=True)
class Worth:
    """What something is worth to the roles that an arm gives it to.

    Attributes
    ----------
    what
        In words, such as "moving first in every turn".
    rows
        A row of differences a role, the largest first.
    """

    what: str
    rows: Sequence[Any]

    @property
    def clear(self) -> bool:
        """Whether it moves every role significantly."""
        return all(row["holm"] <= FAMILY_ERROR for row in self.rows)


@dataclass(frozen=True)
class WhatIfs(Finding):
    """What each change does to the win rates of a group: roles, places or strategies.

    Attributes
    ----------
    findings
        The tables of the report.
    table
        One row an arm, number of players and group, as of `topics.arms.find_what_ifs`.
    of
        `ROLES`, or `PLACES` for places in turn order.
    """

    findings: StudyFindings
    table: pd.DataFrame
    of: str = ROLES

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "all_clear": lambda f: f.clear_arms == set(f.table["arm"]),
        "none_clear": lambda f: not f.clear_arms,
        "largest": lambda f: bool(
            (f.clear_rows["difference"].abs() <= abs(f.largest.difference)).all()
        ),
        "idle_bounded": lambda f: (f.idle_rows[["low", "high"]].abs() <= f.bound).to_numpy().all(),
        "goes_too_far": lambda f: f.largest.mending.overshot and not f.largest.mending.helps(0.0),
        "helps_most": lambda f: all(
            one.mending.gain <= f.here.mending.gain
            for one in f.tested.strongest
            if one.study == f.here.study and one.mending.helps(f.least)
        ),
        # What is said to cost or to gain wins does so for every role that has it, for certain.
        "costs": lambda f: all(row["high"] < 0 for row in f.worths[0].rows),
        "gains": lambda f: all(row["low"] > 0 for row in f.worths[0].rows),
        "types_agree": lambda f: f.agreement,
        "spanning": lambda f: bool((f.table["interval"] == PAIRED_SPANNING).any()),
    }

    # Who and how.

    @property
    def by_role(self) -> bool:
        """Whether the win rates are of roles, which should be fair."""
        return self.of == ROLES and self.findings.definition.by == FACTION

    @property
    def asks_for_fair(self) -> bool:
        """Whether the title asks if something is fair, or makes it fair."""
        return "fair" in self.findings.definition.title.lower()

    @property
    def verb(self) -> str:
        """The verb that follows a group."""
        return "win" if self.by_role else "wins"

    def who(self, name: str) -> str:
        """Return a group as a sentence names it."""
        if self.by_role:
            return role(name, self.findings.role)
        return f"the {name.lower()}" if self.of == PLACES else name

    @property
    def sizes(self) -> list[int]:
        """The numbers of players."""
        return sorted(map(int, self.table["players"].unique()))

    @property
    def least(self) -> float:
        """The least gain that matters, a part of all games."""
        return self.findings.definition.least

    # The first page.

    @cached_property
    def worths(self) -> list[Worth]:
        """What the arms give is worth to the roles that have it, if the report asks that."""
        found = []
        for advantage in self.findings.definition.worth if self.by_role else ():
            rows = [
                row
                for _, row in self.table.iterrows()
                if advantage.arms.get(str(row["arm"])) == row[FACTION]
            ]
            rows.sort(key=lambda row: -abs(row["difference"]))
            found += [Worth(advantage.what, rows)] if rows else []
        return found

    @cached_property
    def changes(self) -> list[ChangeAtTable]:
        """Every change at every table, the one with the largest effect first."""
        sure = set(map(tuple, sure_of(self.table)[ARM].to_numpy()))
        titles, about = self.findings.arm_titles, self.findings.definition.about
        made = []
        for (players, arm), group in self.table.groupby(ARM, sort=True):
            mine = group[group[FACTION] == about]
            shown = mine if len(mine) else group
            made.append(
                ChangeAtTable(
                    str(arm),
                    titles[str(arm)],
                    int(str(players)),
                    mending(group, int(str(players))),
                    largest(shown, shown["difference"].abs()),
                    (players, arm) in sure,
                )
            )
        return sorted(made, key=lambda one: (not one.sure, -abs(one.difference)))

    @property
    def largest(self) -> ChangeAtTable:
        """The clear change with the largest effect; of changes without a clear one the largest."""
        return self.changes[0]

    @property
    def named_alone(self) -> bool:
        """Whether the report asks about one role, whose rates are named."""
        return self.findings.definition.about in set(self.table[FACTION])

    @property
    def clear_arms(self) -> set[str]:
        """The changes that move some rate significantly."""
        return {one.arm for one in self.changes if one.sure}

    @property
    def clear_rows(self) -> pd.DataFrame:
        """The rows of changes that move some rate significantly at their table."""
        sure = set(map(tuple, sure_of(self.table)[ARM].to_numpy()))
        rows = self.table[[tuple(row) in sure for row in self.table[ARM].to_numpy()]]
        about = self.findings.definition.about
        return rows[rows[FACTION] == about] if self.named_alone else rows

    @property
    def total(self) -> int:
        """The number of changes."""
        return int(self.table["arm"].nunique())

    @property
    def idle_rows(self) -> pd.DataFrame:
        """The rows of changes that move no rate significantly at any table."""
        return self.table[~self.table["arm"].isin(set(sure_of(self.table)["arm"]))]

    @property
    def bound(self) -> float:
        """The largest effect that the changes without a clear one may have."""
        rest = self.idle_rows
        return max(float(rest["low"].abs().max()), float(rest["high"].abs().max()))

    @property
    def blind(self) -> bool:
        """Whether there are too few games to find an effect that matters."""
        return self.claim("none_clear") and self.bound > BLIND

    def next(self, count: int) -> list[ChangeAtTable]:
        """Return the clear changes with the largest effects after the first, each once."""
        said = {self.largest.arm}
        rest = {one.arm: one for one in reversed(self.changes) if one.sure and one.arm not in said}
        return sorted(rest.values(), key=lambda one: -abs(one.difference))[:count]

    @property
    def tester(self) -> Tester:
        """The report as one that tested changes."""
        findings = self.findings
        texts = findings.definition.strategies
        return Tester(
            game=str(findings.provenance.get("game")),
            report="",
            title=findings.definition.title,
            by=findings.definition.by,
            strategy=findings.strategy or "",
            role=findings.role,
            provenance=findings.provenance,
            table=findings.table,
            number=findings.number,
            kind=kinds_of({name: text.level for name, text in texts.items()}),
            where=findings.definition.baseline,
            titles=findings.definition.arms,
        )

    @cached_property
    def tested(self) -> Tested:
        """The tests at the table of the report that has a recommended change, or the first."""
        own: Sequence[TestedChange] = self.tester.tests()
        of_tables = [
            table_tests(self.findings, size, self.of, own=own, least=self.least)
            for size in self.sizes
        ]
        here = [one for one in of_tables if one.recipe is not None]
        mine = [one for one in here if one.recipe and one.recipe.study == one.study]
        return (mine or here or of_tables)[0]

    @property
    def here(self) -> TestedChange | None:
        """The recommended change, if the games of this report tested it."""
        one = self.tested.recipe
        return one if one is not None and one.study == self.tested.study else None

    @property
    def other_length(self) -> tuple[float, float] | None:
        """Rounds of a game before and after the recommended change, if that matters."""
        table = self.findings.table(StudyTable.WHAT_IF_LENGTHS)
        if self.here is None or self.of == PLACES or table.empty:
            return None
        mine = [one.arm for one in self.changes if one.words == self.here.words]
        rows = table[table["arm"].isin(mine) & (table["players"] == self.here.players)]
        if rows.empty or abs(rows["difference"].iloc[0]) < LONG * rows["base"].iloc[0]:
            return None
        return float(rows["base"].iloc[0]), float(rows["other"].iloc[0])

    @property
    def places_helped(self) -> bool:
        """Whether a change of this report makes the places in turn order fairer."""
        places = places_changed(self.findings)
        return places is not None and places.here is not None

    @property
    def advice(self) -> str:
        """What to do at the table, as every report says it."""
        return block_of(TEMPLATE, self.tested, "advice", self.findings.templates)

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """The report that tested the recommended change."""
        return self.tested.links if self.by_role or self.of == PLACES else ()

    @property
    def types(self) -> int:
        """The number of strategies that tested every change."""
        by = self.findings.table(StudyTable.WHAT_IFS_BY_STRATEGY)
        return int(by["strategy"].nunique()) if len(by) else 1

    @property
    def agreement(self) -> bool:
        """Whether every strategy moves the rate of the largest effect the same way, for certain."""
        by = self.findings.table(StudyTable.WHAT_IFS_BY_STRATEGY)
        row, keys = self.largest.most, ["players", "arm", FACTION]
        rows = by[(by[keys] == [row[key] for key in keys]).all(axis=1)]
        ends = rows["low"] > 0 if row["difference"] > 0 else rows["high"] < 0
        return bool(ends.all())

    @property
    def baseline(self) -> str:
        """What the base game starts from, in words, where it is not the printed game."""
        return self.findings.definition.baseline

    @property
    def chart(self) -> Chart | None:
        """Rates before and after, or distances from fair where a change of this report helps."""
        several = len(self.sizes) > 1
        if self.here is not None and self.of == ROLES and self.by_role:
            shown = sorted(self.changes, key=lambda one: -one.mending.gain)[:LINES]
            labels = [_label(one, several) for one in shown]
            ends = [(one.mending.before, one.mending.after) for one in shown]
            unit, marks = "average distance of the win rates from the fair share, points", []
        else:
            shown = sorted(self.changes, key=lambda one: -abs(one.difference))[:LINES]
            who = [self.who(str(one.most[FACTION])).removeprefix("the ") for one in shown]
            labels = [
                f"{_label(one, several)}: {name}" for one, name in zip(shown, who, strict=True)
            ]
            ends = [(float(one.most["base"]), float(one.most["other"])) for one in shown]
            unit, marks = "win rate, %", sorted({PERCENT / one.players for one in shown})
        drawn = pd.DataFrame(
            {
                "label": labels,
                "before": [before * PERCENT for before, _ in ends],
                "after": [after * PERCENT for _, after in ends],
                "sure": [one.sure for one in shown],
            }
        )
        return Chart(to_svg(draw_from_to(drawn, unit, marks)), "", "")

    # The section.

    @property
    def panels(self) -> list[Panel]:
        """The changes by number of players."""
        return [
            Panel(self, int(str(players)), group)
            for players, group in self.table.groupby("players")
        ]

    @property
    def correlation(self) -> float:
        """How far a change and the base game agree, game by game: the median."""
        return float(self.table["correlation"].median())

    @property
    def saving(self) -> float:
        """The part of the games that pairing saves: the median."""
        needed = self.table["pairs"] / self.table["independent_pairs"]
        return float(1 - needed.median())

    @property
    def begun(self) -> bool:
        """Whether the section on roles has explained the method."""
        return self.of == PLACES and WHAT_IFS in self.findings.definition.sections

    @property
    def doses(self) -> list[tuple[int, str]]:
        """Numbers of players with their dose curves."""
        table = self.findings.table(StudyTable.DOSES)
        if table.empty or self.of == PLACES:
            return []
        called = self.findings.number
        return [
            (int(str(players)), _drawn_doses(group, int(str(players)), called))
            for players, group in table.groupby("players", sort=True)
        ]


@dataclass(frozen=True)
class Panel:
    """The changes at one number of players."""

    whole: WhatIfs
    players: int
    group: pd.DataFrame

    @property
    def name(self) -> str:
        """The name of its picture."""
        kind = SEATS_CHANGED if self.whole.of == PLACES else WHAT_IFS
        return f"{kind}_{self.players}_players"

    @property
    def arms(self) -> dict[object, str]:
        """All changes by their titles, the one with the largest effect first."""
        titles = self.whole.findings.arm_titles
        most = self.group["difference"].abs().groupby(self.group["arm"]).max()
        order = sorted(most.index, key=lambda arm: (-most[arm], list(titles).index(arm)))
        return {arm: titles[arm] for arm in order}

    @property
    def places(self) -> int:
        """The decimals that all differences may show."""
        return common_decimals((self.group["high"] - self.group["low"]) / 2 * PERCENT)

    @property
    def idle(self) -> list[str]:
        """The changes all of whose differences round to zero, if there are several."""
        nought = (self.group["difference"] * PERCENT).round(self.places) == 0
        still = (nought & (self.group["holm"] > FAMILY_ERROR)).groupby(self.group["arm"]).all()
        found = set(still[still].index)
        if not FEWEST_IDLE <= len(found) < len(still):
            return []
        return [words for arm, words in self.arms.items() if arm in found]

    @property
    def half(self) -> str:
        """The largest half interval, in points."""
        widest = ((self.group["high"] - self.group["low"]) / 2 * PERCENT).max()
        return f"{widest:.{self.places}f}"

    @property
    def moving(self) -> dict[object, str]:
        """The changes of the tables."""
        idle = set(self.idle)
        return {arm: words for arm, words in self.arms.items() if words not in idle}

    @property
    def drawn(self) -> dict[object, str]:
        """The changes of the picture."""
        return dict(list(self.moving.items())[:MOST_DRAWN])

    @property
    def groups(self) -> dict[object, str]:
        """The groups by their names."""
        return {name: title(name) for name in in_order(self.group[FACTION])}

    def drawing(self) -> str:
        """Draw the differences as a matrix."""
        group = self.group[self.group["arm"].isin(self.drawn)]
        squares = pd.DataFrame(
            {
                "line": group["arm"],
                "column": group[FACTION],
                "lean": group["difference"] / FULL,
                "text": [self._points(value) for value in group["difference"]],
                "sure": group["holm"] <= FAMILY_ERROR,
            }
        )
        drawn = draw_matrix(squares, self.drawn, self.groups, width=PAGE_WIDTH, height=LINE_HEIGHT)
        return to_svg(drawn)

    def effects(self) -> Table:
        """Return the differences as a table."""
        cells = {(row["arm"], row[FACTION]): row for _, row in self.group.iterrows()}
        rows = tuple(
            (name, *(self._cell(cells[arm, group]) for group in self.groups))
            for arm, name in self.moving.items()
        )
        first = next(iter(self.moving))
        base = (f"{float(cells[first, name]['base']) * PERCENT:.0f} %" for name in self.groups)
        header = ("change", *(name.replace(" ", "\n") for name in self.groups.values()))
        align = (LEFT, *(RIGHT for _ in self.groups))
        return Table("", header, align, ((BASE_GAME, *base), *rows), (1,))

    @property
    def rates(self) -> pd.DataFrame:
        """The win rates that result; empty for places."""
        table = self.whole.findings.table(StudyTable.WHAT_IF_RATES)
        if table.empty or self.whole.of == PLACES:
            return pd.DataFrame()
        return table[table["players"] == self.players]

    def results(self) -> Table:
        """Return the win rates that result, with their average distance from the fair share."""
        table, fair = self.rates, 1 / self.players
        cells = {(row["arm"], row[FACTION]): row for _, row in table.iterrows()}
        names = in_order(table[FACTION])
        places = common_decimals((table["high"] - table["low"]) / 2 * PERCENT)
        away = (table["rate"] - fair).abs().groupby(table["arm"]).mean() * PERCENT
        rows = [
            (
                words,
                *(_rate(cells[arm, name], places) for name in names),
                *((f"{away[str(arm)]:.1f}",) if self.whole.by_role else ()),
            )
            for arm, words in {BASE: BASE_GAME, **self.moving}.items()
        ]
        last = ("distance,\npoints",) if self.whole.by_role else ()
        header = ("change", *(title(name).replace(" ", "\n") for name in names), *last)
        return Table("", header, (LEFT, *(RIGHT for _ in header[1:])), tuple(rows), (1,))

    def _points(self, share: float) -> str:
        return with_sign(share * PERCENT, self.places)

    def _cell(self, row: Any) -> str:
        star = SURE if row["holm"] <= FAMILY_ERROR else ""
        half = float(row["high"] - row["low"]) / 2 * PERCENT
        return f"{self._points(row['difference'])} ± {half:.{self.places}f}{star}"


def _rate(row: Any, places: int) -> str:
    half = float(row["high"] - row["low"]) / 2 * PERCENT
    return f"{row['rate'] * PERCENT:.{places}f} ± {half:.{places}f}"


def _label(one: ChangeAtTable, several: bool) -> str:
    return f"{capital(one.words)}{f' ({one.players} players)' if several else ''}"


def _drawn_doses(group: pd.DataFrame, size: int, called: Callable[[str], str]) -> str:
    numbers: dict[object, str] = {
        number: capital(called(str(number))) for number in dict.fromkeys(group["number"])
    }
    lines: dict[object, str] = {line: title(line) for line in in_order(group[FACTION])}
    drawn = group.assign(
        panel=group["number"],
        line=group[FACTION],
        height=group["rate"] * size,
        low=group["low"] * size,
        high=group["high"] * size,
        printed=group["arm"] == BASE,
    )
    return to_svg(draw_doses(drawn, numbers, lines, "win rate / fair share"))


def what_ifs(findings: StudyFindings) -> WhatIfs | None:
    """Return what changes do to the report's groups; None where none was tested."""
    table = findings.table(StudyTable.WHAT_IFS)
    return None if table.empty else WhatIfs(findings, table)


def places_changed(findings: StudyFindings) -> WhatIfs | None:
    """Return what changes do to the places in turn order; None where none was tested."""
    table = findings.table(StudyTable.WHAT_IF_SEATS)
    return None if table.empty else WhatIfs(findings, table, PLACES)


def find(played: PlayedStudy) -> Tables:
    """Return what each arm changes with one strategy and with each; the rates that result."""
    speaking = played.speaking(played.results.rows)
    rows = changed_rows(played.regrouped(speaking))
    return {
        StudyTable.WHAT_IFS: find_what_ifs(rows),
        StudyTable.WHAT_IFS_BY_STRATEGY: _by_level(played),
        **find_resulting(rows, played.provenance, played.game),
    }


def _by_level(played: PlayedStudy) -> pd.DataFrame:
    """Return what each arm changes for every strategy that played all seats, if several did."""
    level = level_games(played.results.rows)
    names = sorted(level["strategy"].unique())
    if played.definition.by != FACTION or len(names) <= 1:
        return pd.DataFrame()
    parts = [
        find_what_ifs(changed_rows(level[level["strategy"] == name])).assign(strategy=name)
        for name in names
    ]
    return pd.concat(parts, ignore_index=True)


def find_places(played: PlayedStudy) -> Tables:
    """Return what each arm changes for the places in turn order."""
    rows = played.regrouped(played.speaking(played.results.rows), TURN_ORDER)
    return {StudyTable.WHAT_IF_SEATS: find_what_ifs(rows)}


WHAT_IFS_SECTION: Final = topic(
    WHAT_IFS, "What a change would do", what_ifs, find=find, applies=has_arms
)
WHAT_IF_SEATS: Final = topic(
    SEATS_CHANGED,
    "What a change would do to turn order",
    places_changed,
    find=find_places,
    columns=(TURN_ORDER,),
    applies=has_arms,
)


@dataclass(frozen=True)
class Lengths(Finding):
    """How many rounds games last under each change."""

    findings: StudyFindings

    def lengths(self) -> Table:
        """Return the rounds under each change as a table."""
        table = self.findings.table(StudyTable.WHAT_IF_LENGTHS)
        places = max(1, common_decimals((table["high"] - table["low"]) / 2))
        rows = []
        for players, group in table.groupby("players", sort=True):
            base = float(group["base"].iloc[0])
            rows.append((str(players), BASE_GAME, "", f"{base:.1f}", "", ""))
            for arm, words in self.findings.arm_titles.items():
                row = group[group["arm"] == arm].iloc[0]
                change = with_sign(row["difference"], places)
                ends = f"{with_sign(row['low'], places)} to {with_sign(row['high'], places)}"
                pairs, mean = f"{row['pairs']:,}", f"{row['other']:.1f}"
                rows.append((str(players), words, pairs, mean, change, ends))
        header = ("players", "change", "pairs", "rounds, mean", "difference", "95 % interval")
        return Table.grouped("", header, (LEFT, LEFT, *(RIGHT for _ in header[2:])), rows)


def lengths_of(findings: StudyFindings) -> Lengths | None:
    """Return how long changed games last; None where none was tested."""
    return None if findings.table(StudyTable.WHAT_IF_LENGTHS).empty else Lengths(findings)


def find_length_changes(played: PlayedStudy) -> Tables:
    """Return what each arm changes in the rounds of a game, by players."""
    return {StudyTable.WHAT_IF_LENGTHS: find_lengths(played.speaking(played.results.rows))}


WHAT_IF_LENGTHS: Final = topic(
    "what_if_lengths",
    "How long a changed game lasts",
    lengths_of,
    find=find_length_changes,
    columns=("game_turns",),
    applies=has_arms,
)
