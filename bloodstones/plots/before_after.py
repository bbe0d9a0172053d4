"""Win rates before and after a change: two dots with whiskers a line, beside the fair share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from bloodstones.plots.style import (
    BAND_COLOUR,
    GREY,
    INK,
    PAGE_WIDTH,
    RULE,
    new_figure,
    per_cent,
    styled,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW_HEIGHT: Final = 0.23
PANEL_HEADING: Final = 0.36
FOOT: Final = 0.8
OFFSET: Final = 0.16  # of a row, above and below its middle
MARK_SIZE: Final = 5.5
END_ROOM: Final = 0.6
HEADROOM: Final = 0.03
BAND: Final = 0.2  # of the fair share
KEY_SIZE: Final = 8.5
BEFORE: Final = {"color": GREY, "marker": "o", "markerfacecolor": "white"}
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
        One row a panel, line and side: `panel`, `line`, `after` (bool), `rate`, `low`, `high` and
        `fair_share`.
    labels, panels
        What to write for the values of `line` and `panel`.
    keys
        What the two sides are called.
    """
    groups = [(value, group) for value, group in table.groupby("panel", sort=True)]
    sizes = [group["line"].nunique() * ROW_HEIGHT + PANEL_HEADING for _, group in groups]
    figure = new_figure(PAGE_WIDTH, sum(sizes) + FOOT)
    grid = figure.subplots(len(groups), 1, sharex=True, squeeze=False, height_ratios=sizes)
    for (value, group), axes in zip(groups, grid[:, 0], strict=True):
        _draw_panel(axes, group, labels)
        axes.set_title(panels[value])
    last = grid[-1, 0]
    last.set_xlim(0.0, min(1.0, float(table["high"].max()) + HEADROOM))
    last.xaxis.set_major_formatter(per_cent())
    last.set_xlabel("win rate, with 95 % interval")
    handles = [
        grid[0, 0].plot([], [], linestyle="", markersize=MARK_SIZE, **side)[0]
        for side in (BEFORE, AFTER)
    ]
    figure.legend(
        handles, list(keys), loc="outside lower center", ncols=len(keys), fontsize=KEY_SIZE
    )
    return figure


def _draw_panel(axes: Axes, group: pd.DataFrame, labels: Mapping[object, str]) -> None:
    """Draw one number of players."""
    fair = float(group["fair_share"].iloc[0])
    axes.axvspan(fair * (1 - BAND), fair * (1 + BAND), color=BAND_COLOUR, linewidth=0, zorder=0)
    axes.axvline(fair, color=RULE, linewidth=1, zorder=1)
    names = list(dict.fromkeys(group["line"]))
    fields = ("line", "after", "rate", "low", "high")
    for line, after, rate, low, high in zip(*(group[name] for name in fields), strict=True):
        place = names.index(line) + (OFFSET if after else -OFFSET)
        side = AFTER if after else BEFORE
        axes.plot([low, high], [place, place], color=side["color"], solid_capstyle="butt")
        axes.plot([rate], [place], markersize=MARK_SIZE, **side)  # type: ignore[arg-type]
    axes.set_yticks(range(len(names)), [labels[name] for name in names])
    axes.set_ylim(len(names) - 1 + END_ROOM, -END_ROOM)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
