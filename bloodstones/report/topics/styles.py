"""Styles of play: which strategy wins most with each role."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.plots.matrix import draw_matrix
from bloodstones.plots.style import PAGE_WIDTH, to_svg
from bloodstones.report.blocks.rows import largest, smallest
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.language.phrases import listing, title
from bloodstones.report.study.findings import StudyFindings, has_roles
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, show_percent
from bloodstones.stats.ratings.styles import ALONE, MET, SEVERAL, role_styles
from bloodstones.stats.table import Results, base_rows, level_games

LEFT, RIGHT = "left", "right"
LINE_HEIGHT: Final = 0.32
SPELLED: Final = {ALONE: "all_seats", MET: "met"}  # in names of pictures
NOBODY: Final = "–"


@dataclass(frozen=True, slots=True)
class StyleGroup:
    """The styles of all roles at a number of players, in games of one kind.

    Attributes
    ----------
    how
        `ALONE`: one strategy plays all seats; `MET`: all strategies meet at a table.
    players, rows
        Their number, and the win rates by role and strategy.
    names
        Of the strategies by id.
    """

    how: str
    players: int
    rows: pd.DataFrame
    names: Mapping[str, str]

    @property
    def roles(self) -> list[str]:
        """All roles, by name."""
        return sorted(set(self.rows["faction"]))

    @property
    def apart(self) -> list[str]:
        """The roles for which strategies differ for certain, the largest difference first."""
        return disagreeing(self.rows)

    def best(self, role: str) -> Any:
        """Return the row of the strategy that wins most with a role."""
        rows = self.rows[self.rows["faction"] == role]
        return largest(rows, rows["rate"])

    def worst(self, role: str) -> Any:
        """Return the row of the strategy that wins least with a role."""
        rows = self.rows[self.rows["faction"] == role]
        return smallest(rows, rows["rate"])

    @property
    def winners(self) -> Mapping[str, list[str]]:
        """The strategies that win most with roles on which they differ -> these roles."""
        found: dict[str, list[str]] = {}
        for role in sorted(self.apart):
            found.setdefault(self.names[str(self.best(role)["strategy"])], []).append(role)
        return found

    @property
    def picture(self) -> str:
        """The name of its picture."""
        return f"styles_{SPELLED[self.how]}_{self.players}_players"

    def drawing(self) -> str:
        """Draw the win rate of each role by strategy."""
        return _figure(self.rows, self.names.__getitem__)


@dataclass(frozen=True)
class Styles(Finding):
    """Which strategy wins most with each role.

    Attributes
    ----------
    findings
        The tables of the report.
    """

    findings: StudyFindings

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "first_differs_most": lambda f: all(
            group.rows.loc[~group.rows["suits"].astype(bool), "behind"].max()
            == group.rows.loc[group.rows["faction"] == group.apart[0], "behind"].max()
            for group in f.alone
            if group.apart
        ),
    }

    @property
    def table(self) -> pd.DataFrame:
        """The win rate of each role by strategy."""
        return self.findings.table(StudyTable.STYLES)

    @property
    def alone(self) -> list[StyleGroup]:
        """Games in which one strategy plays all seats, by number of players."""
        return self._groups(ALONE)

    @property
    def meeting(self) -> list[StyleGroup]:
        """Games in which all strategies meet, by number of players."""
        return self._groups(MET)

    def _groups(self, how: str) -> list[StyleGroup]:
        rows, names = self.table[self.table["how"] == how], self.findings.names
        return [
            StyleGroup(how, int(str(size)), group, names)
            for size, group in rows.groupby("players", sort=True)
        ]

    def styles_table(self, how: str) -> Table:
        """Return for each role the styles that may be its best, in games of one kind."""
        rows = self.table[self.table["how"] == how]
        return _table(rows, self.findings.names.__getitem__, how)


def finding_of(findings: StudyFindings) -> Styles | None:
    """Return which style each role suits; None where no styles can be compared."""
    return None if findings.table(StudyTable.STYLES).empty else Styles(findings)


def disagreeing(group: pd.DataFrame) -> list[str]:
    """Return the roles for which strategies differ for certain, the largest difference first."""
    apart = group[~group["suits"].astype(bool)].groupby("faction")["behind"].max()
    return [str(role) for role in apart.sort_values(ascending=False, kind="stable").index]


def _figure(group: pd.DataFrame, name: Callable[[str], str]) -> str:
    order = group.groupby("strategy")["behind"].mean().sort_values(kind="stable").index
    lines: dict[object, str] = {each: name(str(each)) for each in order}
    columns: dict[object, str] = {each: title(each) for each in sorted(set(group["faction"]))}
    fair = group["fair_share"]
    squares = pd.DataFrame(
        {
            "line": group["strategy"],
            "column": group["faction"],
            "lean": ((group["rate"] - fair) / fair).clip(-1, 1),
            "text": [f"{rate * PERCENT:.0f}" for rate in group["rate"]],
            "sure": ~group["suits"].astype(bool),
        }
    )
    return to_svg(draw_matrix(squares, lines, columns, width=PAGE_WIDTH, height=LINE_HEIGHT))


def _table(table: pd.DataFrame, name: Callable[[str], str], how: str) -> Table:
    """Return for each role the styles that may be its best, and the one that suits it least."""
    places = common_decimals((table["high"] - table["low"]) / 2 * PERCENT)
    rows = []
    groups: Any = table.groupby(["players", "faction"], sort=True)
    for (players, faction), group in groups:
        ranked = group.sort_values("rate", ascending=False, kind="stable")
        best, worst = ranked.iloc[0], ranked.iloc[-1]
        suits = [name(str(each)) for each in ranked.loc[ranked["suits"].astype(bool), "strategy"]]
        cells = (suits[0], _rate(best, places), f"{best['seats']:,}", listing(suits[1:]) or NOBODY)
        least = [name(str(worst["strategy"])), _rate(worst, places), f"{worst['seats']:,}"]
        if worst["suits"]:
            least = [NOBODY for _ in least]
        key = (str(players), title(str(faction)))
        rows.append((*key, *cells, *(least if how == ALONE else ())))
    header: tuple[str, ...] = ("players", "faction", "best by", "wins, 95 %", "seats", "or by")
    align: tuple[str, ...] = (LEFT, LEFT, LEFT, RIGHT, RIGHT, LEFT)
    if how == ALONE:
        header += ("least by", "wins, 95 %", "seats")
        align += (LEFT, RIGHT, RIGHT)
    return Table.grouped("", header, align, rows)


def _rate(row: Any, places: int) -> str:
    return show_percent(row["rate"], row["low"], row["high"], places)


def find(played: PlayedStudy) -> Tables:
    """Return the win rate of each role by strategy; an empty table without two to compare."""
    table = role_styles(
        played.base,
        seed=played.definition.seed,
        stopping=played.provenance.get("stopping"),
    )
    return {StudyTable.STYLES: table if table["faction"].nunique() > 1 else table.iloc[:0]}


def _several(results: Results) -> bool:
    """Whether two strategies play all seats, each on the same line-ups of several roles."""
    level = level_games(base_rows(results.rows))
    if not has_roles(results) or level["strategy"].nunique() < SEVERAL:
        return False
    return bool(role_styles(level)["faction"].nunique() > 1)


STYLES: Final = topic(
    "styles", "Which style of play each faction suits", finding_of, find=find, applies=_several
)
