"""How each terrain looks on a map: fill, marks and ink.

The fills differ in every kind of colour vision and in greyscale, the marks by their shapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from matplotlib.colors import to_hex, to_rgb
from matplotlib.path import Path

SEA = "sea"
COAST = "#3a2f22"
SHALLOWS = ("#b9dcee", "#d9eef7")
RIVER = ("#f4fafd", "#2f7fb5")  # banks, water
PALE = 0.55  # how far a pale look is on its way to white
DEEPER = 0.28  # how far the rim of an area is on its way to its ink
NO_FACE = "none"

Stroke = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Mark:
    """A layer of a small sign: a marker path, its size in points, colours and line width."""

    path: Path
    size: float
    face: str
    edge: str
    width: float


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a terrain; its marks keep `spacing` from each other, in board widths."""

    fill: str
    ink: str
    marks: tuple[Mark, ...]
    spacing: float

    @property
    def rim(self) -> str:
        """The colour along the inside of the border."""
        return mixed(self.fill, self.ink, DEEPER)


def mixed(colour: str, other: str, share: float) -> str:
    """Return the colour that is `share` of the way from one colour to another."""
    pairs = zip(to_rgb(colour), to_rgb(other), strict=True)
    red, green, blue = (a + (b - a) * share for a, b in pairs)
    return to_hex((red, green, blue))


def pale(look: Look) -> Look:
    """Return a look that stays behind what is drawn on it: lighter, without marks."""
    return replace(look, fill=mixed(look.fill, "#ffffff", PALE), marks=())


def strokes(*lines: Stroke) -> Path:
    """Return a marker path of separate strokes."""
    corners = [point for line in lines for point in line]
    codes = [code for line in lines for code in (Path.MOVETO, *[Path.LINETO] * (len(line) - 1))]
    return Path(np.array(corners, dtype=np.float64), codes)


def _curve(x: np.ndarray, y: np.ndarray) -> list[tuple[float, float]]:
    return [(float(a), float(b)) for a, b in zip(x, y, strict=True)]


_ARC = np.linspace(0, np.pi, 12)
_TURN = np.linspace(0, 2 * np.pi, 24)
_WAVE = strokes(
    _curve(_TURN / np.pi - 1, 0.25 * np.sin(2 * _TURN)),
)
_GRASS = strokes(
    [(-0.9, 0.35), (-0.55, 0.0), (-0.35, -0.6)],
    [(0, 0.9), (0, -0.6)],
    [(0.9, 0.35), (0.55, 0.0), (0.35, -0.6)],
)
_TREE = strokes(
    [(0, 1.1), (0.42, 0.38), (0.24, 0.38), (0.62, -0.2), (0.36, -0.2), (0.8, -0.75), (-0.8, -0.75),
     (-0.36, -0.2), (-0.62, -0.2), (-0.24, 0.38), (-0.42, 0.38), (0, 1.1)],
)  # fmt: skip
_SUNLIT = strokes(
    [(0, 1.1), (-0.42, 0.38), (-0.24, 0.38), (-0.62, -0.2), (-0.36, -0.2), (-0.8, -0.75),
     (-0.25, -0.75), (0, 1.1)],
)  # fmt: skip
_TRUNK = strokes([(0, -0.75), (0, -1.1)])
_HILL = strokes(_curve(np.cos(_ARC), 0.8 * np.sin(_ARC) - 0.4))
_SLOPES = strokes(
    _curve(0.62 * np.cos(_ARC[:6]), 0.5 * np.sin(_ARC[:6]) - 0.4),
    _curve(0.3 * np.cos(_ARC[:6]), 0.26 * np.sin(_ARC[:6]) - 0.4),
)
_PEAK = strokes([(-1.1, -0.8), (-0.45, 0.25), (-0.25, 0.15), (0.1, 1.0), (1.1, -0.8), (-1.1, -0.8)])
_SHADE = strokes([(0.1, 1.0), (1.1, -0.8), (0.2, -0.8), (0.36, -0.2), (0.05, 0.2), (0.1, 1.0)])
_SNOW = strokes(
    [(0.1, 1.0), (-0.14, 0.42), (0.0, 0.5), (0.1, 0.32), (0.24, 0.5), (0.42, 0.42), (0.1, 1.0)]
)
_DUNE = strokes(
    _curve(0.95 * np.cos(_ARC[3:]) - 0.05, 0.42 * np.sin(_ARC[3:]) - 0.15),
    [(-0.05, 0.28), (0.35, 0.02), (0.95, -0.18)],
)
_SAND = strokes(*(_curve(x + 0.05 * np.cos(_TURN), y + 0.05 * np.sin(_TURN))
                  for x, y in ((-0.2, -0.6), (0.5, -0.55), (0.9, 0.35))))  # fmt: skip

LOOKS = {
    SEA: Look("#9ccbe3", "#0d3a57", (Mark(_WAVE, 10, NO_FACE, "#5b9abf", 0.8),), 0.075),
    "plains": Look("#e7d67f", "#3a3013", (Mark(_GRASS, 5, NO_FACE, "#a28c38", 0.65),), 0.038),
    "forest": Look(
        "#6fa576",
        "#0b240d",
        (
            Mark(_TRUNK, 8.5, NO_FACE, "#3d2b18", 0.9),
            Mark(_TREE, 8.5, "#2c6238", "#183c20", 0.4),
            Mark(_SUNLIT, 8.5, "#3f7d49", NO_FACE, 0.0),
        ),
        0.027,
    ),
    "hills": Look(
        "#d08e4b",
        "#351d04",
        (Mark(_HILL, 10, "#dea668", "#6b3f10", 0.8), Mark(_SLOPES, 10, NO_FACE, "#8a5a22", 0.6)),
        0.034,
    ),
    "mountains": Look(
        "#8d8a91",
        "#000000",
        (
            Mark(_PEAK, 13, "#c4c1c6", "#2b282d", 0.8),
            Mark(_SHADE, 13, "#5c5861", NO_FACE, 0.0),
            Mark(_SNOW, 13, "#ffffff", "#2b282d", 0.3),
        ),
        0.04,
    ),
    "desert": Look(
        "#f8efdc",
        "#4a3b1a",
        (Mark(_DUNE, 10, NO_FACE, "#a5814a", 0.75), Mark(_SAND, 10, "#a5814a", NO_FACE, 0.0)),
        0.045,
    ),
}
