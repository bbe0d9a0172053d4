"""How the boards of Bloodstones look: terrains and pieces.

The fills of terrains differ in every kind of colour vision and in greyscale, their marks by their
shapes.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from bloodstones.core.seat_style import Ring, star
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.plots.boards.board_style import FORCE, BoardStyle, Body
from bloodstones.plots.boards.pieces import BADGE
from bloodstones.plots.boards.terrain import NO_FACE, Mark, TerrainStyle, strokes

CITADEL: Final = "citadel"
VILLAGE: Final = "village"
CUTIECORN: Final = "cutiecorn"


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

TERRAINS: Final = {
    Terrain.SEA.id: TerrainStyle(
        "#9ccbe3", "#0d3a57", (Mark(_WAVE, 10, NO_FACE, "#5b9abf", 0.8),), 0.075
    ),
    Terrain.PLAINS.id: TerrainStyle(
        "#e7d67f", "#3a3013", (Mark(_GRASS, 5, NO_FACE, "#a28c38", 0.65),), 0.038
    ),
    Terrain.FOREST.id: TerrainStyle(
        "#6fa576",
        "#0b240d",
        (
            Mark(_TRUNK, 8.5, NO_FACE, "#3d2b18", 0.9),
            Mark(_TREE, 8.5, "#2c6238", "#183c20", 0.4),
            Mark(_SUNLIT, 8.5, "#3f7d49", NO_FACE, 0.0),
        ),
        0.027,
    ),
    Terrain.HILLS.id: TerrainStyle(
        "#d08e4b",
        "#351d04",
        (Mark(_HILL, 10, "#dea668", "#6b3f10", 0.8), Mark(_SLOPES, 10, NO_FACE, "#8a5a22", 0.6)),
        0.034,
    ),
    Terrain.MOUNTAINS.id: TerrainStyle(
        "#8d8a91",
        "#000000",
        (
            Mark(_PEAK, 13, "#c4c1c6", "#2b282d", 0.8),
            Mark(_SHADE, 13, "#5c5861", NO_FACE, 0.0),
            Mark(_SNOW, 13, "#ffffff", "#2b282d", 0.3),
        ),
        0.04,
    ),
    Terrain.DESERT.id: TerrainStyle(
        "#f8efdc",
        "#4a3b1a",
        (Mark(_DUNE, 10, NO_FACE, "#a5814a", 0.75), Mark(_SAND, 10, "#a5814a", NO_FACE, 0.0)),
        0.045,
    ),
}
CASTLE: Ring = (
    (-1.1, 1.05), (-1.1, -1.05), (-0.62, -1.05), (-0.62, -0.62), (-0.25, -0.62), (-0.25, -1.05),
    (0.25, -1.05), (0.25, -0.62), (0.62, -0.62), (0.62, -1.05), (1.1, -1.05), (1.1, 1.05),
)  # fmt: skip
HOUSE: Ring = ((-0.8, 1.0), (-0.8, -0.05), (-1.1, -0.05), (0, -1.1), (1.1, -0.05), (0.8, -0.05),
               (0.8, 1.0))  # fmt: skip
LOWERED: Final = BADGE / 2  # a house's number stands in its walls, tokens' radii below the middle
BODIES: Final = {
    CITADEL: Body(CASTLE),
    VILLAGE: Body(HOUSE, LOWERED),
    CUTIECORN: Body(star(5, 1.25, 0.6)),
}
BOARD_STYLE: Final = BoardStyle(
    terrains=TERRAINS,
    water=Terrain.SEA.id,
    bodies=BODIES,
    kinds=(CITADEL, FORCE, VILLAGE, CUTIECORN),
    key_kinds=(CITADEL, VILLAGE, FORCE),
)
