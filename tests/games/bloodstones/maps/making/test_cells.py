"""Cells: no short borders, outlines seen whole from their points, symmetric if asked."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.games.bloodstones.maps.board_shape import BoardShape
from bloodstones.games.bloodstones.maps.cells import Cells, make_cells, orbit
from bloodstones.games.bloodstones.maps.recipe import Symmetry

COUNT, HEIGHT = 60, 1.2


def cells_of(symmetry: Symmetry, turns: int = 2) -> Cells:
    shape = BoardShape(HEIGHT, symmetry, turns)
    for seed in range(10):
        cells = make_cells(np.random.default_rng(seed), COUNT, shape)
        if cells is not None:
            return cells
    raise AssertionError


@pytest.mark.parametrize("symmetry", list(Symmetry))
def test_cells_cover_the_board_and_meet_in_borders_that_can_be_seen(symmetry: Symmetry) -> None:
    cells = cells_of(symmetry)
    corners = np.array(cells.corners)
    total = 0.0
    for outline in cells.outlines:
        (x, y), (x1, y1) = corners[list(outline)].T, corners[[*outline[1:], outline[0]]].T
        area = float((x * y1 - x1 * y).sum()) / 2
        assert area > 0
        total += area
    assert total == pytest.approx(HEIGHT)
    assert abs(len(cells.points) - COUNT) <= 1
    spacing = np.sqrt(HEIGHT / len(cells.points))
    lengths = [np.hypot(*(corners[a] - corners[b])) for a, b in cells.sides.values()]
    assert min(lengths) >= 0.3 * spacing


@pytest.mark.parametrize("symmetry", list(Symmetry))
def test_images_of_cells_are_their_own_inverse(symmetry: Symmetry) -> None:
    cells = cells_of(symmetry)
    assert [cells.images[other] for other in cells.images] == list(range(len(cells.points)))
    own = sum(cell == other for cell, other in enumerate(cells.images))
    expected = {Symmetry.NONE: len(cells.points), Symmetry.ROTATIONAL: 0, Symmetry.MIRROR: 8}
    assert own == expected[symmetry]


def test_sides_lie_on_both_outlines() -> None:
    cells = cells_of(Symmetry.NONE)
    for (one, other), ends in cells.sides.items():
        assert set(ends) <= set(cells.outlines[one]) & set(cells.outlines[other])
        assert other in cells.links[one]


@pytest.mark.parametrize("turns", [3, 4, 5, 6])
def test_turns_carry_cells_round_about_one_in_the_middle(turns: int) -> None:
    cells = cells_of(Symmetry.ROTATIONAL, turns)
    rings = {frozenset(orbit(cells.images, cell)) for cell in range(len(cells.points))}
    assert sorted(map(len, rings)) == [1] + [turns] * (len(rings) - 1)
    corners = np.array(cells.corners)
    total = 0.0
    for outline in cells.outlines:
        (x, y), (x1, y1) = corners[list(outline)].T, corners[[*outline[1:], outline[0]]].T
        total += float((x * y1 - x1 * y).sum()) / 2
    assert total == pytest.approx(cells.shape.area, rel=0.01)
    assert cells.shape.at_edge(cells.shape.corners).all()
    for cell, point in enumerate(cells.points):
        assert cells.carried(point) == pytest.approx(cells.points[cells.images[cell]], abs=0.002)


@pytest.mark.parametrize("turns", [2, 3, 4, 5, 6])
def test_the_motion_of_a_board_comes_back_after_its_turns(turns: int) -> None:
    shape = BoardShape(HEIGHT, Symmetry.ROTATIONAL, turns)
    points = np.random.default_rng(1).uniform(0.3, 0.6, (20, 2))
    moved = points
    for number in range(turns):
        assert number == 0 or not np.allclose(moved, points)
        moved = shape.carried(moved)
    assert np.allclose(moved, points)
    assert np.allclose(shape.carried(np.array([shape.middle])), shape.middle)
