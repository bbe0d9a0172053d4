"""A group of commands with a default command."""

from __future__ import annotations

import click

from bloodstones.cli.terminal.layout import write_options


class ByDefault(click.Group):
    """A group that takes anything but the name of a command as arguments of `default`."""

    default = ""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the default before the arguments unless they name a command or ask for help."""
        if not args or args[0] not in (*self.commands, *ctx.help_option_names):
            args = [self.default, *args]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options of the default, which are those of the command without a name."""
        meant = self.commands[self.default]
        below = click.Context(meant, parent=ctx, info_name=self.default)
        self.format_commands(ctx, formatter)
        options = [each for each in meant.get_params(below) if isinstance(each, click.Option)]
        write_options(options, below, formatter)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return what follows the name: what the default takes, or a command."""
        meant = self.commands[self.default]
        below = click.Context(meant, parent=ctx, info_name=self.default)
        return [f"[COMMAND] {' '.join(meant.collect_usage_pieces(below))}"]
