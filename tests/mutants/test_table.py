"""The table of faults: kept as it is, counted by clause, and what `make rules` makes of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bloodstones.games.registry import GAMES
from tests import rule_coverage
from tests.mutants import table
from tests.mutants.table import Count, Row, counts, unheld
from tests.rule_coverage import register_of

GAME = next(iter(GAMES))
PLAYED = [
    clause.id for clause in register_of(GAME).clauses.values() if clause.status == "executable"
]
ONE, TWO, THREE = PLAYED[:3]
OPEN, OTHER = [
    point.id for point in register_of(GAME).ambiguities.values() if point.status == "executable"
][:2]
ROW = Row(
    "0123456789", "games/a.py", 7, "f", "constant", "1, or\ttwo", "2", "line", (ONE, TWO), "marked"
)
KILLED = replace(ROW, credited=(ONE,), test="tests/a.py::test_b", tried=2, seconds=0.25)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(table, "FOLDER", tmp_path)
    monkeypatch.setattr(table, "EQUIVALENT", tmp_path / "equivalent.toml")
    monkeypatch.setattr(table, "UNHELD", tmp_path / "unheld.txt")
    monkeypatch.setattr(table, "DEFINITIONS", tmp_path / "definitions.toml")
    table.DEFINITIONS.write_text("")
    table.EQUIVALENT.write_text('[[fault]]\nid = "a"\nreason = "the sum is the same"\n')
    table.UNHELD.write_text("# none\n")
    return tmp_path


def by_clause(*rows: Row) -> dict[str, Count]:
    return {count.clause: count for count in counts(register_of(GAME), rows)}


def test_what_is_written_is_read_again_in_the_order_of_the_lines() -> None:
    later = replace(KILLED, id="z", line=9)
    table.write(GAME, [later, KILLED])
    assert list(table.read(GAME).values()) == [KILLED, later]
    assert table.read("no such game") == {}


def test_a_survivor_that_is_explained_counts_as_equivalent_and_a_killed_one_never() -> None:
    alive = replace(ROW, id="a", killed_by="survived")
    table.write(GAME, [alive, replace(alive, id="b")])
    assert {row.id: row.killed_by for row in table.read(GAME).values()} == {
        "a": "equivalent",
        "b": "survived",
    }
    table.write(GAME, [replace(KILLED, id="a")])
    assert table.read(GAME)["a"].killed_by == "marked"


def test_what_no_test_noticed_is_undecided_where_no_time_was_left_for_all() -> None:
    alive = replace(ROW, killed_by="survived", clauses=(TWO,))
    table.write(GAME, [replace(alive, id="b", untried=2), replace(alive, id="c")])
    rows = table.read(GAME)
    assert [rows[ident].killed_by for ident in "bc"] == ["undecided", "survived"]
    count = Count(TWO, "executable", planted=2, survived=1, undecided=1)
    assert by_clause(*rows.values())[TWO] == count
    again = replace(alive, id="b", untried=0)
    assert table.joined(rows["b"], again).killed_by == "survived", "all tests had their time"
    assert table.joined(rows["c"], replace(alive, id="c", untried=1)).killed_by == "undecided"


def test_a_fault_counts_for_a_clause_only_by_the_tests_of_this_clause() -> None:
    found = by_clause(KILLED)
    assert found[ONE] == Count(ONE, "executable", planted=1, killed=1)
    assert found[TWO] == Count(TWO, "executable", planted=1, elsewhere=1)
    assert found[THREE] == Count(THREE, "executable")


def test_faults_around_a_clause_count_only_where_its_tests_notice_them() -> None:
    around = replace(KILLED, tie="callers")
    found = by_clause(around, replace(around, killed_by="survived", credited=()))
    assert found[ONE] == Count(ONE, "executable", around=1)
    assert found[TWO] == Count(TWO, "executable")
    assert found[ONE].held
    assert not found[TWO].held


def test_equivalent_faults_are_not_held_against_a_clause() -> None:
    same = replace(ROW, killed_by="equivalent", clauses=(ONE,))
    assert by_clause(same)[ONE] == Count(ONE, "executable", equivalent=1)
    assert unheld(by_clause(same).values()) == []


def test_a_clause_with_faults_that_none_of_its_tests_notices_is_named() -> None:
    alive = replace(ROW, killed_by="survived", clauses=(TWO,))
    other = replace(ROW, killed_by="play", clauses=(THREE,))
    assert unheld(by_clause(KILLED, *[alive] * 3, *[other] * 3).values()) == [TWO, THREE]
    assert unheld(by_clause(KILLED, alive).values()) == [TWO], "one is enough"


def test_rules_fail_on_a_clause_that_notices_nothing_unless_it_is_listed() -> None:
    register = register_of(GAME)
    alive = replace(ROW, killed_by="survived", clauses=(TWO,))
    table.write(GAME, [replace(alive, id=name) for name in "xyz"])
    told = f"{GAME} {TWO}: no test of its own notices a planted fault"
    assert rule_coverage.unnoticed(GAME, register) == [told]
    table.UNHELD.write_text(f"# known\nanother_game {TWO}\n")
    assert rule_coverage.unnoticed(GAME, register) == [told]
    table.UNHELD.write_text(f"# known\n{GAME} {TWO}  why\n")
    assert rule_coverage.unnoticed(GAME, register) == []
    table.write(GAME, [replace(KILLED, clauses=(TWO,), credited=(TWO,))])
    told = f"{GAME} {TWO}: to be removed from unheld.txt, its tests notice faults"
    assert rule_coverage.unnoticed(GAME, register) == [told]


def test_rules_fail_on_a_clause_without_a_fault_unless_it_is_a_definition() -> None:
    register = register_of(GAME)
    assert rule_coverage.unplanted(GAME, register) == [], "nothing was planted at all"
    table.write(GAME, [KILLED])
    played = {each.clause for each in counts(register, [KILLED]) if each.bare}
    told = f"{GAME} {THREE}: no fault was planted in it, and definitions.toml does not say why"
    assert {ONE, TWO}.isdisjoint(played)
    assert told in rule_coverage.unplanted(GAME, register)
    table.DEFINITIONS.write_text(f"[{GAME}]\n{THREE} = 'it is one'\n{ONE} = 'it is none'\n")
    found = rule_coverage.unplanted(GAME, register)
    assert told not in found
    assert f"{GAME} {ONE}: to be removed from definitions.toml" in found


def test_readings_count_as_clauses_do() -> None:
    register = register_of(GAME)
    alive = replace(ROW, killed_by="survived", clauses=(OPEN,))
    table.write(GAME, [KILLED, alive])
    assert f"{GAME} {OPEN}: no test of its own notices a planted fault" in rule_coverage.unnoticed(
        GAME, register
    )
    told = [line.split(":")[0] for line in rule_coverage.unplanted(GAME, register)]
    assert f"{GAME} {OPEN}" not in told
    assert f"{GAME} {OTHER}" in told


def test_rules_count_clauses_and_readings_that_positions_show() -> None:
    register = register_of(GAME)
    table.write(GAME, [KILLED, replace(KILLED, id="o", clauses=(OPEN,), credited=(OPEN,))])
    table.DEFINITIONS.write_text(f"[{GAME}]\n{THREE} = 'it is one'\n")
    points = [each for each in register.ambiguities.values() if each.status == "executable"]
    assert rule_coverage.held_line(GAME, register) == (
        f"{GAME}: of {len(PLAYED) + len(points)} clauses and readings that positions show, 2 "
        "notice a planted fault, 1 say why none can be planted"
    )


def test_a_fault_in_a_clause_is_not_made_good_by_one_around_it() -> None:
    around = replace(KILLED, tie="callers")
    assert by_clause(around)[ONE].held
    alive = replace(ROW, killed_by="survived", clauses=(ONE,))
    assert not by_clause(around, alive)[ONE].held
    assert unheld(by_clause(around, alive).values()) == [ONE]


def test_a_row_keeps_what_is_known_where_lines_and_clauses_have_moved() -> None:
    moved = table.moved(KILLED, 12, "function", (TWO, THREE))
    wanted = {"line": 12, "tie": "function", "clauses": (TWO, THREE), "killed_by": "others"}
    wanted |= {"credited": ()}
    assert moved == replace(KILLED, **wanted, unasked=(THREE,))
    assert table.moved(moved, 12, "function", (THREE,)).unasked == (THREE,)
    table.write(GAME, [moved])
    assert list(table.read(GAME).values()) == [moved]


def test_a_fault_is_not_counted_with_a_clause_whose_tests_were_not_tried() -> None:
    found = by_clause(table.moved(KILLED, 12, "function", (ONE, THREE)))
    assert found[ONE] == Count(ONE, "executable", planted=1, killed=1)
    assert found[THREE] == Count(THREE, "executable")


def test_a_fault_planted_again_loses_nothing_that_is_known_of_it() -> None:
    first = replace(KILLED, clauses=(ONE, TWO), credited=(ONE,), killed_by="marked")
    alive = replace(first, killed_by="survived", credited=(), test="", tried=3, untried=2)
    assert table.joined(None, alive) == replace(alive, killed_by="undecided")
    assert table.joined(alive, first) == first
    assert table.joined(first, alive) == replace(first, tried=3, untried=2)
    other = replace(first, credited=(TWO,), test="another")
    assert table.joined(first, other) == replace(other, credited=(ONE, TWO))
    assert table.joined(first, replace(alive, killed_by="play")).killed_by == "marked"
