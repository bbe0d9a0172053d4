"""Help texts that tell of the chosen game: `{name}` in them is filled when they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

import click

from bloodstones.cli.game.chosen_game import chosen_desk


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


class AboutGame(click.Command):
    """A command whose help tells of the chosen game."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help, with what the desk of the game says."""
        desk = chosen_desk(ctx)
        words = desk.help_words()
        told = copy(self)
        told.help = filled(self.help or "", words)
        told.epilog = desk.examples.get(self.example_of(ctx), self.epilog)
        told.params = [_filled(param, words) for param in self.params]
        click.Command.format_help(told, ctx, formatter)

    @staticmethod
    def example_of(ctx: click.Context) -> str:
        """The name of the command, as examples are filed."""
        return ctx.info_name or ""


def _filled(param: click.Parameter, words: Mapping[str, str]) -> click.Parameter:
    if not isinstance(param, click.Option) or not param.help:
        return param
    told = copy(param)
    told.help = filled(param.help, words)
    return told
