"""A command with questions below it: `maps judge` asks the question "maps judge" of a game."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Final

import click

from bloodstones.api.game_parts.questions import question_of
from bloodstones.cli.questions import PROGRAM, QuestionCommand, epilog_of
from bloodstones.core.errors import InputError, near_matches
from bloodstones.games.registry import GameEntry

EXAMPLES: Final = 2  # in the help of a command with questions below it


def command_of(game: GameEntry, name: str) -> click.Command:
    """Return the command that asks a question of a game, or one with some questions below it."""
    if name in game.questions:
        return QuestionCommand(question_of(game, name), game.id)
    below = [each for each in game.questions if each.startswith(f"{name} ")]
    return QuestionGroup(name, game, below)


class QuestionGroup(click.Group):
    """A command with questions below it, each imported when it is asked.

    Parameters
    ----------
    name
        Of the command.
    game
        Whose questions they are.
    questions
        Their names, each with that of the command in front.
    """

    def __init__(self, name: str, game: GameEntry, questions: Sequence[str]) -> None:
        super().__init__(name, help=game.commands[name])
        self.game = game
        self.questions = {each.removeprefix(f"{name} "): each for each in questions}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All of them, in the order of the game."""
        return list(self.questions)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a question, with the option that named the game."""
        from bloodstones.cli.terminal.options import take_game

        name = self.questions.get(cmd_name)
        if name is None:
            return None
        return take_game(QuestionCommand(question_of(self.game, name), self.game.id))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the questions by their first lines, without importing them."""
        room = import_module(f"{self.game.home}.questions.{self.name}")
        with formatter.section("Commands"):
            formatter.write_dl([(name, room.LINES[name]) for name in self.questions])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write an example of the first two questions."""
        names = [*self.questions.values()][:EXAMPLES]
        commands = [QuestionCommand(question_of(self.game, name), self.game.id) for name in names]
        self.epilog = epilog_of([line for each in commands for line in each.first_example()])
        super().format_epilog(ctx, formatter)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command of the group; an unknown one lists its near matches."""
        name = args[0] if args else ""
        if args and name not in self.questions and not name.startswith("-"):
            tip = near_matches(name, self.questions) or f"known: {', '.join(self.questions)}"
            where = f"({PROGRAM} {self.name} COMMAND)"
            raise InputError(f"unknown command {name!r} {where}", tip)
        return super().resolve_command(ctx, args)
