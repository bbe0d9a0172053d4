"""The calibration of learned values: what they expected of held-out games against what came."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from bloodstones.plots.style import GREY, INK, PAGE_WIDTH, RULE, new_figure, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


COLUMNS = 2
FAR_BELOW = -4.0  # a strength that would squeeze all others
ROW_HEIGHT = 0.185
PANEL_HEADING = 0.42
FOOT = 0.4
MARK_SIZE = 4.0
NOTE_SIZE = 8.5
END_ROOM = 0.55


@styled
def draw_ladder(table: pd.DataFrame, labels: Mapping[str, str]) -> Figure:
    """Draw the strengths of a table of `stats.ratings.ladder.ratings`.

    Parameters
    ----------
    table
        Columns `players`, `strategy`, `strength`, `low`, `high`; a strength of minus infinity
        (it lost everything) is written in words, and so is one below `FAR_BELOW`.
    labels
        What to write for a strategy.
    """
    panels = [(value, group.reset_index(drop=True)) for value, group in table.groupby("players")]
    columns = min(COLUMNS, len(panels))
    rows = -(-len(panels) // columns)
    longest = max(len(group) for _, group in panels)
    figure = new_figure(PAGE_WIDTH, rows * (longest * ROW_HEIGHT + PANEL_HEADING) + FOOT)
    grid = figure.subplots(rows, columns, sharex=True, squeeze=False)
    for axes in grid.flat[len(panels) :]:
        axes.set_visible(False)
    for (players, group), axes in zip(panels, grid.flat, strict=False):
        _draw_panel(axes, group, labels)
        axes.set_title(f"{players} players")
        axes.set_ylim(longest - 1 + END_ROOM, -END_ROOM)
    figure.supxlabel("log strength (Plackett-Luce), with 95 % interval", fontsize=NOTE_SIZE)
    return figure


def _draw_panel(axes: Axes, group: pd.DataFrame, labels: Mapping[str, str]) -> None:
    """Draw one number of players: a dot with its whisker a line."""
    axes.axvline(0, color=RULE, linewidth=1)
    for place, (_, row) in enumerate(group.iterrows()):
        if row["strength"] > FAR_BELOW:
            axes.plot([row["low"], row["high"]], [place, place], color=INK)
            axes.plot([row["strength"]], [place], "o", markersize=MARK_SIZE, color=INK)
        else:
            axes.annotate(
                " far below" if np.isfinite(row["strength"]) else " always last",
                (0, place),
                xycoords=("axes fraction", "data"),
                va="center_baseline",
                fontsize=NOTE_SIZE,
                color=GREY,
            )
    axes.set_yticks(range(len(group)), [labels[name] for name in group["strategy"]])
    axes.tick_params(axis="y", length=0, labelsize=NOTE_SIZE)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x")


LEARNED_COLUMNS = 3
PANEL_HEIGHT = 2.0
LEARNED_MARK_SIZE = 3.5


@styled
def draw_calibration(table: pd.DataFrame) -> Figure:
    """Draw a panel for each number of players.

    Parameters
    ----------
    table
        Columns `players`, `expected` and `reached`, both from 0 to 1.
    """
    panels = list(table.groupby("players"))
    columns = min(LEARNED_COLUMNS, len(panels))
    rows = -(-len(panels) // columns)
    figure = new_figure(PAGE_WIDTH, rows * PANEL_HEIGHT + FOOT)
    grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    for axes in grid.flat[len(panels) :]:
        axes.set_visible(False)
    for (players, group), axes in zip(panels, grid.flat, strict=False):
        axes.plot([0, 1], [0, 1], color=RULE, linewidth=1)
        axes.plot(group["expected"], group["reached"], color=INK, linewidth=1)
        axes.plot(group["expected"], group["reached"], "o", markersize=LEARNED_MARK_SIZE, color=INK)
        axes.set_title(f"{players} players")
        axes.tick_params(labelsize=NOTE_SIZE)
    for axes in grid.flat[max(0, len(panels) - columns) : len(panels)]:
        axes.set_xlabel("utility expected", fontsize=NOTE_SIZE)
        axes.tick_params(labelbottom=True)
    for axes in grid[:, 0]:
        axes.set_ylabel("utility reached, mean", fontsize=NOTE_SIZE)
    return figure
