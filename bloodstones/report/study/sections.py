"""The sections of a study's report, in the order of the document."""

from __future__ import annotations

from typing import Final

from bloodstones.report.contract.section import Section
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.topics.boards import MAP
from bloodstones.report.topics.choices import CHOICES, UNUSED
from bloodstones.report.topics.course import DECIDED, ENDINGS, LENGTH
from bloodstones.report.topics.exploiter import EXPLOITER
from bloodstones.report.topics.from_here import FROM_HERE
from bloodstones.report.topics.leads import LEADS
from bloodstones.report.topics.luck import LUCK_SECTION
from bloodstones.report.topics.maps import MAPS_SECTION as MAPS
from bloodstones.report.topics.method import METHOD, PROVENANCE
from bloodstones.report.topics.on_maps import ON_MAPS
from bloodstones.report.topics.opponents import LINE_UPS
from bloodstones.report.topics.pairs import MATCH_UPS
from bloodstones.report.topics.places import SEATS
from bloodstones.report.topics.points import ACTIVITY, POINTS
from bloodstones.report.topics.roles import FACTIONS
from bloodstones.report.topics.sensitivity import SENSITIVITY
from bloodstones.report.topics.strategies import STRATEGIES
from bloodstones.report.topics.style_changes import WHAT_IF_STYLES
from bloodstones.report.topics.styles import STYLES
from bloodstones.report.topics.what_ifs import WHAT_IF_LENGTHS, WHAT_IF_SEATS, WHAT_IFS_SECTION
from bloodstones.report.topics.worth import WORTH

# What every game's report can have; a game declares its own beside. A draft keeps this order.
STUDY: Final[tuple[Section[StudyFindings, PlayedStudy], ...]] = (
    FROM_HERE,
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
