"""The section on typical games: length, points, and what the game declares about its course."""

from __future__ import annotations

from itertools import accumulate
from typing import Final

import pandas as pd

from bloodstones.core.contract.game import Role
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.game_report import Line
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Table
from bloodstones.report.ladder.findings import COURSE, LadderFindings
from bloodstones.report.language.wording import percent_text, players_text, title
from bloodstones.stats.ratings.ladder import course

LEFT, RIGHT = "left", "right"


def find(findings: LadderFindings) -> Tables:
    """Return the means of the typical pool's games, and openings where the game has them."""
    typical, declared = findings.definition.typical, findings.game.course
    rows = findings.pools(typical) if typical else findings.rows.head(0)
    figures = declared.figures if declared is not None else None
    tables = {COURSE: course(rows, findings.columns.names(Role.POINTS), figures)}
    if declared is not None and declared.openings is not None:
        tables[declared.openings.table] = declared.openings.find(rows)
    return tables


def openings_of(findings: LadderFindings) -> pd.DataFrame:
    """Return the openings of games, by players; empty where the game declares none."""
    declared = findings.game.course
    return (
        findings.table(declared.openings.table)
        if declared and declared.openings
        else pd.DataFrame()
    )


def make(findings: LadderFindings) -> Content:
    """Write the means of the typical pool's games, by number of players."""
    table, declared = findings.table(COURSE), findings.game.course
    if table.empty:
        return [], {}
    head = ("", *(players_text(int(players)) for players in table["players"]))
    groups = [_lengths(table)]
    if declared is not None:
        groups += map(list, declared.groups(table))
    groups.append(
        [
            (f"points from {words}", *map(percent_text, table[source]))
            for source, words in findings.columns.labels(Role.POINTS).items()
        ]
    )
    caption = f"Games of the pool {title(findings.definition.typical)} by number of players"
    openings = openings_of(findings)
    if declared is not None and declared.openings is not None and not openings.empty:
        players = [int(number) for number in table["players"]]
        groups.append(list(declared.openings.lines(openings, players)))
        caption = f"{caption}; {declared.openings.words}"
    groups = [group for group in groups if group]
    return [
        Table(
            f"{caption}.",
            head,
            (LEFT, *(RIGHT for _ in head[1:])),
            tuple(line for group in groups for line in group),
            tuple(accumulate(map(len, groups[:-1]), initial=0)),
        )
    ], {}


def _lengths(table: pd.DataFrame) -> list[Line]:
    """Return the lines on the number of games and of turns."""
    spans = zip(table["turns_short"], table["turns_long"], strict=True)
    return [
        ("games", *(f"{n:,}" for n in table["games"])),
        ("turns of a player, mean", *(f"{value:.1f}" for value in table["turns"])),
        ("turns, nine in ten games", *(f"{low:.0f}–{high:.0f}" for low, high in spans)),
    ]


COURSE_SECTION: Final = Section("course", "What their games look like", make, find)
