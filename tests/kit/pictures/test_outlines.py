"""Outlines of areas: they cover the board, hold their points and meet at the true borders."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.games.bloodstones.maps.reading import list_maps, load_map
from bloodstones.kit.pictures.outlines import inside, outline_areas, ring_area, trace_outlines
from tests.soaks import some


def outlines_of(board):
    points = {area.id: (area.x, area.y) for area in board.areas}
    return outline_areas(points, {area.id: area.neighbours for area in board.areas})


@pytest.fixture(scope="module", params=some(list_maps(), 2))
def board(request):
    return load_map(request.param)


@pytest.fixture(scope="module", params=["made", "told"])
def outlines(board, request):
    if request.param == "made":
        return outlines_of(board)
    if not board.areas[0].outline:
        return outlines_of(board)
    return trace_outlines({area.id: area.outline for area in board.areas})


@st.composite
def boards(draw):
    """A grid of areas, each moved a little, with the borders of the grid."""
    across, down = draw(st.integers(2, 5)), draw(st.integers(2, 5))
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    points, neighbours = {}, {}
    for number in range(across * down):
        column, row = number % across, number // across
        shift = rng.uniform(-0.15, 0.15, 2)
        points[number] = ((column + 0.5 + shift[0]) / across, (row + 0.5 + shift[1]) / across)
        sides = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
        neighbours[number] = [y * across + x for x, y in sides if 0 <= x < across and 0 <= y < down]
    return points, neighbours


@settings(max_examples=25, deadline=None)
@given(boards())
def test_areas_cover_the_board_exactly(case):
    outlines = outline_areas(*case)
    total = sum(ring_area(ring) for rings in outlines.rings.values() for ring in rings)
    assert set(outlines.rings) == set(case[0])
    assert total == pytest.approx(outlines.width * outlines.height, rel=1e-6)


@settings(max_examples=25, deadline=None)
@given(boards())
def test_every_border_given_is_drawn(case):
    points, neighbours = case
    wanted = {(a, b) for a, others in neighbours.items() for b in others if a < b}
    assert wanted <= set(outline_areas(points, neighbours).borders)


def test_the_shipped_maps_show_their_borders_and_no_others(board, outlines):
    wanted = {(a.id, b) for a in board.areas for b in a.neighbours if a.id < b}
    assert set(outlines.borders) == wanted


def test_every_area_of_the_shipped_maps_is_one_piece_that_holds_its_point(board, outlines):
    for area in board.areas:
        (ring,) = outlines.rings[area.id]
        assert inside(ring, np.array([[area.x, area.y]])).all()


def test_no_point_of_a_shipped_map_lies_in_two_areas(outlines):
    rng = np.random.default_rng(1)
    spots = rng.uniform([0, 0], [outlines.width, outlines.height], (2000, 2))
    hits = sum(inside(ring, spots) for rings in outlines.rings.values() for ring in rings)
    assert hits.mean() == pytest.approx(1, abs=0.002)


def test_outlines_of_the_map_keep_their_corners_and_cover_the_board():
    corners = {
        0: [(0, 0), (0.5, 0), (0.5, 0.4), (0, 0.4)],
        1: [(0.5, 0), (1, 0), (1, 0.4), (0.5, 0.4)],
    }
    outlines = trace_outlines(corners)
    assert (outlines.width, outlines.height) == (1.0, 0.4)
    assert set(outlines.borders) == {(0, 1)}
    for area, told in corners.items():
        (ring,) = outlines.rings[area]
        assert set(told) <= {(float(x), float(y)) for x, y in ring}
    assert sum(ring_area(outlines.rings[area][0]) for area in corners) == pytest.approx(0.4)


def test_outlines_do_not_depend_on_the_order_of_areas(board):
    outlines = outlines_of(board)
    points = {area.id: (area.x, area.y) for area in reversed(board.areas)}
    links = {area.id: area.neighbours for area in reversed(board.areas)}
    again = outline_areas(points, links)
    for area, (ring,) in outlines.rings.items():
        assert ring_area(again.rings[area][0]) == pytest.approx(ring_area(ring))


def test_the_area_of_a_ring_is_that_of_its_triangles():
    square = np.array([[0, 0], [2, 0], [2, 3], [0, 3]])
    assert ring_area(square) == 6
    corners = [*square, square[0]]
    fan = [np.array([square[0], a, b]) for a, b in pairwise(corners)]
    assert sum(map(ring_area, fan)) == 6
    assert list(inside(square, np.array([[1, 1], [3, 1], [1, -1]]))) == [True, False, False]
