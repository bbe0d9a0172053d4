"""The cheat sheet: its commands are read by the command line, its calls of Python are answered."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from inspect import signature
from typing import Any, Final

import click
import pytest

import bloodstones as bs
from bloodstones.cli import group
from tests.docs.pages import ROOT

PAGE: Final = ROOT / "docs" / "guide" / "cheat_sheet.md"
CODE: Final = re.compile(r"`([^`]+)`")
MORE: Final = "…"  # stands for what is left out
PROGRAM: Final = "bloodstones"
NAMES: Final[dict[str, Any]] = {
    "bs": bs,
    "A": "dragon_riders: cavalry, leader",
    "B": "horse_lords: swordsman",
}
# Calls that are quick enough to be made.
ANSWERED: Final = (
    *(
        "list_games",
        "roles",
        "boards",
        "strategies",
        "strategy",
        "rules",
        "numbers",
        "odds",
        "draws",
    ),
    "sample_battles",
)


def cells(column: int) -> list[str]:
    """The pieces of code in a column of the table."""
    rows = [line.split("|") for line in PAGE.read_text(encoding="utf-8").splitlines()]
    return [code for row in rows if len(row) > 4 for code in CODE.findall(row[column])]


@pytest.mark.parametrize("line", [each for each in cells(2) if each.startswith(PROGRAM)])
def test_a_command_is_read_as_it_stands(line: str) -> None:
    words = shlex.split(line)[1:]
    whole = MORE not in words
    command: Any = group
    context = click.Context(group)
    while isinstance(command, click.Group) and words:
        name = words.pop(0)
        found = command.get_command(context, name)
        if found is None and command is not group:
            words.insert(0, name)  # the first command of a group may be left out
            break
        assert found is not None, f"no command is called {name}"
        command, context = found, click.Context(found, parent=context)
    if whole and not isinstance(command, click.Group):
        command.make_context(command.name, words, parent=context.parent)
    for word in words:
        if word.startswith("--"):
            assert any(word in each.opts for each in command.params), f"no option {word}"


def calls_in(code: str) -> Iterator[ast.Call]:
    """The calls of a game or of the package in a piece of Python."""
    for node in ast.walk(ast.parse(code.replace(MORE, "..."), mode="eval")):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node


@pytest.mark.parametrize("code", [each for each in cells(3) if re.match(r"(bs|game)\.", each)])
def test_a_call_of_python_is_taken_as_it_stands(code: str) -> None:
    game = bs.load_game("bloodstones")
    for call in calls_in(code):
        assert isinstance(call.func, ast.Attribute)
        root, name = call.func.value, call.func.attr
        if not isinstance(root, ast.Name) or root.id not in ("bs", "game"):
            continue
        function = getattr(bs if root.id == "bs" else game, name)
        given = [None for each in call.args if ast.unparse(each) != "..."]
        named = {each.arg: None for each in call.keywords if each.arg is not None}
        if len(given) == len(call.args):
            signature(function).bind(*given, **named)
        if name in ANSWERED and len(given) == len(call.args):
            assert eval(ast.unparse(call), {**NAMES, "game": game}) is not None
