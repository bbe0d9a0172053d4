"""Grids of squares: names of columns that do not run into each other."""

from __future__ import annotations

from itertools import pairwise, product

import pandas as pd
import pytest

from bloodstones.plots.matrix import draw_matrix

FACTIONS = ("Chaos Horde", "Corsairs", "Dragon Riders", "Horse Lords", "Necromancers")


@pytest.mark.parametrize("line", ["one", "the Chaos Horde launches no ship beside a ship alone"])
def test_names_of_columns_do_not_run_into_each_other(line: str) -> None:
    squares = [
        {"line": a, "column": b, "lean": 0.5, "text": "+1", "sure": True}
        for a, b in product((line,), FACTIONS)
    ]
    figure = draw_matrix(pd.DataFrame(squares), {line: line}, {each: each for each in FACTIONS})
    figure.draw_without_rendering()
    (axes,) = figure.axes
    heads = [tick.label2.get_window_extent() for tick in axes.xaxis.get_major_ticks()]
    assert all(left.x1 <= right.x0 for left, right in pairwise(heads))
    assert {tick.label2.get_text().replace("\n", " ") for tick in axes.xaxis.get_major_ticks()} == {
        *FACTIONS
    }


def test_long_names_of_lines_have_room_for_wider_letters_of_paper() -> None:
    line = "banners stay with the side that was there last, and so do flags"
    squares = {"line": line, "column": FACTIONS, "lean": 0.2, "text": "+1", "sure": True}
    figure = draw_matrix(pd.DataFrame(squares), {line: line}, {each: each for each in FACTIONS})
    figure.draw_without_rendering()
    (axes,) = figure.axes
    (label,) = (tick.label1.get_window_extent() for tick in axes.yaxis.get_major_ticks())
    assert label.x1 - 1.05 * label.width > 0
