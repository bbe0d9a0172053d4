"""Help texts about the chosen game: `{name}` in them is filled when they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

import click

from bloodstones.cli.game.chosen_game import chosen_game_commands
from bloodstones.cli.terminal.layout import Command


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
