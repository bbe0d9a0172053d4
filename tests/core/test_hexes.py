"""Hexes in rows: neighbours, distances, straight lines."""

from __future__ import annotations

from itertools import product

import pytest

from bloodstones.core.hexes import (
    DIRECTIONS,
    centre,
    direction_to,
    distance,
    lines,
    neighbour,
    next_to,
)

PLACES = [(row, column) for row in range(7) for column in range(7)]


def test_going_and_coming_back_ends_where_it_began() -> None:
    for place, direction in product(PLACES, range(DIRECTIONS)):
        there = neighbour(place, direction)
        assert neighbour(there, (direction + DIRECTIONS // 2) % DIRECTIONS) == place
        assert direction_to(place, there) == direction
        assert distance(place, there) == 1


def test_neighbours_are_as_far_apart_as_hexes_are_wide() -> None:
    for place in PLACES:
        x, y = centre(place)
        off = {(centre(other)[0] - x, centre(other)[1] - y) for other in next_to(place)}
        assert off == {(2, 0), (-2, 0), (1, 3), (1, -3), (-1, 3), (-1, -3)}


def test_distances_are_those_of_a_search() -> None:
    start = (3, 3)
    far = {start: 0}
    ring = [start]
    while ring:
        ring = [n for h in ring for n in next_to(h) if n not in far and -3 <= n[0] <= 9]
        for place in ring:
            far.setdefault(place, min(far[n] for n in next_to(place) if n in far) + 1)
        if max(far.values()) > 6:
            break
    assert all(distance(start, place) == steps for place, steps in far.items())


def inside(x: int, y: int, parts: int, place: tuple[int, int]) -> bool:
    """Whether a point, in parts of the unit of length, lies in a hex."""
    cx, cy = centre(place)
    dx, dy = abs(x - cx * parts), abs(y - cy * parts)
    return dx < parts and dx + dy < 2 * parts


@pytest.mark.parametrize("start", [(3, 3), (2, 3)])
def test_a_line_crosses_what_points_on_it_lie_in(start: tuple[int, int]) -> None:
    parts = 400
    for end in PLACES:
        if end == start:
            continue
        found = lines(start, end)
        (ax, ay), (bx, by) = centre(start), centre(end)
        seen = []
        for part in range(1, parts):
            x, y = ax * parts + part * (bx - ax), ay * parts + part * (by - ay)
            seen += [p for p in PLACES if p not in (start, end) and inside(x, y, parts, p)]
        if len(found) == 1:
            assert list(dict.fromkeys(seen)) == list(found[0])
        else:
            assert set(seen) == set(found[0]) & set(found[1])
            assert len(found[0]) == len(found[1]) == distance(start, end) - 1


def test_touched_corners_are_listed_when_asked_for() -> None:
    plain, touched = lines((0, 3), (1, 7)), lines((0, 3), (1, 7), touched=True)
    assert set(plain[0]) < set(touched[0])
