"""The outlines of map areas: those of the map's file, or made from points and borders.

Without outlines from the map: a plain Voronoi diagram of the points joins areas that do not touch
and parts some that do. Points added along each border's link, as part of the nearer end, make the
true borders meet; the cells of one area are then merged, and the outlines between corners are
smoothed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from bloodstones.core.extras import require_package

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Points = NDArray[np.float64]

LINK_STEPS = (0.15, 0.3, 0.42)
MARGIN = 0.035
SMOOTHINGS = 2
CUT = 0.25
KEY_DECIMALS = 9
TOLERANCE = 0.0005  # of a drawn line, board widths
JUNCTION = 3
OUTSIDE = -1  # beside the board
WOBBLE = 0.22
WOBBLE_LEVELS = 2
SHORTEST_WOBBLED = 0.012
WAVE = (12.9898, 78.233, 43758.5453)

Key = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Outlines:
    """The areas of a map as polygons that cover the board without gaps.

    Attributes
    ----------
    width, height
        The board, in board widths; y runs down.
    rings
        Area number -> closed rings, each of shape (points, 2); usually one.
    borders
        The line between two areas -> its pieces, each of shape (points, 2); the smaller area
        number first.
    """

    width: float
    height: float
    rings: Mapping[int, tuple[Points, ...]]
    borders: Mapping[tuple[int, int], tuple[Points, ...]]


def outline_areas(
    points: Mapping[int, tuple[float, float]], neighbours: Mapping[int, Iterable[int]]
) -> Outlines:
    """Return the outlines of areas.

    Parameters
    ----------
    points
        Area number -> a point inside it; x from 0 to 1 (board width 1), y down from 0.
    neighbours
        Area number -> the areas that share a border with it.

    Notes
    -----
    The board reaches a margin below the lowest point. Rings of one map always sum to the area
    of the board, because both sides of a border use the same line.
    """
    height = max(y for _, y in points.values()) + MARGIN
    sites, owners = _sites(points, neighbours)
    return _outlines(_voronoi_segments(sites, owners, 1.0, height), height)


def trace_outlines(corners: Mapping[int, Sequence[Key]]) -> Outlines:
    """Return the outlines of areas with these corners, drawn as a hand would draw them.

    Parameters
    ----------
    corners
        Area number -> the corners of its outline in order, at least three; areas that share a
        border share the corners on it, and together they cover the board.
    """
    owners: dict[tuple[Key, Key], list[int]] = defaultdict(list)
    for area in sorted(corners):
        ring = [(float(x), float(y)) for x, y in corners[area]]
        for start, end in zip(ring, [*ring[1:], ring[0]], strict=True):
            owners[min(start, end), max(start, end)].append(area)
    segments: dict[tuple[int, int], list[tuple[Key, Key]]] = defaultdict(list)
    for edge, areas in owners.items():
        one, other = areas if len(areas) > 1 else (OUTSIDE, *areas)
        segments[one, other].append(edge)
    return _outlines(segments, max(y for ring in corners.values() for _, y in ring))


def straight_outlines(corners: Mapping[int, Sequence[Key]]) -> Outlines:
    """Return the outlines of areas with these corners as they are, such as hexes.

    Parameters
    ----------
    corners
        Area number -> the corners of its outline in order; neighbours share those on their border.
    """
    rings = {area: (np.array(ring, dtype=np.float64),) for area, ring in corners.items()}
    owners: dict[tuple[Key, Key], list[int]] = defaultdict(list)
    for area in sorted(corners):
        ring = [_near(corner) for corner in corners[area]]
        for start, end in zip(ring, [*ring[1:], ring[0]], strict=True):
            owners[min(start, end), max(start, end)].append(area)
    borders: dict[tuple[int, int], list[Points]] = defaultdict(list)
    for edge, areas in owners.items():
        if len(areas) > 1:
            borders[areas[0], areas[1]].append(np.array(edge))
    lines = {pair: tuple(each) for pair, each in borders.items()}
    return Outlines(1.0, max(y for ring in corners.values() for _, y in ring), rings, lines)


def _near(corner: Key) -> Key:
    return round(float(corner[0]), KEY_DECIMALS), round(float(corner[1]), KEY_DECIMALS)


def _outlines(segments: Mapping[tuple[int, int], list[tuple[Key, Key]]], height: float) -> Outlines:
    """Join segments between areas to soft borders, and these to rings."""
    rings: dict[int, list[list[Points]]] = defaultdict(list)
    borders: dict[tuple[int, int], list[Points]] = defaultdict(list)
    for (one, other), chain in _chains(segments):
        line = _soft(chain) if one != OUTSIDE else np.array(chain)
        if one != OUTSIDE:
            borders[one, other].append(line)
            rings[one].append([line])
        rings[other].append([line])
    joined = {area: tuple(_join([line for (line,) in lines])) for area, lines in rings.items()}
    return Outlines(1.0, height, joined, {pair: tuple(lines) for pair, lines in borders.items()})


def ring_area(ring: Points) -> float:
    """Return the area inside a closed ring (shoelace formula).

    Parameters
    ----------
    ring
        Corners in order, shape (n, 2), in board widths.

    Returns
    -------
    float
        In squared board widths.
    """
    x, y = ring[:, 0], ring[:, 1]
    return abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))) / 2


def inside(ring: Points, points: Points) -> NDArray[np.bool_]:
    """Tell for each point whether it is inside a closed ring (even-odd rule).

    Parameters
    ----------
    ring
        Corners in order, shape (m, 2), in board widths.
    points
        Shape (n, 2), in board widths.

    Returns
    -------
    ndarray of bool
        Shape (n,).
    """
    x, y = points[:, 0, None], points[:, 1, None]
    x0, y0 = ring[:, 0], ring[:, 1]
    x1, y1 = np.roll(x0, -1), np.roll(y0, -1)
    spans = (y0 > y) != (y1 > y)
    rise = np.where(y1 == y0, 1.0, y1 - y0)
    left = x < (x1 - x0) * (y - y0) / rise + x0
    result: NDArray[np.bool_] = (spans & left).sum(axis=1) % 2 == 1
    return result


def _sites(
    points: Mapping[int, tuple[float, float]], neighbours: Mapping[int, Iterable[int]]
) -> tuple[Points, NDArray[np.int64]]:
    """Return the Voronoi sites, shape (n, 2), and the area that each belongs to."""
    sites, owners = [np.array(points[area]) for area in points], list(points)
    for area, others in neighbours.items():
        here = np.array(points[area])
        for other in others:
            for step in LINK_STEPS:
                sites.append(here + step * (np.array(points[other]) - here))
                owners.append(area)
    return np.array(sites), np.array(owners)


def _voronoi_segments(
    sites: Points, owners: NDArray[np.int64], width: float, height: float
) -> dict[tuple[int, int], list[tuple[Key, Key]]]:
    """Return the segments between areas; area `OUTSIDE` is beside the board.

    The sites are mirrored in the four edges, so that cells end exactly at the board's edge.
    """
    require_package("scipy", "solve")
    from scipy.spatial import Voronoi

    mirrored = [sites, sites * [-1, 1], sites * [1, -1]]
    mirrored += [[2 * width, 0] + sites * [-1, 1], [0, 2 * height] + sites * [1, -1]]
    diagram = Voronoi(np.concatenate(mirrored))
    corners = np.round(diagram.vertices, KEY_DECIMALS)
    segments: dict[tuple[int, int], list[tuple[Key, Key]]] = defaultdict(list)
    for (p, q), (a, b) in zip(diagram.ridge_points, diagram.ridge_vertices, strict=True):
        one = int(owners[p]) if p < len(sites) else OUTSIDE
        other = int(owners[q]) if q < len(sites) else OUTSIDE
        if one == other or a < 0 or b < 0:
            continue
        start, end = _key(corners[a]), _key(corners[b])
        if start != end:
            segments[min(one, other), max(one, other)].append((start, end))
    return segments


def _key(point: Points) -> Key:
    return float(point[0]), float(point[1])


def _chains(
    segments: Mapping[tuple[int, int], Sequence[tuple[Key, Key]]],
) -> list[tuple[tuple[int, int], list[Key]]]:
    """Join the segments of each border to lines that run from corner to corner of the map."""
    meeting = Counter(key for pairs in segments.values() for pair in pairs for key in pair)
    chains = []
    for border in sorted(segments):
        links: dict[Key, list[Key]] = defaultdict(list)
        for start, end in segments[border]:
            links[start].append(end)
            links[end].append(start)
        open_ends = sorted(k for k in links if meeting[k] >= JUNCTION or len(links[k]) == 1)
        for first in (*open_ends, *sorted(links)):
            while links[first]:
                chains.append((border, _walk(links, first, set(open_ends))))
    return chains


def _walk(links: dict[Key, list[Key]], first: Key, stops: set[Key]) -> list[Key]:
    """Take one line out of `links`, from `first` to the next stop (or around a ring)."""
    chain = [first]
    while links[chain[-1]]:
        here = chain[-1]
        nxt = links[here].pop()
        links[nxt].remove(here)
        chain.append(nxt)
        if nxt in stops or nxt == first:
            break
    return chain


def _soft(chain: Sequence[Key]) -> Points:
    """Return a border line as a hand would draw it: corners cut, ends kept."""
    line: Points = np.array(min(list(chain), list(chain[::-1])))
    for _ in range(SMOOTHINGS):
        line = cut_corners(line)
    for _ in range(WOBBLE_LEVELS):
        line = _wobble(line)
    return _thinned(cut_corners(line))


def _thinned(line: Points) -> Points:
    """Leave out points that hardly bend the line (Douglas and Peucker 1973); the ends stay."""
    along = line[-1] - line[0]
    length = float(np.hypot(*along))
    off = line - line[0]
    if length > 0:
        gaps = np.abs(along[0] * off[:, 1] - along[1] * off[:, 0]) / length
    else:
        gaps = np.hypot(*off.T)
    far = int(np.argmax(gaps))
    if gaps[far] <= TOLERANCE:
        return np.array([line[0], line[-1]])
    return np.concatenate([_thinned(line[: far + 1]), _thinned(line[far:])[1:]])


def cut_corners(line: Points) -> Points:
    """One round of Chaikin's corner cutting with fixed ends (Chaikin 1974).

    Parameters
    ----------
    line
        Points in order, shape (n, 2), two or more.

    Returns
    -------
    ndarray of float64
        Points in order, shape (2 n - 2, 2).
    """
    near = line[:-1] + CUT * (line[1:] - line[:-1])
    far = line[1:] - CUT * (line[1:] - line[:-1])
    middle = np.stack([near, far], axis=1).reshape(-1, 2)
    return np.concatenate([line[:1], middle[1:-1], line[-1:]])


def _wobble(line: Points) -> Points:
    """Move the middle of each longer segment sideways, by an amount fixed by its place."""
    result = [line[0]]
    for start, end in pairwise(line):
        along = end - start
        length = float(np.hypot(*along))
        if length > SHORTEST_WOBBLED:
            x, y = (start + end) / 2
            noise = np.sin(x * WAVE[0] + y * WAVE[1]) * WAVE[2]
            side = np.array([-along[1], along[0]]) * WOBBLE * (2 * (noise % 1) - 1)
            result.append((start + end) / 2 + side)
        result.append(end)
    return np.array(result)


def _join(lines: list[Points]) -> list[Points]:
    """Join lines at their ends to closed rings, the largest first."""
    ends: dict[Key, list[int]] = defaultdict(list)
    for number, line in enumerate(lines):
        for end in (line[0], line[-1]):
            ends[_key(end)].append(number)
    free, rings = set(range(len(lines))), []
    for number in range(len(lines)):
        if number not in free:
            continue
        free.discard(number)
        ring = [lines[number]]
        while (here := _key(ring[-1][-1])) != _key(ring[0][0]):
            following = next(n for n in ends[here] if n in free)
            free.discard(following)
            line = lines[following]
            ring.append(line if _key(line[0]) == here else line[::-1])
        rings.append(np.concatenate([part[:-1] for part in ring]))
    return sorted(rings, key=ring_area, reverse=True)
