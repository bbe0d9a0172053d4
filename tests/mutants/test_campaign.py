"""What kills a fault: layer by layer, credited to the clauses whose tests noticed it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.mutants import campaign, reach, suite
from tests.mutants.campaign import Bounds, Campaign, spread
from tests.mutants.plan import hold_clauses, next_of_clauses, noticed
from tests.mutants.planting import Fault
from tests.mutants.reach import timed, unmeasured
from tests.mutants.suite import Outcome, Test, fork
from tests.mutants.table import Row
from tests.rule_coverage import FIRST_GAME, register_of

USUAL = {"a": 0.1, "b": 0.2, "c": 0.3, "d": 50.0}


def test(name: str, *rules: str) -> Test:
    return Test(name, frozenset(rules), "others", None)  # type: ignore[arg-type]


test.__test__ = False  # type: ignore[attr-defined]


def row(*clauses: str, tie: str = "line") -> Row:
    return Row("i", "p", 1, "f", "constant", "1", "2", tie, clauses, "survived")


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """Names of tests that fail, and whether they hang."""
    names: dict[str, bool] = {}

    def run(test: Test, following: Test | None, limit: float) -> Outcome:
        return Outcome(test.name in names, names.get(test.name, False), USUAL[test.name])

    monkeypatch.setattr(campaign, "run", run)
    return names


def tried(layer: str, tests: list[Test], before: Row, usual: Mapping[str, float] = USUAL) -> Row:
    made = Campaign("game", None, Bounds(fault=60.0), {})
    return made.try_layer(layer, tests, before, usual)


def test_each_clause_is_credited_by_a_test_of_its_own(failing: dict[str, bool]) -> None:
    failing |= {"a": False, "c": True}
    found = tried("marked", [test("a", "X"), test("b", "X"), test("c", "Y")], row("X", "Y", "Z"))
    assert (found.killed_by, found.credited, found.test) == ("marked", ("X", "Y"), "a")
    assert found.tried == 2, "b says nothing more about X"
    assert not found.hung


def test_a_fault_around_a_clause_is_done_with_the_first_test_that_fails(
    failing: dict[str, bool],
) -> None:
    failing |= {"a": True, "c": False}
    found = tried("marked", [test("a", "X"), test("c", "Y")], row("X", "Y", tie="module"))
    assert (found.credited, found.tried, found.hung) == (("X",), 1, True)


def test_another_layer_credits_no_clause(failing: dict[str, bool]) -> None:
    failing |= {"b": False}
    found = tried("play", [test("a"), test("b")], row("X"))
    assert (found.killed_by, found.credited, found.test) == ("play", (), "b")


def test_every_test_of_other_clauses_may_be_tried() -> None:
    fault = cast(Fault, SimpleNamespace(clauses=("X",)))
    others = [test(f"{number}", "Y") for number in range(400)]
    assert campaign._of_layer("others", [*others, test("a", "X")], fault) == others


def test_tests_for_which_no_time_is_left_are_counted(failing: dict[str, bool]) -> None:
    found = tried("others", [test("d"), test("d"), test("a")], row("X"))
    assert (found.killed_by, found.tried, found.untried) == ("survived", 2, 1)


def test_a_test_that_fails_without_the_fault_notices_nothing(
    monkeypatch: pytest.MonkeyPatch, failing: dict[str, bool]
) -> None:
    failing |= {"b": False}
    found, reach = row("X"), unmeasured([test("a", "X"), test("b", "X")])
    tests = {name: test(name, "X") for name in "ab"}
    made = Campaign("game", reach, Bounds(), {})
    planted = Fault("i", "p", 1, "f", "constant", "1", "2", range(1), None, None)  # type: ignore[arg-type]
    for name, counts in (("a", True), ("b", False)):
        result = replace(found, killed_by="marked", test=name)
        child = fork(lambda result=result: result, 5.0)  # type: ignore[misc]
        while not child.read():
            pass
        assert made.keep(planted, child, tests, reach) is counts
    assert (made.sound, made.broken) == ({"a"}, {"b"})
    assert made.rows["i"].test == "a"


def test_a_child_sends_what_it_found_and_its_death_is_seen() -> None:
    for task, result in ((lambda: "found", "found"), (lambda: os._exit(3), None)):
        child = fork(task, 5.0)
        while not child.read():
            pass
        assert child.result == result


def test_a_fault_whose_child_was_stopped_on_a_busy_machine_is_not_noticed() -> None:
    made = Campaign("game", None, Bounds(), {})
    child = fork(lambda: time.sleep(60), 5.0)
    child.stop()
    while not child.read():
        pass
    given: Any = None  # neither the fault nor the reach of tests is looked at
    assert made.keep(given, child, {}, given)
    assert made.rows == {}


def test_what_goes_wrong_with_the_tool_is_no_killed_fault() -> None:
    found: dict[str, int] = {}
    child = fork(lambda: found["missing"], 5.0)
    while not child.read():
        pass
    with pytest.raises(RuntimeError, match="KeyError: 'missing'"):
        _ = child.result


def test_a_test_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(item: object, log: bool, nextitem: object) -> None:
        while True:
            pass

    monkeypatch.setattr(suite, "runtestprotocol", endless)
    outcome = suite.run(test("a"), None, 0.1)
    assert outcome.failed
    assert outcome.hung


def test_a_test_that_waits_for_ever_is_stopped_by_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def waiting(item: object, log: bool, nextitem: object) -> None:
        lock = threading.Lock()
        lock.acquire()
        lock.acquire()  # as one that a thread held when the process forked

    monkeypatch.setattr(suite, "runtestprotocol", waiting)
    outcome = suite.run(test("a"), None, 0.05)
    assert (outcome.failed, outcome.hung) == (True, True)
    assert outcome.seconds < 1, "it took no processor time"


def test_all_clauses_have_a_turn_before_one_has_many() -> None:
    def fault(ident: str, kind: str, *clauses: str) -> Fault:
        place = (range(1), None, None)
        return Fault(ident, "p", 1, "f", kind, "1", "2", *place, "line", clauses)  # type: ignore[arg-type]

    many = [fault(f"x{n}", "constant", "X") for n in range(5)]
    other = fault("x9", "arithmetic", "X")
    ordered = spread([*many, other, fault("y", "constant", "Y")], {})
    assert {each.id[0] for each in ordered[:2]} == {"x", "y"}
    assert "x9" in [each.id for each in ordered[:3]], "another kind goes first"
    assert len(ordered) == 7


def test_survivors_of_a_clause_are_those_that_none_of_its_tests_noticed() -> None:
    other = replace(row("X", "Y"), killed_by="marked", credited=("X",))
    same = replace(other, killed_by="equivalent", credited=())
    cases = [(other, ""), (other, "X"), (other, "Y"), (row("X"), ""), (row("X"), "X"), (same, "X")]
    assert [noticed(*case) for case in cases] == [True, True, False, False, False, True]


def fault(ident: str, function: str, *clauses: str) -> Fault:
    texts = ("constant", "1", "2")
    nothing: Any = None
    return Fault(
        ident, "p", 1, function, *texts, range(1), nothing, nothing, tie="line", clauses=clauses
    )


def test_clauses_that_are_not_held_take_faults_by_turns_new_ones_first() -> None:
    both, other = fault("a", "f", "X", "Y"), fault("b", "f", "X")
    far, held = fault("c", "g", "X"), fault("d", "g", "Z")
    faults = [both, other, far, held]
    assert next_of_clauses(faults, {"X", "Y"}, set()) == {"a": both}, "one serves both clauses"
    assert next_of_clauses(faults, {"X"}, {"a"}) == {"c": far}, "of a function not tried yet"
    assert next_of_clauses(faults, {"X"}, {"a"}, known={"c"}) == {"b": other}
    assert next_of_clauses(faults, set(), set()) == {}


def test_what_only_faults_around_it_have_shown_is_planted_too_and_readings_as_clauses() -> None:
    register = register_of(FIRST_GAME)
    clause, settled = (
        next(each.id for each in entries.values() if each.status == "executable")
        for entries in (register.clauses, register.ambiguities)
    )
    noticed = {"killed_by": "marked", "credited": (clause, settled)}
    around = replace(row(clause, tie="module"), id="z", **noticed)
    alive, done = replace(row(clause), id="x"), replace(row(settled), id="y", **noticed)
    planted: list[str] = []

    def job(faults: list[Fault], tests: list[Test]) -> None:
        planted.extend(each.id for each in faults)
        for each in faults:
            made.rows[each.id] = replace(row(*each.clauses), id=each.id)

    made = Campaign(FIRST_GAME, None, Bounds(), {each.id: each for each in (around, alive, done)})
    made.job = job  # type: ignore[method-assign,assignment]
    faults = [fault("a", "f", clause), fault("b", "g", clause), fault("c", "g", settled)]
    hold_clauses(made, faults, {clause, settled}, [])
    assert planted == ["a", "b"], "none of its own tests noticed the first; the reading is held"


def test_a_test_of_an_option_is_one_of_the_reading_that_it_settles() -> None:
    option = next(each for each in register_of(FIRST_GAME).options.values() if each.ambiguity)
    marks = [pytest.mark.rule(option.name).mark]
    item: Any = SimpleNamespace(
        nodeid=f"tests/games/{FIRST_GAME}/test_a.py::test_b",
        iter_markers=lambda name: marks,
        get_closest_marker=lambda name: None,
    )
    assert suite.test_of(item).rules == {option.name, option.ambiguity}


def test_tests_are_timed_once_and_those_that_fail_without_a_fault_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def run(test: Test, following: Test | None, limit: float) -> Outcome:
        return Outcome(test.name == "b", False, 0.5)

    monkeypatch.setattr(reach, "run", run)
    first = timed([test("a"), test("b")], 5.0)
    assert (first.tests, first.seconds.tolist()) == (("a", "b"), [0.5, float("inf")])
    assert first.of("any/module.py", range(9)).all(), "each is taken to run every line"
    monkeypatch.setattr(reach, "fork", None)  # nothing is run again
    assert timed([test("b"), test("a")], 5.0, first).tests == ("a", "b")
