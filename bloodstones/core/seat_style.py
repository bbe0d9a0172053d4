"""How seats look in every picture: a shape and a colour each, distinguishable by everybody."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

Spot = tuple[float, float]
Ring = tuple[Spot, ...]

CORNERS: Final = 28  # of what is drawn as a circle


def regular(corners: int, radius: float) -> Ring:
    """Return a regular shape about the middle, one corner on top.

    Parameters
    ----------
    corners
        Three or more.
    radius
        Distance of the corners from the middle.
    """
    turns = (2 * pi * k / corners for k in range(corners))
    return tuple((radius * sin(turn), -radius * cos(turn)) for turn in turns)


def star(points: int, outer: float, inner: float) -> Ring:
    """Return a star about the middle, one point on top.

    Parameters
    ----------
    points
        Two or more.
    outer, inner
        Distance of the points and of the corners between them from the middle.
    """
    turns = ((pi * k / points, inner if k % 2 else outer) for k in range(2 * points))
    return tuple((radius * sin(turn), -radius * cos(turn)) for turn, radius in turns)


# Unit shapes, y down, at most about 1 from the middle; one a seat.
SHAPES: Final[tuple[Ring, ...]] = (
    regular(CORNERS, 1.0),
    ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    ((0, -1.22), (1.22, 0), (0, 1.22), (-1.22, 0)),
    ((-1.05, -0.85), (1.05, -0.85), (0.95, 0.2), (0, 1.2), (-0.95, 0.2)),
    star(6, 1.25, 0.86),
    ((-0.6, -1.05), (0.6, -1.05), (1.2, 0), (0.6, 1.05), (-0.6, 1.05), (-1.2, 0)),
)
# Fill and ink, one a seat; they differ in every kind of colour vision and in greyscale.
SEAT_COLOURS: Final = (
    ("#0a3f8c", "#ffffff"),
    ("#d2440c", "#ffffff"),
    ("#f9d71c", "#14110d"),
    ("#7fc8f0", "#14110d"),
    ("#1c1c1c", "#ffffff"),
    ("#fff7f0", "#14110d"),
)
