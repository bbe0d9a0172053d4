"""Kinds of faults, as text: what each makes of a small function."""

from __future__ import annotations

import ast

import pytest

from tests.mutants.changes import changes


def mutants(source: str) -> dict[str, set[str]]:
    """Return the bodies of all mutants of a function by kind, after a check that all is undone."""
    function = ast.parse(source).body[0]
    assert isinstance(function, ast.FunctionDef)
    before = ast.unparse(function)
    found: dict[str, set[str]] = {}
    for change in changes(function):
        with change.made():
            text = ast.unparse(function)
        assert text != before
        assert ast.unparse(function) == before
        found.setdefault(change.kind, set()).add(text.partition("\n    ")[2])
    return found


@pytest.mark.parametrize(
    ("statement", "kind", "bodies"),
    [
        ("return a < b", "comparison turned", {"return a <= b", "return a >= b"}),
        ("return a == b", "comparison turned", {"return a != b"}),
        ("return a < b", "boolean negated", {"return not a < b"}),
        ("return a - b", "arithmetic", {"return a + b"}),
        ("return min(a, b)", "arithmetic", {"return max(a, b)"}),
        ("return a[2]", "constant", {"return a[3]", "return a[1]"}),
        ("return a[0]", "constant", {"return a[1]"}),
        ("return a and b", "condition dropped", {"return a", "return b"}),
        ("return a and b", "boolean negated", {"return a or b", "return not (a and b)"}),
        ("s.turn = 0", "assignment dropped", {"pass"}),
        ("s.turn += a", "arithmetic", {"s.turn -= a"}),
        ("tell(s)", "call dropped", {"pass"}),
        ("return owner - seat", "seat swapped", {"return seat - seat", "return owner - owner"}),
        (
            "return range(a, b)",
            "loop one short or long",
            {"return range(a, b - 1)", "return range(a, b + 1)", "return range(a + 1, b)"},
        ),
        ("s.x = s.y\n    s.y = 0", "order swapped", {"s.y = 0\n    s.x = s.y"}),
        ("if a:\n        return", "guard dropped", {"pass"}),
        ("if a:\n        s.x = 1", "condition dropped", {"pass", "s.x = 1"}),
        ("if a:\n        return", "boolean negated", {"if not a:\n        return"}),
        (
            "for x in a:\n        s.x = x",
            "loop left early",
            {"for x in a:\n        s.x = x\n        break"},
        ),
    ],
)
def test_each_kind_of_fault(statement: str, kind: str, bodies: set[str]) -> None:
    found = mutants(f"def f(s, a, b, seat, owner):\n    {statement}\n")
    assert found[kind] == bodies


@pytest.mark.parametrize(
    ("returns", "first"),
    [("None", {"return"}), ("bool", {"return False", "return True"}), ("int", {"return 0"})],
)
def test_a_function_returns_at_once(returns: str, first: set[str]) -> None:
    found = mutants(f"def f(s) -> {returns}:\n    '''Say.'''\n    s.x = s.y\n    return s.g(s)\n")
    assert {text.split("\n    ")[1] for text in found["early return"]} == first


def test_what_only_describes_or_complains_is_left_alone() -> None:
    source = 'def f(a: int = 1) -> "List[2]":\n    """Say 3."""\n    raise ValueError(f"{a + 4}")\n'
    assert mutants(source) == {}


def test_two_names_of_one_seat_are_not_swapped() -> None:
    assert "seat swapped" not in mutants("def f(s):\n    seat = s.active\n    s.g(seat)\n")
    assert "seat swapped" in mutants("def f(s):\n    seat = s.active\n    s.g(seat, s.other)\n")


def test_statements_that_do_not_depend_on_each_other_are_not_swapped() -> None:
    assert "order swapped" not in mutants("def f(s, a):\n    s.x = a\n    s.y = a\n")
    assert "order swapped" not in mutants("def f(s, a):\n    tell(s, a)\n    s.y = a\n")
    assert "order swapped" in mutants("def f(s, a):\n    tell(s, s.y)\n    s.y = a\n")
