"""A grid of squares, one for each pair of a line and a column: figures on colours that lean."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING

from bloodstones.plots.style import (
    ABOVE,
    BELOW,
    GREY,
    INK,
    PAGE_WIDTH,
    make_label_room,
    new_figure,
    styled,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MATRIX_WIDTH = 0.8 * PAGE_WIDTH
HEADING = 0.6
LINE_HEIGHT = 0.34
HALF = 0.5
SQUARE = 0.94  # of the room of a square
DEEPEST = 0.7  # of the full colour, so that dark figures stay readable on it
NUMBER_SIZE = 10.5
BORDER = 1.2
UPRIGHT = 90  # degrees
UPRIGHT_ROOM = 0.5  # inches more for names that stand upright


@styled
def draw_matrix(
    table: pd.DataFrame,
    lines: Mapping[object, str],
    columns: Mapping[object, str],
    *,
    width: float = MATRIX_WIDTH,
    height: float = LINE_HEIGHT,
) -> Figure:
    """Draw a grid of figures.

    Parameters
    ----------
    table
        One row a square: `line`, `column`, `lean` (how far below or above even; 1 is far), `text`
        (the figure) and `sure` (others get a border). The depth of the colour grows with the root
        of the lean and is full at the largest one, or at 1, so that no two differ in vain.
    lines, columns
        What to write for the values of `line` and `column`, in their order.
    width, height
        Of the picture, and of a line, in inches.
    """
    figure = new_figure(width, len(lines) * height + HEADING)
    axes = matrix_on(figure.subplots(), table, lines, columns)
    _part_heads(figure, axes)
    make_label_room(axes)
    return figure


@styled
def matrix_on(
    axes: Axes, table: pd.DataFrame, lines: Mapping[object, str], columns: Mapping[object, str]
) -> Axes:
    """Draw a grid of figures on given axes, and return these.

    Parameters
    ----------
    axes
        Where to draw.
    table, lines, columns
        As of `draw_matrix`.
    """
    names, heads = list(lines), list(columns)
    largest = max(1.0, float(table["lean"].abs().max()))
    squares = (table[name] for name in ("line", "column", "lean", "text", "sure"))
    for line, column, lean, text, sure in zip(*squares, strict=True):
        place = heads.index(column), names.index(line)
        _draw_square(axes, place, float(lean) / largest, str(text), bool(sure))
    axes.set_yticks(range(len(names)), list(lines.values()))
    named = [text.replace(" ", "\n") for text in columns.values()]
    axes.set_xticks(range(len(heads)), named, va="bottom")
    axes.set_xlim(-HALF, len(heads) - HALF)
    axes.set_ylim(len(names) - HALF, -HALF)
    axes.tick_params(length=0, labeltop=True, labelbottom=False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return axes


def _part_heads(figure: Figure, axes: Axes) -> None:
    """Turn the names of the columns upright where they would run into each other."""
    figure.draw_without_rendering()
    heads = [tick.label2 for tick in axes.xaxis.get_major_ticks()]
    boxes = [head.get_window_extent() for head in heads]
    if any(left.x1 > right.x0 for left, right in pairwise(boxes)):
        axes.set_xticks(axes.get_xticks(), [head.get_text().replace("\n", " ") for head in heads])
        axes.tick_params(axis="x", labelrotation=UPRIGHT)
        figure.set_figheight(figure.get_figheight() + UPRIGHT_ROOM)


def _draw_square(axes: Axes, place: tuple[int, int], lean: float, text: str, sure: bool) -> None:
    """Draw one square: the deeper the colour, the further from even."""
    from matplotlib.colors import to_rgb
    from matplotlib.patches import Rectangle

    depth = DEEPEST * sqrt(abs(lean))
    full = to_rgb(ABOVE if lean > 0 else BELOW)
    colour = tuple(1 - depth * (1 - part) for part in full)
    corner = (place[0] - SQUARE / 2, place[1] - SQUARE / 2)
    edge = "none" if sure else GREY
    axes.add_patch(
        Rectangle(corner, SQUARE, SQUARE, facecolor=colour, edgecolor=edge, linewidth=BORDER)
    )
    axes.annotate(text, place, ha="center", va="center_baseline", fontsize=NUMBER_SIZE, color=INK)
