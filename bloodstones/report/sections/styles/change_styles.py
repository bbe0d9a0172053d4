"""The section on the styles of play for which a change of the rules acts."""

from __future__ import annotations

from typing import Final

from bloodstones.report.blocks.style_changes import (
    HEADING,
    SECTION,
    SEVERAL,
    change_blocks,
    find_style_changes,
)
from bloodstones.report.blocks.what_if_lines import has_arms
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.table import Results, level_games


def find(findings: StudyFindings) -> Tables:
    """Return what each arm changes by style of play."""
    return {StudyTable.WHAT_IFS_BY_STYLE: find_style_changes(findings.results.rows)}


def make(findings: StudyFindings) -> Content:
    """Write for which styles of play each change acts."""
    names = findings.names.__getitem__
    return change_blocks(findings.table(StudyTable.WHAT_IFS_BY_STYLE), findings.arm_titles, names)


def _several(results: Results) -> bool:
    """Whether arms change something, and several strategies play all seats."""
    styles = level_games(results.rows)["strategy"].nunique()
    return styles >= SEVERAL and has_arms(results)


WHAT_IF_STYLES: Final = Section(SECTION, HEADING, make, find, applies=_several)
