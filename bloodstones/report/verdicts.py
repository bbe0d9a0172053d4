"""Verdicts on win rates, counted and told."""

from __future__ import annotations

import pandas as pd

from bloodstones.report.wording import count, listing
from bloodstones.stats.balance import Verdict


def verdict_counts(table: pd.DataFrame) -> dict[Verdict, int]:
    """Return how many rows have each verdict."""
    found = table["verdict"].value_counts()
    return {verdict: int(found.get(verdict.value, 0)) for verdict in Verdict}


def verdict_listing(table: pd.DataFrame) -> str:
    """Return the verdicts with their counts: 'two are fair, one is unfair and …'."""
    words = {
        Verdict.FAIR: ("is fair", "are fair"),
        Verdict.UNFAIR: ("is unfair", "are unfair"),
        Verdict.TOO_FEW: ("needs more games to tell", "need more games to tell"),
    }
    found = verdict_counts(table)
    if max(found.values()) == len(table) > 1:
        return next(f"all {words[verdict][1]}" for verdict, n in found.items() if n)
    return listing([count(n, *words[verdict]) for verdict, n in found.items() if n])
