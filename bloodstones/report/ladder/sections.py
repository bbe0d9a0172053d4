"""The sections of a ladder's report, in the order of the document."""

from __future__ import annotations

from typing import Final

from bloodstones.report.contract.section import Section
from bloodstones.report.ladder.course import COURSE_SECTION
from bloodstones.report.ladder.duels import DUELS_SECTION
from bloodstones.report.ladder.findings import LadderFindings
from bloodstones.report.ladder.further import FURTHER
from bloodstones.report.ladder.learned import LEARNED
from bloodstones.report.ladder.meta_game import META_GAME_SECTION
from bloodstones.report.ladder.method import METHOD
from bloodstones.report.ladder.pairings import PAIRINGS_SECTION
from bloodstones.report.ladder.pools import POOLS
from bloodstones.report.ladder.probe import PROBE
from bloodstones.report.ladder.strengths import STRENGTHS
from bloodstones.report.ladder.tuning import TUNING

LADDER_SECTIONS: Final[tuple[Section[LadderFindings], ...]] = (
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
