"""Usage errors of click, as sentences in the style of the project."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any, Final

import click

from bloodstones.cli.terminal.options import KEY, OPTION
from bloodstones.core.errors import InputError, expected, near_matches, shown
from bloodstones.games.registry import default_game

EXTRA: Final = re.compile(r"unexpected extra arguments? \((?P<values>.*)\)", re.DOTALL)
NO_VALUE: Final = "does not take a value"
NO_COMMAND: Final = "Missing command"
DIGITS: Final = re.compile(r"\s*[+-]?[0-9][0-9_]*\s*")
MOST_DIGITS: Final = 15  # more are no number of anything here


class Number(click.ParamType[int | float]):
    """A number in a command line; anything else raises a usage error in the project's style."""

    name = "number"

    def __init__(self, read: Callable[[str], int | float], meaning: str) -> None:
        self.read = read
        self.meaning = meaning

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number that the text `value` is."""
        where = param.opts[0] if param else "a number"
        if isinstance(value, str) and DIGITS.fullmatch(value) and len(value) > MOST_DIGITS:
            shown = f"{value[:MOST_DIGITS]}…"
            raise expected(f"{self.meaning} that is not too large", shown, where)
        try:
            number = self.read(value)
        except ValueError:
            raise expected(self.meaning, value, where) from None
        if not isfinite(number):
            raise expected(self.meaning, value, where)
        return number


WHOLE_NUMBER: Final = Number(int, "a whole number")
REAL_NUMBER: Final = Number(float, "a number")


def command_path(command: click.Command, name: str, args: Sequence[str]) -> str:
    """Return the command that arguments name: `name` and the commands below it, one by one.

    >>> group = click.Group("bloodstones", {"study": click.Command("study")})
    >>> command_path(group, "bloodstones", ["study", "--jobs"])
    'bloodstones study'
    """
    ctx = click.Context(command, info_name=name)
    path = [name]
    for word in args:
        if not isinstance(command, click.Group):
            break
        below = command.get_command(ctx, word)
        if below is None:
            break
        command = below
        path.append(word)
    return " ".join(path)


def as_sentence(error: click.UsageError, path: str = "bloodstones") -> InputError:
    """Return a usage error as a sentence that ends in the command, with a tip.

    `path` is the command, for an error that does not name it.

    >>> study = click.Command("study", params=[click.Option(["--quick"])])
    >>> where = click.Context(study, info_name="bloodstones study")
    >>> print(as_sentence(click.NoSuchOption("--qick", ctx=where)))
    unknown option '--qick' (bloodstones study)
    Tip: did you mean --quick?
    """
    where = error.ctx.command_path if error.ctx else path
    tip = _help(error.ctx, where)
    if isinstance(error, click.NoSuchOption):
        options = _options(error.ctx) if error.ctx else []
        near = near_matches(error.option_name, options)
        return InputError(f"unknown option {shown(error.option_name)} ({where})", near or tip)
    if isinstance(error, click.NoSuchCommand):
        commands = _commands(error.ctx) if error.ctx else []
        near = near_matches(error.command_name, commands)
        return InputError(f"unknown command {shown(error.command_name)} ({where})", near or tip)
    if isinstance(error, click.BadOptionUsage):
        name = error.option_name
        if NO_VALUE in error.message:
            return InputError(f"{name} takes no value ({where})", tip)
        return InputError(f"{name} needs a value ({where})", tip)
    if isinstance(error, click.MissingParameter) and error.param is not None:
        name = error.param.make_metavar(error.ctx) if error.ctx else error.param.name
        if isinstance(error.param, click.Option):
            name = f"{error.param.opts[0]} {name}"
        return InputError(f"missing {name} ({where})", tip)
    if error.message.startswith(NO_COMMAND):
        return InputError(f"missing COMMAND ({where})", tip)
    if extra := EXTRA.search(error.message):
        return InputError(f"unexpected argument {shown(extra['values'])} ({where})", tip)
    return InputError(f"{error.format_message().rstrip('.')} ({where})", tip)


def _help(ctx: click.Context | None, where: str) -> str:
    """Return the command line that shows the help of a command, of the game that was named."""
    game_id = ctx.meta.get(KEY) if ctx and OPTION in _options(ctx) else None
    named = "" if game_id in {None, default_game()} else f" {OPTION} {game_id}"
    return f"{where}{named} --help"


def _options(ctx: click.Context) -> list[str]:
    return [name for param in ctx.command.get_params(ctx) for name in param.opts]


def _commands(ctx: click.Context) -> list[str]:
    return ctx.command.list_commands(ctx) if isinstance(ctx.command, click.Group) else []
