"""Stubs: what type checkers and editors know of questions as functions and as methods of a game."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from bloodstones.core.questions.answer import Answer
from bloodstones.core.questions.function import annotation, function_name
from bloodstones.core.questions.parameters import Parameter
from bloodstones.core.questions.question import Question

HEAD: Final = "# Made from the questions of this game; a test holds it fresh.\n"
HEAD_OF_GAMES: Final = "# Made from the questions of the shipped games; a test holds it fresh.\n"
INDENT: Final = "    "
STANDARD: Final = ("collections.abc", "fractions", "pathlib")
METHODS: Final = "Questions"  # the class of a stub that has the questions as methods
SHOWN: Final = (str, int, bool, type(None))  # defaults that a stub writes as they are


def stub_of(questions: Sequence[type[Question]]) -> str:
    """Return the text of the stub, as `ruff format` leaves it.

    Raises
    ------
    LookupError
        A type that a parameter names is in none of the modules that declare its question.
    """
    members = [member for each in questions for member in (each, *each.family)]
    imports = sorted({*_imports(members), (Answer.__module__, Answer.__name__)})
    blocks = list[str]()
    for each in questions:
        if each.family and blocks and blocks[-1]:
            blocks.append("")
        blocks += _declared(each)
    blocks += ["", *_methods(questions)]
    return "\n".join([HEAD, *_import_lines(imports), "", *blocks]).rstrip() + "\n"


def _import_lines(imports: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield the lines of imports: the standard library, then the package."""
    names: dict[str, list[str]] = {}
    for module, name in imports:
        names.setdefault(module, []).append(name)
    standard = [module for module in names if module in STANDARD]
    others = [module for module in names if module not in STANDARD]
    for modules in filter(None, (standard, others)):
        yield from (f"from {module} import {', '.join(names[module])}" for module in modules)
        if modules is standard and others:
            yield ""


def _imports(questions: Iterable[type[Question]]) -> Iterator[tuple[str, str]]:
    """Yield what the types of parameters need: module and name."""
    for question in questions:
        for parameter in question.parameters():
            for node in ast.walk(ast.parse(annotation(parameter), mode="eval")):
                if isinstance(node, ast.Name) and not hasattr(builtins, node.id):
                    yield _home(question, node.id), node.id


def _home(question: type[Question], name: str) -> str:
    """Return the module from which a name in the types of a question is imported."""
    for place in STANDARD:
        if hasattr(sys.modules.get(place), name):
            return place
    for each in question.__mro__:
        value: Any = getattr(sys.modules[each.__module__], name, None)
        if isinstance(value, type):
            return value.__module__
        if value is not None:
            return each.__module__
    raise LookupError(f"expected {name} in a module that declares {question.__name__}, got none")


def _declared(question: type[Question]) -> Iterator[str]:
    """Yield the lines of a question: a function, or an object with a function each for a family."""
    name = function_name(question)
    if not question.family:
        yield from _function(name, question.parameters())
        return
    yield f"class {_class_of(name)}:"
    yield from _function("__call__", question.parameters(), INDENT)
    for each in question.family:
        yield from _function(function_name(each), each.parameters(), INDENT)
    yield from ("", f"{name}: {_class_of(name)}", "")


def _methods(questions: Iterable[type[Question]]) -> Iterator[str]:
    """Yield the lines of a class that has the questions as methods."""
    yield f"class {METHODS}:"
    for each in questions:
        name = function_name(each)
        if each.family:
            yield f"{INDENT}{name}: {_class_of(name)}"
        else:
            yield from _function(name, each.parameters(), INDENT)


def _class_of(name: str) -> str:
    """Return the class of a question with a family."""
    return f"_{name.title().replace('_', '')}"


def _function(name: str, parameters: Sequence[Parameter], indent: str = "") -> Iterator[str]:
    """Yield the lines of a function: needed parameters by place, others by keyword."""
    needed = [each for each in parameters if each.needed]
    others = [each for each in parameters if not each.needed]
    inner = indent + INDENT
    if not parameters:
        yield f"{indent}def {name}({'self' if indent else ''}) -> {Answer.__name__}: ..."
        return
    yield f"{indent}def {name}("
    if indent:
        yield f"{inner}self,"
    yield from (f"{inner}{each.name}: {annotation(each)}," for each in needed)
    if others:
        yield f"{inner}*,"
    for each in others:
        default = repr(each.default).replace("'", '"') if type(each.default) in SHOWN else "..."
        yield f"{inner}{each.name}: {annotation(each)} = {default},"
    yield f"{indent}) -> {Answer.__name__}: ..."


def loading_stub(questions_of: Mapping[str, str], game: tuple[str, str]) -> str:
    """Return the text of the stub of `load_game`: each game has a type with its questions.

    Parameters
    ----------
    questions_of
        Id of a game -> the module whose stub has its questions, see `stub_of`.
    game
        The module and the name of the class that every game is of.
    """
    module, base = game
    names = {each: each.title().replace("_", "") for each in questions_of}
    imports = [(module, base)] + [
        (place, f"{METHODS} as _{names[each]}{METHODS}") for each, place in questions_of.items()
    ]
    lines = [HEAD_OF_GAMES, "from typing import Literal, overload", ""]
    lines += [f"from {place} import {name}" for place, name in sorted(imports)]
    lines.append("")
    for each in questions_of:
        lines.append(f"class {names[each]}(_{names[each]}{METHODS}, {base}): ...")
    lines.append("")
    for each in questions_of:
        lines += ["@overload", f'def load_game(game: Literal["{each}"]) -> {names[each]}: ...']
    lines += ["@overload", f"def load_game(game: str) -> {base}: ..."]
    return "\n".join(lines) + "\n"
