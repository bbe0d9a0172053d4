"""The sections on what seats do where points have no sources, and on what a choice does."""

from __future__ import annotations

from typing import Final

from bloodstones.report.findings import Findings
from bloodstones.report.model import Block, Content, Paragraph
from bloodstones.report.tables import Keys, activity_tables, rate_table
from bloodstones.report.wording import count, title
from bloodstones.stats.inference.rounding import decimals_for

CAPTION: Final = "What a seat does in a game, on average."


def activity_alone(findings: Findings) -> Content:
    """What a seat does in a game, and what it scores, in a game whose points have no sources."""
    means = [
        f"{row['score']:.{decimals_for((row['high'] - row['low']) / 2)}f}"
        for _, row in findings.points.iterrows()
    ]
    label = next((c.words for c in findings.results.columns if c.name == "score"), "score")
    rows = [
        f"{title(row['faction']) or 'a seat'} {mean} with {count(row['players'], 'player')}"
        for (_, row), mean in zip(findings.points.iterrows(), means, strict=True)
    ]
    blocks: list[Block] = [
        Paragraph(f"The mean {label} at the end: {', '.join(rows)}."),
        *activity_tables(findings, CAPTION),
    ]
    return blocks, {}


def choices(findings: Findings) -> Content:
    """Win rates by what was chosen before the start."""
    keys: Keys = {
        "choices": ("choice", str),
        "players": ("players", str),
        "faction": ("faction", title),
    }
    table = findings.choices.sort_values(list(keys), kind="stable")
    text = (
        "The same line-ups were played with each of these choices. Every rate has an interval of "
        "its own; two choices differ for sure where their intervals are apart."
    )
    return [Paragraph(text), rate_table(table, keys, "Win rates by choice and faction.")], {}
