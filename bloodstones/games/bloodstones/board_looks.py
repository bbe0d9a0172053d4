"""How Bloodstones looks: terrains, borders and pieces.

The fills of terrains differ in every kind of colour vision and in greyscale, their marks by their
shapes.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from bloodstones.core.seat_style import star
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.kit.pictures.boards import BoardLooks
from bloodstones.kit.pictures.scene import Glyph, Look, Point, Stroke, path_of

CITADEL: Final = "citadel"
VILLAGE: Final = "village"
CUTIECORN: Final = "cutiecorn"


def _bow(wide: float, high: float, down: float, first: int = 0, last: int = 12) -> list[Point]:
    """Return a part of the upper half of an ellipse, from the right."""
    turns = (pi * step / 12 for step in range(first, last + 1))
    return [(wide * cos(turn), down - high * sin(turn)) for turn in turns]


_WAVE = [(step / 8 - 1, -0.25 * sin(pi * step / 4)) for step in range(17)]
_TREE = [
    *((0, -1.1), (0.42, -0.38), (0.24, -0.38), (0.62, 0.2), (0.36, 0.2), (0.8, 0.75)),
    *((-0.8, 0.75), (-0.36, 0.2), (-0.62, 0.2), (-0.24, -0.38), (-0.42, -0.38)),
]
_SUNLIT = [
    *((0, -1.1), (-0.42, -0.38), (-0.24, -0.38), (-0.62, 0.2), (-0.36, 0.2), (-0.8, 0.75)),
    (-0.25, 0.75),
]
_GRASS = (
    [(-0.9, -0.35), (-0.55, 0.0), (-0.35, 0.6)],
    [(0, -0.9), (0, 0.6)],
    [(0.9, -0.35), (0.55, 0.0), (0.35, 0.6)],
)
_PEAK = [(-1.1, 0.8), (-0.45, -0.25), (-0.25, -0.15), (0.1, -1.0), (1.1, 0.8)]
_SHADE = [(0.1, -1.0), (1.1, 0.8), (0.2, 0.8), (0.36, 0.2), (0.05, -0.2)]
_SNOW = [
    *((0.1, -1.1), (-0.15, -0.46), (0.0, -0.55), (0.11, -0.35), (0.26, -0.55), (0.46, -0.46)),
]
_DUNE = (
    [(x - 0.05, y) for x, y in _bow(0.95, 0.42, 0.15, 3)],
    [(-0.05, -0.28), (0.35, -0.02), (0.95, 0.18)],
)
_SAND = ((-0.2, 0.6), (0.5, 0.55), (0.9, -0.35))
_CASTLE = [
    *((-1.1, 1.05), (-1.1, -1.05), (-0.62, -1.05), (-0.62, -0.62), (-0.25, -0.62), (-0.25, -1.05)),
    *((0.25, -1.05), (0.25, -0.62), (0.62, -0.62), (0.62, -1.05), (1.1, -1.05), (1.1, 1.05)),
]
_HOUSE = [
    *((-0.8, 1.0), (-0.8, -0.05), (-1.1, -0.05), (0, -1.1), (1.1, -0.05), (0.8, -0.05)),
    (0.8, 1.0),
]
GLYPHS: Final = {
    "wave": Glyph((Stroke(path_of(_WAVE), "", "#5b9abf", 0.16),), 0.0136),
    "grass": Glyph((Stroke(path_of(*_GRASS), "", "#a28c38", 0.235),), 0.0075),
    "tree": Glyph(
        (
            Stroke("M0 0.75L0 1.1", "", "#3d2b18", 0.23),
            Stroke(path_of(_TREE, closed=True), "#2c6238", "#183c20", 0.1),
            Stroke(path_of(_SUNLIT, closed=True), "#3f7d49"),
        ),
        0.0105,
    ),
    "hill": Glyph(
        (
            Stroke(path_of(_bow(1.0, 0.8, 0.4)), "#dea668", "#6b3f10", 0.16),
            Stroke(
                path_of(_bow(0.72, 0.58, 0.4, 0, 5), _bow(0.4, 0.34, 0.4, 0, 5)),
                "", "#8a5a22", 0.12,
            ),
        ),
        0.0136,
    ),
    "mountain": Glyph(
        (
            Stroke(path_of(_PEAK, closed=True), "#c4c1c6", "#2b282d", 0.135),
            Stroke(path_of(_SHADE, closed=True), "#5c5861"),
            Stroke(path_of(_SNOW, closed=True), "#ffffff", "#2b282d", 0.05),
        ),
        0.016,
    ),
    "dune": Glyph(
        (
            Stroke(path_of(*_DUNE), "", "#a5814a", 0.15),
            Stroke(path_of(*([(x, y), (x + 0.02, y)] for x, y in _SAND)), "", "#a5814a", 0.12),
        ),
        0.0136,
    ),
    CITADEL: Glyph((Stroke(path_of(_CASTLE, closed=True)),)),
    VILLAGE: Glyph((Stroke(path_of(_HOUSE, closed=True)),), lowered=0.22),
    CUTIECORN: Glyph((Stroke(path_of(star(5, 1.25, 0.6), closed=True)),)),
}  # fmt: skip
LOOKS: Final = {
    Terrain.SEA.id: Look("#9ccbe3", "#1d3b4a", "sea", strewn="wave", spacing=0.075, below=True),
    Terrain.PLAINS.id: Look("#e7d67f", "#57501f", "plains", strewn="grass", spacing=0.038),
    Terrain.FOREST.id: Look("#6fa576", "#244a2c", "forest", strewn="tree", spacing=0.027),
    Terrain.HILLS.id: Look("#d08e4b", "#6b4418", "hills", strewn="hill", spacing=0.034),
    Terrain.MOUNTAINS.id: Look(
        "#8d8a91", "#4b4950", "mountains", strewn="mountain", spacing=0.04
    ),
    Terrain.DESERT.id: Look("#f8efdc", "#6a6147", "desert", strewn="dune", spacing=0.045),
    "shallows": Look(
        *("#d9eef7", "#2f5a70"), width=0.0125, rim=0.0245, rim_light="#b9dcee", rim_dark="#264a5c",
        below=True,
    ),
    "water_border": Look("#f4fafd", "#6f93a5", width=0.0025, dashes=(4, 2.4), below=True),
    "border": Look(
        *("#4f402b", "#1a160f"), width=0.002, rim=0.0115, rim_light="#2b1d0822",
        rim_dark="#00000033",
    ),
    "river": Look(
        *("#2f7fb5", "#5fb0dd"), width=0.0054, rim=0.0092, rim_light="#f4fafd", rim_dark="#1d3b4a"
    ),
    "coast": Look("#3a2f22", "#8fb9cf", width=0.0038),
    "frame": Look("#3b3226", "#0e0d0c", width=0.0033),
    "tile": Look("#efe4cb", "#453c2b"),
}  # fmt: skip
BOARD: Final = BoardLooks(LOOKS, GLYPHS, water=Terrain.SEA.id, by_hand=True)
