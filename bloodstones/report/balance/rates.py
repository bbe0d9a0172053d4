"""The section on who wins then: win rates of every faction under every answer."""

from __future__ import annotations

from typing import Final

from bloodstones.report.balance.findings import RATES, BalanceFindings
from bloodstones.report.balance.first_page import ALT, CAPTION, rates_chart
from bloodstones.report.balance.rate_table import OUTSIDE, rate_table
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture
from bloodstones.report.language.wording import capital
from bloodstones.stats.balance import win_rates

CHART: Final = "before_after"
RECOMMENDED: Final = "the answer that is recommended"


def find(findings: BalanceFindings) -> Tables:
    """Return the win rates by arm, players and faction, over all levels of play."""
    return {RATES: win_rates(findings.rows, ["arm", "players", "faction"])}


def make(findings: BalanceFindings) -> Content:
    """Write the win rates of every faction over all levels of play."""
    caption = (
        "Win rates over all levels of play, with half of the 95 % interval (games are resampled, "
        f"so that levels that share their luck count once). {OUTSIDE.strip()}: the whole interval "
        "is more than a fifth of the fair share away from it."
    )
    blocks: list[Block] = [
        Paragraph(
            "All answers are played by the same line-ups with the same luck as the rules as "
            "printed, in games that no setting was chosen by."
        ),
        rate_table(findings, findings.table(RATES), caption),
        Picture(CHART, capital(CAPTION.format(RECOMMENDED)), ALT),
    ]
    sizes = sorted(set(map(int, findings.table(RATES)["players"])))
    pair = (findings.answers[0], findings.recommended)
    return blocks, {CHART: rates_chart(findings, sizes, pair)}


RATES_SECTION: Final = Section("rates", "Who wins then", make, find)
