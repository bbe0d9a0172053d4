"""The pictures of a first page: rates as a grid, and effects on win rates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import pandas as pd

from bloodstones.plots.matrix import draw_matrix
from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import PAGE_WIDTH, to_svg
from bloodstones.report.front.part import Chart
from bloodstones.report.language.verdicts import FAMILY_ERROR, LevelRate, RateClaim
from bloodstones.stats.inference.rounding import PERCENT

SIGN: Final = "≠"
ON_AVERAGE: Final = "†"  # behind the rate of what is fair only on average
LINE: Final = 0.34  # inches, of one line of figures
TWO_LINES: Final = 0.52
FULL: Final = 1.0  # of the fair share off: the deepest colour


@dataclass(frozen=True, slots=True)
class Square:
    """A figure of the grid: its line, its column, how far it is off fair, its text.

    `sure` is False where player types disagree, and the square has a border.
    """

    line: object
    column: object
    lean: float
    text: str
    sure: bool = True


def claim_square(claim: RateClaim, line: object, column: object) -> Square:
    """Return the square of a claim: the rate of the strongest player type over that of all."""
    last = claim.lines[-1]
    low, high = claim.extremes
    ends = (low.rate, high.rate) if len(claim.lines) > 1 else ()
    return _square(claim, last, (line, column), SIGN if claim.disagree else "", ends)


def line_up_square(claim: RateClaim, level: str, line: object, column: object) -> Square:
    """Return the square of a claim: the rate with a player type over that of single line-ups."""
    shown = next((one for one in claim.lines if one.level == level), claim.lines[-1])
    signs = SIGN if claim.disagree else ""
    signs += ON_AVERAGE if shown.only_on_average else ""
    known = shown.tables is not None and shown.tables.line_ups
    ends = (shown.tables.least, shown.tables.most) if shown.tables and known else ()
    return _square(claim, shown, (line, column), signs, ends)


def _square(
    claim: RateClaim,
    shown: LevelRate,
    place: tuple[object, object],
    signs: str,
    ends: Sequence[float],
) -> Square:
    text = f"{shown.rate * PERCENT:.0f} %{' ' + signs if signs else ''}"
    if ends:
        low, high = (end * PERCENT for end in ends)
        text += f"\n({low:.0f}–{high:.0f})"
    return Square(*place, shown.distance, text, not claim.disagree)


def grid_chart(
    squares: Sequence[Square],
    lines: Mapping[object, str],
    columns: Mapping[object, str],
) -> Chart:
    """Return the picture of some squares; its template has the caption."""
    table = pd.DataFrame(
        {
            "line": [one.line for one in squares],
            "column": [one.column for one in squares],
            "lean": [max(-FULL, min(FULL, one.lean)) for one in squares],
            "text": [one.text for one in squares],
            "sure": [one.sure for one in squares],
        }
    )
    height = TWO_LINES if any("\n" in one.text for one in squares) else LINE
    figure = draw_matrix(table, lines, columns, width=PAGE_WIDTH, height=height)
    return Chart(to_svg(figure), "", "")


DRAWN: Final = 12  # lines of a chart


def sure_of(table: pd.DataFrame) -> pd.DataFrame:
    """Return the lines that are significant after Holm's correction over their family."""
    significant: pd.DataFrame = table[table["holm"] <= FAMILY_ERROR]
    return significant


def effects_chart(table: pd.DataFrame, names: Sequence[str], column: str, unit: str) -> Chart:
    """Return a chart of shares with their intervals, one line each; `unit` is below it.

    Its template has the caption.

    A column `noise` of `table`, what luck alone would show, is drawn as a tick.
    """
    columns = [name for name in ("low", "high", "noise") if name in table]
    drawn = table[columns].reset_index(drop=True)
    drawn = drawn.assign(panel="", row=drawn.index, share=table[column].to_numpy())
    labels: dict[object, str] = dict(enumerate(names))
    figure = draw_shares(drawn, labels, {"": ""}, unit)
    return Chart(to_svg(figure), "", "")
