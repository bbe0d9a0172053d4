"""The section on activity, for games whose points have no sources."""

from __future__ import annotations

from typing import Final

from bloodstones.core.contract.game import Role
from bloodstones.report.blocks.activity_tables import activity_tables
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph
from bloodstones.report.language.wording import count, title
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import decimals_for
from bloodstones.stats.summary import activity
from bloodstones.stats.table import Results

CAPTION: Final = "What a seat does in a game, on average."


def find(findings: StudyFindings) -> Tables:
    """Return mean activity per game by faction."""
    counted = findings.results.columns.names(Role.ACTIVITY)
    return {StudyTable.ACTIVITY: activity(findings.rows, ["players", "faction"], counted)}


def make(findings: StudyFindings) -> Content:
    """Write mean activity and mean score per seat."""
    means = [
        f"{row['score']:.{decimals_for((row['high'] - row['low']) / 2)}f}"
        for _, row in findings.table(StudyTable.POINTS).iterrows()
    ]
    label = next((c.words for c in findings.results.columns if c.name == "score"), "score")
    rows = [
        f"{title(row['faction']) or 'a seat'} {mean} with {count(row['players'], 'player')}"
        for (_, row), mean in zip(findings.table(StudyTable.POINTS).iterrows(), means, strict=True)
    ]
    blocks: list[Block] = [
        Paragraph(f"The mean {label} at the end: {', '.join(rows)}."),
        *activity_tables(findings, CAPTION),
    ]
    return blocks, {}


def _without_sources(results: Results) -> bool:
    """Whether the points have no sources; with sources, the section on points says more."""
    return not results.columns.of(Role.POINTS)


ACTIVITY: Final = Section(
    "activity",
    "What seats do",
    make,
    find,
    roles=(Role.ACTIVITY,),
    applies=_without_sources,
    published=True,
)
