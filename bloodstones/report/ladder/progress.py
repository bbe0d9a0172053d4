"""What else a ladder shows: the course of its games, and what tuning and probing gained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Final

import pandas as pd

from bloodstones.core.contract.game import Role
from bloodstones.core.files.datafile import read_json
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.game_report import Line
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.ladder.findings import COURSE, PRESETS, PROBES, LadderFindings, PlayedLadder
from bloodstones.report.language.phrases import percent_text, players_text, title
from bloodstones.report.language.terms import ALL
from bloodstones.stats.inference.rounding import PERCENT, with_sign
from bloodstones.stats.ratings.ladder import course

LEFT, RIGHT = "left", "right"


@dataclass(frozen=True)
class TypicalGames(Finding):
    """Means of the typical pool's games, by number of players."""

    findings: LadderFindings

    @property
    def pool(self) -> str:
        """The name of the pool."""
        return title(self.findings.definition.typical)

    @property
    def openings(self) -> pd.DataFrame:
        """The openings of games, by players; empty where the game declares none."""
        declared = self.findings.game.course
        if declared is None or declared.openings is None:
            return pd.DataFrame()
        return self.findings.table(declared.openings.table)

    @property
    def openings_words(self) -> str:
        """What the lines on openings are of; "" where there are none."""
        declared = self.findings.game.course
        known = declared is not None and declared.openings is not None and len(self.openings)
        return declared.openings.words if known and declared and declared.openings else ""

    def table(self) -> Table:
        """Return the means as a table."""
        table, declared = self.findings.table(COURSE), self.findings.game.course
        head = ("", *(players_text(int(players)) for players in table["players"]))
        groups = [_lengths(table)]
        if declared is not None:
            groups += map(list, declared.groups(table))
        labels = self.findings.columns.labels(Role.POINTS)
        groups.append(
            [
                (f"points from {words}", *map(percent_text, table[source]))
                for source, words in labels.items()
            ]
        )
        if self.openings_words and declared is not None and declared.openings is not None:
            players = [int(number) for number in table["players"]]
            groups.append(list(declared.openings.lines(self.openings, players)))
        groups = [group for group in groups if group]
        lines = tuple(line for group in groups for line in group)
        starts = tuple(accumulate(map(len, groups[:-1]), initial=0))
        return Table("", head, (LEFT, *(RIGHT for _ in head[1:])), lines, starts)


def _lengths(table: pd.DataFrame) -> list[Line]:
    """Return the lines on the number of games and of turns."""
    spans = zip(table["turns_short"], table["turns_long"], strict=True)
    return [
        ("games", *(f"{n:,}" for n in table["games"])),
        ("turns of a player, mean", *(f"{value:.1f}" for value in table["turns"])),
        ("turns, nine in ten games", *(f"{low:.0f}–{high:.0f}" for low, high in spans)),
    ]


def course_of(findings: LadderFindings) -> TypicalGames | None:
    """Return the means of games; None where the report names no typical pool."""
    return None if findings.table(COURSE).empty else TypicalGames(findings)


def find(played: PlayedLadder) -> Tables:
    """Return the means of the typical pool's games, and openings where the game has them."""
    typical, declared = played.definition.typical, played.game.course
    rows = played.pools(typical) if typical else played.rows.head(0)
    figures = declared.figures if declared is not None else None
    tables = {COURSE: course(rows, played.columns.names(Role.POINTS), figures)}
    if declared is not None and declared.openings is not None:
        tables[declared.openings.table] = declared.openings.find(rows)
    return tables


COURSE_SECTION: Final = topic("course", "What their games look like", course_of, find=find)


MOST_GAINS: Final = 45  # lines of a table, about a page
FEWEST: Final = "fewest"  # players of a tuning without a number of players
GAIN: Final = "gain"


@dataclass(frozen=True)
class Gains(Finding):
    """Win rates before and after tuning, in new games."""

    gains: pd.DataFrame
    findings: LadderFindings

    @property
    def long(self) -> bool:
        """Whether a table of all lines would be too long."""
        return len(self.gains) > MOST_GAINS

    @property
    def fields(self) -> list[str]:
        """The opponents against which was tuned."""
        return [name.replace("_", " ") for name in sorted(self.gains["against"].unique())]

    def table(self) -> Table:
        """Return the gains by preset, players and role; over all roles where they are many."""
        shown = self.gains[self.gains["faction"] == ALL] if self.long else self.gains
        rows = []
        for (preset, players), group in shown.groupby(["preset", "players"], sort=False):
            for _, row in group.iterrows():
                faction = "all, on average" if row["faction"] == ALL else title(row["faction"])
                rows.append(
                    (
                        self.findings.name(str(preset)),
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
            "",
            ("preset", "players", "faction", "games", "before", "after", "gain", "95 % interval"),
            (LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT),
            rows,
            named=2,
        )


def _signed(share: float) -> str:
    """Return a difference of shares in percentage points with its sign."""
    return with_sign(share * PERCENT, 1)


def gains_of(paths: Sequence[Path]) -> pd.DataFrame:
    """Return the gains by faction of tunings, one line each."""
    lines = []
    for path in paths:
        result = read_json(path, "the result of a tuning")
        for kind in (GAIN, "duel"):
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


def tuning_of(findings: LadderFindings) -> Gains | None:
    """Return the gains of tuned presets; None without any."""
    table = findings.table(PRESETS)
    return None if table.empty else Gains(table[table["kind"] == GAIN], findings)


def find_tuning(played: PlayedLadder) -> Tables:
    """Return the gains by faction."""
    return {PRESETS: gains_of(played.definition.presets)}


TUNING: Final = topic("tuning", "What tuning gained", tuning_of, find=find_tuning)


def probe_of(findings: LadderFindings) -> Gains | None:
    """Return what the best responses gained that were found; None where none was sought."""
    table = findings.table(PROBES)
    if table.empty:
        return None
    return Gains(table[(table["kind"] == GAIN) & (table["faction"] != ALL)], findings)


def find_probe(played: PlayedLadder) -> Tables:
    """Return the gains by faction."""
    return {PROBES: gains_of(played.definition.probes)}


PROBE: Final = topic("probe", "How far these players can be exploited", probe_of, find=find_probe)
