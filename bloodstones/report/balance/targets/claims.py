"""The section on the claims: what was predicted of the confirming games, and what held."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd

from bloodstones.batch.balance.claims import CLAIMS as FILE
from bloodstones.batch.balance.claims import GAIN
from bloodstones.report.balance.findings import BalanceFindings
from bloodstones.report.balance.target_names import target_label
from bloodstones.report.balance.wording import change_words, level_label
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Paragraph, Table
from bloodstones.report.language.wording import capital, count
from bloodstones.stats.inference.rounding import PERCENT

LEFT, RIGHT = "left", "right"
CLAIMED: Final = "claims"
DIGEST: Final = 12  # signs of the hash that are shown
HOLDS: Final = {True: "yes", False: "no", None: "open"}


def find(findings: BalanceFindings) -> Tables:
    """Return the claims with what the confirming games gave."""
    return {CLAIMED: pd.DataFrame(findings.claims)}


def make(findings: BalanceFindings) -> Content:
    """Write every claim with its interval, and whether it held."""
    claims = findings.claims
    if not claims:
        return [], {}
    held = [each["holds"] for each in claims]
    digest = str(findings.provenance["balance"]["claims_sha256"])[:DIGEST]
    text = (
        f"Before the confirming games were played, {count(len(claims), 'claim')} on them were "
        f"written into {FILE} (SHA-256 {digest}…): each figure as the games of the finalists have "
        "it, with the interval in which 95 of 100 such figures come to lie. "
        f"{capital(count(held.count(True), 'claim'))} held, {held.count(False)} did not. A "
        "setting that was chosen as the best of many owes some of its figure to luck, so that "
        "distances of answers tend to come out larger than was claimed."
    )
    rows = [
        (
            change_words(findings, each["change"]) or "as printed",
            _what(findings, each),
            _share(each["predicted"]),
            f"{_share(each['low'])} to {_share(each['high'])}",
            _share(each["confirmed"]),
            HOLDS[each["holds"]],
        )
        for each in claims
    ]
    caption = (
        f"What was claimed of distances from {findings.aim} at the levels that were searched, with "
        "its interval; what the confirming games gave; whether that lies in it."
    )
    header = ("setting", "figure", "claimed", "interval", "confirmed", "held")
    align = (LEFT, LEFT, RIGHT, RIGHT, RIGHT, LEFT)
    return [Paragraph(text), Table.grouped(caption, header, align, rows)], {}


def _what(findings: BalanceFindings, claim: Mapping[str, Any]) -> str:
    """Return what a claim is about."""
    if claim["what"] == GAIN:
        where = level_label(findings, claim["level"])
        return f"nearer than as printed{f', {where}' if where else ''}"
    of = target_label(findings.columns, claim["target"]) if claim["target"] else "all targets"
    return f"distance, {of}"


def _share(value: float | None) -> str:
    return "–" if value is None else f"{round(value * PERCENT) + 0} %".replace("-", "−")


CLAIMS: Final = Section("claims", "What was claimed, and what held", make, find)
