"""The section on the Pareto front: how near few and small changes come."""

from __future__ import annotations

from typing import Final

from bloodstones.report.balance.findings import FRONT, BalanceFindings
from bloodstones.report.balance.targets.picture import ALT, CAPTION, pareto_picture
from bloodstones.report.balance.wording import change_words
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Paragraph, Picture, Table
from bloodstones.stats.inference.rounding import PERCENT

LEFT, RIGHT = "left", "right"
PICTURE: Final = "front"


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
    ], {PICTURE: pareto_picture(findings)}


FRONT_SECTION: Final = Section("front", "How near few and small changes come", make, find)
