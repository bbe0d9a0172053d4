"""The calibration of learned values: what they expected of held-out games against what came."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bloodstones.plots.style import INK, PAGE_WIDTH, RULE, new_figure, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

COLUMNS = 3
PANEL_HEIGHT = 2.0
FOOT = 0.4
MARK_SIZE = 3.5
NOTE_SIZE = 8.5


@styled
def draw_calibration(table: pd.DataFrame) -> Figure:
    """Draw a panel for each number of players.

    Parameters
    ----------
    table
        Columns `players`, `expected` and `reached`, both from 0 to 1.
    """
    panels = list(table.groupby("players"))
    columns = min(COLUMNS, len(panels))
    rows = -(-len(panels) // columns)
    figure = new_figure(PAGE_WIDTH, rows * PANEL_HEIGHT + FOOT)
    grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    for axes in grid.flat[len(panels) :]:
        axes.set_visible(False)
    for (players, group), axes in zip(panels, grid.flat, strict=False):
        axes.plot([0, 1], [0, 1], color=RULE, linewidth=1)
        axes.plot(group["expected"], group["reached"], color=INK, linewidth=1)
        axes.plot(group["expected"], group["reached"], "o", markersize=MARK_SIZE, color=INK)
        axes.set_title(f"{players} players")
        axes.tick_params(labelsize=NOTE_SIZE)
    for axes in grid.flat[max(0, len(panels) - columns) : len(panels)]:
        axes.set_xlabel("utility expected", fontsize=NOTE_SIZE)
        axes.tick_params(labelbottom=True)
    for axes in grid[:, 0]:
        axes.set_ylabel("utility reached, mean", fontsize=NOTE_SIZE)
    return figure
