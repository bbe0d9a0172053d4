"""Which clauses a line of code is about, by its line, its function, its callers or its module."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from bloodstones.core.rules.rulebook import Register
from tests.house import PACKAGE

ROOMS = ("engine", "rules", "odds")
DEEPEST = 3  # callers of callers of callers
IDENT = re.compile(r"\b[A-Z]{2,3}-[A-Z]+-\d+\b|\b(?:AMB|EX|DX)-\d+\b")
SECTION = re.compile(r"\b[A-Z]{2,3}-[A-Z]+\b(?!-)")
FURTHER = re.compile(r"\b((?:[A-Z]{2,3}-)?[A-Z]+-)(\d+)((?:,? (?:and |to )?-\d+|/-\d+)+)")
REPEATED = re.compile(r"\b([A-Z]{2,3}-[A-Z]+)(-\d+) to \1(?=-\d)")
NUMBER = re.compile(r"(to )?-(\d+)")

Function = tuple[str, str]
"""A function: its module's path below the package, and its qualified name there."""


@dataclass(frozen=True)
class Source:
    """A module of a game."""

    path: Path
    text: str
    tree: ast.Module = field(repr=False)

    @property
    def name(self) -> str:
        """Its path below the package."""
        return self.path.relative_to(PACKAGE).as_posix()

    @property
    def module(self) -> str:
        """The name that it is imported by."""
        return ".".join((PACKAGE.name, *self.path.relative_to(PACKAGE).with_suffix("").parts))

    @cached_property
    def functions(self) -> Mapping[str, ast.FunctionDef]:
        """Its functions and the methods of its classes, by qualified name."""
        found: dict[str, ast.FunctionDef] = {}
        waiting: list[tuple[str, ast.AST]] = [("", self.tree)]
        while waiting:
            before, parent = waiting.pop(0)
            for node in ast.iter_child_nodes(parent):
                if isinstance(node, ast.FunctionDef):
                    found[before + node.name] = node
                elif isinstance(node, ast.ClassDef):
                    waiting.append((f"{before}{node.name}.", node))
        return found

    @cached_property
    def comments(self) -> Mapping[int, str]:
        """Comments by the line that they are about: their own, or the next one with code."""
        found: dict[int, str] = {}
        waiting: list[str] = []
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            if token.type == tokenize.COMMENT:
                if token.line.lstrip().startswith("#"):
                    waiting.append(token.string)
                else:
                    line = token.start[0]
                    found[line] = f"{found.get(line, '')} {token.string}"
            elif waiting and token.type not in (tokenize.NL, tokenize.INDENT, tokenize.DEDENT):
                line = token.start[0]
                found[line] = " ".join([found.get(line, ""), *waiting])
                waiting = []
        return found


def read_sources(game: str) -> list[Source]:
    """Return the modules of a game in which faults are planted."""
    home = PACKAGE / "games" / game
    paths = sorted(path for room in ROOMS for path in (home / room).rglob("*.py"))
    return [read_source(path) for path in paths]


def read_source(path: Path) -> Source:
    """Return a module."""
    text = path.read_text(encoding="utf-8")
    return Source(path, text, ast.parse(text))


class Ties:
    """The clauses of every line of a game's rules.

    Parameters
    ----------
    sources
        The modules of the game.
    register
        Its clauses; what is no id of it ties nothing.
    """

    def __init__(self, sources: Iterable[Source], register: Register) -> None:
        self.sources = {source.name: source for source in sources}
        self.register = register
        self.callers = _callers(self.sources)

    def of(self, source: Source, name: str, line: int) -> tuple[str, tuple[str, ...]]:
        """Return how a line of a function is tied, and to which ids; "" and none if it is not."""
        function = source.functions[name]
        if found := self._of_line(source, function, line):
            return "line", found
        if found := self.idents(ast.get_docstring(function) or ""):
            return "function", found
        if found := self._of_callers((source.name, name)):
            return "callers", found
        for text in self._around(source):
            if found := self.idents(text, sections=True):
                return "module", found
        return "", ()

    def idents(self, text: str, *, sections: bool = False) -> tuple[str, ...]:
        """Return the ids that a text names, in its order; on request those of whole sections."""
        full = FURTHER.sub(_written_out, REPEATED.sub(r"\1\2 to ", text))
        found = dict.fromkeys(IDENT.findall(full))
        if sections:
            code = f"{self.register.code}-"
            for name in SECTION.findall(full):
                section = name.removeprefix(code)
                if name.startswith(code) and section in self.register.sections:
                    ids = (clause.id for clause in self.register.clauses_in(section))
                    found.update(dict.fromkeys(ids))
        return tuple(ident for ident in found if self.register.get(ident) is not None)

    def _of_line(self, source: Source, function: ast.FunctionDef, line: int) -> tuple[str, ...]:
        """Return what the innermost statement about which a comment names ids is tied to."""
        around = [
            node
            for node in ast.walk(function)
            if isinstance(node, ast.stmt) and node is not function
            if node.lineno <= line <= (node.end_lineno or node.lineno)
        ]
        for statement in sorted(around, key=lambda node: -node.lineno):
            for number in range(statement.lineno, _end_of_head(statement) + 1):
                if found := self.idents(source.comments.get(number, "")):
                    return found
        return ()

    def _of_callers(self, function: Function) -> tuple[str, ...]:
        """Return what the nearest callers that name ids are tied to."""
        level, seen = {function}, {function}
        for _ in range(DEEPEST):
            level = {each for one in level for each in self.callers.get(one, ())} - seen
            seen |= level
            found: dict[str, None] = {}
            for path, name in sorted(level):
                text = ast.get_docstring(self.sources[path].functions[name]) or ""
                found.update(dict.fromkeys(self.idents(text)))
            if found:
                return tuple(found)
        return ()

    def _around(self, source: Source) -> Iterator[str]:
        """Yield what a module and the rooms around it say of themselves."""
        yield ast.get_docstring(source.tree) or ""
        for parent in source.path.parents:
            room = parent / "__init__.py"
            if parent == PACKAGE or not room.is_file():
                return
            yield ast.get_docstring(ast.parse(room.read_text(encoding="utf-8"))) or ""


def _written_out(found: re.Match[str]) -> str:
    """Write `BS-MOVE-02, -05 to -07` out."""
    before, first, others = found.groups()
    numbers = [first]
    for is_range, number in NUMBER.findall(others):
        between = range(int(numbers[-1]) + 1, int(number)) if is_range else ()
        numbers += [*(f"{each:0{len(number)}}" for each in between), number]
    return " ".join(f"{before}{number}" for number in numbers)


def _end_of_head(statement: ast.stmt) -> int:
    """Return the last line of a statement, without the block that it may have."""
    body = getattr(statement, "body", None)
    return body[0].lineno - 1 if body else statement.end_lineno or statement.lineno


def _callers(sources: Mapping[str, Source]) -> Mapping[Function, set[Function]]:
    """Return who calls a function, as far as names and imports show."""
    modules = {source.module: source for source in sources.values()}
    found: dict[Function, set[Function]] = {}
    for source in sources.values():
        names = {name: (source.name, name) for name in source.functions if "." not in name}
        aliases: dict[str, Source] = {}
        for node in ast.walk(source.tree):
            if not isinstance(node, ast.ImportFrom) or node.level:
                continue
            for alias in node.names:
                known = alias.asname or alias.name
                if (target := modules.get(f"{node.module}.{alias.name}")) is not None:
                    aliases[known] = target
                    continue
                target = modules.get(node.module or "")
                if target is not None and alias.name in target.functions:
                    names[known] = (target.name, alias.name)
        for caller, function in source.functions.items():
            for called in _called(function, names, aliases):
                found.setdefault(called, set()).add((source.name, caller))
    return found


def _called(
    function: ast.FunctionDef, names: Mapping[str, Function], aliases: Mapping[str, Source]
) -> Iterator[Function]:
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id in names:
            yield names[node.id]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            target = aliases.get(node.value.id)
            if target is not None and node.attr in target.functions:
                yield target.name, node.attr
