"""How a terrain looks on a map: fill, marks and ink."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from matplotlib.colors import to_hex, to_rgb
from matplotlib.path import Path

COAST = "#3a2f22"
SHALLOWS = ("#b9dcee", "#d9eef7")
RIVER = ("#f4fafd", "#2f7fb5")  # banks, water
PALE = 0.55  # how far a pale terrain is on its way to white
DEEPER = 0.28  # how far the rim of an area is on its way to its ink
NO_FACE = "none"

Stroke = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Mark:
    """A layer of a small sign.

    Attributes
    ----------
    path
        Of the marker, around (0, 0).
    size, width
        Of the marker and its line, in points.
    face, edge
        Colours; `NO_FACE` for an open one.
    """

    path: Path
    size: float
    face: str
    edge: str
    width: float


@dataclass(frozen=True, slots=True)
class TerrainStyle:
    """How a terrain is drawn.

    Attributes
    ----------
    fill, ink
        Colours of the ground, and of texts and the rim.
    marks
        Layers of the sign that is strewn over it; () for none.
    spacing
        The least distance between two signs, in board widths.
    """

    fill: str
    ink: str
    marks: tuple[Mark, ...] = ()
    spacing: float = 1.0

    @property
    def rim(self) -> str:
        """The colour along the inside of the border."""
        return mixed(self.fill, self.ink, DEEPER)


def mixed(colour: str, other: str, share: float) -> str:
    """Return the colour that is `share` of the way from one colour to another.

    Parameters
    ----------
    colour, other
        Colours as Matplotlib knows them.
    share
        0 for the first one, 1 for the other.

    Returns
    -------
    str
        As `#rrggbb`.
    """
    pairs = zip(to_rgb(colour), to_rgb(other), strict=True)
    red, green, blue = (a + (b - a) * share for a, b in pairs)
    return to_hex((red, green, blue))


def pale(style: TerrainStyle) -> TerrainStyle:
    """Return a style that stays behind what is drawn on it: lighter, without marks."""
    return replace(style, fill=mixed(style.fill, "#ffffff", PALE), marks=())


def strokes(*lines: Stroke) -> Path:
    """Return a marker path of separate strokes."""
    corners = [point for line in lines for point in line]
    codes = [code for line in lines for code in (Path.MOVETO, *[Path.LINETO] * (len(line) - 1))]
    return Path(np.array(corners, dtype=np.float64), codes)
