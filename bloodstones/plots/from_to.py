"""What changes do to a figure: an arrow a change, from before to after, beside a line."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bloodstones.plots.style import GREY, INK, PAGE_WIDTH, RULE, new_figure, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

ROW: Final = 0.27  # inches, of a change
LINE: Final = 0.13  # inches, of each further line of a label
LABEL: Final = 38  # letters of a line
FOOT: Final = 0.6
MARK: Final = 5.5
END_ROOM: Final = 0.6
HEADROOM: Final = 1.08  # of the largest figure
WIDTH: Final = 1.6
STILL: Final = 0.005  # of the axis: a shorter arrow is a dot alone


@styled
def draw_from_to(table: pd.DataFrame, unit: str, marks: Sequence[float] = ()) -> Figure:
    """Draw changes.

    Parameters
    ----------
    table
        One row a change, the first on top: `label`, `before`, `after`, `sure` (others are grey).
    unit
        What the figures are, under the axis.
    marks
        Figures that get a line, such as a fair share.
    """
    labels = [textwrap.fill(label, LABEL) for label in table["label"]]
    row = ROW + LINE * max((label.count("\n") for label in labels), default=0)
    figure = new_figure(PAGE_WIDTH, len(table) * row + FOOT)
    axes = figure.subplots()
    most = max(float(table[["before", "after"]].to_numpy().max()), *marks, 0.0) * HEADROOM
    for mark in marks:
        axes.axvline(mark, color=RULE, linewidth=1, zorder=0)
    fields = (table[name] for name in ("before", "after", "sure"))
    for place, (before, after, sure) in enumerate(zip(*fields, strict=True)):
        colour = INK if sure else GREY
        axes.plot([before], [place], "o", markersize=MARK, color=colour, markerfacecolor="white")
        if abs(after - before) > STILL * most:
            axes.annotate(
                "",
                (after, place),
                (before, place),
                arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": WIDTH},
            )
    axes.set_yticks(range(len(table)), labels)
    axes.set_ylim(len(table) - 1 + END_ROOM, -END_ROOM)
    axes.set_xlim(0.0, most or 1.0)  # all at 0: any width does
    figure.supxlabel(unit, fontsize=axes.xaxis.label.get_fontsize())  # may be wider than the axes
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x")
    return figure
