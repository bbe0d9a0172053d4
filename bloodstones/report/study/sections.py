"""The sections of a study's report, in the order of the document."""

from __future__ import annotations

from typing import Final

from bloodstones.report.contract.section import Section
from bloodstones.report.sections.activity import ACTIVITY
from bloodstones.report.sections.choices import CHOICES
from bloodstones.report.sections.course.decided import DECIDED
from bloodstones.report.sections.course.endings import ENDINGS
from bloodstones.report.sections.course.length import LENGTH
from bloodstones.report.sections.course.unused import UNUSED
from bloodstones.report.sections.factions import FACTIONS
from bloodstones.report.sections.leads import LEADS
from bloodstones.report.sections.luck import LUCK_SECTION
from bloodstones.report.sections.map import MAP
from bloodstones.report.sections.maps import MAPS
from bloodstones.report.sections.method import METHOD
from bloodstones.report.sections.on_maps import ON_MAPS
from bloodstones.report.sections.opponents.line_ups import LINE_UPS
from bloodstones.report.sections.opponents.match_ups import MATCH_UPS
from bloodstones.report.sections.points import POINTS
from bloodstones.report.sections.provenance import PROVENANCE
from bloodstones.report.sections.seats import SEATS
from bloodstones.report.sections.sensitivity import SENSITIVITY
from bloodstones.report.sections.styles.change_styles import WHAT_IF_STYLES
from bloodstones.report.sections.styles.exploiter import EXPLOITER
from bloodstones.report.sections.styles.role_styles import STYLES
from bloodstones.report.sections.styles.strategies import STRATEGIES
from bloodstones.report.sections.what_if_lengths import WHAT_IF_LENGTHS
from bloodstones.report.sections.what_ifs import WHAT_IF_SEATS, WHAT_IFS_SECTION
from bloodstones.report.sections.worth import WORTH
from bloodstones.report.study.findings import StudyFindings

# What every game's report can have; a game declares its own beside. A draft keeps this order.
STUDY: Final[tuple[Section[StudyFindings], ...]] = (
    WHAT_IFS_SECTION,
    SENSITIVITY,
    WORTH,
    WHAT_IF_SEATS,
    WHAT_IF_LENGTHS,
    WHAT_IF_STYLES,
    FACTIONS,
    STYLES,
    LINE_UPS,
    MATCH_UPS,
    CHOICES,
    SEATS,
    STRATEGIES,
    EXPLOITER,
    LUCK_SECTION,
    POINTS,
    ACTIVITY,
    UNUSED,
    LENGTH,
    ENDINGS,
    DECIDED,
    LEADS,
    ON_MAPS,
    MAPS,
    MAP,
    METHOD,
    PROVENANCE,
)
# Whose `filler` the first page takes where it has room, in this order.
FILLERS: Final = (POINTS, LENGTH, STRATEGIES)
