"""The section on duels: two players, mirrored."""

from __future__ import annotations

from typing import Final

from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Paragraph, Table
from bloodstones.report.ladder.findings import DUELS, LadderFindings
from bloodstones.report.language.wording import more
from bloodstones.stats.inference.rounding import PERCENT, common_decimals
from bloodstones.stats.ratings.ladder import duels

LEFT, RIGHT = "left", "right"


def find(findings: LadderFindings) -> Tables:
    """Return the win rate of the first of each pair that the ladder names."""
    pools = [
        pool
        for pool in findings.study_file["pools"]
        if "pairs" in pool and pool["name"] != findings.definition.meta
    ]
    pairs = [(str(pair[0]), str(pair[1])) for pool in pools for pair in pool["pairs"]]
    rows = findings.rows[findings.rows["pool"].isin([pool["name"] for pool in pools])]
    return {DUELS: duels(rows, pairs, seed=findings.seed)}


def make(findings: LadderFindings) -> Content:
    """The win rate of the first of each pair."""
    if findings.table(DUELS).empty:
        return [], {}
    places = common_decimals(
        (findings.table(DUELS)["high"] - findings.table(DUELS)["low"]) / 2 * PERCENT
    )
    rows = tuple(
        (
            findings.name(row["first"]),
            findings.name(row["second"]),
            f"{row['games']:,}",
            f"{row['rate'] * PERCENT:.{places}f} %",
            f"{row['low'] * PERCENT:.{places}f}–{row['high'] * PERCENT:.{places}f} %",
        )
        for _, row in findings.table(DUELS).iterrows()
    )
    return [
        Paragraph(
            "Each pair played every deal twice, with seats and factions swapped."
            f"{more(findings.game.words.duels)}"
        ),
        Table(
            "Win rate of the first of each pair in mirrored games of two players.",
            ("strategy", "against", "games", "win rate", "95 % interval"),
            (LEFT, LEFT, RIGHT, RIGHT, RIGHT),
            rows,
        ),
    ], {}


DUELS_SECTION: Final = Section("duels", "Two players, mirrored", make, find)
