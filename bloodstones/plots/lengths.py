"""How long games last: a histogram for each player count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.ticker import MaxNLocator

from bloodstones.plots.style import INK, PAGE_WIDTH, new_figure, per_cent, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

PANEL_HEIGHT = 0.95
FOOT = 0.5
FILL = "#7fa3b8"
EDGE = "#2c5a75"
MOST_BINS = 60
TICKS = 2
DRAWN = 0.995  # of the playthroughs of each panel, at least


@styled
def draw_lengths(
    games: pd.DataFrame, panel: str, value: str, titles: Mapping[object, str], axis_label: str
) -> Figure:
    """Draw how long playthroughs last, one panel above the other on the same axis.

    Few far longer ones than all others are not drawn; the axis says how many.

    Parameters
    ----------
    games
        One row a playthrough with the columns `panel` and `value` (whole numbers).
    titles
        Heading of each panel, by the value of `panel`.
    """
    panels = [(key, group[value].to_numpy()) for key, group in games.groupby(panel, sort=True)]
    figure = new_figure(PAGE_WIDTH, PANEL_HEIGHT * len(panels) + FOOT)
    grid = figure.subplots(len(panels), 1, sharex=True, squeeze=False)
    low = int(games[value].min())
    high = max(int(np.quantile(lengths, DRAWN, method="higher")) for _, lengths in panels)
    longer = int((games[value] > high).sum())
    width = max(1, -(-(high - low + 1) // MOST_BINS))
    edges = np.arange(low, high + width + 1, width) - 1 / 2
    for (key, lengths), axes in zip(panels, grid[:, 0], strict=True):
        counts, _ = np.histogram(lengths, edges)
        axes.stairs(counts / len(lengths), edges, fill=True, color=FILL)
        axes.stairs(counts / len(lengths), edges, color=EDGE, linewidth=1)
        axes.axvline(float(np.median(lengths)), color=INK, linestyle=":", linewidth=1)
        axes.set_title(titles[key])
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(TICKS))
        axes.yaxis.set_major_formatter(per_cent())
        axes.set_ylim(bottom=0)
    rest = f" ({longer:,} longer not drawn)" if longer else ""
    grid[-1, 0].set_xlabel(f"{axis_label}{rest}")
    grid[-1, 0].set_xlim(edges[0], edges[-1])
    return figure
