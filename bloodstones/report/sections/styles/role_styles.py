"""The section on styles of play: which strategy wins most with each role."""

from __future__ import annotations

from typing import Final

from bloodstones.report.blocks.role_styles import HEADING, SECTION, style_blocks
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content
from bloodstones.report.study.findings import StudyFindings, has_roles
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.ratings.styles import SEVERAL, role_styles
from bloodstones.stats.table import Results, base_rows, level_games


def find(findings: StudyFindings) -> Tables:
    """Return the win rate of each role by strategy; an empty table without two to compare."""
    table = role_styles(
        findings.base,
        seed=findings.definition.seed,
        stopping=findings.provenance.get("stopping"),
    )
    return {StudyTable.STYLES: table if table["faction"].nunique() > 1 else table.iloc[:0]}


def make(findings: StudyFindings) -> Content:
    """Write which style of play each role suits; nothing where no styles can be compared."""
    table = findings.table(StudyTable.STYLES)
    return ([], {}) if table.empty else style_blocks(table, findings.names.__getitem__)


def _several(results: Results) -> bool:
    """Whether two strategies play all seats, each on the same line-ups of several roles."""
    level = level_games(base_rows(results.rows))
    if not has_roles(results) or level["strategy"].nunique() < SEVERAL:
        return False
    return bool(role_styles(level)["faction"].nunique() > 1)


STYLES: Final = Section(SECTION, HEADING, make, find, applies=_several)
