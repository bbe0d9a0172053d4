"""How the lead changes hands, as cells of a table: part of the sections on leads and on maps."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from bloodstones.stats.inference.rounding import PERCENT, common_decimals, show_percent
from bloodstones.stats.maps import LEAD_MEASURES

NUMBERS = ("lead_changes",)  # measures of leads that are no shares
LEAD_HEADER = (
    "lead\nchanges",
    "lead never\npasses",
    "game left after\nlast change",
    "turns led by\nthe winner",
    "won from\nbehind",
)
LEAD_WORDS = (
    "How the lead passes: the most victory points in sight, alone, after a turn. From behind: "
    "the winner led less than half of the turns. Means with 95 % bootstrap intervals."
)


def lead_places(leads: pd.DataFrame) -> Mapping[str, int]:
    """Return the decimals that all lines of each measure may show."""
    half = (leads["high"] - leads["low"]) / 2
    return {
        str(measure): common_decimals(errors * (1 if measure in NUMBERS else PERCENT))
        for measure, errors in half.groupby(leads["measure"])
    }


def lead_cells(leads: pd.DataFrame, decimals: Mapping[str, int]) -> tuple[str, ...]:
    """Return the measures of leads of one map and player count, in the order of LEAD_HEADER.

    Parameters
    ----------
    decimals
        As of `lead_places` for all lines of the table.
    """
    measures = leads.set_index("measure")
    cells = []
    for measure in LEAD_MEASURES:
        mean, low, high = (float(measures[part][measure]) for part in ("mean", "low", "high"))
        places = decimals[measure]
        ends = f"{mean:.{places}f} ({low:.{places}f}–{high:.{places}f})"
        shown = ends if measure in NUMBERS else show_percent(mean, low, high, places)
        cells.append(shown.replace(" (", "\n("))
    return tuple(cells)
