"""The section on mixed tables: search players beside the best scripted ones."""

from __future__ import annotations

from typing import Final

from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Paragraph, Table
from bloodstones.report.ladder.findings import RATES, LadderFindings
from bloodstones.report.language.wording import percent_text, title
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, show_percent
from bloodstones.stats.ratings.ladder import pool_rates

LEFT, RIGHT = "left", "right"


def find(findings: LadderFindings) -> Tables:
    """Return the win rates in every pool."""
    return {RATES: pool_rates(findings.rows, seed=findings.seed)}


def make(findings: LadderFindings) -> Content:
    """Win rates in pools that are neither rated together nor pairs of duels: the searchers."""
    shown = findings.table(RATES)[findings.table(RATES)["pool"].str.startswith("search")]
    places = common_decimals((shown["high"] - shown["low"]) / 2 * PERCENT)
    rows = []
    for (pool, players), group in shown.groupby(["pool", "players"]):
        for _, row in group.iterrows():
            rows.append(
                (
                    title(str(pool)),
                    str(players),
                    findings.name(row["strategy"]),
                    f"{row['games']:,}",
                    show_percent(row["rate"], row["low"], row["high"], places),
                    percent_text(row["fair_share"]),
                )
            )
    if not rows:
        return [], {}
    return [
        Paragraph(
            "Searching players take far longer over a game, so they met the best scripted ones at "
            "fewer tables. The number after a name is its budget in simulations for a decision."
        ),
        Table.grouped(
            "Win rates of searching and scripted strategies at the same tables.",
            ("pool", "players", "strategy", "games", "win rate, 95 %", "fair share"),
            (LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT),
            rows,
            named=2,
        ),
    ], {}


POOLS: Final = Section("pools", "Everybody who met", make, find)
