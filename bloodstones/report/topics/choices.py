"""Choices: win rates by choice before the start, and what nobody chooses or scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.core.contract.game import Role
from bloodstones.report.blocks.rate_tables import Keys, rate_table
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.language.phrases import percent_text, title
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.course import usage
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, show_percent
from bloodstones.stats.table import Results

COLUMN: Final = "choices"
LEFT, RIGHT = "left", "right"
ROLES: Final = Role.ACTIVITY | Role.POINTS
SELDOM: Final = 0.02  # share of the seats, of every role with every player type
USUAL: Final = 0.95  # share of all seats: what more of them do needs no line
LOSING: Final = 0.5  # of the fair share: whoever does the thing wins less than half of it
TRIED: Final = 0.02  # share of all seats that such a thing needs


@dataclass(frozen=True)
class Choices(Finding):
    """Win rates by choice before the start.

    Attributes
    ----------
    findings
        The tables of the report.
    """

    findings: StudyFindings

    def rates_table(self) -> Table:
        """Return the win rates by choice and role as a table."""
        keys: Keys = {
            "choices": ("choice", str),
            "players": ("players", str),
            "faction": ("faction", title),
        }
        table = self.findings.table(StudyTable.CHOICES).sort_values(list(keys), kind="stable")
        return rate_table(table, keys, "")


def choices_of(findings: StudyFindings) -> Choices:
    """Return what choices do."""
    return Choices(findings)


def find(played: PlayedStudy) -> Tables:
    """Return the win rates by choice before the start."""
    by = ["players", COLUMN, "faction"]
    return {StudyTable.CHOICES: played.rates(played.rows, by)}


def _several(results: Results) -> bool:
    """Whether more than one choice was played."""
    return bool(results.rows[COLUMN].nunique() > 1)


CHOICES: Final = topic(
    "choices",
    "What a choice does",
    choices_of,
    find=find,
    columns=(COLUMN,),
    applies=_several,
    published=True,
)


@dataclass(frozen=True)
class Unused(Finding):
    """What nobody does, and what goes with losing.

    Attributes
    ----------
    findings
        The tables of the report.
    """

    findings: StudyFindings

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "all_are_used": lambda f: bool(f.usage["most"].min() >= SELDOM),
        "nothing_goes_with_losing": lambda f: (
            not any(
                row["with_it"] < LOSING for _, row in f.usage.iterrows() if row["share"] >= TRIED
            )
        ),
    }

    @property
    def labels(self) -> Mapping[str, str]:
        """What each thing is called, by its column."""
        return self.findings.columns.labels(ROLES)

    @property
    def usage(self) -> pd.DataFrame:
        """How many seats do each thing, the rarest first."""
        return self.findings.table(StudyTable.USAGE).sort_values("share", kind="stable")

    @property
    def seldom(self) -> float:
        """The share of seats below which a thing is unused."""
        return SELDOM

    @property
    def unused(self) -> Sequence[str]:
        """What no role does with any player type."""
        table = self.usage
        return [self.labels[str(name)] for name in table.loc[table["most"] < SELDOM, "thing"]]

    @property
    def losing(self) -> Sequence[tuple[str, Any]]:
        """What goes with losing, the worst first: its name and its row."""
        table = self.usage
        found = table[(table["share"] >= TRIED) & (table["with_it"] < LOSING)]
        rows = [row for _, row in found.sort_values("with_it").iterrows()]
        return [(self.labels[str(row["thing"])], row) for row in rows]

    @property
    def shown(self) -> pd.DataFrame:
        """What some seats do not do."""
        table = self.usage
        return table[table["share"] < USUAL]

    def usage_table(self) -> Table:
        """Return that as a table."""
        return _table(self.findings, self.shown, self.labels)


def unused_of(findings: StudyFindings) -> Unused:
    """Return what nobody does."""
    return Unused(findings)


def find_unused(played: PlayedStudy) -> Tables:
    """Return how many seats do each thing that the table counts."""
    counted = played.results.columns.names(ROLES)
    return {StudyTable.USAGE: usage(played.base, counted, seed=played.definition.seed)}


def _table(findings: StudyFindings, table: pd.DataFrame, labels: Mapping[str, str]) -> Table:
    places = common_decimals((table["high"] - table["low"]) / 2 * PERCENT)
    rows = []
    for _, row in table.iterrows():
        rows.append(
            (
                labels[str(row["thing"])],
                show_percent(row["share"], row["low"], row["high"], places),
                percent_text(row["most"]),
                _whose(findings, row),
                percent_text(row["winners"]),
                _rate(row["with_it"]),
                _rate(row["without_it"]),
            )
        )
    header = (
        *("what", "seats that do it", "most", "of whom", "winners\nthat do it"),
        *("win rate\nwith it", "without\nit"),
    )
    align = (LEFT, RIGHT, RIGHT, LEFT, RIGHT, RIGHT, RIGHT)
    return Table("", header, align, tuple(rows))


def _whose(findings: StudyFindings, row: Any) -> str:
    """Return who does a thing most: role, strategy, players; nobody where none does it."""
    if not row["most"]:
        return "nobody"
    strategy = str(row["most_strategy"])
    role = title(str(row["most_faction"]))
    parts = [role, findings.names.get(strategy, title(strategy)), f"{row['most_players']} players"]
    return ", ".join(part for part in parts if part)


def _rate(value: float) -> str:
    return "–" if pd.isna(value) else f"{value:.2f}"


def _counted(results: Results) -> bool:
    """Whether the results count what seats do in more than one way."""
    return len(results.columns.of(ROLES)) > 1


UNUSED: Final = topic("unused", "What nobody does", unused_of, find=find_unused, applies=_counted)
