"""Effects on win rates for the first page: their chart, and their wording with errors."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any, Final

import pandas as pd

from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.front.part import Chart
from bloodstones.report.language.verdicts import FAMILY_ERROR
from bloodstones.report.language.wording import held_text, points
from bloodstones.stats.inference.rounding import PERCENT, decimals_for, with_sign

DRAWN: Final = 8  # lines of a chart
NOT_TUNED: Final = "play that is tuned anew for a change"


def sure_of(table: pd.DataFrame) -> pd.DataFrame:
    """Return the lines that are significant after Holm's correction over their family."""
    significant: pd.DataFrame = table[table["holm"] <= FAMILY_ERROR]
    return significant


def held_by(table: pd.DataFrame, row: pd.Series, levels: Sequence[str]) -> str:
    """Say whether the difference of a row is significant at every level of play, a line each."""
    same = (table["low"] > 0) if row["difference"] > 0 else (table["high"] < 0)
    return held_text(bool(same.all()), levels)


def room_of(table: pd.DataFrame) -> str:
    """Return the outermost end of some intervals, in percentage points, upwards."""
    return points(
        ceil(max(table["low"].abs().max(), table["high"].abs().max()) * PERCENT) / PERCENT
    )


def effects_chart(
    table: pd.DataFrame, names: Sequence[str], caption: str, column: str, unit: str
) -> Chart:
    """Return a chart of shares with their intervals, one line each; `unit` stands below it."""
    drawn = pd.DataFrame(
        {"panel": "", "row": range(len(table)), "share": table[column].to_numpy()}
    ).assign(low=table["low"].to_numpy(), high=table["high"].to_numpy())
    labels: dict[object, str] = dict(enumerate(names))
    figure = draw_shares(drawn, labels, {"": ""}, unit)
    words = "Dots with whiskers: the figures that the findings name, among the largest."
    return Chart(to_svg(figure), f"{caption}, with 95 % intervals.", words)


def rather(row: Any, now: str, before: str) -> str:
    """Return two rates that a row compares, with as many decimals as make their difference right.

    >>> row = {"now": 0.646, "then": 0.604, "difference": 0.042, "low": 0.02, "high": 0.064}
    >>> rather(row, "now", "then")
    '64.6 % rather than 60.4 %'
    >>> rather({**row, "now": 0.641, "difference": 0.037}, "now", "then")
    '64 % rather than 60 %'
    """
    places = decimals_for((row["high"] - row["low"]) / 2 * PERCENT)
    rates = [row[name] * PERCENT for name in (now, before)]
    shown = [round(rate, places) for rate in rates]
    difference = round(abs(row["difference"]) * PERCENT, places)
    if round(abs(shown[0] - shown[1]), places) != difference:
        places += 1
    return "{} % rather than {} %".format(*(f"{rate:.{places}f}" for rate in rates))


def signed(row: Any) -> str:
    """Return a difference in percentage points with its sign, no decimal beyond its error."""
    return _points(float(row["difference"]), row)


def ends(row: Any) -> str:
    """Return the interval of a difference in percentage points."""
    return f"{_points(float(row['low']), row)} to {_points(float(row['high']), row)}"


def _points(share: float, row: Any) -> str:
    places = decimals_for((row["high"] - row["low"]) / 2 * PERCENT)
    return with_sign(share * PERCENT, places)
