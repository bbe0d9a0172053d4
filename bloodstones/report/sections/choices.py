"""The section on choices before the start: win rates by choice."""

from __future__ import annotations

from typing import Final

from bloodstones.report.blocks.rate_table import Keys, rate_table
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Paragraph
from bloodstones.report.language.wording import title
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.table import Results

COLUMN: Final = "choices"


def find(findings: StudyFindings) -> Tables:
    """Return the win rates by choice before the start."""
    by = ["players", COLUMN, "faction"]
    return {StudyTable.CHOICES: findings.rates(findings.rows, by)}


def make(findings: StudyFindings) -> Content:
    """Write the win rates by choice before the start."""
    keys: Keys = {
        "choices": ("choice", str),
        "players": ("players", str),
        "faction": ("faction", title),
    }
    table = findings.table(StudyTable.CHOICES).sort_values(list(keys), kind="stable")
    text = (
        "The same line-ups were played with each of these choices. Every rate has an interval of "
        "its own; two choices differ for sure where their intervals are apart."
    )
    return [Paragraph(text), rate_table(table, keys, "Win rates by choice and faction.")], {}


def _several(results: Results) -> bool:
    """Whether more than one choice was played."""
    return bool(results.rows[COLUMN].nunique() > 1)


CHOICES: Final = Section(
    "choices",
    "What a choice does",
    make,
    find,
    columns=(COLUMN,),
    applies=_several,
    published=True,
)
