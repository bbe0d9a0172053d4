"""Help texts about the chosen game: `{name}` in them is filled when they are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

import click

from bloodstones.cli.terminal.layout import Command, write_options
from bloodstones.cli.terminal.options import chosen_game_commands


class ByDefault(click.Group):
    """A group that takes anything but the name of a command as arguments of `default`."""

    default = ""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the default before the arguments unless they name a command or ask for help."""
        if not args or args[0] not in ctx.help_option_names:
            args = self.with_command(args)
        return super().parse_args(ctx, args)

    def with_command(self, args: Sequence[str]) -> list[str]:
        """Return arguments that begin with the name of a command: the default if they had none."""
        return [*args] if args and args[0] in self.commands else [self.default, *args]

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


def filled(text: str, words: Mapping[str, str]) -> str:
    """Return a text with the words for each `{name}` that is known; a line without any goes.

    >>> print(filled("Rules of {title}.\\n{units}\\nMore.", {"title": "Chess", "units": ""}))
    Rules of Chess.
    More.
    """
    lines = text.split("\n")
    for name, word in words.items():
        mark = f"{{{name}}}"
        lines = [line.replace(mark, word) for line in lines if word or line != mark]
    return "\n".join(lines)


class AboutGame(Command):
    """A command whose help is filled with the words of the chosen game."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help with the words of the game."""
        game_commands = chosen_game_commands(ctx)
        words = game_commands.help_words()
        shown = copy(self)
        shown.help = filled(self.help or "", words)
        epilog = game_commands.examples.get(self.example_of(ctx), self.epilog)
        shown.epilog = filled(epilog or "", words)
        shown.params = [_filled(param, words) for param in self.params]
        Command.format_help(shown, ctx, formatter)

    @staticmethod
    def example_of(ctx: click.Context) -> str:
        """The name of the command, as examples are filed."""
        return ctx.info_name or ""


def _filled(param: click.Parameter, words: Mapping[str, str]) -> click.Parameter:
    if not isinstance(param, click.Option) or not param.help:
        return param
    shown = copy(param)
    shown.help = filled(param.help, words)
    return shown
