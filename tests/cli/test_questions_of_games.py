"""Every question of every game: its command, its function and its examples agree."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module

import click
import pytest

from bloodstones.cli import load, main
from bloodstones.cli.questions import QuestionCommand
from bloodstones.core.questions.function import as_function
from bloodstones.core.questions.parameters import MARK
from bloodstones.core.questions.question import Question
from bloodstones.games.registry import all_declared

COMPILERS = ("numba", "llvmlite", "pandas", "matplotlib")
ASKED = """
import sys
from importlib import import_module
question = import_module("{module}").QUESTION
for given in question.examples:
    question.ask(given).answer().data()
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


each_question = pytest.mark.parametrize(("game_id", "name"), list(questions()))


@each_question
def test_a_question_is_called_as_its_command(game_id: str, name: str) -> None:
    question = question_of(game_id, name)
    assert question.name == name
    assert question.examples
    assert isinstance(load(name, game_id), QuestionCommand)


@each_question
def test_every_parameter_says_what_it_is(game_id: str, name: str) -> None:
    for parameter in question_of(game_id, name).parameters():
        assert parameter.help.endswith("."), parameter.name
        assert parameter.type.flag or parameter.type.metavar, parameter.name


@each_question
def test_commands_and_functions_give_the_same_answers_to_the_examples(
    game_id: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    question = question_of(game_id, name)
    command = load(name, game_id)
    assert isinstance(command, QuestionCommand)
    options = {each.name: each for each in question.parameters()}
    for given in question.examples:
        args = [name, "--game", game_id]
        for parameter, value in given.items():
            flag = options[parameter].type.flag
            args += [options[parameter].option, *([] if flag else [value])]
        assert main([*args, "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == as_function(question)(**given).data()
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
    count = len(question_of(game_id, name).examples)
    assert examples.count(f"bloodstones {name} --game {game_id} ") == count


@each_question
def test_a_question_without_parameters_asks_for_them_with_an_example(
    game_id: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    needed = [each.option for each in question_of(game_id, name).parameters() if each.needed]
    assert main([name, "--game", game_id]) == 2
    shown = capsys.readouterr().err
    assert f"expected {' and '.join(needed)}, got nothing (bloodstones {name})" in shown
    assert f"Tip: bloodstones {name} --game {game_id} " in shown


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
