"""Who holds another seat down counts what is good for that seat as an own loss."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bloodstones.core.kernels.layout import Array
from bloodstones.kit.players.searchers import parameters, searchers
from bloodstones.kit.search import utility
from bloodstones.kit.search.search_parameters import Bench, Knob
from bloodstones.kit.search.utility import oppose, seat_opposed
from tests.kernels import plain
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


def bench_of(**changed: float) -> Any:
    """The working space of a search; parameters are those by default but for those changed."""
    bench: Any = Bench.new()
    for knob in Knob:
        bench.knobs[knob] = changed.get(knob.id, parameters()[knob.id].default)
    return bench


def test_the_feature_that_marks_the_seat_is_named_in_the_file(tmp_path: Path) -> None:
    found = searchers(sticks.write_plans(tmp_path, searchers=SEARCHER))["allied"]
    assert found.weights["opposed"] == MARKED
    assert found.weights["opposition"] == 1


@pytest.mark.parametrize(("marked", "seat"), [((0, 0, 1), 2), ((0, 0, 0), -1)])
def test_the_seat_is_that_with_the_feature(
    marked: tuple[int, ...], seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def describe(_s: Any, _t: Any, out: Array) -> None:
        out[:, 0] = 1  # of another meaning
        out[:PLAYERS, MARKED] = marked

    monkeypatch.setattr(utility, "features", describe)
    bench = bench_of(opposed=MARKED)
    assert plain(seat_opposed)(None, None, PLAYERS, bench) == seat
    bench = bench_of()
    assert plain(seat_opposed)(None, None, PLAYERS, bench) == -1
    assert not bench.features.any()  # nothing is described where nobody is held down


@pytest.mark.parametrize("weight", [0.0, 0.5, 1.0])
def test_its_worth_is_taken_from_that_of_all_others(weight: float) -> None:
    b = bench_of(opposition=weight)
    b.utility[:PLAYERS] = 0.2, 0.5, 0.3
    b.opposed = 1
    plain(oppose)(b)
    assert b.utility[:PLAYERS] == pytest.approx([0.2 - weight / 2, 0.5, 0.3 - weight / 2])
