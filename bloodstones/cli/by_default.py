"""A group of commands of which one is meant where none is named."""

from __future__ import annotations

import click


class ByDefault(click.Group):
    """A group that takes anything but the name of a command as arguments of `default`."""

    default = ""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the default before the arguments unless they name a command or ask for help."""
        if not args or args[0] not in (*self.commands, *ctx.help_option_names):
            args = [self.default, *args]
        return super().parse_args(ctx, args)
