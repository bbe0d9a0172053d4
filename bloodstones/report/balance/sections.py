"""The sections of a balance report, in the order of the document."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bloodstones.report.balance.doses import COURSE_SECTION, DOSES_SECTION
from bloodstones.report.balance.findings import BalanceFindings, PlayedBalance
from bloodstones.report.balance.first_page import ANSWERS, first_page
from bloodstones.report.balance.rates import LEVELS, RATES_SECTION, RETUNED_SECTION, SEARCH
from bloodstones.report.balance.target_figures import CLAIMS, TARGETS_SECTION
from bloodstones.report.balance.targets import FRONT_SECTION, targets_page
from bloodstones.report.balance.wording import share_text, sizes_text
from bloodstones.report.blocks.assumed_values import assumed_limits
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Paragraph
from bloodstones.report.front.part import Part
from bloodstones.report.language.phrases import capital, count, listing, tight


def _left_out(findings: BalanceFindings) -> list[str]:
    """Say which numbers of players the answers were not sought or played for."""
    if not findings.sizes_left_out:
        return []
    return [
        f"The boards take {sizes_text(findings)} players, too; such tables were neither searched "
        "nor played, to keep the cost of the search in bounds. What the answers do there is open: "
        "play them before they are printed."
    ]


def changeable(findings: BalanceFindings) -> str:
    """Return how many numbers, readings and starts could change, in words."""
    balance = findings.provenance["balance"]
    words = (("numbers", "number"), ("options", "reading"), ("starts", "start"))
    parts = [count(len(balance[key]), word) for key, word in words if balance.get(key)]
    return f"{capital(listing(parts))} of the rules"


def make(findings: BalanceFindings) -> Content:
    """Write the method and its limits."""
    provenance = findings.provenance
    search, cost = provenance["balance"]["search"], provenance["balance"]["cost"]
    numbers = provenance["balance"]["numbers"]
    levels = [findings.level(name) for name in search["levels"] or ()]
    where = f" at the levels {', '.join(levels)}" if levels else ""
    texts = [
        f"{changeable(findings)} could change{', each in a range' if numbers else ''} "
        f"that the study names. Every value was played alone{where}; then a surrogate of all win "
        f"rates{'' if findings.fair_alone else ' and other targets'}, a Gaussian process over the "
        "settings, asked round by round for the setting of two "
        "changes, and of more, that promised most. All settings share their luck, so that "
        "differences are those of the rules.",
        f"A departure from the printed rules has its price in distance from {findings.aim}: "
        f"{share_text(cost['change'])} for each number that is changed and "
        f"{share_text(cost['range'])} more for one that goes through its whole range. The best "
        "settings of each number of changes met again on fresh luck, and the answers were played "
        "once more on luck that no choice had seen: all win rates above are of those games.",
        "The search is not exhaustive, and two settings that differ by less than the intervals are "
        "equally good. Numbers outside of the list, and rules that are no numbers, were not tried. "
        "Strategies are computer players: the levels of play stand for how people of different "
        "experience may fare, not for any people in particular.",
        *_left_out(findings),
        *assumed_limits(provenance),
    ]
    return [Paragraph(tight(text)) for text in texts], {}


METHOD: Final[Section[BalanceFindings, PlayedBalance]] = Section(
    "method", "Method and limits", make
)


def front(findings: BalanceFindings) -> Part:
    """Return the first page: of a study that wants fairness alone, or of one with other targets."""
    return first_page(findings) if findings.fair_alone else targets_page(findings)


BALANCE_SECTIONS: Final[tuple[Section[BalanceFindings, PlayedBalance], ...]] = (
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
