"""Every question of every game: its command, its function and its examples agree."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import click
import pytest

from bloodstones.cli import load, main
from bloodstones.cli.questions import QuestionCommand
from bloodstones.core.questions.families import parameters_of
from bloodstones.core.questions.function import as_function
from bloodstones.core.questions.parameters import MARK
from bloodstones.core.questions.question import Question
from bloodstones.games.registry import all_declared, default_game

COMPILERS = ("numba", "llvmlite", "pandas", "matplotlib")
ASKED = """
import sys
from importlib import import_module
question = import_module("{module}").QUESTION
for each in (question, *question.family):
    for given in each.examples:
        each.ask(given).answer().data()
print([name for name in {heavy} if name in sys.modules])
"""


def questions() -> Iterator[tuple[str, str]]:
    for game in all_declared():
        yield from ((game.id, name) for name in game.questions)


def module_of(game_id: str, name: str) -> str:
    home = next(game.home for game in all_declared() if game.id == game_id)
    return f"{home}.questions.{name.replace('-', '_')}"


def question_of(game_id: str, name: str) -> type[Question]:
    question: type[Question] = import_module(module_of(game_id, name)).QUESTION
    return question


def named(game_id: str, name: str) -> str:
    """The command of a question, with the game if it is not the first one."""
    game = "" if game_id == default_game() else f" --game {game_id}"
    return f"bloodstones {name}{game} "


def askings(question: type[Question]) -> Iterator[tuple[type[Question], dict[str, Any], list[str]]]:
    """The examples of a family: whose they are, the parameters, and the arguments of a command."""
    options = {each.name: each for each in parameters_of(question)}
    for member in (question, *question.family):
        flag = member is not question and not member.asked_by
        for given in member.examples:
            args = [options[member.name].option] if flag else []
            for parameter, value in given.items():
                is_flag = options[parameter].type.flag
                args += [options[parameter].option, *([] if is_flag else [value])]
            yield member, dict(given), args


each_question = pytest.mark.parametrize(("game_id", "name"), list(questions()))


@each_question
def test_a_question_is_called_as_its_command(game_id: str, name: str) -> None:
    question = question_of(game_id, name)
    assert question.name == name
    assert question.examples
    assert isinstance(load(name, game_id), QuestionCommand)


@each_question
def test_every_parameter_says_what_it_is(game_id: str, name: str) -> None:
    for parameter in parameters_of(question_of(game_id, name)):
        assert parameter.help.endswith("."), parameter.name
        assert parameter.type.flag or parameter.type.metavar, parameter.name


@each_question
def test_commands_and_functions_give_the_same_answers_to_the_examples(
    game_id: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    question = question_of(game_id, name)
    assert isinstance(load(name, game_id), QuestionCommand)
    for member, given, options in askings(question):
        args = [name, "--game", game_id, *options]
        assert main([*args, "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == as_function(member)(**given).data()
        assert main(args) == 0
        shown = capsys.readouterr().out
        assert shown.startswith("╭")
        assert not MARK.search(shown)


@each_question
def test_the_examples_in_help_are_those_of_the_question(
    game_id: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name, "--game", game_id, "--help"]) == 0
    examples = capsys.readouterr().out.partition("Examples:\n")[2]
    count = len([*askings(question_of(game_id, name))])
    assert examples.count(named(game_id, name)) == count


@each_question
def test_a_question_without_parameters_asks_for_them_with_an_example(
    game_id: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    needed = [each.option for each in question_of(game_id, name).parameters() if each.needed]
    assert main([name, "--game", game_id]) == 2
    shown = capsys.readouterr().err
    assert f"expected {' and '.join(needed)}, got nothing (bloodstones {name})" in shown
    assert f"Tip: {named(game_id, name)}" in shown


@each_question
def test_options_keep_their_order(game_id: str, name: str) -> None:
    options = [each for each in load(name, game_id).params if isinstance(each, click.Option)]
    names = [each.opts[0] for each in options]
    assert names[-4:] == ["--set", "--data", "--json", "--game"]


@each_question
def test_an_answer_needs_no_compiler(game_id: str, name: str) -> None:
    code = ASKED.format(module=module_of(game_id, name), heavy=COMPILERS)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
