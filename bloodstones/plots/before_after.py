"""Figures before and after changes: win rates with whiskers, or an arrow for each change."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from bloodstones.plots.style import (
    BAND_COLOUR,
    GREY,
    INK,
    PAGE_WIDTH,
    RULE,
    make_label_room,
    new_figure,
    per_cent,
    styled,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SIDE_HEIGHT: Final = 0.115  # of one dot
PANEL_HEADING: Final = 0.36
FOOT: Final = 0.8
SPREAD: Final = 0.64  # of a row: what its dots take up
MARK_SIZE: Final = 5.5
END_ROOM: Final = 0.6
HEADROOM: Final = 0.03
BAND: Final = 0.2  # of the fair share
KEY_SIZE: Final = 8.5
CHANGE_ROW: Final = 0.27  # inches, of a change drawn as an arrow
LABEL_LINE: Final = 0.21  # inches, of each further line of a label
LABEL_LETTERS: Final = 38  # of a line
PAD: Final = 7.0  # points between a label and the axes
CHANGES_FOOT: Final = 0.6
ROOM_ABOVE: Final = 1.08  # of the largest figure
ARROW_WIDTH: Final = 1.6
STILL: Final = 0.005  # of the axis: a shorter arrow is a dot alone
# Before, and after the changes; the last one stands out.
BEFORE: Final = {"color": GREY, "marker": "o", "markerfacecolor": "white"}
BETWEEN: Final = (
    {"color": GREY, "marker": "^"},
    {"color": GREY, "marker": "s"},
    {"color": GREY, "marker": "v"},
)
AFTER: Final = {"color": INK, "marker": "D"}


@styled
def draw_before_after(
    table: pd.DataFrame,
    labels: Mapping[object, str],
    panels: Mapping[object, str],
    keys: Sequence[str],
) -> Figure:
    """Draw win rates before and after.

    Parameters
    ----------
    table
        One row a panel, line and side: `panel`, `line`, `side` (its place in `keys`), `rate`,
        `low`, `high` and `fair_share`.
    labels, panels
        What to write for the values of `line` and `panel`.
    keys
        What the sides are called: before, then after each change, two to five in all.
    """
    groups = [(value, group) for value, group in table.groupby("panel", sort=True)]
    markers = (BEFORE, *BETWEEN[: len(keys) - 2], AFTER)
    row = len(markers) * SIDE_HEIGHT
    sizes = [group["line"].nunique() * row + PANEL_HEADING for _, group in groups]
    figure = new_figure(PAGE_WIDTH, sum(sizes) + FOOT)
    grid = figure.subplots(len(groups), 1, sharex=True, squeeze=False, height_ratios=sizes)
    for (value, group), axes in zip(groups, grid[:, 0], strict=True):
        _draw_panel(axes, group, labels, markers)
        axes.set_title(panels[value])
    last = grid[-1, 0]
    last.set_xlim(0.0, min(1.0, float(table["high"].max()) + HEADROOM))
    last.xaxis.set_major_formatter(per_cent())
    last.set_xlabel("win rate, with 95 % interval")
    handles = [
        grid[0, 0].plot([], [], linestyle="", markersize=MARK_SIZE, **look)[0] for look in markers
    ]
    figure.legend(
        handles, list(keys), loc="outside lower center", ncols=len(keys), fontsize=KEY_SIZE
    )
    return figure


def _draw_panel(
    axes: Axes,
    group: pd.DataFrame,
    labels: Mapping[object, str],
    markers: Sequence[Mapping[str, Any]],
) -> None:
    """Draw one number of players."""
    fair = float(group["fair_share"].iloc[0])
    axes.axvspan(fair * (1 - BAND), fair * (1 + BAND), color=BAND_COLOUR, linewidth=0, zorder=0)
    axes.axvline(fair, color=RULE, linewidth=1, zorder=1)
    names = list(dict.fromkeys(group["line"]))
    fields = ("line", "side", "rate", "low", "high")
    for line, side, rate, low, high in zip(*(group[name] for name in fields), strict=True):
        place = names.index(line) + SPREAD * ((side + 1 / 2) / len(markers) - 1 / 2)
        look = markers[side]
        axes.plot([low, high], [place, place], color=look["color"], solid_capstyle="butt")
        axes.plot([rate], [place], markersize=MARK_SIZE, **look)
    axes.set_yticks(range(len(names)), [labels[name] for name in names])
    axes.set_ylim(len(names) - 1 + END_ROOM, -END_ROOM)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


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
    labels = [textwrap.fill(label, LABEL_LETTERS) for label in table["label"]]
    row = CHANGE_ROW + LABEL_LINE * max((label.count("\n") for label in labels), default=0)
    figure = new_figure(PAGE_WIDTH, len(table) * row + CHANGES_FOOT)
    axes = figure.subplots()
    most = max(float(table[["before", "after"]].to_numpy().max()), *marks, 0.0) * ROOM_ABOVE
    for mark in marks:
        axes.axvline(mark, color=RULE, linewidth=1, zorder=0)
    fields = (table[name] for name in ("before", "after", "sure"))
    for place, (before, after, sure) in enumerate(zip(*fields, strict=True)):
        colour = INK if sure else GREY
        axes.plot(
            [before], [place], "o", markersize=MARK_SIZE, color=colour, markerfacecolor="white"
        )
        if abs(after - before) > STILL * most:
            axes.annotate(
                "",
                (after, place),
                (before, place),
                arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": ARROW_WIDTH},
            )
    axes.set_yticks(range(len(table)), labels)
    axes.set_ylim(len(table) - 1 + END_ROOM, -END_ROOM)
    axes.set_xlim(0.0, most or 1.0)  # all at 0: any width does
    figure.supxlabel(unit, fontsize=axes.xaxis.label.get_fontsize())  # may be wider than the axes
    axes.tick_params(axis="y", length=0, pad=PAD)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x")
    make_label_room(axes)
    return figure
