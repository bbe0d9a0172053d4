"""A chart for a narrow page: the same figure laid out anew, as narrow as its labels allow."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

if TYPE_CHECKING:
    from matplotlib.backend_bases import RendererBase

PHONE: Final = 3.9  # inches: the text of a phone's page, on which letters keep their size
WIDTHS: Final = (1.0, 1.15, 1.3, 1.45)  # that are tried, in widths of a phone
SLACK: Final = 0.02  # of an inch, by which lines may reach over the edge
TOUCH: Final = 1.0  # of a dot, by which labels may overlap


def at_narrow_width(figure: Figure, write: Callable[[Figure], str]) -> str:
    """Return what `write` makes of a figure at the least width at which no more labels collide.

    The figure has its own size again afterwards.

    Parameters
    ----------
    figure
        With a layout that makes room for labels.

    Returns
    -------
    str
        "" where the figure has to be as wide as it is.
    """
    wide, height = figure.get_size_inches()
    before = collisions(figure)
    try:
        for share in WIDTHS:
            width = share * PHONE
            if width >= wide:
                return ""
            figure.set_size_inches(width, height)
            if collisions(figure) <= before:
                return write(figure)
        return ""
    finally:
        figure.set_size_inches(wide, height)


def collisions(figure: Figure) -> int:
    """Return how many pairs of labels overlap, and how many things reach over the edge."""
    figure.draw_without_rendering()
    renderer = figure._get_renderer()  # type: ignore[attr-defined]
    boxes = _boxes(figure, renderer)
    overlaps = sum(_overlap(one, other) for one, other in itertools.combinations(boxes, 2))
    return overlaps + _cut(figure, renderer)


def _boxes(figure: Figure, renderer: RendererBase) -> list[Bbox]:
    """Return where the labels stand that are seen, in dots."""
    page, beyond = figure.bbox, _out_of_view(figure)
    found = []
    for text in figure.findobj(Text):
        if not (isinstance(text, Text) and text.get_visible() and text.get_text().strip()):
            continue
        if text in beyond:
            continue
        box = text.get_window_extent(renderer)
        if page.overlaps(box):
            found.append(box)
    return found


def _out_of_view(figure: Figure) -> set[Text]:
    """Return the labels of marks beyond the ends of their axis, which are not drawn."""
    found = set()
    for axis in (axis for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)):
        low, high = sorted(axis.get_view_interval())
        for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
            if not low <= tick.get_loc() <= high:
                found |= {tick.label1, tick.label2}
    return found


def _overlap(one: Bbox, other: Bbox) -> bool:
    """Whether two labels overlap by more than a touch."""
    across = min(one.x1, other.x1) - max(one.x0, other.x0)
    down = min(one.y1, other.y1) - max(one.y0, other.y0)
    return bool(across > TOUCH and down > TOUCH)


def _cut(figure: Figure, renderer: RendererBase) -> int:
    """Return over how many of the edges left and right something reaches."""
    used = figure.get_tightbbox(renderer)
    width = figure.get_size_inches()[0]
    return int(used.x0 < -SLACK) + int(used.x1 > width + SLACK)
