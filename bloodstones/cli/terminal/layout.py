"""The layout of help: common options on the first screen, rare ones below them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import click

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
    """A command whose help lists its common options first."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options in two groups."""
        write_options(self.get_params(ctx), ctx, formatter)
