"""The layout of help: common options on the first screen, rare ones below them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

import click

from bloodstones.core.errors import InputError

PYTHON_NAME: Final = re.compile(r"\((\w+)=\)$")  # of an argument, at the end of an error
WIDTH: Final = 100  # columns of a help text, on a terminal that has as many
OPTIONS: Final = "Options"
MORE_OPTIONS: Final = "More options"


class RareOption(click.Option):
    """An option that help lists under "More options"."""


def write_options(
    options: Iterable[click.Parameter], ctx: click.Context, formatter: click.HelpFormatter
) -> None:
    """Write the common options, then the rare ones."""
    listed = [each for each in options if isinstance(each, click.Option)]
    for heading, rare in ((OPTIONS, False), (MORE_OPTIONS, True)):
        records = [
            each.get_help_record(ctx) for each in listed if isinstance(each, RareOption) is rare
        ]
        if rows := [record for record in records if record is not None]:
            with formatter.section(heading):
                formatter.write_dl(rows)


class Command(click.Command):
    """A command whose help lists its common options first; its errors name options."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; an error of a Python function names the option in place of `name=`."""
        try:
            return super().invoke(ctx)
        except InputError as error:
            options = {each.name: each.opts[0] for each in self.get_params(ctx)}
            place = PYTHON_NAME.search(error.message)
            if place is not None and place[1] in options:
                error.message = f"{error.message[: place.start()]}({options[place[1]]})"
            raise

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options in two groups."""
        write_options(self.get_params(ctx), ctx, formatter)
