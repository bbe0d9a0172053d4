"""How Bloodstones looks: terrains, borders and pieces.

The fills of terrains differ in every kind of colour vision and in greyscale, their marks by their
shapes.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from bloodstones.core.seat_style import star
from bloodstones.games.bloodstones.rules.names import Terrain, Unit
from bloodstones.kit.pictures.boards import BoardLooks
from bloodstones.kit.pictures.scene import INK, Glyph, Look, Point, Stroke, path_of

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


def _sign(*strokes: Stroke) -> Glyph:
    """Return what is on a piece: as large as one, about its middle."""
    return Glyph(strokes)


def _filled(path: str) -> Stroke:
    return Stroke(path, INK)


def _drawn(path: str, width: float = 0.16) -> Stroke:
    return Stroke(path, "", INK, width)


# What is on pieces, by the unit; the others have letters.
SIGNS: Final = {
    Unit.SKIRMISHER: _sign(
        _drawn("M-0.3 -0.6C0.5 -0.4 0.5 0.4 -0.3 0.6", 0.17),
        _drawn("M-0.3 -0.6L-0.3 0.6", 0.08),
        _drawn("M-0.55 0L0.6 0M0.36 -0.2L0.6 0L0.36 0.2", 0.13),
    ),
    Unit.SWORDSMAN: _sign(
        _drawn("M-0.2 0.2L0.52 -0.52", 0.22),
        _drawn("M-0.5 0.02L-0.02 0.5", 0.15),
        _drawn("M-0.26 0.26L-0.54 0.54", 0.17),
    ),
    Unit.AXEMAN: _sign(
        _drawn("M-0.4 0.6L0.16 -0.58", 0.15),
        _filled("M-0.02 -0.55C0.25 -0.7 0.5 -0.6 0.66 -0.42C0.68 -0.15 0.55 0.1 0.3 0.16"
                "L0.1 -0.1Z"),
    ),
    Unit.SHIELDBEARER: _sign(
        _drawn("M-0.48 -0.52L0.48 -0.52L0.48 0C0.46 0.35 0.24 0.52 0 0.66C-0.24 0.52 -0.46 0.35 "
               "-0.48 0Z", 0.15),
        _drawn("M0 -0.5L0 0.62M-0.46 -0.08L0.46 -0.08", 0.13),
    ),
    Unit.CAVALRY: _sign(
        _drawn("M-0.3 0.55L-0.42 0.1C-0.6 -0.8 0.6 -0.8 0.42 0.1L0.3 0.55", 0.24),
        _drawn("M-0.44 0.56L-0.22 0.56M0.22 0.56L0.44 0.56", 0.14),
    ),
    Unit.LEADER: _sign(
        _filled("M-0.55 0.45L-0.64 -0.38L-0.27 -0.02L0 -0.58L0.27 -0.02L0.64 -0.38L0.55 0.45Z"),
    ),
    Unit.SHIP: _sign(
        _filled("M-0.68 0.2L0.68 0.2L0.42 0.6L-0.42 0.6Z"),
        _filled("M0.07 -0.66L0.55 0.07L0.07 0.07Z"),
        _filled("M-0.08 -0.48L-0.08 0.07L-0.46 0.07Z"),
    ),
    Unit.CASTLE: _sign(
        _filled("M-0.5 0.6L-0.42 -0.12L-0.55 -0.12L-0.55 -0.58L-0.3 -0.58L-0.3 -0.36L-0.13 -0.36"
                "L-0.13 -0.58L0.13 -0.58L0.13 -0.36L0.3 -0.36L0.3 -0.58L0.55 -0.58L0.55 -0.12"
                "L0.42 -0.12L0.5 0.6L0.15 0.6L0.15 0.25L-0.15 0.25L-0.15 0.6Z"),
    ),
    Unit.UNDEAD: _sign(
        _filled("M-0.5 -0.12C-0.5 -0.78 0.5 -0.78 0.5 -0.12C0.5 0.15 0.32 0.18 0.3 0.3L0.3 0.58"
                "L-0.3 0.58L-0.3 0.3C-0.32 0.18 -0.5 0.15 -0.5 -0.12ZM-0.33 -0.14L-0.33 0.08"
                "L-0.1 0.08L-0.1 -0.14ZM0.1 -0.14L0.1 0.08L0.33 0.08L0.33 -0.14Z"),
    ),
}  # fmt: skip
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
    **{unit.id: glyph for unit, glyph in SIGNS.items()},
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
