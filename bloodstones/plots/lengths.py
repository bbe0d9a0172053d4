"""How long games last: a histogram for each player count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bloodstones.plots.style import INK, PAGE_WIDTH, new_figure, per_cent, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANEL_HEIGHT = 0.95
FOOT = 0.5
FILL = "#7fa3b8"
EDGE = "#2c5a75"
MOST_BINS = 60
TICKS = 2
DRAWN = 0.995  # of the playthroughs of each panel, at least

Lengths = NDArray[np.integer[Any]]
Edges = NDArray[np.float64]


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
    panels = {key: group[value].to_numpy() for key, group in games.groupby(panel, sort=True)}
    figure = new_figure(PAGE_WIDTH, PANEL_HEIGHT * len(panels) + FOOT)
    grid = figure.subplots(len(panels), 1, sharex=True, squeeze=False)
    edges, longest = _bins(panels.values())
    for (key, lengths), axes in zip(panels.items(), grid[:, 0], strict=True):
        _draw_panel(axes, lengths, edges)
        axes.set_title(titles[key])
    longer = int((games[value] > longest).sum())
    _finish(grid[-1, 0], edges, longer, axis_label)
    return figure


@styled
def lengths_on(axes: Axes, lengths: Lengths, axis_label: str) -> Axes:
    """Draw how long playthroughs last on given axes, and return these.

    Parameters
    ----------
    axes
        Where to draw.
    lengths
        Of each playthrough, whole numbers, shape (playthroughs,).
    axis_label
        What they are counted in.
    """
    edges, longest = _bins([lengths])
    _draw_panel(axes, lengths, edges)
    _finish(axes, edges, int((lengths > longest).sum()), axis_label)
    return axes


def _bins(panels: Iterable[Lengths]) -> tuple[Edges, int]:
    """Return the edges of the bins of all panels, and the longest length that is drawn."""
    panels = list(panels)
    low = min(int(lengths.min()) for lengths in panels)
    high = max(int(np.quantile(lengths, DRAWN, method="higher")) for lengths in panels)
    width = max(1, -(-(high - low + 1) // MOST_BINS))
    edges: Edges = np.arange(low, high + width + 1, width) - np.float64(1 / 2)
    return edges, high


def _draw_panel(axes: Axes, lengths: Lengths, edges: Edges) -> None:
    """Draw a histogram with its median."""
    from matplotlib.ticker import MaxNLocator

    counts, _ = np.histogram(lengths, edges)
    axes.stairs(counts / len(lengths), edges, fill=True, color=FILL)
    axes.stairs(counts / len(lengths), edges, color=EDGE, linewidth=1)
    axes.axvline(float(np.median(lengths)), color=INK, linestyle=":", linewidth=1)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(TICKS))
    axes.yaxis.set_major_formatter(per_cent())
    axes.set_ylim(bottom=0)


def _finish(axes: Axes, edges: Edges, longer: int, axis_label: str) -> None:
    """Set what the lowest panel says of its axis, and how many lengths are not drawn."""
    rest = f" ({longer:,} longer not drawn)" if longer else ""
    axes.set_xlabel(f"{axis_label}{rest}")
    axes.set_xlim(edges[0], edges[-1])
