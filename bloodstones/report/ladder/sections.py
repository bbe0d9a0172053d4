"""The sections of a ladder's report, in the order of the document."""

from __future__ import annotations

from typing import Final

from bloodstones.report.blocks.assumed_values import assumed_limits, assumed_table
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Paragraph, Table
from bloodstones.report.ladder.findings import LadderFindings, PlayedLadder
from bloodstones.report.ladder.further import FURTHER
from bloodstones.report.ladder.learned import LEARNED
from bloodstones.report.ladder.meta_game import META_GAME_SECTION, PAIRINGS_SECTION
from bloodstones.report.ladder.progress import COURSE_SECTION, PROBE, TUNING
from bloodstones.report.ladder.strengths import DUELS_SECTION, POOLS, STRENGTHS
from bloodstones.report.language.phrases import listing

LEFT, RIGHT = "left", "right"


def make(findings: LadderFindings) -> Content:
    """Write the method, and what is needed to play the same games again."""
    provenance = findings.provenance
    boards = listing(
        [f"{findings.name(name)} with {size}" for size, name in provenance["maps"].items()]
    )
    maps = f"Maps by number of players: {boards}. " if boards else ""
    return [
        Paragraph(
            f"{provenance['games']:,} games at {provenance['tables']:,} tables. "
            "Factions, seats and who meets whom are drawn by lot from the seed; each table is "
            "played with its strategies turned "
            f"round it, on the same luck. {maps}Intervals resample what shares its luck as one."
        ),
        *(Paragraph(text) for text in assumed_limits(provenance)),
        Table(
            "Provenance.",
            ("what", "value"),
            (LEFT, LEFT),
            (
                ("Table of results", str(provenance["table_hash"])),
                ("Ladder file", str(provenance["study_sha256"])),
                ("Code and data of the games", str(provenance["sources_sha256"])),
                ("Version of the rules", str(provenance["rules_version"])),
            ),
        ),
        *assumed_table(provenance),
    ], {}


METHOD: Final[Section[LadderFindings, PlayedLadder]] = Section("method", "Method and limits", make)


LADDER_SECTIONS: Final[tuple[Section[LadderFindings, PlayedLadder], ...]] = (
    STRENGTHS,
    DUELS_SECTION,
    POOLS,
    META_GAME_SECTION,
    PAIRINGS_SECTION,
    *FURTHER,
    TUNING,
    COURSE_SECTION,
    PROBE,
    LEARNED,
    METHOD,
)
