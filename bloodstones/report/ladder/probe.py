"""The section on best responses: the exploitability of the field."""

from __future__ import annotations

from typing import Final

from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Paragraph
from bloodstones.report.ladder.findings import PROBES, LadderFindings
from bloodstones.report.ladder.gains import gains_of, gains_table
from bloodstones.report.language.groups import ALL
from bloodstones.report.language.wording import listing


def find(findings: LadderFindings) -> Tables:
    """Return the gains by faction."""
    return {PROBES: gains_of(findings.definition.probes)}


def make(findings: LadderFindings) -> Content:
    """Write what best responses gain against a fixed field."""
    if findings.table(PROBES).empty:
        return [], {}
    fields = listing(sorted(findings.table(PROBES)["against"].unique())).replace("_", " ")
    return [
        Paragraph(
            "For each faction the best response was sought by the same tuning, against a field "
            f"that stays as it is ({fields}). What it gains there is a lower bound of how far "
            "that field can be exploited: another plan or a longer search may find more."
        ),
        gains_table(
            findings,
            findings.table(PROBES)[findings.table(PROBES)["faction"] != ALL],
            "gain",
            "Best responses found against the fixed field: win rate of the faction before and "
            "after, the gain in percentage points with a 95 % t interval over rounds.",
        ),
    ], {}


PROBE: Final = Section("probe", "How exploitable the field is", make, find)
