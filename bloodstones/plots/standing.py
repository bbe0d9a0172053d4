"""How far roles are from their fair share: a dot a setup, a line a role, panels side by side."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Final

from bloodstones.plots.style import (
    BAND_COLOUR,
    INK,
    PAGE_WIDTH,
    PHONE,
    RULE,
    new_figure,
    styled,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW_HEIGHT: Final = 0.25
HEADING: Final = 0.33
FOOT: Final = 0.55
PHONE_FOOT: Final = 0.9
PHONE_KEY: Final = 3  # columns of the key on a phone
COLUMNS: Final = 3
MARK_SIZE: Final = 3.2
LABEL_SIZE: Final = 8.5
TITLE_SIZE: Final = 9.0
TITLE_WIDTH: Final = 30  # signs in a line
END_ROOM: Final = 0.6
LARGEST: Final = 3.0
MARGIN: Final = 1.05  # of the largest share: its mark is whole
# Markers by number of players, as in the key.
MARKERS: Final = ("o", "s", "^", "D", "v", "P")
HAIR: Final = "#dddddd"
HAIR_WIDTH: Final = 0.5


@styled
def draw_standing(table: pd.DataFrame, band: float, *, phone: bool = False) -> Figure:
    """Draw win rates in fair shares.

    Parameters
    ----------
    table
        One row a setup: `panel`, `row`, `part` (shown by the marker) and `share` (1 is fair).
    band
        How far from 1 a share counts as fair.
    phone
        Whether panels are below each other, for a page as narrow as a phone.
    """
    from matplotlib.lines import Line2D

    columns, width = (1, PHONE) if phone else (COLUMNS, PAGE_WIDTH)
    panels = list(dict.fromkeys(table["panel"]))
    sizes = {panel: table.loc[table["panel"] == panel, "row"].nunique() for panel in panels}
    lines = [panels[start : start + columns] for start in range(0, len(panels), columns)]
    heights = [max(sizes[panel] for panel in row) * ROW_HEIGHT + HEADING for row in lines]
    figure = new_figure(width, sum(heights) + (PHONE_FOOT if phone else FOOT))
    grid = figure.subplots(len(lines), columns, sharex=True, squeeze=False, height_ratios=heights)
    parts = sorted(set(table["part"]))
    marks = dict(zip(parts, MARKERS, strict=False))
    for row, cells in zip(lines, grid, strict=True):
        most = max(sizes[panel] for panel in row)
        for axes in cells[len(row) :]:
            axes.set_visible(False)
        for panel, axes in zip(row, cells, strict=False):
            axes.axvspan(1 - band, 1 + band, color=BAND_COLOUR, linewidth=0, zorder=0)
            _draw_panel(axes, table[table["panel"] == panel], marks, most)
            axes.set_title(fill(panel, TITLE_WIDTH), fontsize=TITLE_SIZE)
    grid[0, 0].set_xlim(0, max(LARGEST, MARGIN * float(table["share"].max())))
    key = [
        Line2D([], [], marker=mark, color=INK, linestyle="", markersize=MARK_SIZE, label=part)
        for part, mark in marks.items()
    ]
    for axes in grid[-1][: len(lines[-1])]:
        axes.set_xlabel("win rate in fair shares", fontsize=LABEL_SIZE)
    if columns * len(lines) > len(panels):  # in the room of the panel that there is not
        box = grid[-1][-1].get_position()
        middle = (box.x0 + box.width / 2, box.y0 + box.height / 2)
        figure.legend(handles=key, fontsize=LABEL_SIZE, loc="center", bbox_to_anchor=middle)
    else:
        ncols = PHONE_KEY if phone else len(key)
        figure.legend(handles=key, fontsize=LABEL_SIZE, loc="outside lower center", ncols=ncols)
    return figure


def _draw_panel(axes: Axes, setups: pd.DataFrame, marks: dict[str, str], most: int) -> None:
    """Draw the roles of one game."""
    names = sorted(set(setups["row"]))
    axes.axvline(1, color=RULE, linewidth=1, zorder=1)
    steps = {part: (number + 1) / (len(marks) + 1) - 1 / 2 for number, part in enumerate(marks)}
    for part, group in setups.groupby("part"):
        places = [names.index(name) + steps[str(part)] for name in group["row"]]
        axes.plot(
            group["share"],
            places,
            marks[str(part)],
            markersize=MARK_SIZE,
            color=INK,
            alpha=1 / 2,
            markeredgewidth=0,
        )
    for place in range(len(names) - 1):
        axes.axhline(place + 1 / 2, color=HAIR, linewidth=HAIR_WIDTH, zorder=0)
    axes.set_yticks(range(len(names)), names, fontsize=LABEL_SIZE)
    axes.set_ylim(most - 1 + END_ROOM, -END_ROOM)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
