"""The cells that a map is made of: a relaxed Voronoi diagram of the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bloodstones.games.bloodstones.mapmaking.recipe import Symmetry
from bloodstones.games.bloodstones.maps import BOARD_WIDTH

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.spatial import Voronoi

    Points = NDArray[np.float64]

RELAXATIONS = 4
CANDIDATES = 8  # for each scattered point, of which the one farthest from others is taken
DECIMALS = 3  # of points and corners in a file
CORNERS_OF_TRIANGLE = 3
JOIN_DECIMALS = 7  # corners nearer than this are one
SHORTEST_SIDE = 0.3  # of the mean distance of cells
WIDENINGS = 12
OVERSHOOT = 1.05

Point = tuple[float, float]
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of a board and how they meet.

    Attributes
    ----------
    points
        A point inside each cell.
    corners
        The corners of all cells, each once.
    outlines
        Corner numbers of each cell in one sense of rotation.
    sides
        Two cells that share a border, the smaller first -> the two corners at its ends.
    edge
        The cells at the edge of the board.
    images
        The cell that each one is carried to by the symmetry: itself without any.
    height, symmetry
        Of the board, the height in board widths.
    """

    points: tuple[Point, ...]
    corners: tuple[Point, ...]
    outlines: tuple[tuple[int, ...], ...]
    sides: Mapping[Pair, Pair]
    edge: frozenset[int]
    images: tuple[int, ...]
    height: float
    symmetry: Symmetry

    def carried(self, point: Point) -> Point:
        """Return where the symmetry carries a point."""
        (spot,) = np.round(image(np.array([point]), self.height, self.symmetry), DECIMALS)
        return float(spot[0]), float(spot[1])

    @property
    def links(self) -> tuple[frozenset[int], ...]:
        """The neighbours of each cell."""
        return neighbours_of(len(self.points), self.sides)


def neighbours_of(count: int, pairs: Iterable[Pair]) -> tuple[frozenset[int], ...]:
    """Return the neighbours of each of `count` nodes by the pairs that are linked."""
    links: list[set[int]] = [set() for _ in range(count)]
    for one, other in pairs:
        links[one].add(other)
        links[other].add(one)
    return tuple(map(frozenset, links))


def image(points: Points, height: float, symmetry: Symmetry) -> Points:
    """Return where the symmetry of a board of this height carries points, shape (n, 2)."""
    x, y = points.T
    if symmetry is Symmetry.NONE:
        return points
    return np.column_stack([BOARD_WIDTH - x, y if symmetry is Symmetry.MIRROR else height - y])


def make_cells(
    rng: np.random.Generator, count: int, height: float, symmetry: Symmetry
) -> Cells | None:
    """Return about `count` cells of a board; None if some border is too short to be seen.

    Under a symmetry every cell has an image: another cell, or itself on the mirror's axis.
    """
    points, images = _scatter(rng, count, height, symmetry)
    for _ in range(RELAXATIONS):
        centres = _centres(points, height)
        points = (centres + image(centres[images], height, symmetry)) / 2
    regions, vertices, sides = _diagram(points, height)
    if any(one == other for one, other in sides.values()):
        return None
    spacing = float(np.sqrt(BOARD_WIDTH * height / len(points)))
    vertices = _widen(vertices, sides, height, SHORTEST_SIDE * spacing)
    points = _rounded(points, images, height, symmetry)
    vertices = _rounded(vertices, _matches(vertices, height, symmetry), height, symmetry)
    cells = Cells(
        points=_tuples(points),
        corners=_tuples(vertices),
        outlines=tuple(map(tuple, regions)),
        sides=sides,
        edge=frozenset(_at_edge(regions, vertices, height)),
        images=tuple(images.tolist()),
        height=height,
        symmetry=symmetry,
    )
    lengths = [np.hypot(*(vertices[one] - vertices[other])) for one, other in sides.values()]
    wide = min(lengths) >= SHORTEST_SIDE * spacing
    return cells if wide and _shapely(cells) and _symmetric(cells) else None


def _scatter(
    rng: np.random.Generator, count: int, height: float, symmetry: Symmetry
) -> tuple[Points, NDArray[np.int64]]:
    """Return random points and the number of the image of each."""
    size = np.array([BOARD_WIDTH, height])
    twins = symmetry is not Symmetry.NONE
    axis = round(np.sqrt(count * height)) if symmetry is Symmetry.MIRROR else 0
    half = (count - axis) // 2
    heights = (np.arange(axis) + rng.uniform(size=axis)) * height / max(axis, 1)
    points = np.column_stack([np.full(axis, BOARD_WIDTH / 2), heights])
    some = np.empty((0, 2))
    for _ in range(half if twins else count):
        spots = rng.uniform(size=(CANDIDATES, 2)) * size
        others = np.vstack([points, some, image(some, height, symmetry)])
        if len(others):
            gaps = np.hypot(*(spots[:, None] - others).T).min(axis=0)
            spots = spots[[np.argmax(gaps)]]
        some = np.vstack([some, spots[:1]])
    if not twins:
        return some, np.arange(count)
    points = np.vstack([points, some, image(some, height, symmetry)])
    numbers = np.arange(half)
    images = np.concatenate([np.arange(axis), axis + half + numbers, axis + numbers])
    return points, images


def _voronoi(points: Points, height: float) -> Voronoi:
    """Return the Voronoi diagram of points and of their images beyond the four edges.

    The images make the edges borders.
    """
    from scipy.spatial import Voronoi

    x, y = points.T
    copies = [
        points,
        np.column_stack([-x, y]),
        np.column_stack([2 * BOARD_WIDTH - x, y]),
        np.column_stack([x, -y]),
        np.column_stack([x, 2 * height - y]),
    ]
    return Voronoi(np.vstack(copies))


def _centres(points: Points, height: float) -> Points:
    """Return the centre of gravity of the region of each point."""
    found = _voronoi(points, height)
    rings = [found.regions[region] for region in found.point_region[: len(points)]]
    starts = np.cumsum([0, *map(len, rings[:-1])])
    here = found.vertices[np.concatenate(rings)]
    after = found.vertices[np.concatenate([[*ring[1:], ring[0]] for ring in rings])]
    cross = (here[:, 0] * after[:, 1] - after[:, 0] * here[:, 1])[:, None]
    moments = np.add.reduceat((here + after) * cross, starts)
    result: Points = moments / (np.add.reduceat(cross, starts) * CORNERS_OF_TRIANGLE)
    return result


def _diagram(points: Points, height: float) -> tuple[list[list[int]], Points, dict[Pair, Pair]]:
    """Return the regions within the board as rings of corners, the corners and the sides."""
    found = _voronoi(points, height)
    clipped = np.clip(found.vertices, 0.0, [BOARD_WIDTH, height])
    numbers: dict[Point, int] = {}
    names = np.full(len(clipped), -1)
    kept: list[Point] = []

    def number(vertex: int) -> int:
        if names[vertex] < 0:
            key = tuple(np.round(clipped[vertex], JOIN_DECIMALS).tolist())
            names[vertex] = numbers.setdefault(key, len(numbers))
            if names[vertex] == len(kept):
                kept.append(key)
        return int(names[vertex])

    regions = []
    for place in range(len(points)):
        ring = [number(vertex) for vertex in found.regions[found.point_region[place]]]
        ring = [corner for at, corner in enumerate(ring) if corner != ring[at - 1]]
        regions.append(_turned(ring, kept))
    sides = {}
    for (one, other), ends in zip(found.ridge_points, found.ridge_vertices, strict=True):
        if max(one, other) < len(points):
            pair = (int(min(one, other)), int(max(one, other)))
            sides[pair] = (number(ends[0]), number(ends[1]))
    return regions, np.array(kept), dict(sorted(sides.items()))


def _turned(ring: list[int], corners: Sequence[Point]) -> list[int]:
    """Return a ring of corners so that its signed area is positive."""
    return ring if _area(np.array([corners[corner] for corner in ring])) > 0 else ring[::-1]


def _area(ring: Points) -> float:
    (x, y), (x1, y1) = ring.T, np.roll(ring, -1, axis=0).T
    return float((x * y1 - x1 * y).sum()) / 2


def _widen(vertices: Points, sides: Mapping[Pair, Pair], height: float, shortest: float) -> Points:
    """Return the corners with the ends of short sides moved apart, along the board's edge at it."""
    ends = np.array(list(sides.values()))
    vertices = vertices.copy()
    size = np.array([BOARD_WIDTH, height])
    fixed = (vertices <= 0) | (vertices >= size)
    for _ in range(WIDENINGS):
        gaps = vertices[ends[:, 1]] - vertices[ends[:, 0]]
        lengths = np.hypot(*gaps.T)
        short = lengths < shortest * OVERSHOOT
        if not short.any():
            break
        push = np.zeros_like(vertices)
        step = gaps[short] * ((shortest * OVERSHOOT / lengths[short] - 1) / 2 * OVERSHOOT)[:, None]
        np.add.at(push, ends[short, 1], step)
        np.add.at(push, ends[short, 0], -step)
        vertices = np.clip(vertices + np.where(fixed, 0.0, push), 0.0, size)
    return vertices


def _matches(vertices: Points, height: float, symmetry: Symmetry) -> NDArray[np.int64]:
    """Return the number of the image of each corner."""
    if symmetry is Symmetry.NONE:
        return np.arange(len(vertices))
    images = image(vertices, height, symmetry)
    gaps = ((images[:, None] - vertices[None]) ** 2).sum(axis=2)
    result: NDArray[np.int64] = np.argmin(gaps, axis=1)
    return result


def _rounded(
    points: Points, images: NDArray[np.int64], height: float, symmetry: Symmetry
) -> Points:
    """Return the points as they are written, images as exact ones."""
    result = np.round(points, DECIMALS)
    later = images < np.arange(len(points))
    result[later] = image(result[images[later]], height, symmetry)
    return np.round(result, DECIMALS)


def _tuples(points: Points) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in points)


def _at_edge(regions: Sequence[Sequence[int]], vertices: Points, height: float) -> list[int]:
    outer = np.any((vertices <= 0) | (vertices >= [BOARD_WIDTH, height]), axis=1)
    return [cell for cell, ring in enumerate(regions) if outer[list(ring)].any()]


def _shapely(cells: Cells) -> bool:
    """Tell whether every outline is seen whole from its point, so that no two overlap."""
    for point, outline in zip(cells.points, cells.outlines, strict=True):
        ring = np.array([cells.corners[corner] for corner in outline]) - point
        after = np.roll(ring, -1, axis=0)
        if (ring[:, 0] * after[:, 1] - after[:, 0] * ring[:, 1] <= 0).any():
            return False
    return True


def _symmetric(cells: Cells) -> bool:
    """Tell whether the borders are carried to borders."""
    pairs = {(cells.images[one], cells.images[other]) for one, other in cells.sides}
    return {(min(pair), max(pair)) for pair in pairs} == set(cells.sides)
