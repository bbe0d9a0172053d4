"""The style of all pictures: page sizes, colours that survive greyscale, exact SVG bytes."""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

from bloodstones.plots.letters import MEASURED_FONT, SHOWN_FONTS, with_all_letters
from bloodstones.stats.inference.rounding import PERCENT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.backend_bases import RendererBase
    from matplotlib.figure import Figure
    from matplotlib.text import Text
    from matplotlib.ticker import FuncFormatter
    from matplotlib.transforms import Bbox


PHONE: Final = 3.9  # inches: the text of a phone's page, on which letters keep their size
WIDTHS: Final = (1.0, 1.15, 1.3, 1.45)  # that are tried, in widths of a phone
NARROW_SLACK: Final = 0.02  # of an inch, by which lines may reach over the edge
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
    from matplotlib.text import Text

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
    return int(used.x0 < -NARROW_SLACK) + int(used.x1 > width + NARROW_SLACK)


P = ParamSpec("P")
R = TypeVar("R")

STYLE_FILE = Path(__file__).with_name("bloodstones.mplstyle")
PAGE_WIDTH = 6.4  # inches, the text width of the report
SLACK = 0.05  # of a picture's width
WIDER = 0.06  # of a label: how much wider its letters may be on paper
INK = "#222222"
GREY = "#767676"
RULE = "#999999"
BAND_COLOUR = "#e6ecf2"
TICK_DECIMALS = 6  # of a per cent: what a sum of steps leaves behind is cut off
LUMA = (0.2126, 0.7152, 0.0722)  # of red, green, blue
DARK_BELOW = 0.5
# What leans below and above even, or lowers and raises (ColorBrewer's purple and green): verdicts
# have colours of their own, and so a colour has one meaning in a report.
BELOW, ABOVE = "#8e5aa3", "#1b7837"
# Colour, marker, filled: blue and vermilion of Okabe and Ito (2008); the shapes differ too.
VERDICT_MARKS = {
    "fair": ("#0072b2", "o", True),
    "fair only on average": ("#d55e00", "o", False),
    "fair on average": ("#0072b2", "o", False),
    "unfair": ("#d55e00", "D", True),
    "borderline": ("#666666", "v", False),
    "too few games": ("#666666", "s", False),
    "too few orders": ("#666666", "^", False),
    "stronger": (ABOVE, "o", True),
    "weaker": (BELOW, "D", True),
    "not told apart": ("#666666", "s", False),
}
SVG_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}
STEP = re.compile(r" \n([LMCz])[ ]?")  # of a path: a letter parts numbers well enough
LONG_NUMBER = re.compile(r"(\b\d+\.\d\d)\d+")  # a hundredth of a point is fine enough
# What would make two files of one picture differ is left out.
FILE_METADATA: dict[str, dict[str, None]] = {
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}


def style() -> AbstractContextManager[None]:
    """Return a context in which Matplotlib, loaded here, has the project's style."""
    import matplotlib as mpl

    return mpl.rc_context(mpl.rc_params_from_file(STYLE_FILE, use_default_template=False))


def styled(draw: Callable[P, R]) -> Callable[P, R]:
    """Draw under the project's style, whatever the caller's settings are."""

    @wraps(draw)
    def inner(*args: P.args, **kwargs: P.kwargs) -> R:
        with style():
            return draw(*args, **kwargs)

    return inner


def new_figure(width: float, height: float, *, fitted: bool = True) -> Figure:
    """Return an empty figure without any window system.

    Parameters
    ----------
    width, height
        In inches.
    fitted
        Make room for labels.
    """
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained" if fitted else None)


def make_label_room(axes: Axes) -> None:
    """Leave room beside the labels at the left: on paper letters are wider than measured.

    Parameters
    ----------
    axes
        With all labels, on a figure with a layout that makes room for them.
    """
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    figure = axes.get_figure(root=True)
    assert figure is not None
    engine = figure.get_layout_engine()
    assert isinstance(engine, ConstrainedLayoutEngine)
    figure.draw_without_rendering()
    labels = [tick.label1.get_window_extent() for tick in axes.yaxis.get_major_ticks()]
    widest = max((label.width for label in labels), default=0.0) / figure.dpi
    engine.set(w_pad=max(float(engine.get()["w_pad"]), WIDER * widest))


@styled
def new_axes(width: float, height: float) -> Axes:
    """Return the axes of a new figure that pyplot shows: in a notebook, or by `plt.show()`.

    Parameters
    ----------
    width, height
        Of the figure, in inches.
    """
    import matplotlib.pyplot as plt

    axes: Axes = plt.figure(figsize=(width, height), layout="constrained").subplots()
    return axes


def percent_label(share: float) -> str:
    """Return a share in per cent with as few digits as show it, since marks may lie at a half.

    Parameters
    ----------
    share
        A part of 1.

    Examples
    --------
    >>> percent_label(0.1), percent_label(-0.025), percent_label(0.0), percent_label(0.075 * 3)
    ('10 %', '−2.5 %', '0 %', '22.5 %')
    """
    return f"{round(share * PERCENT, TICK_DECIMALS) + 0:g} %".replace("-", "−")


def per_cent() -> FuncFormatter:
    """Return how the marks of an axis of shares are written, see `percent_label`."""
    from matplotlib.ticker import FuncFormatter

    return FuncFormatter(lambda share, _: percent_label(share))


def give_slack(figure: Figure) -> None:
    """Leave room for long names: a page's letters may be wider than those that were measured."""
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    engine = figure.get_layout_engine()
    if isinstance(engine, ConstrainedLayoutEngine):
        engine.set(rect=(SLACK, 0, 1 - SLACK, 1))


class Drawing(str):
    """A figure as SVG, which can be drawn once more for a narrow page.

    Attributes
    ----------
    figure
        The figure, where it can be made narrower.
    phone
        What is shown on a phone instead, arranged for it.
    """

    figure: Figure | None = None
    phone: Figure | None = None

    @property
    def narrow(self) -> str:
        """The same for a page as narrow as a phone; "" where it is no other than this."""
        if self.phone is not None:
            return _svg(self.phone)
        return "" if self.figure is None else at_narrow_width(self.figure, _svg)


def to_svg(figure: Figure, *, rounded: bool = False, phone: Figure | None = None) -> str:
    """Return a figure as SVG with real text, a `Drawing`; the same figure gives the same bytes.

    Parameters
    ----------
    figure
        The picture.
    rounded
        Whether to write lengths to a hundredth of a point, which makes a map much smaller.
    phone
        The same arranged for a page as narrow as a phone, where it is not enough to make the
        picture narrower.
    """
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    drawn = Drawing(_svg(figure, rounded=rounded))
    if isinstance(figure.get_layout_engine(), ConstrainedLayoutEngine):
        drawn.figure = figure
    drawn.phone = phone
    return drawn


def _svg(figure: Figure, *, rounded: bool = False) -> str:
    def write() -> str:
        buffer = io.StringIO()
        with style():
            figure.savefig(buffer, format="svg", metadata=SVG_METADATA)
        return buffer.getvalue()

    text, more = with_all_letters(figure, write)
    for name in more:
        text = text.replace(f", '{name}'", "")
    if rounded:
        text = STEP.sub(r"\1", LONG_NUMBER.sub(r"\1", text))
    for quoted in (f"'{MEASURED_FONT}'", f"&quot;{MEASURED_FONT}&quot;", MEASURED_FONT):
        text = text.replace(quoted, SHOWN_FONTS)
    return text


def to_bytes(figure: Figure, format_: str, dots: float | None = None) -> bytes:
    """Return a figure as the content of a file; the same figure gives the same bytes.

    Parameters
    ----------
    figure
        The picture.
    format_
        "svg", "png" or "pdf".
    dots
        Across, of a PNG; otherwise as the style has it.
    """
    if format_ == "svg":
        return to_svg(figure, rounded=True).encode()
    dpi = "figure" if dots is None else dots / figure.get_figwidth()

    def write() -> bytes:
        buffer = io.BytesIO()
        with style():
            figure.savefig(buffer, format=format_, metadata=FILE_METADATA[format_], dpi=dpi)
        return buffer.getvalue()

    return with_all_letters(figure, write)[0]


def is_dark(colour: str) -> bool:
    """Whether text on a colour has to be light, by its luma (ITU-R BT.709).

    >>> is_dark("#12263f"), is_dark("#f2c14e")
    (True, False)
    """
    from matplotlib.colors import to_rgb

    return sum(w * part for w, part in zip(LUMA, to_rgb(colour), strict=True)) < DARK_BELOW


def spread(positions: Sequence[float], gap: float) -> list[float]:
    """Move labels apart along a line until neighbours keep a gap, in the same order.

    Parameters
    ----------
    positions
        Where the labels would stand, in any order.
    gap
        Least distance of neighbours, in the same unit.

    Returns
    -------
    list of float
        Where they stand, in the order of `positions`.

    Examples
    --------
    >>> spread([0.0, 0.1, 5.0], gap=1.0)
    [-0.45, 0.55, 5.0]
    """
    order = sorted(range(len(positions)), key=lambda i: positions[i])
    groups: list[tuple[float, int]] = []  # centre and size of runs that stand gap by gap
    for i in order:
        centre, size = positions[i], 1
        while groups and centre - (size - 1) * gap / 2 < (
            groups[-1][0] + (groups[-1][1] - 1) * gap / 2 + gap
        ):
            before, count = groups.pop()
            centre = (before * count + centre * size) / (count + size)
            size += count
        groups.append((centre, size))
    placed = [centre + (k - (size - 1) / 2) * gap for centre, size in groups for k in range(size)]
    result = [0.0] * len(positions)
    for i, place in zip(order, placed, strict=True):
        result[i] = place
    return result
