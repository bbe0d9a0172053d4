"""The section on win rates after strategies were tuned to the change."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from bloodstones.batch.balance.settings import text_of
from bloodstones.core.files.parsing import toml_of
from bloodstones.report.balance.findings import RETUNED, BalanceFindings, distance_of_rates, heading
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Paragraph, Table
from bloodstones.report.language.wording import title
from bloodstones.stats.inference.intervals import wilson_interval
from bloodstones.stats.inference.rounding import PERCENT

LEFT, RIGHT = "left", "right"


def find(findings: BalanceFindings) -> Tables:
    """Return the win rates of tuned strategies."""
    return {RETUNED: _intervals(findings.search.retuned)}


def _intervals(retuned: pd.DataFrame) -> pd.DataFrame:
    """Return the win rates of tuned strategies with Wilson intervals."""
    if retuned.empty:
        return retuned
    ends = [
        wilson_interval(float(wins), int(seats))
        for wins, seats in zip(retuned["wins"], retuned["seats"], strict=True)
    ]
    return retuned.assign(low=[low for low, _ in ends], high=[high for _, high in ends])


def make(findings: BalanceFindings) -> Content:
    """Write the win rates under each answer before and after tuning."""
    table = findings.table(RETUNED)
    if table.empty:
        return [], {}
    table = findings.with_goals(table)
    tunings = findings.provenance["balance"]["retuned"]
    games = sum(each["games"] for each in tunings)
    strategy = title(toml_of(str(findings.provenance["study_file"]))["retune"]["strategy"])
    gained = sum(
        len([role for role in each["gains"] if role not in (*each["kept"], "all")])
        for each in tunings
    )
    tried = sum(len(each["gains"]) - 1 for each in tunings)
    changes = list(dict.fromkeys(table["change"]))
    aim = "fair" if findings.fair_alone else "the win rates wanted"
    named = {text_of(tuple(each.changes.items())): each for each in findings.answers}
    rows = []
    for (players, faction), group in table.groupby(["players", "faction"], sort=True):
        cells = []
        for change in changes:
            mine = group[group["change"] == change].set_index("tuned")
            cells.append(_before_after(mine.loc[False], mine.loc[True]))
        rows.append((str(players), title(str(faction)), *cells))
    for players, group in table.groupby("players", sort=True):
        lines = [
            [
                distance_of_rates(group[(group["change"] == change) & (group["tuned"] == tuned)])
                for tuned in (False, True)
            ]
            for change in changes
        ]
        cells = [f"{before * PERCENT:.0f} → {after * PERCENT:.0f} %" for before, after in lines]
        rows.append((str(players), f"distance from {aim}", *cells))
    least = int(table["seats"].min())
    caption = (
        "Win rates before and after every faction was tuned for the rules of the column; 95 % "
        f"intervals reach up to {_widest(table):.0f} points to either side ({least:,} fresh games "
        f"a figure or more). The last line is their distance from {aim}."
    )
    header = ("players", "faction", *(heading(named[change]) for change in changes))
    align = (LEFT, LEFT, *(RIGHT for _ in changes))
    each = "each answer" if len(changes) == len(findings.answers) else "the best answers"
    text = (
        f"For the rules as printed and for {each} every faction of {strategy} was tuned anew "
        f"against the rest in a short evolution strategy, {games:,} games in all; what gained "
        f"nothing on fresh games was left as it was ({tried - gained} of {tried} searches). "
        "So this tells what the first weeks with a new rule may bring, not the years after."
    )
    return [Paragraph(text), Table.grouped(caption, header, align, rows)], {}


def _widest(table: pd.DataFrame) -> float:
    return float((table["high"] - table["low"]).max()) / 2 * PERCENT


def _before_after(before: Any, after: Any) -> str:
    return f"{before['rate'] * PERCENT:.0f} → {after['rate'] * PERCENT:.0f} %"


RETUNED_SECTION: Final = Section("retuned", "When players have learned the change", make, find)
