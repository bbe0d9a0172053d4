"""What else a ladder shows: the course of its games, and what tuning and probing gained."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Final

import pandas as pd

from bloodstones.core.contract.game import Role
from bloodstones.core.files.datafile import read_json
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.game_report import Line
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Paragraph, Table
from bloodstones.report.ladder.findings import COURSE, PRESETS, PROBES, LadderFindings, PlayedLadder
from bloodstones.report.language.phrases import listing, more, percent_text, players_text, title
from bloodstones.report.language.terms import ALL
from bloodstones.stats.inference.rounding import PERCENT, with_sign
from bloodstones.stats.ratings.ladder import course

LEFT, RIGHT = "left", "right"


def find(played: PlayedLadder) -> Tables:
    """Return the means of the typical pool's games, and openings where the game has them."""
    typical, declared = played.definition.typical, played.game.course
    rows = played.pools(typical) if typical else played.rows.head(0)
    figures = declared.figures if declared is not None else None
    tables = {COURSE: course(rows, played.columns.names(Role.POINTS), figures)}
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


MOST_GAINS: Final = 45  # lines of a table, about a page
FEWEST: Final = "fewest"  # players of a tuning without a number of players


def gains_of(paths: Sequence[Path]) -> pd.DataFrame:
    """Return the gains by faction of tunings, one line each."""
    lines = []
    for path in paths:
        result = read_json(path, "the result of a tuning run")
        for kind in ("gain", "duel"):
            for faction, gain in result[kind].items():
                task = result["task"]
                lines.append(
                    {
                        "preset": result["preset"],
                        "strategy": task["strategy"],
                        "against": ", ".join(task["against"]),
                        "players": ", ".join(map(str, task["players"])) or FEWEST,
                        "kind": kind,
                        "faction": faction,
                        **gain,
                    }
                )
    return pd.DataFrame(lines)


def gains_table(findings: LadderFindings, table: pd.DataFrame, kind: str, caption: str) -> Table:
    """Return win rates before and after tuning, by preset, players and faction."""
    rows = []
    shown = table[table["kind"] == kind]
    if len(shown) > MOST_GAINS:  # of more, those by faction are in the data beside the report
        shown = shown[shown["faction"] == ALL]
        caption = f"{caption} The lines by faction are in the tables beside the report."
    for (preset, players), group in shown.groupby(["preset", "players"], sort=False):
        for _, row in group.iterrows():
            faction = "all, on average" if row["faction"] == ALL else title(row["faction"])
            rows.append(
                (
                    findings.name(str(preset)),
                    str(players),
                    faction,
                    f"{row['games']:,}",
                    percent_text(row["before"]),
                    percent_text(row["after"]),
                    _signed(row["gain"]),
                    f"{_signed(row['low'])} to {_signed(row['high'])}",
                )
            )
    return Table.grouped(
        caption,
        ("preset", "players", "faction", "games", "before", "after", "gain", "95 % interval"),
        (LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT),
        rows,
        named=2,
    )


def _signed(share: float) -> str:
    """Return a difference of shares in percentage points with its sign."""
    return with_sign(share * PERCENT, 1)


def find_tuning(played: PlayedLadder) -> Tables:
    """Return the gains by faction."""
    return {PRESETS: gains_of(played.definition.presets)}


def make_tuning(findings: LadderFindings) -> Content:
    """The gains of tuned presets on fresh games."""
    if findings.table(PRESETS).empty:
        return [], {}
    return [
        Paragraph(
            "Every preset was found by an evolution strategy that plays candidates in the same "
            "games and drops the clearly worse ones early. The gain is measured on fresh games "
            "that no candidate was chosen by, the same ones for the strategy as it was and as it "
            f"is; games counts those of one of both.{more(findings.game.words.fewest)}"
        ),
        gains_table(
            findings,
            findings.table(PRESETS),
            "gain",
            "Win rates before and after tuning against the field that it was tuned for, the "
            "difference in percentage points with a 95 % t interval over rounds of the tables.",
        ),
    ], {}


TUNING: Final = Section("tuning", "What tuning gained", make_tuning, find_tuning)


def find_probe(played: PlayedLadder) -> Tables:
    """Return the gains by faction."""
    return {PROBES: gains_of(played.definition.probes)}


def make_probe(findings: LadderFindings) -> Content:
    """Write what best responses gain against a fixed field."""
    if findings.table(PROBES).empty:
        return [], {}
    fields = listing(sorted(findings.table(PROBES)["against"].unique())).replace("_", " ")
    return [
        Paragraph(
            "For each faction the best response was sought by the same tuning, against a field "
            f"that stays as it is ({fields}). What it gains there is a lower bound of how far "
            "that field can be exploited: another plan or a longer search may find more."
        ),
        gains_table(
            findings,
            findings.table(PROBES)[findings.table(PROBES)["faction"] != ALL],
            "gain",
            "Best responses found against the fixed field: win rate of the faction before and "
            "after, the gain in percentage points with a 95 % t interval over rounds.",
        ),
    ], {}


PROBE: Final = Section("probe", "How exploitable the field is", make_probe, find_probe)
