"""Wrong command lines: one sentence of the house and exit code 2, for every command."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from bloodstones.cli import COMMANDS, load, main
from bloodstones.cli.terminal.usage import as_sentence
from bloodstones.games.registry import default_game, game_entry

CONTEXT = click.Context(click.Command("bloodstones"))


def commands() -> Iterator[tuple[str, ...]]:
    """Every command and the commands below it, as typed."""
    for name in sorted({*COMMANDS, *game_entry(default_game()).commands}):
        command = load(name)
        below = sorted(command.list_commands(CONTEXT)) if isinstance(command, click.Group) else []
        if not below or "run" in below:
            yield (name,)
        yield from ((name, other) for other in below)


def found(path: tuple[str, ...]) -> click.Command:
    command = load(path[0])
    for name in path[1:]:
        command = below(command, name)
    return below(command, "run") if isinstance(command, click.Group) else command


def below(group: click.Command, name: str) -> click.Command:
    """The command of a name below another one."""
    assert isinstance(group, click.Group)
    command = group.get_command(CONTEXT, name)
    assert command is not None
    return command


def told(capsys: pytest.CaptureFixture[str], *args: str) -> list[str]:
    """The lines of the error of a command line; nothing else is printed."""
    assert main([*args]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("Error: ")
    assert "Usage" not in err
    return err.removeprefix("Error: ").splitlines()


each_command = pytest.mark.parametrize("path", list(commands()), ids=" ".join)


@each_command
def test_an_unknown_option_is_reported_with_its_near_matches(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    sentence, tip = told(capsys, *path, "--jsn")
    assert sentence.startswith("unknown option ")
    assert "'--jsn' (bloodstones" in sentence
    has_json = any("--json" in param.opts for param in found(path).params)
    assert tip.startswith("Tip: did you mean --json") if has_json else "--help" in tip


@each_command
def test_an_option_unlike_any_other_points_to_the_help(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(capsys, *path, "--xyzzy")[1].endswith("--help")
    assert told(capsys, *path, "-q")[0].startswith("unknown option ")


def test_an_unknown_command_below_a_command_is_reported_with_its_near_matches(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sentence, tip = told(capsys, "position", "chek")
    assert sentence == "unknown command 'chek' (bloodstones position)"
    assert tip == "Tip: did you mean check?"
    assert told(capsys, "position", "")[1] == "Tip: bloodstones position --help"


def test_the_help_that_is_pointed_to_is_that_of_the_game_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tip = told(capsys, "odds", "--game", "battlelore", "--xyzzy")[1]
    assert tip == "Tip: bloodstones odds --game battlelore --help"
    assert told(capsys, "odds", "--xyzzy")[1] == "Tip: bloodstones odds --help"
    assert told(capsys, "verify", "--game", "battlelore")[1] == "Tip: bloodstones verify --help"


@each_command
def test_options_without_their_value_and_flags_with_one_are_reported(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    options = [param for param in found(path).params if isinstance(param, click.Option)]
    for option in options:
        name = option.opts[0]
        if option.is_flag:
            assert f"{name} takes no value" in told(capsys, *path, f"{name}=1")[0]
        else:
            assert f"{name} needs a value" in told(capsys, *path, name)[0]


@each_command
def test_numbers_that_are_none_are_reported(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["x" for p in found(path).params if isinstance(p, click.Argument) and p.required]
    for param in found(path).params:
        if param.type.name == "number":
            sentence = told(capsys, *path, param.opts[0], "many", *arguments)[0]
            assert sentence.endswith(f"number, got 'many' ({param.opts[0]})")


@each_command
def test_missing_arguments_are_named(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    required = [p for p in found(path).params if isinstance(p, click.Argument) and p.required]
    if required:
        assert "missing " in told(capsys, *path)[0]


@each_command
def test_further_arguments_are_reported(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [param for param in found(path).params if isinstance(param, click.Argument)]
    complete = not any(p.required for p in found(path).params if isinstance(p, click.Option))
    if complete and all(argument.nargs == 1 for argument in arguments):
        sentence = told(capsys, *path, *["x"] * len(arguments), "more")[0]
        assert sentence.startswith("unexpected argument 'more' (bloodstones ")


def test_an_unknown_command_is_reported_with_its_near_matches(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert told(capsys, "plya")[1] == "Tip: did you mean play, replay?"
    assert told(capsys, "--verson")[1] == "Tip: did you mean --version?"


def test_nothing_at_all_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "Commands:" in capsys.readouterr().err


def test_what_the_house_has_no_sentence_for_keeps_the_words_of_click() -> None:
    sentence = as_sentence(click.UsageError("something else"))
    assert sentence.message == "something else (bloodstones)"
