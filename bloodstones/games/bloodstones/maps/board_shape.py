"""The shape of a board and the motion that carries a map to itself."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

import numpy as np

from bloodstones.games.bloodstones.maps.reading import BOARD_WIDTH
from bloodstones.games.bloodstones.maps.recipe import HALF_TURN, SQUARE, Symmetry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Points = NDArray[np.float64]

ON_EDGE: Final = 1e-6
EVEN: Final = 2


@dataclass(frozen=True)
class BoardShape:
    """A rectangle, or a regular polygon for turns that no rectangle has.

    Attributes
    ----------
    rectangle
        Height of a rectangular board in its widths; of no account for a polygon.
    symmetry, turns
        The motion: none, the mirror, or 1/turns of a whole turn about the middle.
    """

    rectangle: float
    symmetry: Symmetry
    turns: int = HALF_TURN

    @property
    def order(self) -> int:
        """How often the motion is done until all is back in its place."""
        if self.symmetry is Symmetry.NONE:
            return 1
        return EVEN if self.symmetry is Symmetry.MIRROR else self.turns

    @property
    def polygonal(self) -> bool:
        """Whether the board is a polygon that is no rectangle."""
        return self.order not in (1, HALF_TURN, SQUARE)

    @cached_property
    def corners(self) -> Points:
        """The corners of a polygonal board, with an even number of sides, shape (n, 2)."""
        sides = self.order * (1 if self.order % EVEN == 0 else EVEN)
        angles = [2 * pi * k / sides for k in range(sides)]
        ring = np.array([(cos(angle), sin(angle)) for angle in angles]) * BOARD_WIDTH / 2
        result: Points = ring - ring.min(axis=0)
        return result

    @property
    def height(self) -> float:
        """Height of the board in its widths."""
        if self.polygonal:
            return float(self.corners[:, 1].max())
        return BOARD_WIDTH if self.order == SQUARE else self.rectangle

    @property
    def area(self) -> float:
        """Surface of the board."""
        if not self.polygonal:
            return BOARD_WIDTH * self.height
        (x, y), (x1, y1) = self.corners.T, np.roll(self.corners, -1, axis=0).T
        return float((x * y1 - x1 * y).sum()) / 2

    def carried(self, points: Points) -> Points:
        """Return where the motion carries points, shape (n, 2)."""
        x, y = points.T
        if self.symmetry is Symmetry.NONE:
            return points
        if self.symmetry is Symmetry.MIRROR:
            return np.column_stack([BOARD_WIDTH - x, y])
        if self.order == HALF_TURN:
            return np.column_stack([BOARD_WIDTH - x, self.height - y])
        if self.order == SQUARE:
            return np.column_stack([BOARD_WIDTH - y, x])
        angle = 2 * pi / self.order
        turn = np.array([[cos(angle), sin(angle)], [-sin(angle), cos(angle)]])
        middle = np.array([BOARD_WIDTH, self.height]) / 2
        result: Points = (points - middle) @ turn + middle
        return result

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the board."""
        return BOARD_WIDTH / 2, self.height / 2

    @cached_property
    def edges(self) -> tuple[Points, Points]:
        """Outward normals (n, 2) of the sides of a polygonal board and their distances (n,)."""
        along = np.roll(self.corners, -1, axis=0) - self.corners
        normals = np.column_stack([along[:, 1], -along[:, 0]])
        normals /= np.hypot(*normals.T)[:, None]
        return normals, (normals * self.corners).sum(axis=1)

    def mirrored(self, points: Points) -> list[Points]:
        """Return the images of points beyond each side of the board."""
        if not self.polygonal:
            x, y = points.T
            return [
                np.column_stack([-x, y]),
                np.column_stack([2 * BOARD_WIDTH - x, y]),
                np.column_stack([x, -y]),
                np.column_stack([x, 2 * self.height - y]),
            ]
        normals, far = self.edges
        gaps = points @ normals.T - far
        return [points - 2 * gaps[:, [k]] * normals[k] for k in range(len(far))]

    def clipped(self, points: Points) -> Points:
        """Return points with those beyond a side moved onto it."""
        if not self.polygonal:
            return np.clip(points, 0.0, [BOARD_WIDTH, self.height])
        normals, far = self.edges
        result = points.copy()
        for normal, distance in zip(normals, far, strict=True):
            beyond = np.maximum(result @ normal - distance, 0.0)
            result -= beyond[:, None] * normal
        return np.clip(result, 0.0, [BOARD_WIDTH, self.height])

    def inside(self, points: Points) -> NDArray[np.bool_]:
        """Return which points are on the board, shape (n,)."""
        if not self.polygonal:
            return np.ones(len(points), np.bool_)
        normals, far = self.edges
        return np.asarray(np.all(points @ normals.T <= far, axis=1), np.bool_)

    def at_edge(self, points: Points) -> NDArray[np.bool_]:
        """Return which points are on the edge of the board, shape (n,)."""
        if not self.polygonal:
            beyond = (points <= 0) | (points >= [BOARD_WIDTH, self.height])
            return np.asarray(np.any(beyond, axis=1), np.bool_)
        normals, far = self.edges
        return np.asarray(np.any(points @ normals.T >= far - ON_EDGE, axis=1), np.bool_)

    def along(self, points: Points, steps: Points) -> Points:
        """Return steps of points without what would leave or enter the edge that a point is on."""
        if not self.polygonal:
            fixed = (points <= 0) | (points >= [BOARD_WIDTH, self.height])
            return np.where(fixed, 0.0, steps)
        normals, far = self.edges
        result = steps.copy()
        on = points @ normals.T >= far - ON_EDGE
        for k, normal in enumerate(normals):
            result[on[:, k]] -= (result[on[:, k]] @ normal)[:, None] * normal
        result[on.sum(axis=1) > 1] = 0.0  # corners stay
        return result
