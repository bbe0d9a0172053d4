"""The faults of a game: where they are, whose clauses they break, and how one is planted."""

from __future__ import annotations

import ast
import hashlib
import inspect
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib import import_module
from types import CodeType, FunctionType
from typing import Any

from tests.mutants.changes import changes
from tests.mutants.nodes import Change
from tests.mutants.ties import Source, Ties, read_sources
from tests.rule_coverage import register_of

WRAPPERS = ("__wrapped__", "__func__", "fget", "func", "py_func")
ID_LENGTH = 10
# A fault has one id with every Python: since 3.13 `ast.dump` leaves empty lists out unless told not
# to, since 3.12 functions have parameters for types.
WHOLE: dict[str, Any] = {"show_empty": True} if sys.version_info >= (3, 13) else {}
NEW_FIELD = ", type_params=[]"
LONGEST_TEXT = 90


@dataclass(frozen=True)
class Fault:
    """One fault that can be planted.

    Attributes
    ----------
    id
        The same as long as its function is: of the module, the function and the change.
    kind, before, after
        What is changed.
    lines
        The lines of which a test must run one to notice it.
    change, source
        How it is planted.
    tie, clauses
        What names its clauses (line, function, callers, module), and which.
    """

    id: str
    path: str
    line: int
    function: str
    kind: str
    before: str
    after: str
    lines: range
    change: Change = field(repr=False, compare=False)
    source: Source = field(repr=False, compare=False)
    tie: str = ""
    clauses: tuple[str, ...] = ()

    @contextmanager
    def planted(self) -> Iterator[None]:
        """Let the function be wrong, for all who have imported it, by whatever name."""
        function = function_at(self.source, self.function)
        assert function is not None
        kept = function.__code__
        with self.change.made():
            function.__code__ = code_at(compiled(self.source), self.function, kept)
        try:
            yield
        finally:
            function.__code__ = kept


def faults_of(game: str) -> list[Fault]:
    """Return every fault of a game that is tied to clauses, in the order of the lines."""
    sources = read_sources(game)
    ties = Ties(sources, register_of(game))
    return [fault for source in sources for fault in _of_module(source, ties)]


def untied(game: str) -> list[tuple[str, str]]:
    """Return the functions that no clause is tied to: module and name."""
    sources = read_sources(game)
    ties = Ties(sources, register_of(game))
    return [
        (source.name, name)
        for source in sources
        for name, function in source.functions.items()
        if not ties.of(source, name, function.lineno)[0]
    ]


def _of_module(source: Source, ties: Ties) -> Iterator[Fault]:
    for name in source.functions:
        for fault in faults_in(source, name):
            tie, clauses = ties.of(source, name, fault.line)
            if clauses:
                yield replace(fault, tie=tie, clauses=clauses)


def faults_in(source: Source, name: str) -> Iterator[Fault]:
    """Yield the faults of one function, by its qualified name, without their clauses."""
    function = source.functions.get(name)
    special = name.rpartition(".")[2].startswith("__")  # how things look and are compared
    if function is None or special or function_at(source, name) is None:
        return
    print_ = hashlib.sha256(f"{source.name}:{name}:{body_of(function)}".encode())
    statements = [n for n in ast.walk(function) if isinstance(n, ast.stmt) and n is not function]
    seen = {ast.unparse(function)}
    same: Counter[str] = Counter()
    for change in changes(function):
        with change.made():
            whole = ast.unparse(function)
        if whole in seen:
            continue
        seen.add(whole)
        ident = print_.copy()
        told = f"{change.kind}:{change.texts}"
        same[told] += 1
        ident.update(f"{same[told]}:{told}".encode())
        before, after = (text[:LONGEST_TEXT] for text in change.texts)
        yield Fault(
            ident.hexdigest()[:ID_LENGTH],
            source.name,
            change.line,
            name,
            change.kind,
            before,
            after,
            lines=_lines(change, statements),
            change=change,
            source=source,
        )


def body_of(function: ast.FunctionDef) -> str:
    """Return what a function does: its syntax without what it says of itself."""
    documented = int(ast.get_docstring(function) is not None)
    nodes = [function.args, *function.body[documented:]]
    parts = [ast.dump(node, **WHOLE).replace(NEW_FIELD, "") for node in nodes]
    return "\n".join(parts)


def _lines(change: Change, statements: Sequence[ast.stmt]) -> range:
    """Return the lines of the statement that a change is in, without a block of it."""
    around = [s for s in statements if s.lineno <= change.line <= (s.end_lineno or s.lineno)]
    inner = max(around, key=lambda statement: statement.lineno, default=None)
    if inner is None:
        return range(change.line, change.line + 1)
    body = getattr(inner, "body", None)
    end = body[0].lineno if body else (inner.end_lineno or inner.lineno) + 1
    return range(inner.lineno, max(end, inner.lineno + 1))


def function_at(source: Source, name: str) -> FunctionType | None:
    """Return the function of a module by its qualified name, out of what wraps it."""
    found: Any = import_module(source.module)
    for part in name.split("."):
        found = inspect.getattr_static(found, part, None)
    while found is not None and not isinstance(found, FunctionType):
        found = next((vars_of(found, each) for each in WRAPPERS if vars_of(found, each)), None)
    while isinstance(found, FunctionType) and hasattr(found, "__wrapped__"):
        found = found.__wrapped__
    if isinstance(found, FunctionType) and found.__code__.co_filename == str(source.path):
        return found
    return None


def vars_of(thing: Any, name: str) -> Any:
    """Return an attribute, or None."""
    return getattr(thing, name, None)


def compiled(source: Source) -> CodeType:
    """Return the code of a module's tree as it is now."""
    tree = ast.fix_missing_locations(source.tree)
    return compile(tree, str(source.path), "exec", dont_inherit=True)


def code_at(module: CodeType, name: str, like: CodeType) -> CodeType:
    """Return the code of a function in that of its module, by its qualified name and its line."""
    waiting = [module]
    while waiting:
        code = waiting.pop()
        if code.co_qualname == name and code.co_firstlineno == like.co_firstlineno:
            return code
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]
    raise LookupError(f"no function {name} in {module.co_filename}")
