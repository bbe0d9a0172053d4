"""Dose curves: how win rates move with the value of a number, a panel a number."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import fill
from typing import TYPE_CHECKING, Final

import numpy as np

from bloodstones.plots.style import GREY, PAGE_WIDTH, RULE, new_figure, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLUMNS: Final = 3
PANEL_HEIGHT: Final = 1.8
FOOT: Final = 0.75
MARK_SIZE: Final = 4.0
APART: Final = 0.035  # of the values' width, from the mark of one line to that of the next
TITLE_SIZE: Final = 8.5
KEY_SIZE: Final = 8.5
KEY_COLUMNS: Final = 4
TITLE_WIDTH: Final = 27  # signs in a line
# Muted colours (Tol 2021), as verdicts have colours of their own; each with a shape of its own.
LINES: Final = (
    ("#332288", "o"),
    ("#882255", "s"),
    ("#999933", "^"),
    ("#44aa99", "D"),
    ("#222222", "v"),
    ("#aa7744", "P"),
    ("#777777", "X"),
)


@styled
def draw_doses(
    table: pd.DataFrame, panels: Mapping[object, str], lines: Mapping[object, str], what: str
) -> Figure:
    """Draw dose curves.

    Parameters
    ----------
    table
        One row a panel, line and value: `panel`, `line`, `value`, `height`, `low`, `high` (nan
        without an interval) and `printed` (bool: the value of the rules).
    panels, lines
        What to write for the values of `panel` and `line`, in their order.
    what
        The height, in words.
    """
    columns = min(COLUMNS, len(panels))
    rows = -(-len(panels) // columns)
    figure = new_figure(PAGE_WIDTH, rows * PANEL_HEIGHT + FOOT)
    grid = figure.subplots(rows, columns, sharey=True, squeeze=False)
    for axes in grid.flat[len(panels) :]:
        axes.set_visible(False)
    for (panel, heading), axes in zip(panels.items(), grid.flat, strict=False):
        _draw_panel(axes, table[table["panel"] == panel], list(lines))
        axes.set_title(fill(heading, TITLE_WIDTH), fontsize=TITLE_SIZE)
    handles = grid[0, 0].get_lines()[: len(lines)]
    figure.legend(
        handles,
        list(lines.values()),
        loc="outside lower center",
        ncols=min(KEY_COLUMNS, len(lines)),
        fontsize=KEY_SIZE,
    )
    figure.supylabel(what, fontsize=KEY_SIZE)
    return figure


def _draw_panel(axes: Axes, doses: pd.DataFrame, lines: list[object]) -> None:
    """Draw one number: a line a role, through the values that were played, side by side."""
    from matplotlib.ticker import MaxNLocator

    step = APART * float(np.ptp(doses["value"]))
    for number, line in enumerate(lines):
        colour, marker = LINES[number % len(LINES)]
        shift = (number - (len(lines) - 1) / 2) * step
        part = doses[doses["line"] == line].sort_values("value")
        places = part["value"] + shift
        axes.plot(places, part["height"], color=colour, marker=marker, markersize=MARK_SIZE)
        axes.vlines(places, part["low"], part["high"], color=colour, linewidth=1)
    axes.axhline(1.0, color=RULE, linewidth=1, zorder=0)
    for value in doses.loc[doses["printed"], "value"].unique():
        axes.axvline(value, color=GREY, linewidth=1, linestyle=":", zorder=0)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
