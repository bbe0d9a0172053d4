"""The game of a command: the option `--game`, anywhere among the arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import click

from bloodstones.games.registry import check_game, default_game

if TYPE_CHECKING:
    from bloodstones.api.game_parts.commands import GameCommands

OPTION: Final = "--game"
KEY: Final = "bloodstones.game"
REST: Final = "--"  # from here on there are only arguments


def named_game(args: Sequence[str]) -> str | None:
    """Return the game that the arguments name, unchecked; None if they name none.

    >>> named_game(["--json", "--game", "chess"]), named_game(["--game=go"]), named_game(["x"])
    ('chess', 'go', None)
    """
    game_id = None
    for place, word in enumerate(args):
        if word == REST:
            break
        if word == OPTION and place + 1 < len(args):
            game_id = args[place + 1]
        elif word.startswith(f"{OPTION}="):
            game_id = word.partition("=")[2]
    return game_id


def remember(ctx: click.Context, args: Sequence[str]) -> str:
    """Store the game that the arguments name for help texts, and return it, checked."""
    game_id = named_game(args)
    checked = default_game() if game_id is None else check_game(game_id, OPTION)
    ctx.meta[KEY] = checked
    return checked


def chosen_game_commands(ctx: click.Context) -> GameCommands:
    """Return what commands ask of the game that the command line names, else of the first one."""
    from bloodstones.api.game_parts.commands import game_commands_of

    game_id: str = ctx.meta.get(KEY) or default_game()
    return game_commands_of(game_id)


def checked(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """Return the game that an option names, else the first one; InputError for an unknown one."""
    return default_game() if value is None else check_game(value, OPTION)
