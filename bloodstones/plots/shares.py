"""Parts of a whole: a bar a line whose parts sum to 100 %, each with its figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from bloodstones.plots.style import (
    GREY,
    INK,
    PAGE_WIDTH,
    RULE,
    give_slack,
    is_dark,
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
TICK_SIZE = 11.0
END_ROOM = 0.55
HEADROOM = 0.03
TICKS = 4  # of panels side by side


@styled
def draw_shares(
    table: pd.DataFrame,
    labels: Mapping[object, str],
    panels: Mapping[object, str],
    unit: str,
    *,
    across: bool = False,
) -> Figure:
    """Draw shares.

    Parameters
    ----------
    table
        Columns `panel`, `row`, `share`, `low` and `high`, up to 1; a share of nan has no mark.
        A column `noise`, if there is one, has what luck alone would show: a tick.
    labels, panels
        What to write for the values of `row` and `panel`, in their order.
    unit
        What the shares are of.
    across
        Panels side by side, with all labels in each, and not one above the other.
    """
    from matplotlib.ticker import MaxNLocator

    sizes = [(table["panel"] == panel).sum() * ROW_HEIGHT + PANEL_HEADING for panel in panels]
    if across:
        figure = new_figure(PAGE_WIDTH, len(labels) * ROW_HEIGHT + PANEL_HEADING + FOOT)
        grid = figure.subplots(1, len(panels), sharex=True, sharey=True, squeeze=False)
    else:
        figure = new_figure(PAGE_WIDTH, sum(sizes) + FOOT)
        grid = figure.subplots(len(panels), 1, sharex=True, squeeze=False, height_ratios=sizes)
    give_slack(figure)
    for (panel, heading), axes in zip(panels.items(), grid.ravel(), strict=True):
        rows = table[table["panel"] == panel].set_index("row")
        _draw_panel(axes, rows, [name for name in labels if across or name in rows.index], labels)
        axes.set_title(heading)
    last = grid[-1, 0]
    _set_limits(last, table)
    label = f"{unit}, with 95 % interval"
    if across:
        last.xaxis.set_major_locator(MaxNLocator(TICKS, prune="upper"))
        figure.supxlabel(label, fontsize=last.xaxis.label.get_fontsize())
    else:
        last.set_xlabel(label)
    return figure


@styled
def shares_on(axes: Axes, table: pd.DataFrame, labels: Mapping[object, str], unit: str) -> Axes:
    """Draw shares of one panel on given axes, and return these.

    Parameters
    ----------
    axes
        Where to draw.
    table, labels, unit
        As of `draw_shares`, without panels.
    """
    _draw_panel(axes, table.set_index("row"), list(labels), labels)
    _set_limits(axes, table)
    axes.set_xlabel(f"{unit}, with 95 % interval")
    return axes


def _draw_panel(
    axes: Axes, rows: pd.DataFrame, names: list[object], labels: Mapping[object, str]
) -> None:
    """Draw the shares of a panel, by row."""
    rows = rows.reindex(names)
    places = range(len(names))
    axes.axvline(0, color=RULE, linewidth=1)
    axes.hlines(places, rows["low"], rows["high"], color=INK)
    axes.plot(rows["share"], places, "o", markersize=MARK_SIZE, color=INK, clip_on=False)
    if "noise" in rows:
        axes.plot(rows["noise"], places, "|", markersize=TICK_SIZE, color=GREY, clip_on=False)
    axes.set_yticks(places, [labels[name] for name in names])
    axes.set_ylim(len(names) - 1 + END_ROOM, -END_ROOM)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x")


def _set_limits(axes: Axes, table: pd.DataFrame) -> None:
    """Set the ends of the axis of the lowest panel, for all of a table."""
    least = float(table["low"].min())
    low = least - HEADROOM if least < 0 else 0.0
    axes.set_xlim(low, min(1.0, float(table["high"].max()) + HEADROOM))
    axes.xaxis.set_major_formatter(per_cent())


ROW: Final = 0.55  # inches, of a bar
STACKED_FOOT: Final = 1.1
THICK: Final = 0.62  # of a row
LEAST: Final = 0.05  # a part that is smaller has no figure
KEY_SIZE: Final = 8.5
COLUMNS: Final = 3  # of the key
# Told apart in grey as well: from dark to light, the last one hatched.
COLOURS: Final = ("#1b4a6b", "#d55e00", "#e69f00", "#0072b2", "#56b4e9", "#cccccc")
LIGHT: Final = "#ffffff"


@styled
def draw_stacked(
    table: pd.DataFrame, lines: Mapping[object, str], parts: Mapping[object, str]
) -> Figure:
    """Draw shares that sum to 1.

    Parameters
    ----------
    table
        `line`, `part` and `share`; `shown` is the figure that a part gets, in per cent.
    lines, parts
        What to write for their values, in their order; the last part is hatched.
    """
    figure = new_figure(PAGE_WIDTH, len(lines) * ROW + STACKED_FOOT)
    axes = figure.subplots()
    left = dict.fromkeys(lines, 0.0)
    for colour, (part, label) in zip(COLOURS, parts.items(), strict=False):
        hatch = "//" if part == list(parts)[-1] else ""
        rows = table[table["part"] == part]
        for number, (line, share, shown) in enumerate(
            zip(rows["line"], rows["share"], rows["shown"], strict=True)
        ):
            place = list(lines).index(line)
            axes.barh(
                place,
                share,
                THICK,
                left[line],
                color=colour,
                edgecolor=LIGHT,
                hatch=hatch,
                label=label if not number else "_",
            )
            if share >= LEAST:
                ink = LIGHT if is_dark(colour) else INK
                middle = left[line] + share / 2
                axes.text(middle, place, f"{shown} %", ha="center", va="center", color=ink)
            left[line] += share
    axes.set_yticks(range(len(lines)), list(lines.values()))
    axes.set_ylim(len(lines) - 1 / 2, -1 / 2)
    axes.set_xlim(0.0, 1.0)
    axes.xaxis.set_major_formatter(per_cent())
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    figure.legend(loc="outside lower center", ncols=COLUMNS, fontsize=KEY_SIZE)
    return figure
