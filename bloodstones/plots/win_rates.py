"""Win rates as dots with whiskers, beside the fair share and its band."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bloodstones.plots.style import (
    BAND_COLOUR,
    GREY,
    INK,
    PAGE_WIDTH,
    RULE,
    VERDICT_MARKS,
    new_figure,
    per_cent,
    styled,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW_HEIGHT = 0.25
PANEL_HEADING = 0.42
FOOT = 0.55
MARK_SIZE = 6.0
NOTE_SIZE = 8.5
HEADROOM = 0.03
VERDICT_AT = 8  # points right of the axes
GAMES_AT = 98
SHORT = {"fair only on average": "only on average"}  # in the room before the games
TITLE_PAD = 6
END_ROOM = 0.55


@styled
def draw_win_rates(
    table: pd.DataFrame,
    row: str,
    panel: str,
    band: float,
    labels: Mapping[object, str],
    panel_labels: Mapping[object, str],
) -> Figure:
    """Draw the win rates of a table of `stats.balance.win_rates`.

    Parameters
    ----------
    table
        Columns `row`, `panel`, `rate`, `low`, `high`, `fair_share`, `verdict` and `games`.
    row, panel
        Column whose values are the lines of a panel, and column whose values are the panels.
    band
        How far from its fair share a rate counts as fair, as a part of the share (0.2: a fifth).
    labels, panel_labels
        What to write for the values of `row` and `panel`.
    """
    panels = [(value, group.reset_index(drop=True)) for value, group in table.groupby(panel)]
    sizes = [len(group) * ROW_HEIGHT + PANEL_HEADING for _, group in panels]
    figure = new_figure(PAGE_WIDTH, sum(sizes) + FOOT)
    grid = figure.subplots(len(panels), 1, sharex=True, squeeze=False, height_ratios=sizes)
    for (value, group), axes in zip(panels, grid[:, 0], strict=True):
        _draw_panel(axes, group, row, band, labels)
        axes.set_title(panel_labels[value])
    _finish(grid[-1, 0], table)
    return figure


@styled
def win_rates_on(
    axes: Axes, table: pd.DataFrame, row: str, band: float, labels: Mapping[object, str]
) -> Axes:
    """Draw win rates of one panel on given axes, and return these.

    Parameters
    ----------
    axes
        Where to draw.
    table, row, band, labels
        As of `draw_win_rates`, without panels.
    """
    _draw_panel(axes, table, row, band, labels)
    _finish(axes, table)
    return axes


def panel_height(lines: int) -> float:
    """Return the height of a figure of one panel with so many lines, in inches."""
    return lines * ROW_HEIGHT + PANEL_HEADING + FOOT


def _finish(axes: Axes, table: pd.DataFrame) -> None:
    """Set what the lowest panel shows of its axis, wide enough for all of a table."""
    least = min(table["low"].min(), table["fair_share"].min())
    most = max(table["high"].max(), table["fair_share"].max())
    axes.set_xlim(max(0.0, least - HEADROOM), min(1.0, most + HEADROOM))
    axes.xaxis.set_major_formatter(per_cent())
    axes.set_xlabel("win rate, with 95 % interval")


def _draw_panel(
    axes: Axes, group: pd.DataFrame, row: str, band: float, labels: Mapping[object, str]
) -> None:
    """Draw one player count: band, fair share, and a dot with its whisker a line."""
    axes.set_yticks(range(len(group)), [labels[name] for name in group[row]])
    fair = float(group["fair_share"].iloc[0])
    ends = fair * (1 - band), fair * (1 + band)
    axes.axvspan(*ends, color=BAND_COLOUR, linewidth=0, zorder=0)
    axes.axvline(fair, color=RULE, linewidth=1, zorder=1)
    names = ("rate", "low", "high", "verdict", "games")
    for place, line in enumerate(zip(*(group[name] for name in names), strict=True)):
        rate, low, high, verdict, games = line
        colour, marker, filled = VERDICT_MARKS[verdict]
        axes.plot([low, high], [place, place], color=colour, solid_capstyle="butt")
        axes.plot(
            [rate],
            [place],
            marker=marker,
            markersize=MARK_SIZE,
            color=colour,
            markerfacecolor=colour if filled else "white",
        )
        ink = INK if filled else GREY
        words = SHORT.get(verdict, verdict)
        for at, align, text in ((VERDICT_AT, "left", words), (GAMES_AT, "right", f"{games:,}")):
            axes.annotate(
                text,
                (1, place),
                xytext=(at, 0),
                xycoords=("axes fraction", "data"),
                textcoords="offset points",
                ha=align,
                va="center_baseline",
                fontsize=NOTE_SIZE,
                color=ink,
            )
    axes.annotate(
        "games",
        (1, 1),
        xytext=(GAMES_AT, TITLE_PAD),
        xycoords="axes fraction",
        textcoords="offset points",
        ha="right",
        fontsize=NOTE_SIZE,
        color=GREY,
    )
    axes.set_ylim(len(group) - 1 + END_ROOM, -END_ROOM)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
