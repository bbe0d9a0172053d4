"""Arrows from area to area: a soft line with a head, clear of where it begins and ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from bloodstones.kit.pictures.outlines import cut_corners
from bloodstones.kit.pictures.scene import Point

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Points = NDArray[np.float64]

HEAD_WIDTH: Final = 0.55  # of the head's length, to each side
DIRECT: Final = 2  # stops of a move without any between
BEND: Final = 0.16
TRIMS: Final = (0.3, 0.8)  # of the head's length, kept free where it begins and ends
SHORTEST: Final = 0.4  # of an arrow, left after the trims
ROUNDINGS: Final = 3


def arrow(stops: Sequence[Point], head: float) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Return the points of an arrow's shaft and the corners of its head; none without a way.

    Parameters
    ----------
    stops
        Where it begins, what it leads through, where it ends.
    head
        Length of its head.

    Examples
    --------
    >>> shaft, head = arrow([(0.0, 0.0), (1.0, 0.0)], 0.1)
    >>> shaft[0][0] > 0, head[0][0] < 1, arrow([(0.0, 0.0), (0.0, 0.0)], 0.1)
    (True, True, ((), ()))
    """
    points = np.array(stops, dtype=np.float64)
    if len(points) < DIRECT or not (points[0] != points[-1]).any():
        return (), ()
    if len(points) == DIRECT:
        along = points[1] - points[0]
        middle = (points[0] + points[1]) / 2 + BEND * np.array([along[1], -along[0]])
        points = np.array([points[0], middle, points[1]])
    for _ in range(ROUNDINGS):
        points = cut_corners(points)
    run = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    length = float(run[-1])
    head = min(head, length * SHORTEST)
    first, last = (min(trim * head, length * (1 - SHORTEST) / 2) for trim in TRIMS)
    ends = (first, max(first, length - last - head), length - last)
    start, neck, tip = (np.array([np.interp(end, run, axis) for axis in points.T]) for end in ends)
    shaft = [start, *points[(run > ends[0]) & (run < ends[1])], neck]
    along = tip - neck
    side = np.array([-along[1], along[0]]) * HEAD_WIDTH
    return _spots(shaft), _spots([tip, neck + side, neck - side])


def _spots(points: Sequence[Points]) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in points)
