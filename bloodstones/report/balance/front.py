"""The section on the Pareto front: how near few and small changes come."""

from __future__ import annotations

from typing import Final

import pandas as pd

from bloodstones.plots.pareto import draw_pareto
from bloodstones.plots.style import to_svg
from bloodstones.report.balance.findings import DISTANCES, FRONT, BalanceFindings, distance_of
from bloodstones.report.balance.search import change_words
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Paragraph, Picture, Table
from bloodstones.stats.inference.rounding import PERCENT

LEFT, RIGHT = "left", "right"
PICTURE: Final = "front"
CAPTION: Final = (
    "Distance from {aim} against the size of the changes, in ranges of the numbers: settings of "
    "the search by the surrogate, a line for each number of changes on the front; diamonds: the "
    "answers in the confirming games, with 95 % intervals, the recommended one filled."
)
ALT: Final = (
    "Dots fall from the printed rules on the left to larger changes on the right; diamonds with "
    "whiskers are the confirmed answers."
)


def find(findings: BalanceFindings) -> Tables:
    """Return the settings of the search, with those on the front."""
    return {FRONT: findings.search.front}


def make(findings: BalanceFindings) -> Content:
    """Write the front as a picture and a table."""
    table = findings.table(FRONT)
    if table.empty:
        return [], {}
    front = table[table["front"]].sort_values(["changes", "size"], kind="stable")
    rows = tuple(
        (
            str(int(row["changes"])),
            f"{row['size']:.2f}",
            f"{row['distance'] * PERCENT:.0f} %",
            change_words(findings, str(row["change"])) or "as printed",
        )
        for _, row in front.iterrows()
    )
    text = (
        f"A setting is on the front if no other one that was tried is as near to {findings.aim} "
        "with as few changes and as small ones. The size of a change is the part of its range that "
        "a number moves through; a reading or a start counts as a whole range."
    )
    caption = (
        f"The {len(rows)} settings on the front, of {len(table)}: number and size of the changes, "
        f"and the distance from {findings.aim} by the surrogate."
    )
    header = ("changes", "size", "distance", "setting")
    return [
        Paragraph(text),
        Picture(PICTURE, CAPTION.format(aim=findings.aim), ALT),
        Table(caption, header, (RIGHT, RIGHT, RIGHT, LEFT), rows),
    ], {PICTURE: front_picture(findings)}


def front_picture(findings: BalanceFindings) -> str:
    """Draw the front with the confirmed answers."""
    best = findings.recommended.arm
    lines = []
    for answer in findings.answers:
        row = distance_of(findings.table(DISTANCES), answer)
        lines.append(
            {
                "changes": len(answer.changes),
                "size": findings.size(answer),
                **{name: float(row[name]) for name in ("distance", "low", "high")},
                "recommended": answer.arm == best,
            }
        )
    return to_svg(draw_pareto(findings.table(FRONT), pd.DataFrame(lines), findings.aim))


FRONT_SECTION: Final = Section("front", "How near few and small changes come", make, find)
