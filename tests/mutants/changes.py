"""Kinds of faults in expressions and statements of one function, as changes of its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from typing import Any

from tests.mutants import statements
from tests.mutants.nodes import Change, call, replaced

FLIPS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
EXTREMES = {"min": "max", "max": "min"}
SEATS = frozenset(
    [
        "seat",
        "other",
        "owner",
        "attacker",
        "defender",
        "active",
        "decider",
        "victim",
        "captain",
        "player",
        "winner",
        "loser",
        "side",
        "enemy",
        "mover",
        "chooser",
        "first",
        "second",
        "source",
        "target",
        "origin",
        "goal",
        "own",
        "theirs",
        "giver",
        "taker",
        "caster",
        "us",
        "them",
    ]
)
"""Names of which another one of the same function may be taken by mistake."""


def changes(function: ast.FunctionDef) -> Iterator[Change]:
    """Yield every fault that can be planted in a function, in the order of its lines."""
    sides = _sides(function)
    yield from statements.entry(function)
    for parent, field, node in places(function):
        if isinstance(node, list):
            yield from statements.in_block(parent, field, node)
            continue
        for kind, new in _expression(node, sides):
            yield Change(kind, parent, field, node, new)


def places(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, str, Any]]:
    """Yield blocks and expressions below a function, without what only describes or complains."""
    waiting: list[ast.AST] = [function]
    while waiting:
        parent = waiting.pop(0)
        for field, value in ast.iter_fields(parent):
            if parent is function and field != "body":
                continue
            if field in ("annotation", "returns", "decorator_list", "type_comment"):
                continue
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                yield parent, field, value
            for child in value if isinstance(value, list) else [value]:
                if not isinstance(child, ast.AST) or isinstance(child, ast.JoinedStr | ast.Raise):
                    continue
                if isinstance(child, ast.expr):
                    yield parent, field, child
                waiting.append(child)


def _expression(node: ast.expr, sides: Sequence[str]) -> Iterator[tuple[str, ast.expr]]:
    """Yield the kind of each fault in an expression, and what stands there instead."""
    for type_, faults in EXPRESSIONS.items():
        if isinstance(node, type_):
            yield from faults(node)
    if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
        text = ast.unparse(node)
        if text in sides:
            other = sides[(sides.index(text) + 1) % len(sides)]
            yield "seat swapped", ast.parse(other, mode="eval").body


def _compare(node: ast.Compare) -> Iterator[tuple[str, ast.expr]]:
    for number, operator in enumerate(node.ops):
        for new in FLIPS[type(operator)]:
            yield "comparison turned", replaced(node, "ops", number, new())


def _sum(node: ast.BinOp) -> Iterator[tuple[str, ast.expr]]:
    if type(node.op) in SUMS:
        turned = copy(node)
        turned.op = SUMS[type(node.op)]()
        yield "arithmetic", turned


def _bool(node: ast.BoolOp) -> Iterator[tuple[str, ast.expr]]:
    turned = copy(node)
    turned.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield "boolean negated", turned
    for number in range(len(node.values)):
        rest = node.values[:number] + node.values[number + 1 :]
        shorter = copy(node)
        shorter.values = rest
        yield "condition dropped", shorter if len(rest) > 1 else rest[0]


def _constant(node: ast.Constant) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(node.value, bool):
        yield "boolean negated", ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield "constant", ast.Constant(node.value + 1)
        if node.value > 0:
            yield "constant", ast.Constant(node.value - 1)


def _unary(node: ast.UnaryOp) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(node.op, ast.Not):
        yield "boolean negated", node.operand
    elif isinstance(node.op, ast.USub) and not isinstance(node.operand, ast.Constant):
        yield "arithmetic", node.operand


def _either(node: ast.IfExp) -> Iterator[tuple[str, ast.expr]]:
    turned = copy(node)
    turned.body, turned.orelse = node.orelse, node.body
    yield "boolean negated", turned


def _call(node: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    if not isinstance(node.func, ast.Name):
        return
    if node.func.id in EXTREMES:
        yield "arithmetic", call(EXTREMES[node.func.id], node.args)
    elif node.func.id == "range" and 0 < len(node.args) < len(("start", "stop", "step")):
        *before, stop = node.args
        for operator in (ast.Sub(), ast.Add()):
            end = ast.BinOp(stop, operator, ast.Constant(1))
            yield "loop one short or long", call("range", [*before, end])
        if before:
            start = ast.BinOp(before[0], ast.Add(), ast.Constant(1))
            yield "loop one short or long", call("range", [start, stop])


EXPRESSIONS: dict[type[ast.expr], Callable[[Any], Iterator[tuple[str, ast.expr]]]] = {
    ast.Compare: _compare,
    ast.BinOp: _sum,
    ast.BoolOp: _bool,
    ast.Constant: _constant,
    ast.UnaryOp: _unary,
    ast.IfExp: _either,
    ast.Call: _call,
}


def _sides(function: ast.FunctionDef) -> list[str]:
    """Return what a function calls seats and sides, if there are two of them or more."""
    found: dict[str, None] = {}
    for argument in function.args.args:
        if argument.arg in SEATS:
            found[argument.arg] = None
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id in SEATS and isinstance(node.ctx, ast.Load):
            found[node.id] = None
        elif (
            isinstance(node, ast.Attribute)
            and node.attr in SEATS
            and isinstance(node.value, ast.Name)
            and isinstance(node.ctx, ast.Load)
        ):
            found[ast.unparse(node)] = None
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name, value = node.targets[0].id, ast.unparse(node.value)
            if name in found and value in found:
                del found[value]  # another name of the same seat
    return list(found) if len(found) > 1 else []
