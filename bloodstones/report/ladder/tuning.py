"""The section on what tuning gained."""

from __future__ import annotations

from typing import Final

from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Paragraph
from bloodstones.report.ladder.findings import PRESETS, LadderFindings
from bloodstones.report.ladder.gains import gains_of, gains_table
from bloodstones.report.language.wording import more


def find(findings: LadderFindings) -> Tables:
    """Return the gains by faction."""
    return {PRESETS: gains_of(findings.definition.presets)}


def make(findings: LadderFindings) -> Content:
    """The gains of tuned presets on fresh games."""
    if findings.table(PRESETS).empty:
        return [], {}
    return [
        Paragraph(
            "Every preset was found by an evolution strategy that plays candidates in the same "
            "games and drops the clearly worse ones early. The gain is measured on fresh games "
            "that no candidate was chosen by, the same ones for the strategy as it was and as it "
            f"is; games counts those of one of both.{more(findings.game.words.fewest)}"
        ),
        gains_table(
            findings,
            findings.table(PRESETS),
            "gain",
            "Win rates before and after tuning against the field that it was tuned for, the "
            "difference in percentage points with a 95 % t interval over rounds of the tables.",
        ),
    ], {}


TUNING: Final = Section("tuning", "What tuning gained", make, find)
