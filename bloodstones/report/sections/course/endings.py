"""The section on ends: for what reasons games end, the turn limit included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pandas as pd

from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Paragraph, Table
from bloodstones.report.language.wording import count, listing, more, tight
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.course import MIXED, endings
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, show_percent
from bloodstones.stats.table import Results

LEFT, RIGHT = "left", "right"
SEVERAL: Final = "several strategies"
CAPTION: Final = (
    "Why games end, by players and by the strategy that plays all seats: share of the games, with "
    "95 % bootstrap intervals."
)


def find(findings: StudyFindings) -> Tables:
    """Return how often games end for each reason."""
    return {StudyTable.ENDINGS: endings(findings.base, seed=findings.definition.seed)}


def make(findings: StudyFindings) -> Content:
    """Write why games end, and how many the turn limit stops."""
    table = findings.table(StudyTable.ENDINGS)
    words = f"{_words(table)}{more(never_ended(table, findings.end_reasons))}"
    return [Paragraph(words), _table(findings, table)], {}


def never_ended(table: pd.DataFrame, reasons: Sequence[str]) -> str:
    """Say which ends of the rules no game came to; "" where each was seen.

    Parameters
    ----------
    table
        From `stats.course.endings`.
    reasons
        All for which games can end, with any rules and options.

    Examples
    --------
    >>> never_ended(pd.DataFrame({"end_reason": ["goal"]}), ["goal", "long_winter", "war"])
    'No game here ended by long winter or war. Some ends may need other options.'
    """
    unseen = [reason_text(each) for each in reasons if each not in set(table["end_reason"])]
    if not unseen:
        return ""
    ended = f"No game here ended by {listing(unseen, 'or')}"
    return f"{ended}. Some ends may need other options."


def _words(table: pd.DataFrame) -> str:
    """Return how often each reason ended games, and what that says of the rules."""
    games = int(table.drop_duplicates(["players", "strategy"])["games"].sum())
    totals = table.groupby(["end_reason", "finished"])["ended"].sum()
    ended: Any = totals.sort_values(ascending=False).items()
    parts: list[str] = []
    stopped = 0
    for (reason, finished), number in ended:
        verb = "" if parts else " ended"
        parts.append(f"{number:,}{verb} by {reason_text(str(reason))}")
        stopped += 0 if finished else int(number)
    limit = (
        f"{count(stopped, 'game was', 'games were')} stopped before the rules ended them, and "
        "count with the result at that time."
        if stopped
        else "All of them ended by the rules."
    )
    return tight(f"Of {games:,} games, {listing(parts)}. {limit}")


def reason_text(reason: str) -> str:
    """Return why a game ended, as it stands in a table.

    >>> reason_text("turn_limit")
    'turn limit'
    """
    return reason.replace("_", " ")


def _table(findings: StudyFindings, table: pd.DataFrame) -> Table:
    reasons = list(dict.fromkeys(table["end_reason"]))
    places = common_decimals((table["high"] - table["low"]) / 2 * PERCENT)
    rows = []
    groups: Any = table.groupby(["players", "strategy"], sort=True)
    for (players, strategy), group in groups:
        by_reason = group.set_index("end_reason")
        shares = (_share(by_reason.loc[reason], places) for reason in reasons)
        who = SEVERAL if strategy == MIXED else findings.names[str(strategy)]
        rows.append((str(players), who, f"{int(group['games'].iloc[0]):,}", *shares))
    header = ("players", "strategy", "games", *map(reason_text, reasons))
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Table.grouped(CAPTION, header, align, rows)


def _share(row: Any, places: int) -> str:
    """Return a share with its interval."""
    return show_percent(row["share"], row["low"], row["high"], places)


def _several(results: Results) -> bool:
    """Whether games ended for more than one reason."""
    return bool(results.rows["end_reason"].nunique() > 1)


ENDINGS: Final = Section("endings", "Why games end", make, find, applies=_several)
