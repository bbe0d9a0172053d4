"""A change of a syntax tree, how it is made and taken back, and small nodes to make changes of."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from typing import Any

JUMPS = (ast.Return, ast.Continue, ast.Break, ast.Raise)


@dataclass(frozen=True, slots=True)
class Change:
    """One fault: something of a tree, and what stands there instead.

    Attributes
    ----------
    kind
        What kind of fault it is.
    parent, field
        Where it is: `old` is the field, or in its list, or a part of its list.
    old, new
        An expression, or a block of statements and what becomes of it.
    at
        The first statement or the expression that is changed, for its line; None: `old`.
    shown
        What to write of the change, before and after.
    """

    kind: str
    parent: ast.AST
    field: str
    old: Any
    new: Any
    at: ast.AST | None = None
    shown: tuple[str, str] | None = None

    @property
    def line(self) -> int:
        """The line that it changes."""
        node: Any = self.old if self.at is None else self.at
        line: int = node.lineno
        return line

    @property
    def texts(self) -> tuple[str, str]:
        """What stands there before and after, in one line each."""
        before, after = self.shown or (ast.unparse(self.old), ast.unparse(self.new))
        return " ".join(before.split()), " ".join(after.split())

    @contextmanager
    def made(self) -> Iterator[None]:
        """Make the change in the tree, and take it back."""
        kept = getattr(self.parent, self.field)
        new = self.new
        if isinstance(kept, list) and not isinstance(self.old, list):
            new = [self.new if each is self.old else each for each in kept]
        setattr(self.parent, self.field, new)
        try:
            yield
        finally:
            setattr(self.parent, self.field, kept)


def replaced(node: Any, field: str, number: int, new: ast.AST) -> Any:
    """Return the node with another one in a list of it."""
    result = copy(node)
    parts = list(getattr(node, field))
    parts[number] = new
    setattr(result, field, parts)
    return result


def negated(test: ast.expr) -> ast.expr:
    """Return what holds where the test does not."""
    return ast.UnaryOp(ast.Not(), test)


def call(name: str, args: Sequence[ast.expr]) -> ast.expr:
    """Return a call of a function by name."""
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])
