"""The section on what was searched: the settings that came nearest."""

from __future__ import annotations

from typing import Final

from bloodstones.report.balance.findings import TRIED, BalanceFindings
from bloodstones.report.balance.wording import change_words
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Table
from bloodstones.stats.inference.rounding import PERCENT

LEFT, RIGHT = "left", "right"
MOST_TRIED: Final = 24


def find(findings: BalanceFindings) -> Tables:
    """Return the settings that were searched."""
    return {TRIED: findings.search.tried}


def make(findings: BalanceFindings) -> Content:
    """Write the settings that came nearest."""
    table = findings.table(TRIED)
    best = table.assign(objective=table["smoothed"] + table["cost"]).sort_values(
        "objective", kind="stable"
    )
    final = set(table.loc[table["stage"] == "final", "change"])
    rows = [
        (
            change_words(findings, str(row["change"])) or "as printed",
            f"{row['distance'] * PERCENT:.0f} %",
            f"{row['smoothed'] * PERCENT:.0f} %",
            f"{row['cost'] * PERCENT:.1f} %",
            "yes" if row["change"] in final else "",
        )
        for _, row in best[best["stage"] != "final"].head(MOST_TRIED).iterrows()
    ]
    settings = table.loc[table["stage"] != "final", "change"].nunique()
    caption = (
        f"The {len(rows)} of {settings} settings that came nearest to {findings.aim} for their "
        "cost: distance as measured and by the surrogate, what the departure costs, and whether "
        "the setting was played again among the finalists."
    )
    header = ("change", "measured", "smoothed", "cost", "finalist")
    return [Table(caption, header, (LEFT, RIGHT, RIGHT, RIGHT, LEFT), tuple(rows))], {}


SEARCH: Final = Section("search", "What was searched", make, find)
