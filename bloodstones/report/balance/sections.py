"""The sections of a balance report, in the order of the document."""

from __future__ import annotations

from typing import Final

from bloodstones.report.balance.answers import ANSWERS, FRONT_SECTION
from bloodstones.report.balance.findings import BalanceFindings, PlayedBalance
from bloodstones.report.balance.rates import LEVELS, RATES_SECTION, RETUNED_SECTION
from bloodstones.report.balance.search import COURSE_SECTION, DOSES_SECTION, METHOD, SEARCH
from bloodstones.report.balance.targets import CLAIMS, TARGETS_SECTION
from bloodstones.report.contract.section import Section

BALANCE_SECTIONS: Final[tuple[Section[BalanceFindings, PlayedBalance], ...]] = (
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
