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
from bloodstones.report.language.phrases import within
from bloodstones.report.language.verdicts import FAMILY_ERROR, Claim
from bloodstones.stats.inference.rounding import PERCENT

SIGN: Final = "≠"
LINE: Final = 0.34  # inches, of one line of figures
TWO_LINES: Final = 0.52
FULL: Final = 1.0  # of the fair share off: the deepest colour
EACH_BEST: Final = "the most skilled level that was played at each table"
ALT: Final = "A grid of win rates: purple below the fair share, green above it, deeper further off."


@dataclass(frozen=True, slots=True)
class Square:
    """A figure of the grid: its line, its column, how far it is off fair, its text.

    `sure` is False where levels of play disagree, and the square has a border.
    """

    line: object
    column: object
    lean: float
    text: str
    sure: bool = True


def claim_square(claim: Claim, line: object, column: object) -> Square:
    """Return the square of a claim: the rate of the strongest level over the range of all."""
    last = claim.lines[-1]
    text = f"{last.rate * PERCENT:.0f} %"
    disagree = claim.disagree
    if len(claim.lines) > 1:
        low, high = (level.rate * PERCENT for level in claim.extremes)
        text += f"{' ' + SIGN if disagree else ''}\n({low:.0f}–{high:.0f})"
    return Square(line, column, last.distance, text, not disagree)


def grid_chart(
    squares: Sequence[Square],
    lines: Mapping[object, str],
    columns: Mapping[object, str],
    caption: str,
    alt: str = ALT,
) -> Chart:
    """Return the picture of some squares."""
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
    return Chart(to_svg(figure), caption, alt)


def rates_caption(claims: Sequence[Claim], level: str, band: float) -> str:
    """Return what a grid of rates shows."""
    several = any(len(claim.lines) > 1 for claim in claims)
    by = level if len({claim.lines[-1].level for claim in claims}) == 1 else EACH_BEST
    shown = f"Win rates by {by}, in brackets those of all levels" if several else "Win rates"
    disagree = any(claim.disagree for claim in claims)
    sign = f" Border and {SIGN}: levels disagree." if disagree else ""
    fair = within(band).replace(" its ", " the ")
    return f"{shown}. Colour: distance from the fair share; pale is {fair}.{sign}"


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
