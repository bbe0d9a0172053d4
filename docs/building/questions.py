"""The questions of each game: parameters, defaults, and examples with their real output."""

from __future__ import annotations

import io
import shlex
from collections.abc import Collection, Iterator
from contextlib import redirect_stdout
from inspect import cleandoc
from typing import Any

from bloodstones.api.game_parts.questions import question_of
from bloodstones.cli import main
from bloodstones.cli.question_groups import command_of
from bloodstones.cli.questions import QuestionCommand
from bloodstones.core.questions.families import asked_by
from bloodstones.core.questions.function import annotation, call, function_name
from bloodstones.core.questions.parameters import Parameter, with_names
from bloodstones.core.questions.question import Question
from bloodstones.games.registry import GameEntry, all_entries
from building.writing import Pages, plain

MOST_LINES = 60  # of the output of an example
HEADS = ("Parameter", "In a command", "Meaning", "Default")


def write(pages: Pages) -> None:
    """Write a page for each game, and one that lists them."""
    games = [game for game in all_entries() if game.questions]
    for game in games:
        pages.write(f"questions/{game.id}.md", page(game))
    names = "\n".join(game.id for game in games)
    pages.write(
        "questions/index.md",
        "# Questions\n\nEvery question is a command and a Python function with the same parameters "
        "and the same answer. In Python you can write any value as the text that the command "
        "takes. An answer has its data (`answer.data()`), a notebook display, and its exact "
        f"probabilities as fractions.\n\n```{{toctree}}\n:maxdepth: 2\n\n{names}\n```\n",
    )


def page(game: GameEntry) -> str:
    """Return the page of a game."""
    module = f"{game.home}.questions.functions"
    names = [function_name(question_of(game, name)) for name in game.questions]
    head = (
        f"# {game.title}\n\n```python\nfrom {module} import {', '.join(names)}\n```\n\n"
        "The stub beside this module describes the parameters for editors and type checkers.\n"
    )
    return "\n".join([head, *(section(game, name) for name in game.questions)])


def section(game: GameEntry, name: str) -> str:
    """Return the section of a question, with those of its family below it."""
    question = question_of(game, name)
    command = command_of(game, name)
    assert isinstance(command, QuestionCommand)
    lines = [*described(question, f"## {plain(name)}", command)]
    for member in question.family:
        title = f"### {plain(name)}: {plain(member.name.replace('_', ' '))}"
        lines += described(member, title, command)
    return "\n".join(lines)


def described(question: type[Question], title: str, command: QuestionCommand) -> Iterator[str]:
    """Yield the description of a question, its parameters, and its examples."""
    yield f"{title}\n"
    yield f"{plain(cleandoc(question.__doc__ or ''))}\n"
    if question is not command.question:
        options = {each.name: each.option for each in command.parameters}
        asked = ", ".join(f"`{options[name]}`" for name in asked_by(question))
        yield f"In the command, use {asked}.\n"
    parameters = question.parameters()
    if parameters:
        yield from table(parameters)
    yield from words(question)
    for number, given in enumerate(question.examples):
        yield from example(question, command, number, given)


def table(parameters: tuple[Parameter, ...]) -> Iterator[str]:
    """Yield the lines of a table of parameters."""
    names = {each.name: f"`{each.name}`" for each in parameters}
    yield f"| {' | '.join(HEADS)} |"
    yield f"|{'---|' * len(HEADS)}"
    for each in parameters:
        kind = annotation(each).replace("|", "\\|")
        option = f"{each.option} {each.type.metavar}".strip()
        if each.by_place:
            option = each.option
        help_ = with_names(plain(each.help), _Names(names))
        cells = (f"`{each.name}`: `{kind}`", f"`{option}`", help_, left_out(each))
        yield f"| {' | '.join(cells)} |"
    yield ""


def words(question: type[Question]) -> Iterator[str]:
    """Yield the allowed texts: names of the game, and their form."""
    rows: dict[str, str | Collection[str]] = {}
    for each in question.parameters():
        rows |= each.type.grammar()
    for name, said in {**rows, **question.grammar}.items():
        words = said if isinstance(said, str) else ", ".join(said)
        yield f"- `{name.strip()}`: {plain(words)}"
    yield ""


class _Names(dict[str, str]):
    """Marks of parameters as code; those of other questions by their names."""

    def __missing__(self, name: str) -> str:
        return f"`{name}`"


def left_out(parameter: Parameter) -> str:
    """Return the default of a parameter as text."""
    if parameter.needed:
        return "required"
    if parameter.type.flag:
        return "yes" if parameter.default else "no"
    if parameter.default is None or parameter.default in ("", (), {}):
        return "–"
    return f"`{parameter.type.write(parameter.default)}`"


def example(
    question: type[Question], command: QuestionCommand, number: int, given: dict[str, Any]
) -> Iterator[str]:
    """Yield an example: the command, what it prints, and the call in Python."""
    parts = command.example(question, given)
    output = question.file_of()
    is_run = not any(name in given for name in question.compiled_by)
    shown = [f"$ {' '.join(parts)}"]
    if is_run and (output is None or not output.needed):
        shown += printed(shlex.split(" ".join(parts))[1:])
    yield "```console\n" + "\n".join(shown) + "\n```\n"
    code = call(question, number)
    if question is not command.question:
        code = f"{function_name(command.question)}.{code}"
    yield f"```python\nanswer = {code}\n```\n"


def printed(args: list[str]) -> list[str]:
    """Return the lines that a command prints, at most `MOST_LINES` of them."""
    shown = io.StringIO()
    with redirect_stdout(shown):
        code = main(args)
    if code:
        raise RuntimeError(f"not answered: {' '.join(args)}")
    lines = shown.getvalue().splitlines()
    return lines if len(lines) <= MOST_LINES else [*lines[:MOST_LINES], "…"]
