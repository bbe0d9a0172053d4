"""The tables of the summary as data, to be published beside it."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from bloodstones.report.summary.fixes import Fix
from bloodstones.report.summary.standing import Finding


def holding_table(findings: Sequence[Finding]) -> pd.DataFrame:
    """Return what holds for every role at every number of players, one line each."""
    lines = [
        {
            "game": one.game,
            "players": one.players,
            "faction": one.who,
            "holds": one.holds.value,
            "confidence": one.confidence.value,
            "fair_share": one.fair_share,
            "lowest": one.lowest,
            "at_lowest": one.at_lowest,
            "highest": one.highest,
            "at_highest": one.at_highest,
            "levels": one.levels,
            "reports": one.reports,
            "games": one.games,
        }
        for one in findings
    ]
    return pd.DataFrame(lines)


def fix_table(changes: Sequence[Fix]) -> pd.DataFrame:
    """Return every change with how far from fair a table is before and after, one line each."""
    lines = [
        {
            "game": fix.game,
            "report": fix.report,
            "players": fix.players,
            "change": fix.words,
            "of": fix.of,
            "before": fix.mending.before,
            "after": fix.mending.after,
            "within": fix.mending.within,
            "most_moved": fix.furthest,
            "was": fix.was,
            "becomes": fix.becomes,
            "pairs": fix.pairs,
            "levels": fix.levels,
        }
        for fix in changes
    ]
    return pd.DataFrame(lines)
