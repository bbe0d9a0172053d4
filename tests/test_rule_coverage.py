"""Every clause has a test or is on the list of those still without one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bloodstones.games.bloodstones.rules.register import load_register
from bloodstones.games.registry import GAMES
from tests.conftest import COLLECTED
from tests.rule_coverage import (
    FIRST_GAME,
    TESTS,
    Marks,
    faults,
    lines,
    read_allowed,
    register_of,
    to_cover,
    uncovered,
    unnoticed,
    unplanted,
)

pytest_plugins = ["pytester"]

MARKED = """
import pytest

@pytest.mark.rule("BS-GEN-01", "EX-01")
def test_one(): raise AssertionError("collected, not run")

@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.rule("BS-GEN-01")
def test_two(n): ...

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("BS-GEN-03")), 2])
def test_three(n): ...

@pytest.mark.statistical
@pytest.mark.rule("BS-GEN-04")
def test_long(): ...

@pytest.mark.xfail
@pytest.mark.rule("BS-GEN-05")
def test_open(): ...

@pytest.mark.rule("BS-GEN-06")
class TestAll:
    def test_four(self): ...
"""


@pytest.mark.parametrize("game_id", GAMES)
def test_the_suite_the_register_and_the_list_agree(
    pytestconfig: pytest.Config, game_id: str
) -> None:
    collected = pytestconfig.stash[COLLECTED]
    if not {item.path for item in collected}.issuperset(TESTS.rglob("test_*.py")):
        assert_whole_suite_agrees()  # only some of the tests were asked for
        return
    marks = Marks(game=game_id)
    marks.gather(item for item in collected if item.path.is_relative_to(TESTS))
    assert len(marks.tests) > 0
    allowed = read_allowed() if game_id == FIRST_GAME else []
    assert faults(register_of(game_id), marks, allowed) == []
    assert unnoticed(game_id, register_of(game_id)) == []
    assert unplanted(game_id, register_of(game_id)) == []


def assert_whole_suite_agrees() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "tests.rule_coverage"],
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout.rpartition("\n\n")[2] + told.stderr


def test_marks_are_gathered_by_test_without_running_any(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(MARKED)
    pytester.makeini(
        "[pytest]\naddopts = --strict-markers\n"
        "markers =\n    rule(*ids): clauses\n    statistical: long\n"
    )
    marks = Marks()
    pytester.inline_run("--collect-only", plugins=[marks])
    file = "test_marks_are_gathered_by_test_without_running_any.py"
    assert marks.tests == {
        "BS-GEN-01": [f"{file}::test_one", f"{file}::test_two"],
        "EX-01": [f"{file}::test_one"],
        "BS-GEN-03": [f"{file}::test_three"],
        "BS-GEN-06": [f"{file}::TestAll::test_four"],
    }


def test_tests_that_cannot_be_collected_are_reported(tmp_path: Path) -> None:
    folder = tmp_path / "suite"
    folder.mkdir()
    (folder / "test_broken_collection.py").write_text("import no_such_module_anywhere\n")
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from pathlib import Path; from tests.rule_coverage import collect; "
            "print(*collect(Path(sys.argv[1]))[0].broken)",
            str(folder),
        ],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "cannot be collected" in told.stdout
    assert "no_such_module_anywhere" in told.stdout


def test_marks_in_full_leave_no_fault() -> None:
    register = load_register()
    marks = Marks({ident: ["test"] for ident in to_cover(register)})
    assert uncovered(register, marks.tests) == []
    assert faults(register, marks, []) == []


def test_a_clause_without_a_test_is_a_fault_unless_it_is_listed() -> None:
    register = load_register()
    marks = Marks({ident: ["test"] for ident in to_cover(register) if ident != "BS-END-14"})
    assert faults(register, marks, []) == ["BS-END-14: no test covers it"]
    assert faults(register, marks, ["BS-END-14"]) == []


def test_a_listed_clause_with_a_test_has_to_leave_the_list() -> None:
    register = load_register()
    marks = Marks({ident: ["test"] for ident in to_cover(register)})
    told = faults(register, marks, ["BS-END-14", "BS-END-15"])
    assert [line.partition(":")[0] for line in told] == ["BS-END-14", "BS-END-15"]
    assert all("to be removed from uncovered_clauses.txt" in line for line in told)


def test_a_mark_of_an_unknown_id_is_a_fault() -> None:
    register = load_register()
    marks = Marks({ident: ["test"] for ident in to_cover(register)} | {"BS-END-99": ["a", "b"]})
    assert faults(register, marks, []) == ["BS-END-99: unknown to the register, marked by a, b"]


def test_a_test_of_an_option_covers_its_ambiguity_but_not_the_other_way_round() -> None:
    register = load_register()
    by_option = uncovered(register, {"overpay": ["test"]})
    by_point = uncovered(register, {"AMB-10": ["test"]})
    assert not {"overpay", "AMB-10"}.intersection(by_option)
    assert "overpay" in by_point
    assert "AMB-10" not in by_point


def test_the_report_shows_clauses_with_tests_and_sums_up_the_sections() -> None:
    text = lines(load_register(), {"BS-HORSE-01": ["tests/a.py::test_b"], "overpay": ["c"]})
    start = text.index("BS-HORSE-01")
    assert text[start : start + 3] == [
        "BS-HORSE-01",
        "    tests/a.py::test_b",
        "BS-HORSE-02  no test",
    ]
    assert "AMB-10  by option overpay" in text
    assert any(line.startswith("AMB-54  not applicable: ") for line in text)
    assert "BS-HORSE         3        1          2    0" in text
    assert text[-1].split()[0] == "together"


def test_the_list_holds_ids_of_the_register_once_each() -> None:
    allowed = read_allowed()
    assert len(set(allowed)) == len(allowed)
    assert set(allowed) <= set(to_cover(load_register()))
