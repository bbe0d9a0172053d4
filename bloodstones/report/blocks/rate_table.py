"""The table of win rates with their intervals, fair shares and verdicts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd

from bloodstones.report.document.model import Table
from bloodstones.report.language.groups import SEAT, TURN_ORDER
from bloodstones.report.language.wording import ordinal, rate_cells, title
from bloodstones.stats.inference.rounding import PERCENT, common_decimals

Keys = dict[str, tuple[str, Callable[[Any], str]]]

LEFT, RIGHT = "left", "right"
RATE_HEADER = ("games", "win rate", "95 % interval", "fair share", "verdict")
RATE_ALIGN = (RIGHT, RIGHT, RIGHT, RIGHT, LEFT)


def rate_table(table: pd.DataFrame, keys: Keys, caption: str) -> Table:
    """Return a table of win rates.

    Parameters
    ----------
    table
        As of `stats.balance.win_rates`, sorted by the keys.
    keys
        Column -> heading and how to write its values; groups begin where the first changes.
    """
    places = common_decimals((table["high"] - table["low"]) / 2 * PERCENT)
    rows = [
        (
            *(write(row[name]) for name, (_, write) in keys.items()),
            *rate_cells(row, places),
            str(row["verdict"]),
        )
        for _, row in table.iterrows()
    ]
    header = (*(heading for heading, _ in keys.values()), *RATE_HEADER)
    align = (*(LEFT for _ in keys), *RATE_ALIGN)
    return Table.grouped(caption, header, align, rows)


def key_columns(first: str) -> Keys:
    """Return how the key columns of the win rate tables are headed and written."""
    return {
        "players": ("players", str),
        first: (first.replace("_", " "), ordinal if first in (TURN_ORDER, SEAT) else title),
    }
