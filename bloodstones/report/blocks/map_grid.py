"""Boards that are pairs of parts, each with each: their win rates as a square of squares."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pandas as pd

from bloodstones.plots.matrix import draw_matrix
from bloodstones.plots.style import PAGE_WIDTH, to_svg
from bloodstones.report.document.model import Table
from bloodstones.report.language.wording import rate_text, title
from bloodstones.stats.inference.rounding import PERCENT
from bloodstones.stats.verdicts import Verdict

MARK = "+"
FEWEST = 3  # parts on a side; fewer pairs are better read in lines
EVEN = 0.5
STEEP = 2.0  # the colour is full at a quarter from even
MARKS = {
    Verdict.FAIR.value: " =",
    Verdict.BORDERLINE.value: " ~",
    Verdict.TOO_FEW.value: " ?",
    Verdict.TOO_FEW_ORDERS.value: " ?",
}
SIGNS = "=: fair, ~: borderline, ?: too few games or orders to tell, no sign: unfair"
LEFT, RIGHT = "left", "right"


def is_grid(maps: pd.Series) -> bool:
    """Tell whether the boards are all pairs of some parts with some others.

    >>> one_side = ["a", "b", "c"]
    >>> is_grid(pd.Series([f"{a}+{b}" for a in one_side for b in one_side]))
    True
    >>> is_grid(pd.Series(["a+b", "b+c", "c+a"]))
    False
    """
    names = [str(name).split(MARK) for name in maps.unique()]
    if any(len(parts) != len(("first", "second")) for parts in names):
        return False
    firsts, seconds = ({parts[side] for parts in names} for side in range(2))
    whole = len(names) == len(firsts) * len(seconds)
    return whole and min(len(firsts), len(seconds)) >= FEWEST


def draw_grid(rates: pd.DataFrame) -> str:
    """Return the picture of one strategy's win rates, first parts down, second parts across."""
    parts = rates["map"].str.split(MARK)
    squares = pd.DataFrame(
        {
            "line": parts.str[0],
            "column": parts.str[1],
            "lean": (rates["rate"] - rates["fair_share"]) * STEEP,
            "text": [
                f"{rate * PERCENT:.0f}{MARKS.get(str(verdict), '')}"
                for rate, verdict in zip(rates["rate"], rates["verdict"], strict=True)
            ],
            "sure": rates["verdict"].isin([Verdict.FAIR.value, Verdict.UNFAIR.value]),
        }
    )
    lines, columns = (
        {part: title(str(part)) for part in sorted(squares[side].unique())}
        for side in ("line", "column")
    )
    return to_svg(draw_matrix(squares, lines, columns, width=PAGE_WIDTH, height=EVEN))


def verdict_table(
    rates: pd.DataFrame, names: Mapping[str, str], board: Callable[[str], str], caption: str
) -> Table:
    """Return how many boards have which verdict by each strategy, with the two extremes.

    Parameters
    ----------
    rates
        Win rates by `strategy` and `map`.
    names
        Of the strategies by id.
    board
        Id of a board -> its name.
    """
    rows = []
    for strategy in dict.fromkeys(rates["strategy"]):
        group = rates[rates["strategy"] == strategy]
        counts = group["verdict"].astype(str).value_counts()
        far = [group.loc[group["rate"].agg(which)] for which in ("idxmin", "idxmax")]
        rows.append(
            (
                names[strategy],
                *(str(counts.get(verdict.value, 0)) for verdict in Verdict),
                *(f"{board(str(row['map']))}: {rate_text(row)}" for row in far),
            )
        )
    header = ("strategy", *(verdict.value for verdict in Verdict), "lowest", "highest")
    align = (LEFT, *(RIGHT for _ in Verdict), LEFT, LEFT)
    return Table(caption, header, align, tuple(rows))
