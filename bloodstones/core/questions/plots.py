"""The pictures of an answer as functions that draw them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from bloodstones.core.errors import expected
from bloodstones.core.faults import nearest

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bloodstones.core.svg import Svg


@dataclass(frozen=True, slots=True)
class Plots:
    """The pictures of an answer: called, it draws the first; `plot.NAME` draws one by its name.

    Each takes `ax=`, the matplotlib axes to draw on, where it has one panel, and returns a figure,
    or the axes; a board is an SVG.
    """

    pictures: Mapping[str, Any]

    def __call__(self, ax: Axes | None = None) -> Figure | Axes | Svg:
        """Draw the first picture.

        Raises
        ------
        InputError
            If matplotlib is not installed, or the picture cannot be drawn on axes.
        """
        return drawn(next(iter(self.pictures.values())), ax)

    def __getattr__(self, name: str) -> Callable[..., Figure | Axes | Svg]:
        """Return the function that draws a picture."""
        if name.startswith("__") or name not in self.pictures:
            known = "" if name.startswith("__") else f"; {nearest(name, self.pictures)}"
            raise AttributeError(f"no picture is called {name!r}{known}", name=name, obj=self)
        return partial(drawn, self.pictures[name])

    def __dir__(self) -> Iterable[str]:
        return sorted(self.pictures)

    def __repr__(self) -> str:
        lines = (f"plot.{name}(): {each.words}" for name, each in self.pictures.items())
        return "\n".join(lines)


def drawn(picture: Any, ax: Any = None) -> Figure | Axes | Svg:
    """Draw a picture: on axes, or as a figure of its own."""
    if ax is None:
        figure: Figure | Svg = picture.figure()
        return figure
    if not hasattr(ax, "get_figure"):
        raise expected("the axes of a matplotlib figure", ax, "ax=")
    if picture.draw_on is None:
        tip = f"without ax=, plot.{picture.name}() returns a figure of its own"
        raise expected("no axes for a picture that is a figure of its own", "some", "ax=", tip)
    picture.draw_on(ax)
    axes: Axes = ax
    return axes
