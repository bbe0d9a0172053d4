"""A ladder of strategies: strengths with intervals, one panel for each number of players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from bloodstones.plots.style import GREY, INK, PAGE_WIDTH, RULE, new_figure, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

ROW_HEIGHT = 0.2
PANEL_HEADING = 0.42
FOOT = 0.55
MARK_SIZE = 5.0
NOTE_SIZE = 8.5
END_ROOM = 0.55
COLOUR = "#0072b2"


@styled
def draw_ladder(table: pd.DataFrame, labels: Mapping[str, str]) -> Figure:
    """Draw the strengths of a table of `stats.ladder.ratings`.

    Parameters
    ----------
    table
        Columns `players`, `strategy`, `strength`, `low`, `high`; a strength of minus infinity
        (it lost everything) is told in words.
    labels
        What to write for a strategy.
    """
    panels = [(value, group.reset_index(drop=True)) for value, group in table.groupby("players")]
    sizes = [len(group) * ROW_HEIGHT + PANEL_HEADING for _, group in panels]
    figure = new_figure(PAGE_WIDTH, sum(sizes) + FOOT)
    grid = figure.subplots(len(panels), 1, sharex=True, squeeze=False, height_ratios=sizes)
    for (players, group), axes in zip(panels, grid[:, 0], strict=True):
        axes.axvline(0, color=RULE, linewidth=1)
        for place, row in group.iterrows():
            if np.isfinite(row["strength"]):
                axes.plot([row["low"], row["high"]], [place, place], color=INK)
                axes.plot([row["strength"]], [place], "o", markersize=MARK_SIZE, color=COLOUR)
            else:
                axes.annotate(
                    "always last",
                    (0, place),
                    xycoords=("axes fraction", "data"),
                    va="center_baseline",
                    fontsize=NOTE_SIZE,
                    color=GREY,
                )
        axes.set_yticks(range(len(group)), [labels[name] for name in group["strategy"]])
        axes.set_title(f"{players} players")
        axes.set_ylim(len(group) - 1 + END_ROOM, -END_ROOM)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.grid(axis="x")
    grid[-1, 0].set_xlabel("log strength (Plackett-Luce), with 95 % interval; mean of all: 0")
    return figure
