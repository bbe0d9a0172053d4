"""The sections of a balance report, in the order of the document."""

from __future__ import annotations

from typing import Final

from bloodstones.report.balance.answers import ANSWERS
from bloodstones.report.balance.claims import CLAIMS
from bloodstones.report.balance.course import COURSE_SECTION
from bloodstones.report.balance.doses import DOSES_SECTION
from bloodstones.report.balance.findings import BalanceFindings
from bloodstones.report.balance.front import FRONT_SECTION
from bloodstones.report.balance.levels import LEVELS
from bloodstones.report.balance.method import METHOD
from bloodstones.report.balance.rates import RATES_SECTION
from bloodstones.report.balance.retuned import RETUNED_SECTION
from bloodstones.report.balance.search import SEARCH
from bloodstones.report.balance.targets import TARGETS_SECTION
from bloodstones.report.contract.section import Section

BALANCE_SECTIONS: Final[tuple[Section[BalanceFindings], ...]] = (
    ANSWERS,
    RATES_SECTION,
    TARGETS_SECTION,
    FRONT_SECTION,
    CLAIMS,
    LEVELS,
    COURSE_SECTION,
    RETUNED_SECTION,
    DOSES_SECTION,
    SEARCH,
    METHOD,
)
