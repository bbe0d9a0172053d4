"""What the pages of the rules say of planted faults."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutants.table import Count, Row

PATH = Path(__file__).parents[2] / "docs" / "building" / "planted.py"
ROW = Row("i", "p", 1, "f", "constant", "1", "2", "line", ("XX-A-01",), "survived")
KILLED = replace(ROW, killed_by="marked", credited=("XX-A-01",))


@pytest.fixture(scope="module")
def planted() -> ModuleType:
    """The module without the package around it, which needs Sphinx."""
    spec = spec_from_file_location("planted", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("count", "line"),
    [
        (None, []),
        (Count("XX-A-01", "executable"), []),
        (
            Count("XX-A-01", "executable", planted=2, killed=2),
            ["*Planted faults:* 2 planted, 2 noticed by its tests"],
        ),
        (
            Count("XX-A-01", "executable", 13, 1, 2, 3, 7, 4, 5),
            [
                "*Planted faults:* 13 planted, 1 noticed by its tests, 2 by others only, "
                "3 by none, 7 undecided, 4 more make no difference, "
                "5 in code around it noticed by its tests"
            ],
        ),
    ],
)
def test_an_entry_counts_the_faults_of_its_clause(
    planted: ModuleType, count: Count | None, line: list[str]
) -> None:
    assert list(planted.faults_told(count)) == line


def test_an_entry_without_faults_says_why_there_are_none(planted: ModuleType) -> None:
    line = "*Planted faults:* none. No code counts units."
    assert list(planted.faults_told(None, "No code counts units.")) == [line]
    bare = Count("XX-A-01", "executable")
    assert list(planted.faults_told(bare, "No code counts units.")) == [line]
    assert list(planted.faults_told(replace(bare, planted=1, killed=1), "a reason")) != [line]


def test_a_table_counts_faults_and_clauses_of_each_game(planted: ModuleType) -> None:
    ends = ("play", "equivalent", "undecided", "undecided")
    rows = [ROW, KILLED, *(replace(ROW, killed_by=end) for end in ends)]
    counts = [
        Count("XX-A-01", "executable", planted=3, killed=1, elsewhere=1, survived=1),
        Count("XX-A-02", "executable", planted=1, survived=1),
        Count("XX-A-03", "executable"),
        Count("XX-A-04", "data"),
        Count("XX-A-05", "data", planted=1, elsewhere=1),
        Count("AMB-01", "executable", planted=1, killed=1),
    ]
    text = planted.faults_of_games({"A game": (rows, counts), "Another": ([], [])})
    assert text.splitlines()[-1] == "| A game | 6 | 1 | 1 | 1 | 2 | 1 | 5 | 4 | 2 | 50% |"
    assert planted.faults_of_games({"Another": ([], [])}) == ""
