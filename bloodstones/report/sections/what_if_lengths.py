"""The section on the length of changed games, on common random numbers."""

from __future__ import annotations

from typing import Final

from bloodstones.report.blocks.what_if_lines import find_lengths, has_arms
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Table
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import common_decimals, with_sign

LEFT, RIGHT = "left", "right"


def find(findings: StudyFindings) -> Tables:
    """Return what each arm changes in the rounds of a game, by players."""
    rows = findings.speaking(findings.results.rows)
    return {StudyTable.WHAT_IF_LENGTHS: find_lengths(rows)}


def make(findings: StudyFindings) -> Content:
    """Write the effect of each arm on the length of a game: a table."""
    table = findings.table(StudyTable.WHAT_IF_LENGTHS)
    places = max(1, common_decimals((table["high"] - table["low"]) / 2))
    titles = findings.arm_titles
    rows = []
    for players, group in table.groupby("players", sort=True):
        base = float(group["base"].iloc[0])
        rows.append((str(players), "as it is", "", f"{base:.1f}", "", ""))
        for arm, words in titles.items():
            row = group[group["arm"] == arm].iloc[0]
            change = with_sign(row["difference"], places)
            ends = f"{with_sign(row['low'], places)} to {with_sign(row['high'], places)}"
            rows.append(
                (str(players), words, f"{row['pairs']:,}", f"{row['other']:.1f}", change, ends)
            )
    caption = (
        "Mean rounds of a game under each change, and the difference from the game as it is with "
        "its 95 % interval, on pairs of games with the same luck."
    )
    header = ("players", "change", "pairs", "rounds, mean", "difference", "95 % interval")
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return [Table.grouped(caption, header, align, rows)], {}


WHAT_IF_LENGTHS: Final = Section(
    "what_if_lengths",
    "How long a changed game lasts",
    make,
    find,
    columns=("game_turns",),
    applies=has_arms,
)
