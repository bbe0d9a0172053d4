"""Who finishes ahead of whom: one square for each pair of factions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle

from bloodstones.plots.style import GREY, INK, PAGE_WIDTH, new_figure, styled
from bloodstones.stats.rounding import PERCENT

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MATRIX_WIDTH = 0.8 * PAGE_WIDTH
SQUARE_HEIGHT = 0.5
HEADING = 0.75
EVEN = 0.5
REACH = 0.25  # a share so far from even has the deepest colour
DEEPEST = 0.7  # of the full colour, so that dark figures stay readable on it
SQUARE = 0.94  # of the room of a square
# Vermilion for behind, blue for ahead (Okabe and Ito 2008): their depth differs from even's white.
BEHIND, AHEAD = "#d55e00", "#0072b2"
UNSURE = "too few games"
NUMBER_SIZE = 11
BORDER = 1.2


@styled
def draw_match_ups(table: pd.DataFrame, labels: Mapping[object, str]) -> Figure:
    """Draw the pairs of a table of `stats.balance.match_ups` at one player count.

    Parameters
    ----------
    table
        Columns `faction`, `opponent`, `rate` and `verdict`.
    labels
        What to write for each faction.
    """
    names = sorted(table["faction"].unique())
    figure = new_figure(MATRIX_WIDTH, len(names) * SQUARE_HEIGHT + HEADING)
    axes = figure.subplots()
    columns = (table[name] for name in ("faction", "opponent", "rate", "verdict"))
    for own, other, rate, verdict in zip(*columns, strict=True):
        _draw_square(axes, names.index(other), names.index(own), float(rate), str(verdict))
    places = range(len(names))
    axes.set_yticks(places, [labels[name] for name in names])
    axes.set_xticks(places, [labels[name].replace(" ", "\n") for name in names])
    axes.set_xlim(-EVEN, len(names) - EVEN)
    axes.set_ylim(len(names) - EVEN, -EVEN)
    axes.tick_params(length=0, labeltop=True, labelbottom=False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return figure


def _draw_square(axes: Axes, x: int, y: int, rate: float, verdict: str) -> None:
    """Draw one pair: the deeper the colour, the further from even."""
    depth = DEEPEST * min(1.0, abs(rate - EVEN) / REACH)
    full = to_rgb(AHEAD if rate > EVEN else BEHIND)
    colour = tuple(1 - depth * (1 - part) for part in full)
    unsure = verdict == UNSURE
    corner = (x - SQUARE / 2, y - SQUARE / 2)
    edge = GREY if unsure else "none"
    axes.add_patch(
        Rectangle(corner, SQUARE, SQUARE, facecolor=colour, edgecolor=edge, linewidth=BORDER)
    )
    axes.annotate(
        f"{rate * PERCENT:.0f}",
        (x, y),
        ha="center",
        va="center_baseline",
        fontsize=NUMBER_SIZE,
        color=INK,
    )
