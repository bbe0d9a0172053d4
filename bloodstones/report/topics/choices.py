"""Choices: win rates by choice before the start, and what nobody chooses or scores."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from bloodstones.core.contract.game import Role
from bloodstones.report.blocks.rate_tables import Keys, rate_table
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Table
from bloodstones.report.language.phrases import count, listing, percent_text, tight, title
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.course import usage
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, show_percent
from bloodstones.stats.table import Results

COLUMN: Final = "choices"


def find(played: PlayedStudy) -> Tables:
    """Return the win rates by choice before the start."""
    by = ["players", COLUMN, "faction"]
    return {StudyTable.CHOICES: played.rates(played.rows, by)}


def make(findings: StudyFindings) -> Content:
    """Write the win rates by choice before the start."""
    keys: Keys = {
        "choices": ("choice", str),
        "players": ("players", str),
        "faction": ("faction", title),
    }
    table = findings.table(StudyTable.CHOICES).sort_values(list(keys), kind="stable")
    text = (
        "The same line-ups were played with each of these choices. Every rate has an interval of "
        "its own; two choices differ for sure where their intervals are apart."
    )
    return [Paragraph(text), rate_table(table, keys, "Win rates by choice and faction.")], {}


def _several(results: Results) -> bool:
    """Whether more than one choice was played."""
    return bool(results.rows[COLUMN].nunique() > 1)


CHOICES: Final = Section(
    "choices",
    "What a choice does",
    make,
    find,
    columns=(COLUMN,),
    applies=_several,
    published=True,
)


LEFT, RIGHT = "left", "right"
ROLES: Final = Role.ACTIVITY | Role.POINTS
SELDOM: Final = 0.02  # share of the seats, of every role at every level of play
USUAL: Final = 0.95  # share of all seats: what more of them do needs no line
LOSING: Final = 0.5  # of the fair share: whoever does the thing wins less than half of it
TRIED: Final = 0.02  # share of all seats that such a thing needs
CAPTION: Final = (
    "What seats do in less than 95 % of their games, the rarest first: share of all seats with its "
    "95 % bootstrap interval, the largest share of one role at one level of play, share of the "
    "winners; and win rates of seats that do it and do not, where 1 is the fair share."
)
METHOD: Final = (
    "A seat counts when it does the thing at least once in a game. What goes with winning need not "
    "be its cause: who is ahead can do more. The players are scripts and searches: a thing that "
    "they leave alone has no use, or one that is hard to find."
)


def find_unused(played: PlayedStudy) -> Tables:
    """Return how many seats do each thing that the table counts."""
    counted = played.results.columns.names(ROLES)
    return {StudyTable.USAGE: usage(played.base, counted, seed=played.definition.seed)}


def make_unused(findings: StudyFindings) -> Content:
    """Write what nobody does, and what goes with losing."""
    labels = findings.columns.labels(ROLES)
    table = findings.table(StudyTable.USAGE).sort_values("share", kind="stable")
    blocks: list[Block] = [Paragraph(_unused(table, labels)), Paragraph(_losing(table, labels))]
    shown = table[table["share"] < USUAL]
    if len(shown):
        blocks += [_table(findings, shown, labels), Paragraph(METHOD)]
    return blocks, {}


def _unused(table: pd.DataFrame, labels: dict[str, str]) -> str:
    """Return what no role does at any level."""
    rare = table[table["most"] < SELDOM]
    every = count(len(table), "thing")
    if rare.empty:
        return (
            f"The results count {every} that a seat can do or score by. Some role at some level "
            f"of play does each in at least {percent_text(SELDOM)} of its games: nothing lies idle."
        )
    names = listing([labels[str(name)] for name in rare["thing"]])
    return tight(
        f"The results count {every} that a seat can do or score by. No role at any level of play "
        f"does the following in {percent_text(SELDOM)} of its games: {names}."
    )


def _losing(table: pd.DataFrame, labels: dict[str, str]) -> str:
    """Return what goes with losing."""
    found = table[(table["share"] >= TRIED) & (table["with_it"] < LOSING)]
    if found.empty:
        return "Nothing that is done goes with less than half of the fair share of wins."
    parts = [
        f"{labels[str(row['thing'])]} ({row['with_it']:.2f} of the fair share with it, "
        f"{row['without_it']:.2f} without)"
        for _, row in found.sort_values("with_it").iterrows()
    ]
    return tight(
        f"Seats that do the following win less than half of their share: {listing(parts)}."
    )


def _table(findings: StudyFindings, table: pd.DataFrame, labels: dict[str, str]) -> Table:
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
    return Table(CAPTION, header, align, tuple(rows))


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


UNUSED: Final = Section("unused", "What nobody does", make_unused, find_unused, applies=_counted)
