"""Where points come from: stacked bars, one a faction."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from typing import TYPE_CHECKING

from bloodstones.plots.style import PAGE_WIDTH, is_dark, new_figure, spread, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW_HEIGHT = 0.36
FRAME = 1.1
BAR = 0.66
NOTE_SIZE = 9
TOTAL_GAP = 5  # points
LABEL_GAP = 0.2  # of the axis
LEAD_FROM = -0.42
LEAD_TO = -0.78
LABEL_AT = -0.88
TOP = -1.1
BOTTOM = 0.5
ROOM = 1.12
SMALLEST_SHOWN = 0.004  # of the largest bar
# Of sources without a colour: light and dark take turns, so that neighbours differ in greyscale.
SPARE_COLOURS = ("#cfcfcf", "#9b2226", "#f2c14e", "#2a7f9e", "#e5d3c0", "#12263f")
SMALLEST_LABELLED = 0.06
INK_ON_DARK = "#ffffff"
EDGE = "#ffffff"
MINUS = "\u2212"


@styled
def draw_points(
    table: pd.DataFrame,
    row: str,
    labels: Mapping[object, str],
    sources: Mapping[str, str],
    colours: Mapping[str, str],
    totals: Mapping[object, str],
    unit: str = "victory points",
    row_height: float = ROW_HEIGHT,
) -> Figure:
    """Draw the mean points from each source.

    Parameters
    ----------
    table
        Column `row` and one column a source, as of `stats.summary.points_by_source`.
    labels
        What to write for the values of `row`.
    sources
        Column -> name of the source, in the order of the stack.
    colours
        Column -> colour of the source; one without gets another.
    totals
        What to write at the end of the bar for the values of `row`.
    unit, row_height
        What is counted, in words; the height of a bar with the space about it, in inches.
    """
    figure = new_figure(PAGE_WIDTH, len(table) * row_height + FRAME)
    points_on(figure.subplots(), table, row, labels, sources, colours, totals, unit)
    return figure


@styled
def points_on(
    axes: Axes,
    table: pd.DataFrame,
    row: str,
    labels: Mapping[object, str],
    sources: Mapping[str, str],
    colours: Mapping[str, str],
    totals: Mapping[object, str],
    unit: str = "victory points",
) -> Axes:
    """Draw the mean points from each source on given axes, and return these.

    Parameters
    ----------
    axes
        Where to draw.
    table, row, labels, sources, colours, totals, unit
        As of `draw_points`.
    """
    widest = float(table[list(sources)].clip(lower=0).sum(axis=1).max()) or 1.0
    spare = cycle(SPARE_COLOURS)
    fills = {source: colours.get(source) or next(spare) for source in sources}
    ends, below = [0.0] * len(table), [0.0] * len(table)
    first: dict[str, float] = {}
    for source in sources:
        values = [float(value) for value in table[source]]
        starts = below if min(values, default=0.0) < 0 else ends  # losses go left from nought
        axes.barh(range(len(table)), values, BAR, left=starts, color=fills[source], edgecolor=EDGE)
        _write_values(axes, fills[source], values, starts, widest)
        if max(map(abs, values), default=0.0) > SMALLEST_SHOWN * widest:
            first[source] = starts[0] + values[0] / 2
        starts[:] = [start + value for start, value in zip(starts, values, strict=True)]
    for place, (value, end) in enumerate(zip(table[row], ends, strict=True)):
        axes.annotate(
            totals[value],
            (end, place),
            xytext=(TOTAL_GAP, 0),
            textcoords="offset points",
            va="center_baseline",
            fontsize=NOTE_SIZE,
        )
    _name_sources(axes, first, sources, fills, widest)
    axes.set_yticks(range(len(table)), [labels[value] for value in table[row]])
    axes.set_ylim(len(table) - 1 + BOTTOM, TOP)
    axes.set_xlim(ROOM * min(below, default=0.0), ROOM * widest)
    axes.set_xlabel(f"{unit}, mean of a game")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    return axes


def _write_values(
    axes: Axes, colour: str, values: list[float], ends: list[float], widest: float
) -> None:
    """Write the value into each part that has room for it."""
    ink = INK_ON_DARK if is_dark(colour) else "black"
    for place, (value, end) in enumerate(zip(values, ends, strict=True)):
        if abs(value) > SMALLEST_LABELLED * widest:
            axes.text(
                end + value / 2,
                place,
                f"{value:.0f}".replace("-", MINUS),
                ha="center",
                va="center_baseline",
                color=ink,
                fontsize=NOTE_SIZE,
            )


def _name_sources(
    axes: Axes,
    middles: Mapping[str, float],
    sources: Mapping[str, str],
    fills: Mapping[str, str],
    widest: float,
) -> None:
    """Write the names of the sources above the first bar, each led to its part."""
    places = spread(list(middles.values()), LABEL_GAP * widest)
    half = LABEL_GAP * widest / 2
    beyond = max(places, default=0.0) + half - ROOM * widest
    shift = max(min(0.0, -beyond), half - min(places, default=0.0))  # right of nought above all
    for (source, middle), place in zip(middles.items(), places, strict=True):
        at = place + shift
        axes.plot([middle, at], [LEAD_FROM, LEAD_TO], color=fills[source], linewidth=1)
        axes.text(at, LABEL_AT, sources[source], ha="center", va="baseline", fontsize=NOTE_SIZE)
