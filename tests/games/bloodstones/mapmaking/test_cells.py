"""Cells: no short borders, outlines seen whole from their points, symmetric if asked."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.games.bloodstones.mapmaking.cells import Cells, make_cells
from bloodstones.games.bloodstones.mapmaking.recipe import Symmetry

COUNT, HEIGHT = 60, 1.2


def cells_of(symmetry: Symmetry) -> Cells:
    for seed in range(10):
        found = make_cells(np.random.default_rng(seed), COUNT, HEIGHT, symmetry)
        if found is not None:
            return found
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
