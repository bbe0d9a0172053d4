"""Indices in kernels: constants may count from the end, variables count from the front."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bloodstones.core.kernels.kernel import JIT, entry
from bloodstones.core.kernels.sources import PACKAGE

pytestmark = pytest.mark.skipif(not JIT, reason="about compiled functions")

SOURCE = """
def last(words):
    return words[-1]

def set_second_last(words, word):
    words[-2] = word

def corner(table):
    return table[-1, -2]

def last_of(table, row):
    return table[row, -1]

def at(words, place):
    return words[place]

def set_at(words, place, word):
    words[place] = word

def cell(table, row, column):
    return table[row, column]
"""
WORDS = np.arange(10)


def compiled_at(path: Path) -> Any:
    """Return the functions of the source as entries, as if they stood in a file."""
    names: dict[str, Callable[..., Any]] = {}
    exec(compile(SOURCE, str(path), "exec"), names)
    return type("Functions", (), {name: entry(names[name]) for name in names if name[0] != "_"})


@pytest.fixture(scope="module")
def house() -> Any:
    """Functions of the house."""
    return compiled_at(PACKAGE / "odds" / "not_there.py")


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Functions of a game of another package."""
    return compiled_at(tmp_path_factory.mktemp("elsewhere") / "not_there.py")


@pytest.mark.parametrize("whose", ["house", "elsewhere"])
def test_constants_count_from_the_end(whose: str, request: pytest.FixtureRequest) -> None:
    functions = request.getfixturevalue(whose)
    words, table = WORDS.copy(), WORDS.reshape(2, 5)
    assert functions.last(words) == 9
    functions.set_second_last(words, 80)
    assert words.tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 80, 9]
    assert functions.corner(table) == 8
    assert functions.last_of(table, 0) == 4


def test_variables_count_from_the_front_in_the_house(house: Any) -> None:
    # Below 0 they reach what lies before a part of an array, as no kernel of the house does.
    words = WORDS.copy()
    part, table = words[4:], words.reshape(2, 5)
    assert [house.at(part, place) for place in (0, 5)] == [4, 9]
    assert house.at(part, -1) == 3
    house.set_at(part, -1, 30)
    assert words[3] == 30
    assert house.cell(table, 1, 2) == 7
    assert house.cell(table, 1, -1) == 4


def test_variables_may_count_from_the_end_elsewhere(elsewhere: Any) -> None:
    words = WORDS.copy()
    part, table = words[4:], words.reshape(2, 5)
    assert elsewhere.at(part, -1) == 9
    elsewhere.set_at(part, -1, 90)
    assert words[9] == 90
    assert elsewhere.cell(table, 0, -1) == 4
