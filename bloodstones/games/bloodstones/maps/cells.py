"""The cells that a map is made of: a relaxed Voronoi diagram of the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bloodstones.games.bloodstones.maps.board_shape import BoardShape
from bloodstones.games.bloodstones.maps.reading import BOARD_WIDTH
from bloodstones.games.bloodstones.maps.recipe import HALF_TURN, Symmetry

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
    shape
        Of the board.
    """

    points: tuple[Point, ...]
    corners: tuple[Point, ...]
    outlines: tuple[tuple[int, ...], ...]
    sides: Mapping[Pair, Pair]
    edge: frozenset[int]
    images: tuple[int, ...]
    shape: BoardShape

    def carried(self, point: Point) -> Point:
        """Return where the symmetry carries a point."""
        (spot,) = np.round(self.shape.carried(np.array([point])), DECIMALS)
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


def orbit(images: Sequence[int], cell: int) -> tuple[int, ...]:
    """Return a cell and all that the symmetry carries it to, in turn."""
    cells = [cell]
    while images[cells[-1]] != cell:
        cells.append(images[cells[-1]])
    return tuple(cells)


def make_cells(rng: np.random.Generator, count: int, shape: BoardShape) -> Cells | None:
    """Return about `count` cells of a board; None if some border is too short to be seen.

    Under a symmetry every cell has images: other cells, or itself on the mirror's axis or in the
    middle of three turns or more.
    """
    points, images = _scatter(rng, count, shape)
    for _ in range(RELAXATIONS):
        points = _averaged(_centres(points, shape), images, shape)
    regions, vertices, sides = _diagram(points, shape)
    if any(one == other for one, other in sides.values()):
        return None
    spacing = float(np.sqrt(shape.area / len(points)))
    vertices = _widen(vertices, sides, shape, SHORTEST_SIDE * spacing)
    points = _rounded(points, images, shape)
    edge = shape.at_edge(vertices)
    vertices = _rounded(vertices, _matches(vertices, shape), shape)
    cells = Cells(
        points=_tuples(points),
        corners=_tuples(vertices),
        outlines=tuple(map(tuple, regions)),
        sides=sides,
        edge=frozenset(cell for cell, ring in enumerate(regions) if edge[list(ring)].any()),
        images=tuple(images.tolist()),
        shape=shape,
    )
    lengths = [np.hypot(*(vertices[one] - vertices[other])) for one, other in sides.values()]
    wide = min(lengths) >= SHORTEST_SIDE * spacing
    return cells if wide and _shapely(cells) and _symmetric(cells) else None


def _averaged(centres: Points, images: NDArray[np.int64], shape: BoardShape) -> Points:
    """Return the centres made symmetric: of each and what its images are carried back to."""
    total, places = centres.copy(), images
    for number in range(1, shape.order):
        back = centres[places]  # carried on until it is back in its place
        for _ in range(shape.order - number):
            back = shape.carried(back)
        total += back
        places = images[places]
    result: Points = total / shape.order
    return result


def _scatter(
    rng: np.random.Generator, count: int, shape: BoardShape
) -> tuple[Points, NDArray[np.int64]]:
    """Return random points and the number of the image of each."""
    size = np.array([BOARD_WIDTH, shape.height])
    mirror = shape.symmetry is Symmetry.MIRROR
    axis = round(np.sqrt(count * shape.height)) if mirror else 0
    heights = (np.arange(axis) + rng.uniform(size=axis)) * shape.height / max(axis, 1)
    points = np.column_stack([np.full(axis, BOARD_WIDTH / 2), heights])
    if shape.order > HALF_TURN:
        axis, points = 1, np.array([shape.middle])
    part = (count - axis) // shape.order
    some = np.empty((0, 2))
    for _ in range(part):
        spots = rng.uniform(size=(CANDIDATES, 2)) * size
        while not shape.inside(spots).any():
            spots = rng.uniform(size=(CANDIDATES, 2)) * size
        spots = spots[shape.inside(spots)]
        others = np.vstack([points, *_turned_all(some, shape)])
        if len(others):
            gaps = np.hypot(*(spots[:, None] - others).T).min(axis=0)
            spots = spots[[np.argmax(gaps)]]
        some = np.vstack([some, spots[:1]])
    if shape.order == 1:
        return some, np.arange(count)
    points = np.vstack([points, *_turned_all(some, shape)])
    numbers = np.arange(part)
    blocks = [axis + (k + 1) % shape.order * part + numbers for k in range(shape.order)]
    return points, np.concatenate([np.arange(axis), *blocks])


def _turned_all(points: Points, shape: BoardShape) -> list[Points]:
    """Return points and all their images, in turn."""
    turned = [points]
    for _ in range(shape.order - 1):
        turned.append(shape.carried(turned[-1]))
    return turned


def _voronoi(points: Points, shape: BoardShape) -> Voronoi:
    """Return the Voronoi diagram of points and of their images beyond the edges of the board.

    The images make the edges borders.
    """
    from scipy.spatial import Voronoi

    return Voronoi(np.vstack([points, *shape.mirrored(points)]))


def _centres(points: Points, shape: BoardShape) -> Points:
    """Return the centre of gravity of the region of each point."""
    diagram = _voronoi(points, shape)
    rings = [diagram.regions[region] for region in diagram.point_region[: len(points)]]
    starts = np.cumsum([0, *map(len, rings[:-1])])
    here = diagram.vertices[np.concatenate(rings)]
    after = diagram.vertices[np.concatenate([[*ring[1:], ring[0]] for ring in rings])]
    cross = (here[:, 0] * after[:, 1] - after[:, 0] * here[:, 1])[:, None]
    moments = np.add.reduceat((here + after) * cross, starts)
    result: Points = moments / (np.add.reduceat(cross, starts) * CORNERS_OF_TRIANGLE)
    return result


def _diagram(points: Points, shape: BoardShape) -> tuple[list[list[int]], Points, dict[Pair, Pair]]:
    """Return the regions within the board as rings of corners, the corners and the sides."""
    diagram = _voronoi(points, shape)
    clipped = shape.clipped(diagram.vertices)
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
        ring = [number(vertex) for vertex in diagram.regions[diagram.point_region[place]]]
        ring = [corner for at, corner in enumerate(ring) if corner != ring[at - 1]]
        regions.append(_turned(ring, kept))
    sides = {}
    for (one, other), ends in zip(diagram.ridge_points, diagram.ridge_vertices, strict=True):
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


def _widen(
    vertices: Points, sides: Mapping[Pair, Pair], shape: BoardShape, shortest: float
) -> Points:
    """Return the corners with the ends of short sides moved apart, along the board's edge at it."""
    ends = np.array(list(sides.values()))
    start = vertices
    vertices = vertices.copy()
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
        vertices = shape.clipped(vertices + shape.along(start, push))
    return vertices


def _matches(vertices: Points, shape: BoardShape) -> NDArray[np.int64]:
    """Return the number of the image of each corner."""
    if shape.order == 1:
        return np.arange(len(vertices))
    images = shape.carried(vertices)
    gaps = ((images[:, None] - vertices[None]) ** 2).sum(axis=2)
    result: NDArray[np.int64] = np.argmin(gaps, axis=1)
    return result


def _rounded(points: Points, images: NDArray[np.int64], shape: BoardShape) -> Points:
    """Return the points as they are written, images as exact as three decimals can be."""
    result = np.round(points, DECIMALS)
    done: set[int] = set()
    for first in range(len(points)):
        place, spot = first, result[[first]]
        for _ in range(shape.order - 1):
            place, spot = int(images[place]), shape.carried(spot)
            if first in done or place == first:
                break
            result[place] = spot[0]
            done.add(place)
    return np.round(result, DECIMALS)


def _tuples(points: Points) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in points)


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
