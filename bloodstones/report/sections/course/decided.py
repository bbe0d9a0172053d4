"""The section on when the winner is known: how long the lead passes, who wins from behind."""

from __future__ import annotations

from typing import Final

from bloodstones.report.blocks.decided import HEADING, SECTION, decided_blocks
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section, fits_all
from bloodstones.report.document.model import Content
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.course import COLUMNS, MIXED, check_course, decided


def find(findings: StudyFindings) -> Tables:
    """Return how the lead passes and from when on it is final; InputError without leads."""
    check_course(findings.base, f"section {SECTION}")
    return {StudyTable.DECIDED: decided(findings.base, seed=findings.definition.seed)}


def make(findings: StudyFindings) -> Content:
    """Write from when on the winner of a game is known."""
    speaking = findings.strategy or MIXED
    names = findings.names.__getitem__
    return decided_blocks(findings.table(StudyTable.DECIDED), speaking, names, findings.games_text)


DECIDED: Final = Section(SECTION, HEADING, make, find, columns=COLUMNS, applies=fits_all)
