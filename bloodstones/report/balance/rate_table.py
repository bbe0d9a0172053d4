"""Win rates with a column for each answer: part of the sections on rates and on levels of play."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from bloodstones.report.balance.findings import BalanceFindings, heading
from bloodstones.report.document.model import Table
from bloodstones.report.language.wording import percent_text, title
from bloodstones.stats.inference.rounding import PERCENT, decimals_for
from bloodstones.stats.verdicts import Verdict

LEFT, RIGHT = "left", "right"
OUTSIDE: Final = "\u2009°"


def rate_table(findings: BalanceFindings, table: pd.DataFrame, caption: str) -> Table:
    """Return win rates with a column for each answer."""
    cells = {(row["arm"], row["players"], row["faction"]): row for _, row in table.iterrows()}
    places = max(decimals_for(half) for half in (table["high"] - table["low"]) / 2 * PERCENT)
    rows = []
    for size in sorted(table["players"].unique()):
        for faction in dict.fromkeys(table.loc[table["players"] == size, "faction"]):
            row_cells = [cells[answer.arm, size, faction] for answer in findings.answers]
            rows.append(
                (
                    f"{size} (fair {percent_text(1 / size)})",
                    title(str(faction)),
                    *(_rate(row, places) for row in row_cells),
                    f"{row_cells[0]['seats']:,}",
                )
            )
    header = (
        "players",
        "faction",
        *(heading(answer) for answer in findings.answers),
        "n",
    )
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Table.grouped(caption, header, align, rows)


def _rate(row: Any, places: int) -> str:
    half = float(row["high"] - row["low"]) / 2 * PERCENT
    mark = OUTSIDE if row["verdict"] == Verdict.UNFAIR.value else ""
    return f"{row['rate'] * PERCENT:.{places}f} ± {half:.{places}f} %{mark}"
