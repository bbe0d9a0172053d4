"""How each terrain looks on a map: fill, marks and ink, told apart in greyscale by the marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from matplotlib.colors import to_hex, to_rgb
from matplotlib.path import Path

SEA = "sea"
COAST = "#33281b"
SHALLOWS = ("#b5d5e6", "#d3e8f2")
PALE = 0.55  # how far a pale look is on its way to white
NO_FACE = "none"

Stroke = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Mark:
    """A small sign: a marker path, its size in points, colours and line width."""

    path: Path
    size: float
    face: str
    edge: str
    width: float


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a terrain; of its places for marks one in `sparse` is used."""

    fill: str
    ink: str
    marks: tuple[Mark, ...]
    sparse: int = 1


def strokes(*lines: Stroke) -> Path:
    """Return a marker path of separate strokes."""
    corners = [point for line in lines for point in line]
    codes = [code for line in lines for code in (Path.MOVETO, *[Path.LINETO] * (len(line) - 1))]
    return Path(np.array(corners, dtype=np.float64), codes)


def pale(look: Look) -> Look:
    """Return a look that stays behind what is drawn on it: lighter, without marks."""
    red, green, blue = (c + (1 - c) * PALE for c in to_rgb(look.fill))
    return replace(look, fill=to_hex((red, green, blue)), marks=())


_ARC = np.linspace(0, np.pi, 10)
_TURN = np.linspace(0, 2 * np.pi, 24)
_WAVE = strokes(np.stack([_TURN / np.pi - 1, 0.28 * np.sin(2 * _TURN)], axis=1).tolist())
_HILL = strokes(np.stack([np.cos(_ARC), 0.85 * np.sin(_ARC) - 0.4], axis=1).tolist())
_DOT = strokes(np.stack([np.cos(_TURN), np.sin(_TURN)], axis=1).tolist())
_GRASS = strokes([(-0.7, 0.5), (-0.25, -0.5)], [(0, 0.8), (0, -0.5)], [(0.7, 0.5), (0.25, -0.5)])
_TREE = strokes([(0, 1), (0.72, -0.55), (-0.72, -0.55), (0, 1)])
_TRUNK = strokes([(0, -0.55), (0, -1)])
_PEAK = strokes([(-1, -0.7), (0, 0.9), (1, -0.7)])
_SNOW = strokes([(-0.44, 0.2), (-0.1, -0.05), (0.08, 0.22), (0.44, 0.2), (0, 0.9), (-0.44, 0.2)])

LOOKS = {
    SEA: Look("#8fbcd6", "#12405c", (Mark(_WAVE, 9, NO_FACE, "#5f97b8", 0.8),), sparse=3),
    "plains": Look("#eddc9a", "#3a3013", (Mark(_GRASS, 4, NO_FACE, "#b39a45", 0.6),), sparse=2),
    "forest": Look(
        "#8cb47a",
        "#10290f",
        (Mark(_TREE, 7, "#3f7040", "#2b512c", 0.4), Mark(_TRUNK, 7, NO_FACE, "#4b3620", 0.9)),
    ),
    "hills": Look("#cf9b54", "#3b2306", (Mark(_HILL, 8, "#b98340", "#6f4716", 0.8),)),
    "mountains": Look(
        "#a9a6a2",
        "#111111",
        (Mark(_PEAK, 11, "#77736f", "#35322f", 0.8), Mark(_SNOW, 11, "#ffffff", "#35322f", 0.4)),
    ),
    "desert": Look("#f3e9cf", "#4a3b1a", (Mark(_DOT, 1.7, "#a98f55", NO_FACE, 0.0),)),
}
