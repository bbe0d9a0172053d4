"""The sections of a ladder's report, in the order of the document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bloodstones.report.blocks.assumed_values import assumed_table, readable_values
from bloodstones.report.contract.section import Section
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.ladder.findings import LadderFindings, PlayedLadder
from bloodstones.report.ladder.further import FURTHER
from bloodstones.report.ladder.learned import LEARNED
from bloodstones.report.ladder.meta_game import META_GAME_SECTION
from bloodstones.report.ladder.progress import COURSE_SECTION, PROBE, TUNING
from bloodstones.report.ladder.strengths import DUELS_SECTION, POOLS, STRENGTHS

LEFT: Final = "left"
SOURCES: Final[Mapping[str, str]] = {
    "Table of results": "table_hash",
    "Ladder file": "study_sha256",
    "Code and data of the games": "sources_sha256",
    "Version of the rules": "rules_version",
}


@dataclass(frozen=True)
class LadderMethod(Finding):
    """How the games were drawn, and what is needed to play the same games again."""

    findings: LadderFindings

    @property
    def provenance(self) -> Mapping[str, Any]:
        """Of the results."""
        return self.findings.provenance

    @property
    def assumed(self) -> Mapping[str, list[str]]:
        """What the data mark as assumed, by file."""
        return readable_values(self.provenance)

    def table(self) -> Table:
        """Return where the results come from."""
        rows = tuple((label, str(self.provenance[key])) for label, key in SOURCES.items())
        return Table("", ("what", "value"), (LEFT, LEFT), rows)

    def assumed_table(self) -> Table:
        """Return all of that as a table."""
        return assumed_table(self.provenance)


METHOD: Final = topic("method", "Method and limits", LadderMethod)


LADDER_SECTIONS: Final[tuple[Section[LadderFindings, PlayedLadder], ...]] = (
    STRENGTHS,
    DUELS_SECTION,
    POOLS,
    META_GAME_SECTION,
    *FURTHER,
    TUNING,
    COURSE_SECTION,
    PROBE,
    LEARNED,
    METHOD,
)
