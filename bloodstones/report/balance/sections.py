"""The sections of a balance report, in the order of the document."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bloodstones.report.balance.answers import ANSWERS
from bloodstones.report.balance.course import COURSE_SECTION
from bloodstones.report.balance.doses import DOSES_SECTION
from bloodstones.report.balance.findings import BalanceFindings
from bloodstones.report.balance.first_page import first_page
from bloodstones.report.balance.levels import LEVELS
from bloodstones.report.balance.method import METHOD
from bloodstones.report.balance.rates import RATES_SECTION
from bloodstones.report.balance.retuned import RETUNED_SECTION
from bloodstones.report.balance.search import SEARCH
from bloodstones.report.balance.targets.claims import CLAIMS
from bloodstones.report.balance.targets.figures import TARGETS_SECTION
from bloodstones.report.balance.targets.front import FRONT_SECTION
from bloodstones.report.balance.targets.page import targets_page
from bloodstones.report.contract.section import Section
from bloodstones.report.front.part import Part


def front(findings: BalanceFindings) -> Part:
    """Return the first page: of a study that wants fairness alone, or of one with other targets."""
    return first_page(findings) if findings.fair_alone else targets_page(findings)


BALANCE_SECTIONS: Final[tuple[Section[BalanceFindings], ...]] = (
    replace(ANSWERS, front=front),
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
