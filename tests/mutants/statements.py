"""Kinds of faults in statements: dropped, swapped, left early."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from copy import copy
from itertools import pairwise
from typing import Any

from tests.mutants.nodes import JUMPS, Change, negated

NEUTRAL = {"bool": (False, True), "int": (0,)}
"""What a function may return at once, by what it returns as declared."""


LOG = ("tell", "push", "open_event", "close_event")
"""How the names of functions begin that write the log of a game."""


def entry(function: ast.FunctionDef) -> Iterator[Change]:
    """Yield the faults of a function that returns at once."""
    documented = int(ast.get_docstring(function) is not None)
    body = function.body[documented:]
    declared = ast.unparse(function.returns) if function.returns else ""
    values: tuple[Any, ...] = (None,) if declared == "None" else NEUTRAL.get(declared, ())
    for value in values:
        if len(body) == 1 and isinstance(body[0], ast.Return | ast.Pass):
            continue
        text = "return" if value is None else f"return {value}"
        result = None if value is None else ast.Constant(value)
        block = [*function.body[:documented], ast.Return(result), *body]
        shown = (f"{function.name}: ...", f"{function.name}: {text}")
        yield Change("early return", function, "body", function.body, block, body[0], shown)


def in_block(parent: ast.AST, field: str, block: list[ast.stmt]) -> Iterator[Change]:
    """Yield the faults of a block's statements, without those inside of them."""
    for number, statement in enumerate(block):
        for kind, instead, after in _statement(statement):
            new = [*block[:number], *instead, *block[number + 1 :]]
            shown = (_head(statement), after)
            yield Change(kind, parent, field, block, new or [ast.Pass()], statement, shown)
    loop = field == "body" and not isinstance(block[-1], JUMPS)
    if isinstance(parent, ast.For | ast.While) and loop:
        shown = (_head(parent), f"{_head(parent)} ... break")
        left = [*block, ast.Break()]
        yield Change("loop left early", parent, field, block, left, parent, shown)
    yield from _swaps(parent, field, block)


def _statement(statement: ast.stmt) -> Iterator[tuple[str, list[ast.stmt], str]]:
    """Yield the kind of each fault of a statement, what stands instead, and how to write it."""
    if isinstance(statement, ast.If):
        yield from _condition(statement)
    elif isinstance(statement, ast.AugAssign):
        turned = {ast.Add: ast.Sub, ast.Sub: ast.Add}.get(type(statement.op))
        if turned is not None:
            other = copy(statement)
            other.op = turned()
            yield "arithmetic", [other], ast.unparse(other)
        yield "assignment dropped", [ast.Pass()], "pass"
    elif isinstance(statement, ast.Assign):
        if all(isinstance(each, ast.Attribute | ast.Subscript) for each in statement.targets):
            yield "assignment dropped", [ast.Pass()], "pass"
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        yield "call dropped", [ast.Pass()], "pass"
    elif isinstance(statement, ast.Break):
        yield "loop left late", [ast.Pass()], "pass"
    elif isinstance(statement, ast.Return) and _is_bool(statement.value):
        assert statement.value is not None
        other_way = ast.Return(negated(statement.value))
        yield "boolean negated", [other_way], ast.unparse(other_way)


def _condition(statement: ast.If) -> Iterator[tuple[str, list[ast.stmt], str]]:
    """Yield the faults of a condition: never, always, the other way round."""
    guard = not statement.orelse and isinstance(statement.body[-1], JUMPS)
    never = statement.orelse or [ast.Pass()]
    yield "guard dropped" if guard else "condition dropped", list(never), "never"
    if not guard:
        yield "condition dropped", list(statement.body), "always"
    turned = copy(statement)
    turned.test = negated(statement.test)
    yield "boolean negated", [turned], _head(turned)


def _is_bool(value: ast.expr | None) -> bool:
    """Whether an expression is a truth value by its looks."""
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id == "bool"
    return isinstance(value, ast.Compare | ast.BoolOp)


def _swaps(parent: ast.AST, field: str, block: Sequence[ast.stmt]) -> Iterator[Change]:
    """Yield the faults of two neighbours in the wrong order, where one depends on the other."""
    for number, (first, second) in enumerate(pairwise(block)):
        if not (_is_step(first) and _is_step(second)) or ast.dump(first) == ast.dump(second):
            continue
        writes, reads = _names(first)
        others, wanted = _names(second)
        if any(name.isidentifier() for name in writes & wanted):
            continue  # a name that is not known yet is no fault that anybody makes
        calls = [each for each in (first, second) if isinstance(each, ast.Expr)]
        depend = len(calls) > 1 or any(not _is_log(each) for each in calls)
        if depend or writes & (others | wanted) or others & reads:
            new = [*block[:number], second, first, *block[number + 2 :]]
            shown = (f"{ast.unparse(first)}; {ast.unparse(second)}", "the other way round")
            yield Change("order swapped", parent, field, block, new, first, shown)


def _is_step(statement: ast.stmt) -> bool:
    """Whether a statement may change the state of a game."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    return isinstance(statement, ast.Assign | ast.AugAssign)


def _is_log(statement: ast.Expr) -> bool:
    """Whether a call only writes down what happens, and so needs nothing but its arguments."""
    assert isinstance(statement.value, ast.Call)
    called = ast.unparse(statement.value.func).rpartition(".")[2]
    return called.startswith(LOG)


def _names(statement: ast.stmt) -> tuple[set[str], set[str]]:
    """Return what a statement writes and what it reads, without indices."""
    writes: set[str] = set()
    reads: set[str] = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Name | ast.Attribute):
            into = isinstance(node.ctx, ast.Store)
            (writes if into else reads).add(ast.unparse(node))
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            writes.add(ast.unparse(node.value))
    if isinstance(statement, ast.AugAssign):
        reads |= writes
    return writes, reads


def _head(statement: ast.stmt) -> str:
    """Return the first line of a statement."""
    return ast.unparse(statement).partition("\n")[0]
