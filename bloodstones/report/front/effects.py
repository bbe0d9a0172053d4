"""Effects on win rates for the first page: which are significant, and their chart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pandas as pd

from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.front.part import Chart
from bloodstones.report.language.verdicts import FAMILY_ERROR

DRAWN: Final = 12  # lines of a chart
NOT_TUNED: Final = "Players who adapt to a change could play it otherwise."


def sure_of(table: pd.DataFrame) -> pd.DataFrame:
    """Return the lines that are significant after Holm's correction over their family."""
    significant: pd.DataFrame = table[table["holm"] <= FAMILY_ERROR]
    return significant


def effects_chart(
    table: pd.DataFrame, names: Sequence[str], caption: str, column: str, unit: str
) -> Chart:
    """Return a chart of shares with their intervals, one line each; `unit` stands below it.

    A column `noise` of `table`, what luck alone would show, is drawn as a tick.
    """
    columns = [name for name in ("low", "high", "noise") if name in table]
    drawn = table[columns].reset_index(drop=True)
    drawn = drawn.assign(panel="", row=drawn.index, share=table[column].to_numpy())
    labels: dict[object, str] = dict(enumerate(names))
    figure = draw_shares(drawn, labels, {"": ""}, unit)
    words = "Dots with whiskers: the figures that the findings name, among the largest."
    tick = " Tick: what luck alone would show." if "noise" in drawn else ""
    return Chart(to_svg(figure), f"{caption}, with 95 % intervals.{tick}", words)
