"""Win rates of each role in each of its line-ups: how much the opponents matter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bloodstones.plots.style import (
    ABOVE,
    BAND_COLOUR,
    BELOW,
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


ROW_HEIGHT = 0.42
PANEL_HEADING = 0.42
FOOT = 0.55
DOT_SIZE = 4.5
MEAN_SIZE = 13.0
WHISKER = 0.6
STEP = 0.6  # part of a row over which its line-ups are spread
HEADROOM = 0.03
END_ROOM = 0.55
FRONT = 3  # before the dots


@styled
def draw_line_ups(
    table: pd.DataFrame,
    band: float,
    labels: Mapping[object, str],
    panel_labels: Mapping[object, str],
) -> Figure:
    """Draw the rates of `stats.opponents.rates_by_line_up`, a dot a line-up, from least to most.

    Parameters
    ----------
    table
        Columns `players`, `faction`, `rate`, `low`, `high` and `fair_share`.
    band
        How far from its fair share a rate counts as fair, as a part of the share (0.2: a fifth).
    labels, panel_labels
        What to write for the values of `faction` and of `players`.
    """
    panels = list(table.groupby("players", sort=True))
    sizes = [group["faction"].nunique() * ROW_HEIGHT + PANEL_HEADING for _, group in panels]
    figure = new_figure(PAGE_WIDTH, sum(sizes) + FOOT)
    grid = figure.subplots(len(panels), 1, sharex=True, squeeze=False, height_ratios=sizes)
    for (players, group), axes in zip(panels, grid[:, 0], strict=True):
        _draw_panel(axes, group, band, labels)
        axes.set_title(panel_labels[players])
    last = grid[-1, 0]
    least = min(table["low"].min(), table["fair_share"].min())
    most = max(table["high"].max(), table["fair_share"].max())
    last.set_xlim(max(0.0, least - HEADROOM), min(1.0, most + HEADROOM))
    last.xaxis.set_major_formatter(per_cent())
    last.set_xlabel("win rate in each line-up, with 95 % interval")
    return figure


def _draw_panel(axes: Axes, group: pd.DataFrame, band: float, labels: Mapping[object, str]) -> None:
    """Draw one player count: band, fair share, and for each role its line-ups and their mean."""
    fair = float(group["fair_share"].iloc[0])
    low_edge, high_edge = fair * (1 - band), fair * (1 + band)
    axes.axvspan(low_edge, high_edge, color=BAND_COLOUR, linewidth=0, zorder=0)
    axes.axvline(fair, color=RULE, linewidth=1, zorder=1)
    roles = sorted(group["faction"].unique())
    for row, role in enumerate(roles):
        lines = group[group["faction"] == role].sort_values("rate")
        rates = list(zip(lines["rate"], lines["low"], lines["high"], strict=True))
        for number, (rate, low, high) in enumerate(rates):
            place = row + STEP * (number / max(1, len(rates) - 1) - 1 / 2)
            colour = ABOVE if rate > high_edge else BELOW if rate < low_edge else GREY
            axes.plot([low, high], [place, place], color=colour, linewidth=WHISKER)
            axes.plot([rate], [place], marker="o", markersize=DOT_SIZE, color=colour)
        mean = float(lines["rate"].mean())
        axes.plot([mean], [row], marker="|", markersize=MEAN_SIZE, color=INK, zorder=FRONT)
    axes.set_yticks(range(len(roles)), [labels[role] for role in roles])
    axes.set_ylim(len(roles) - 1 + END_ROOM, -END_ROOM)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
