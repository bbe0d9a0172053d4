"""What click finds wrong with a command line, as sentences of the house."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import click

from bloodstones.core.errors import InputError, expected, near_matches

EXTRA: Final = re.compile(r"unexpected extra arguments? \((?P<values>.*)\)", re.DOTALL)
NO_VALUE: Final = "does not take a value"


class Number(click.ParamType[int | float]):
    """A number in a command line; anything else is refused in a sentence of the house."""

    name = "number"

    def __init__(self, read: Callable[[str], int | float], meaning: str) -> None:
        self.read = read
        self.meaning = meaning

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number that the text `value` is."""
        try:
            return self.read(value)
        except ValueError:
            raise expected(self.meaning, value, param.opts[0] if param else "a number") from None


WHOLE_NUMBER: Final = Number(int, "a whole number")
REAL_NUMBER: Final = Number(float, "a number")


def as_sentence(error: click.UsageError) -> InputError:
    """Return what a user did wrong: `expected …, got … (where)`, with a remedy.

    >>> study = click.Command("study", params=[click.Option(["--quick"])])
    >>> where = click.Context(study, info_name="bloodstones study")
    >>> print(as_sentence(click.NoSuchOption("--qick", ctx=where)))
    expected an option of bloodstones study, got '--qick' (bloodstones study)
    Tip: did you mean --quick?
    """
    where = error.ctx.command_path if error.ctx else "bloodstones"
    tip = f"{where} --help"
    if isinstance(error, click.NoSuchOption):
        known = _options(error.ctx) if error.ctx else []
        near = near_matches(error.option_name, known)
        return expected(f"an option of {where}", error.option_name, where, near or tip)
    if isinstance(error, click.BadOptionUsage):
        name = error.option_name
        if NO_VALUE in error.message:
            return InputError(f"expected {name} alone, got a value ({where})", tip)
        return InputError(f"expected a value of {name}, got nothing ({where})", tip)
    if isinstance(error, click.MissingParameter) and error.param is not None:
        name = error.param.make_metavar(error.ctx) if error.ctx else error.param.name
        return InputError(f"expected {name}, got nothing ({where})", tip)
    if found := EXTRA.search(error.message):
        return expected("no further argument", found["values"], where, tip)
    return InputError(f"expected {where} as its help tells, got: {error.format_message()}", tip)


def _options(ctx: click.Context) -> list[str]:
    return [name for param in ctx.command.get_params(ctx) for name in param.opts]
