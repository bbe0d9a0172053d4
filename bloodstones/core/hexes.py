"""Hexes in rows, every other row shifted half a hex: neighbours, distances and straight lines.

A place is (row, column), both from 0; odd rows lie half a hex farther east. Lines go from centre to
centre and are exact: the centre of a place is at whole coordinates, in half widths to the east and
thirds of the distance of rows, in which a hex is |x| < 1, |x + y| < 2, |x - y| < 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Final

Place = tuple[int, int]  # row, column

DIRECTIONS: Final = 6
# Row and column steps to the neighbours E, NE, NW, W, SW, SE; in even rows, in odd rows.
STEPS: Final = (
    ((0, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0)),
    ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, 0), (1, 1)),
)
ROW_HEIGHT: Final = 3
# Of a hex: normals of its sides, and how far they are from the centre.
SIDES: Final = ((1, 0, 1), (1, 1, 2), (1, -1, 2))


def neighbour(place: Place, direction: int) -> Place:
    """Return the place beyond a side, be it on a board or not.

    Parameters
    ----------
    place
        Row and column.
    direction
        0 to 5.

    Examples
    --------
    >>> neighbour((0, 0), 5), neighbour((1, 0), 5)
    ((1, 0), (2, 1))
    """
    row, column = STEPS[place[0] % 2][direction]
    return place[0] + row, place[1] + column


def centre(place: Place) -> tuple[int, int]:
    """Return the centre: x in half widths, y in thirds of the distance of rows.

    Parameters
    ----------
    place
        Row and column.

    Examples
    --------
    >>> centre((0, 2)), centre((1, 2))
    ((4, 0), (5, 3))
    """
    return 2 * place[1] + place[0] % 2, ROW_HEIGHT * place[0]


def distance(a: Place, b: Place) -> int:
    """Return the steps from a place to another one.

    Parameters
    ----------
    a, b
        Rows and columns.

    Examples
    --------
    >>> distance((0, 0), (0, 3)), distance((0, 0), (2, 0)), distance((0, 0), (3, 4))
    (3, 2, 6)
    """
    (ax, _), (bx, _) = centre(a), centre(b)
    rows = abs(b[0] - a[0])
    return rows + max(0, (abs(bx - ax) - rows) // 2)


def direction_to(a: Place, b: Place) -> int:
    """Return the direction from a place to its neighbour; ValueError if it is none."""
    return next_to(a).index(b)


def next_to(place: Place) -> list[Place]:
    """Return the six neighbours, by direction."""
    return [neighbour(place, direction) for direction in range(DIRECTIONS)]


def lines(a: Place, b: Place, touched: bool = False) -> tuple[tuple[Place, ...], ...]:
    """Return the places between two others that a straight line crosses, in its order.

    One line; if it runs along the sides of hexes, the two lines beside it, shifted a little.

    Parameters
    ----------
    touched
        Whether a place counts of which the line touches no more than a corner.

    Examples
    --------
    >>> lines((0, 0), (0, 2))
    (((0, 1),),)
    >>> lines((0, 1), (2, 1))
    (((1, 0),), ((1, 1),))
    """
    odd = a[0] % 2
    row, column = a[0] - odd, a[1]
    paths = _lines(odd, b[0] - row, b[1] - column, touched)
    return tuple(tuple((r + row, c + column) for r, c in line) for line in paths)


@cache
def _lines(odd: int, row: int, column: int, touched: bool) -> tuple[tuple[Place, ...], ...]:
    """Return the lines from (odd, 0) to another place."""
    a, b = (odd, 0), (row, column)
    (ax, ay), (bx, by) = centre(a), centre(b)
    dx, dy = bx - ax, by - ay
    if (dx == 0 or abs(dx) == abs(dy)) and dy:
        return _beside(a, b)
    return (tuple(place for _, place in sorted(_crossed(a, b, touched))),)


def _crossed(a: Place, b: Place, touched: bool) -> Iterator[tuple[Fraction, Place]]:
    """Yield the places between two others that the line crosses, with where it enters them."""
    (ax, ay), (bx, by) = centre(a), centre(b)
    dx, dy = bx - ax, by - ay
    reach = max(2 * abs(dx), abs(dx) + abs(dy))
    low, high = min(a[1], b[1]) - 1, max(a[1], b[1]) + 1
    for row in range(min(a[0], b[0]) - 1, max(a[0], b[0]) + 2):
        for column in range(low, high + 1):
            x, y = centre((row, column))
            off = abs((x - ax) * dy - (y - ay) * dx)
            if (row, column) in (a, b) or off > reach or (off == reach and not touched):
                continue
            start, end = _span((ax - x, ay - y), (dx, dy))
            if 0 <= start <= end <= 1:
                yield start, (row, column)


def _span(start: tuple[int, int], way: tuple[int, int]) -> tuple[Fraction, Fraction]:
    """Return where a line enters and leaves the hex at the origin, in shares of the way."""
    first, last = Fraction(-1 << DIRECTIONS), Fraction(1 << DIRECTIONS)
    for nx, ny, reach in SIDES:
        here, speed = nx * start[0] + ny * start[1], nx * way[0] + ny * way[1]
        if speed:
            ends = sorted((Fraction(-reach - here, speed), Fraction(reach - here, speed)))
            first, last = max(first, ends[0]), min(last, ends[1])
    return first, last


def _beside(a: Place, b: Place) -> tuple[tuple[Place, ...], ...]:
    """Return the places on both sides of a line along the sides of hexes."""
    near = [place for place in next_to(a) if distance(place, b) == distance(a, b) - 1]
    sides = []
    for first in near:
        here, path, turn = a, [], [direction_to(a, place) for place in near]
        if first != near[0]:
            turn.reverse()
        for step in range(distance(a, b) - 1):
            here = neighbour(here, turn[step % 2])
            path.append(here)
        sides.append(tuple(path))
    return tuple(sides)
