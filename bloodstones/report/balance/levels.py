"""The section on each level of play: distances from fair and win rates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bloodstones.report.balance.findings import (
    DISTANCES_BY_LEVEL,
    RATES_BY_LEVEL,
    BalanceFindings,
    distance_of,
    heading,
)
from bloodstones.report.balance.rate_table import rate_table
from bloodstones.report.balance.wording import distance_text
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Table
from bloodstones.stats.balance import win_rates

LEFT, RIGHT = "left", "right"


def find(findings: BalanceFindings) -> Tables:
    """Return distances from the targets and win rates by arm and level of play."""
    return {
        DISTANCES_BY_LEVEL: findings.distances(["arm", "level", "players"]),
        RATES_BY_LEVEL: win_rates(findings.rows, ["arm", "level", "players", "faction"]),
    }


def make(findings: BalanceFindings) -> Content:
    """Write the win rates at each level of play, one table a level."""
    levels = findings.levels
    if len(levels) <= 1:
        return [], {}
    blocks: list[Block] = [_level_distances(findings, levels)]
    for level in levels:
        table = findings.table(RATES_BY_LEVEL)[findings.table(RATES_BY_LEVEL)["level"] == level]
        caption = f"{findings.level(level)}: win rates with half of the 95 % Wilson interval."
        blocks.append(rate_table(findings, table, caption))
    return blocks, {}


def _level_distances(findings: BalanceFindings, levels: Sequence[str]) -> Table:
    """Return the distances from fair at each level and number of players."""
    rows = []
    for level in levels:
        distances = findings.table(DISTANCES_BY_LEVEL)[
            findings.table(DISTANCES_BY_LEVEL)["level"] == level
        ]
        for size in sorted(distances["players"].unique()):
            cells = (
                distance_text(
                    distance_of(
                        findings.table(DISTANCES_BY_LEVEL), answer, level=level, players=size
                    ),
                    interval=True,
                )
                for answer in findings.answers
            )
            rows.append((findings.level(level), str(size), *cells))
    caption = (
        f"Distance from {findings.aim} at each level of play and number of players (95 % interval)."
    )
    header = ("level", "players", *(heading(answer) for answer in findings.answers))
    align = (LEFT, LEFT, *(RIGHT for _ in findings.answers))
    return Table.grouped(caption, header, align, rows)


LEVELS: Final = Section("levels", "At each level of play", make, find)
