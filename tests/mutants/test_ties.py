"""What a line is tied to: comments, docstrings, callers, modules, rooms."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from bloodstones.games.registry import GAMES
from tests.house import PACKAGE
from tests.mutants.planting import faults_of
from tests.mutants.ties import Source, Ties
from tests.rule_coverage import register_of

GAME = next(iter(GAMES))
CODE = register_of(GAME).code
SECTION = next(section for section in register_of(GAME).sections)
ONE, TWO = (clause.id for clause in register_of(GAME).clauses_in(SECTION)[:2])
MODULE = f'''"""About {CODE}-{SECTION}."""

def named(s):
    """Do it ({ONE})."""
    first(s)
    # {TWO}: a comment above.
    if s.a:
        s.b = 1
    s.c = 2  # {TWO}
    return helper(s)

def helper(s):
    return deeper(s)

def deeper(s):
    return s

def alone(s):
    """Do what `{CODE}-NONE-99` says."""
    return s
'''


@pytest.fixture(scope="module")
def found() -> dict[str, tuple[str, tuple[str, ...]]]:
    source = Source(PACKAGE / "games" / GAME / "none" / "made.py", MODULE, ast.parse(MODULE))
    ties, lines = Ties([source], register_of(GAME)), MODULE.splitlines()
    names = {"first(s)": "named", "s.b = 1": "named", "s.c = 2": "named"}
    names |= {"return deeper(s)": "helper", "return s": "deeper"}
    result = {}
    for text, name in names.items():
        number = next(n for n, line in enumerate(lines, 1) if line.strip().startswith(text))
        result[text] = ties.of(source, name, number)
    result["alone"] = ties.of(source, "alone", len(lines))
    return result


@pytest.mark.parametrize(
    ("place", "tie", "clauses"),
    [
        ("first(s)", "function", (ONE,)),
        ("s.b = 1", "line", (TWO,)),
        ("s.c = 2", "line", (TWO,)),
        ("return deeper(s)", "callers", (ONE,)),
        ("return s", "callers", (ONE,)),
    ],
)
def test_the_nearest_names_count(
    found: dict[str, tuple[str, tuple[str, ...]]], place: str, tie: str, clauses: tuple[str, ...]
) -> None:
    assert found[place] == (tie, clauses)


def test_a_module_that_names_a_section_means_all_clauses_of_it(
    found: dict[str, tuple[str, tuple[str, ...]]],
) -> None:
    tie, clauses = found["alone"]
    assert tie == "module"
    assert clauses == tuple(clause.id for clause in register_of(GAME).clauses_in(SECTION))


def test_short_forms_of_several_ids_are_read() -> None:
    ties = Ties([], register_of(GAME))
    number = ONE.rpartition("-")[2], TWO.rpartition("-")[2]
    text = f"as {CODE}-{SECTION}-{number[0]}, -{number[1]} say"
    assert ties.idents(text) == (ONE, TWO)


def test_ranges_of_ids_are_read_with_what_lies_between() -> None:
    clauses = [clause.id for clause in register_of(GAME).clauses_in(SECTION)]
    first, *_, last = clauses
    number = last.rpartition("-")[2]
    for text in (f"({first} to -{number}, AMB-01)", f"{first} to {last} and AMB-01"):
        assert ties_of_nothing().idents(text) == (*clauses, "AMB-01")


def ties_of_nothing() -> Ties:
    return Ties([], register_of(GAME))


def test_thousands_of_faults_can_be_planted_in_all_games_together() -> None:
    found = {game: faults_of(game) for game in list(GAMES)[-1:]}
    for game, faults in found.items():
        assert len({fault.id for fault in faults}) == len(faults)
        known = register_of(game)
        assert all(known.get(clause) for fault in faults for clause in fault.clauses)
        assert all(Path(PACKAGE, fault.path).is_file() for fault in faults)
        assert len({fault.kind for fault in faults}) >= 13
    assert sum(map(len, found.values())) > 1000
