"""Where an area's number, pieces and marks go: clear of borders and of each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from bloodstones.kit.pictures.outlines import (
    Outlines,
    inside,
    outline_areas,
    straight_outlines,
    trace_outlines,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Points = NDArray[np.float64]

Spot = tuple[float, float]
Border = tuple[int, int]

SPREAD = 0.1  # how far from its point an area's label may move, board widths
GRID = 21
ROOMY = 0.036  # no label needs more room than this to each side
DRIFT = 0.3  # of room, what a move from the point costs
DECIMALS = 4
WIDE = 1.45  # labels and tokens need more room across than up
SEED = 1
TRIES = 600
CLEARANCES = (0.75, 0.5, 0.3)  # of a mark's size, from the border; the next where one fails
EDGE_STEP = 0.004
BESIDE = ("rivers", "waterfalls", "shoals")  # columns of the neighbours beyond such a border
COLUMNS = ("area", "terrain", "x", "y", "neighbours", "name", "landmark", "outline", *BESIDE)
LAID_OUT = 8  # maps kept


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A map ready to be drawn on; `lay_out` returns the same one for the same table.

    Attributes
    ----------
    outlines
        The areas as polygons.
    terrain
        Area number -> id of its terrain.
    spots
        Area number -> the middle of what is written and put there.
    names
        Area number -> name, of the areas that have one.
    rivers, waterfalls, shoals
        The borders with one, smaller area first; those with a waterfall are among the rivers.
    landmarks
        Area number -> what is written at the landmark in it, of the areas that have one.
    """

    outlines: Outlines
    terrain: Mapping[int, str]
    spots: Mapping[int, Spot]
    names: Mapping[int, str]
    rivers: tuple[Border, ...]
    landmarks: Mapping[int, str] = field(default_factory=dict)
    waterfalls: tuple[Border, ...] = ()
    shoals: tuple[Border, ...] = ()


def lay_out(areas: Mapping[str, Sequence[Any]], *, by_hand: bool = True) -> Layout:
    """Return the layout of a map's table.

    Parameters
    ----------
    areas
        Columns `area`, `terrain`, `x` (0 to 1), `y` (down from 0, in board widths) and
        `neighbours`; optional `name`, `landmark` (what is written at one, "" without),
        `outline` (corners in order) and `rivers`, `waterfalls`, `shoals` (the neighbours beyond).
    by_hand
        Whether outlines are drawn as a hand would draw them, and labels move to where there is
        room; otherwise they are straight, and labels stand at the points of the areas.
    """
    columns = tuple((name, _fixed(areas[name])) for name in COLUMNS if name in areas)
    return _laid_out(columns, by_hand)


def _fixed(values: Any) -> Any:
    """Return values that nobody can change, and that can be compared."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        return values
    return tuple(map(_fixed, values))


@lru_cache(maxsize=LAID_OUT)
def _laid_out(columns: tuple[tuple[str, Sequence[Any]], ...], by_hand: bool) -> Layout:
    """Return the layout of a table; pictures of one map, drawn one after the other, share it."""
    areas = dict(columns)
    numbers = [int(area) for area in areas["area"]]

    def column(name: str) -> dict[int, Any]:
        return dict(zip(numbers, areas[name], strict=True))

    points: dict[int, Spot] = dict(
        zip(numbers, zip(areas["x"], areas["y"], strict=True), strict=True)
    )
    if "outline" in areas:
        outlines = (trace_outlines if by_hand else straight_outlines)(column("outline"))
    else:
        outlines = outline_areas(points, column("neighbours"))
    rivers, waterfalls, shoals = (
        _borders(column(name)) if name in areas else () for name in BESIDE
    )
    names = column("name") if "name" in areas else {}
    landmarks = column("landmark") if "landmark" in areas else {}
    return Layout(
        outlines,
        {area: str(terrain) for area, terrain in column("terrain").items()},
        {area: roomiest(outlines, area, points[area]) for area in numbers} if by_hand else points,
        {area: str(name) for area, name in names.items() if name},
        rivers,
        {area: str(text) for area, text in landmarks.items() if text},
        waterfalls,
        shoals,
    )


def _borders(beyond: Mapping[int, Sequence[int]]) -> tuple[Border, ...]:
    """Return borders from the areas beyond them, smaller area first."""
    return tuple(sorted({(min(a, b), max(a, b)) for a, bs in beyond.items() for b in bs}))


def roomiest(outlines: Outlines, area: int, point: Spot) -> Spot:
    """Return the place near an area's point with room for a label, the point itself if it has.

    Parameters
    ----------
    outlines
        The shapes of the areas.
    area
        Its number.
    point
        Its point, in board widths.
    """
    ring = outlines.rings[area][0]
    steps = np.linspace(-SPREAD, SPREAD, GRID)
    moves = np.array([(x, y) for y in steps for x in steps])
    spots = np.concatenate([[point], np.array(point) + moves])
    spots = spots[inside(ring, spots)]
    if not len(spots):
        return point
    room = np.minimum(_room(spots, ring), ROOMY)
    best = np.argmax(room - DRIFT * np.hypot(*(spots - point).T) * (room > 0))
    return round(float(spots[best, 0]), DECIMALS), round(float(spots[best, 1]), DECIMALS)


def _room(spots: Points, ring: Points) -> Points:
    """Return the distance of each spot to a ring, that across counted less."""
    dense = along(ring)
    gaps = (spots[:, None] - dense) / [WIDE, 1]
    nearest: Points = np.hypot(*gaps.T).min(axis=0)
    return nearest


def along(ring: Points) -> Points:
    """Return points along a closed ring, at most a small step apart.

    Parameters
    ----------
    ring
        Corners in order, shape (n, 2), in board widths.

    Returns
    -------
    ndarray of float64
        Shape (m, 2), in board widths.
    """
    edges = np.roll(ring, -1, axis=0) - ring
    counts = np.maximum(1, np.ceil(np.hypot(*edges.T) / EDGE_STEP)).astype(int)
    edge = np.repeat(np.arange(len(ring)), counts)
    step = np.arange(len(edge)) - (np.cumsum(counts) - counts)[edge]
    dense: Points = ring[edge] + (step * (1 / counts)[edge])[:, None] * edges[edge]
    return dense


def strewn(
    ring: Points, area: int, spacing: float, size: float, boxes: Iterable[tuple[Spot, Spot]]
) -> Points:
    """Return places for marks in a ring: irregular, apart, off the border and off the labels.

    Parameters
    ----------
    ring
        The outline, shape (points, 2).
    area
        Its number; equal numbers and outlines give equal places.
    spacing
        The least distance between marks.
    size
        Of a mark, which keeps off the border.
    boxes
        Middle and half size of what must stay free.
    """
    low, high = ring.min(axis=0), ring.max(axis=0)
    rng = np.random.default_rng((SEED, area))
    spots = rng.uniform(low, high, (TRIES, 2))
    spots = spots[inside(ring, spots)]
    for middle, half in boxes:
        spots = spots[(np.abs(spots - middle) > np.array(half) + size / 2).any(axis=1)]
    gaps = np.sqrt(_squares(spots, along(ring)).min(axis=1))
    for clear in CLEARANCES:
        free_spots = spots[gaps > clear * size]
        if len(free_spots):
            break
    close = _squares(free_spots, free_spots) < spacing**2
    free = np.ones(len(free_spots), np.bool_)
    for place in range(len(free_spots)):
        if free[place]:
            free[place + 1 :] &= ~close[place, place + 1 :]
    kept: Points = free_spots[free]
    return kept[np.argsort(kept[:, 1], kind="stable")]


def _squares(some: Points, others: Points) -> Points:
    """Return the squared distances of points, shape (m, 2), to others: shape (m, n)."""
    across, up = (np.subtract.outer(some[:, axis], others[:, axis]) for axis in range(2))
    squares: Points = across * across + up * up
    return squares
