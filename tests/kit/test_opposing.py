"""Who holds another seat down counts what is good for that seat as an own loss."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bloodstones.core.layout import Array
from bloodstones.kit.players.searchers import parameters, searchers
from bloodstones.kit.search.judging import oppose, seat_opposed
from bloodstones.kit.search.knobs import Bench, Knob
from tests.kit import sticks

SEARCHER = """
[allied]
family = "monte_carlo"
title = "holds down who sits left"
policies = ["random"]
values = "values"
opposes = "left"
"""
PLAYERS = 3
MARKED = 1


def plain(kernel: Any) -> Any:
    """Return what was written, not compiled."""
    return getattr(kernel, "py_func", kernel)


def knobs(**changed: float) -> Array:
    """The parameters of a search, by default but for those changed."""
    values = np.array([parameters()[knob.id].default for knob in Knob], float)
    for name, value in changed.items():
        values[Knob[name.upper()]] = value
    return values


def test_the_feature_that_marks_the_seat_is_named_in_the_file(tmp_path: Path) -> None:
    found = searchers(sticks.write_plans(tmp_path, searchers=SEARCHER))["allied"]
    assert found.weights["opposed"] == MARKED
    assert found.weights["opposition"] == 1


@pytest.mark.parametrize(("marked", "seat"), [((0, 0, 1), 2), ((0, 0, 0), -1)])
def test_the_seat_is_that_with_the_feature(marked: tuple[int, ...], seat: int) -> None:
    def describe(_s: Any, _t: Any, out: Array) -> None:
        out[:, 0] = 1  # of another meaning
        out[:, MARKED] = marked

    features, found = np.zeros((PLAYERS, 2)), plain(seat_opposed)
    assert found(describe, None, None, knobs(opposed=MARKED), PLAYERS, features) == seat
    features[:] = 0
    assert found(describe, None, None, knobs(), PLAYERS, features) == -1
    assert not features.any()  # nothing is described where nobody is held down


@pytest.mark.parametrize("weight", [0.0, 0.5, 1.0])
def test_its_worth_is_taken_from_that_of_all_others(weight: float) -> None:
    b = Bench.new()
    b.utility[:PLAYERS] = 0.2, 0.5, 0.3
    b.opposed = 1
    plain(oppose)(knobs(opposition=weight), b)
    assert b.utility[:PLAYERS] == pytest.approx([0.2 - weight / 2, 0.5, 0.3 - weight / 2])
