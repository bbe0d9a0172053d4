"""Every question of every game: its command, its function and its examples agree."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

import click
import pytest

import bloodstones as bs
from bloodstones.api import loading as api_loading
from bloodstones.api.game_parts.questions import method_name, methods_of, question_of
from bloodstones.api.games import Game
from bloodstones.cli import main
from bloodstones.cli.question_groups import command_of
from bloodstones.cli.questions import QuestionCommand
from bloodstones.cli.stubs import stubs
from bloodstones.core.questions.families import parameters_of
from bloodstones.core.questions.form import ASK, form_html, form_of, label_of, sent_to
from bloodstones.core.questions.parameters import MARK, Parameter
from bloodstones.core.questions.question import Question
from bloodstones.games.registry import SHIPPED, GameEntry, all_entries, default_game
from tests.core.questions.pages import parse

COMPILERS = ("numba", "llvmlite", "pandas", "matplotlib")
ASKED = """
import sys
from importlib import import_module
question = import_module("{module}").QUESTION
for each in (question, *question.family):
    for given in each.examples:
        if not any(name in given for name in each.compiled_by):
            each.ask(given).answer().data()
print([name for name in {heavy} if name in sys.modules])
"""


def questions() -> Iterator[tuple[str, str]]:
    for game in all_entries():
        yield from ((game.id, name) for name in game.questions)


def game_of(game_id: str) -> GameEntry:
    return next(game for game in all_entries() if game.id == game_id)


def asked_of(game_id: str, name: str) -> type[Question]:
    return question_of(game_of(game_id), name)


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
                args += arguments(options[parameter], value)
            yield member, dict(given), args


def arguments(parameter: Parameter, value: Any) -> list[str]:
    """A parameter with its value as words of a command line."""
    if parameter.type.flag:
        return [parameter.option if value else parameter.option.replace("--", "--no-", 1)]
    values = list(value) if isinstance(value, tuple) else [value]
    return values if parameter.by_place else [parameter.option, *values]


def plays(question: type[Question], given: Mapping[str, Any]) -> bool:
    """Whether an example plays games: their own tests play fewer."""
    return any(name in given for name in question.compiled_by)


def to_file(question: type[Question], file: Path) -> list[str]:
    """The words that name the file of an answer which needs one."""
    output = question.file_of()
    if output is None or not output.needed:
        return []
    return [str(file)] if output.by_place else [output.option, str(file)]


each_question = pytest.mark.parametrize(("game_id", "name"), list(questions()))


@each_question
def test_a_question_is_called_as_its_command(game_id: str, name: str) -> None:
    question = asked_of(game_id, name)
    assert question.name == name
    assert question.examples
    assert isinstance(command_of(game_of(game_id), name), QuestionCommand)


@each_question
def test_the_line_in_the_list_of_a_group_is_that_of_the_question(game_id: str, name: str) -> None:
    group, _, below = name.rpartition(" ")
    if group:
        room = import_module(f"{game_of(game_id).home}.questions.{group}")
        line = (asked_of(game_id, name).__doc__ or "").partition("\n")[0]
        assert room.LINES[below] == line


@each_question
def test_every_parameter_says_what_it_is(game_id: str, name: str) -> None:
    for parameter in parameters_of(asked_of(game_id, name)):
        assert parameter.help.endswith("."), parameter.name
        assert parameter.type.flag or parameter.type.metavar, parameter.name


@each_question
def test_commands_and_functions_give_the_same_answers_to_the_examples(
    game_id: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    question = asked_of(game_id, name)
    assert isinstance(command_of(game_of(game_id), name), QuestionCommand)
    for number, (member, given, options) in enumerate(askings(question)):
        if plays(member, given):
            continue
        file = to_file(member, tmp_path / f"{number}.svg")
        args = [*name.split(), "--game", game_id, *options, *file]
        assert main([*args, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        method = getattr(Game(game_id), method_name(name))
        asked = method if member is question else getattr(method, member.name)
        answer = asked(**given)
        assert without_file(found, member) == answer.as_json()
        assert main([*args, *(["--replace"] if file else [])]) == 0
        shown = capsys.readouterr().out
        first = f"{tmp_path}" if file else answer.document.text() if answer.document else "╭"
        assert shown.startswith(first)
        assert not MARK.search(shown)


def without_file(found: Any, question: type[Question]) -> Any:
    """What JSON has of an answer but its file."""
    output = question.file_of()
    if output is None or not output.key:
        return found
    named = {output.key, *(["bytes"] if output.needed else [])}
    assert named <= set(found)
    return {key: value for key, value in found.items() if key not in named}


@each_question
def test_the_examples_in_help_are_those_of_the_question(
    game_id: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*name.split(), "--game", game_id, "--help"]) == 0
    examples = capsys.readouterr().out.partition("Examples:\n")[2]
    count = len([*askings(asked_of(game_id, name))])
    assert examples.count(named(game_id, name).rstrip()) == count


@each_question
def test_a_question_without_parameters_asks_for_them_with_an_example(
    game_id: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    question = asked_of(game_id, name)
    needed = [each.option for each in question.parameters() if each.needed]
    output = question.file_of()
    if output is not None and output.needed:
        needed.append(output.option)
    if not needed:
        return
    assert main([*name.split(), "--game", game_id]) == 2
    shown = capsys.readouterr().err
    assert f"missing {' and '.join(needed)} (bloodstones {name})" in shown
    assert f"Tip: {named(game_id, name)}" in shown


@each_question
def test_a_form_asks_what_a_command_asks(game_id: str, name: str) -> None:
    question = asked_of(game_id, name)
    shown = parse(form_html(form_of(question)))
    labels = {each.name: label_of(each) for each in parameters_of(question)}
    assert not MARK.search(shown.text)
    for member, given, _ in askings(question):
        checked = {each.name: "on" for each in member.parameters() if each.default is True}
        sent = checked | {key: written(value) for key, value in given.items()}
        asked, found = sent_to(question, {ASK: member.name, **sent})
        assert asked is member
        assert {key: written(value) for key, value in found.items()} == {
            key: written(value) for key, value in given.items()
        }
        fields = form_of(question, sent).fields
        assert {each.name for each in fields if member.name in each.questions} >= set(given)
        assert all(each.label == labels[each.name] for each in fields)


def written(value: Any) -> Any:
    """A value as a browser sends it."""
    if isinstance(value, tuple):
        return "\n".join(value)
    return {True: "on", False: ""}.get(value, value) if isinstance(value, bool) else value


@pytest.mark.parametrize("game_id", dict.fromkeys(game for game, _ in questions()))
def test_the_stub_of_the_functions_is_fresh(game_id: str) -> None:
    game = game_of(game_id)
    functions = import_module(f"{game.home}.questions.functions")
    names = [name.replace("-", "_").replace(" ", "_") for name in game.questions]
    assert dir(functions) == sorted(names)
    stub = Path(functions.__file__ or "").with_suffix(".pyi")
    fresh = stub.read_text(encoding="utf-8") == dict(stubs())[stub]
    assert fresh, "python -m bloodstones.cli.stubs writes it"
    for name in names:
        assert callable(getattr(functions, name))
    with pytest.raises(AttributeError, match="no question is called 'nothing'"):
        functions.nothing  # noqa: B018


def arguments_in(stub: Path) -> dict[str, tuple[list[str], list[str]]]:
    """Of each method in a stub: parameters by place, and those by keyword."""
    tree = ast.parse(stub.read_text(encoding="utf-8"))
    classes = {each.name: each for each in tree.body if isinstance(each, ast.ClassDef)}
    found = {}
    for line in classes["Questions"].body:
        method: Any = line
        if isinstance(line, ast.AnnAssign):
            assert isinstance(line.annotation, ast.Name)
            assert isinstance(line.target, ast.Name)
            method, name = classes[line.annotation.id].body[0], line.target.id
        else:
            name = method.name
        takes = method.args
        found[name] = [each.arg for each in takes.args[1:]], [each.arg for each in takes.kwonlyargs]
    return found


@pytest.mark.parametrize("game_id", list(SHIPPED))
def test_type_checkers_know_the_questions_of_a_game(game_id: str) -> None:
    loading = Path(api_loading.__file__).with_suffix(".pyi")
    fresh = loading.read_text(encoding="utf-8") == dict(stubs())[loading]
    assert fresh, "python -m bloodstones.cli.stubs writes it"
    assert f'def load_game(game: Literal["{game_id}"])' in loading.read_text(encoding="utf-8")
    functions = import_module(f"{game_of(game_id).home}.questions.functions")
    told = arguments_in(Path(functions.__file__ or "").with_suffix(".pyi"))
    game = bs.load_game(game_id)
    assert set(told) == set(methods_of(game_of(game_id).home, game_id))
    for name, (by_place, by_keyword) in told.items():
        takes = signature(getattr(game, name)).parameters.values()
        kinds = [each.kind is each.KEYWORD_ONLY for each in takes]
        assert [each.name for each in takes] == [*by_place, *by_keyword]
        assert kinds == [False] * len(by_place) + [True] * len(by_keyword)


@each_question
def test_options_keep_their_order(game_id: str, name: str) -> None:
    command = command_of(game_of(game_id), name)
    names = [each.opts[0] for each in command.params if isinstance(each, click.Option)]
    omits = asked_of(game_id, name).omits
    rules = [f"--{each}" for each in ("set", "data") if each not in omits]
    assert names[-1 - len(rules) :] == [*rules, "--json"]


@each_question
def test_an_answer_needs_no_compiler(game_id: str, name: str) -> None:
    code = ASKED.format(module=asked_of(game_id, name).__module__, heavy=COMPILERS)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


@pytest.mark.parametrize(("game_id", "name"), list(questions()))
def test_every_flag_is_off_by_default(game_id: str, name: str) -> None:
    """A form and a link send nothing for an empty box."""
    flags = [each for each in parameters_of(asked_of(game_id, name)) if each.type.flag]
    assert [each.name for each in flags if each.default] == []
