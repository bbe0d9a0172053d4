"""The options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from bloodstones.cli.game import chosen_game
from bloodstones.cli.terminal.layout import RareOption
from bloodstones.games.registry import default_game

F = TypeVar("F", bound=Callable[..., Any])

set_option = click.option(
    "--set",
    "settings",
    cls=RareOption,
    metavar="NAME=N",
    multiple=True,
    help="Change a rule number; `bloodstones rules numbers` lists them.",
)
reading_option = click.option(
    "--option",
    "options",
    cls=RareOption,
    metavar="NAME=VALUE",
    multiple=True,
    help="Choose a reading of a rule; `bloodstones rules` lists them.",
)

replace_option = click.option(
    "--replace", is_flag=True, cls=RareOption, help="Overwrite an existing file."
)
replace_folder_option = click.option(
    "--replace", is_flag=True, cls=RareOption, help="Overwrite the contents of the output folder."
)


def _without_code(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Refuse strategies that are code until the command ends, if the option is set."""
    from bloodstones.kit.players.permission import without_code

    if value:
        ctx.with_resource(without_code("--no-code"))


code_option = click.option(
    "--no-code",
    is_flag=True,
    cls=RareOption,
    expose_value=False,
    callback=_without_code,
    help="Refuse strategies that run your own code (FILE.py:NAME, MODULE:NAME).",
)


def _data(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """Return the folder of a user's own data files, "" without one, and say that it is used."""
    from bloodstones.core.files.own_data import own_folder

    folder = own_folder(value or "", "--data")
    if folder:
        click.echo(f"Using your data files in {folder}", err=True)
    return folder


data_option = click.option(
    "--data",
    cls=RareOption,
    callback=_data,
    metavar="DIR",
    help="Folder whose data files replace the shipped files of the same names.",
)


def game_option(function: F) -> F:
    """Give a command the option `--game`; the function takes `game_id`, the id of a known game."""
    return click.option(
        chosen_game.OPTION,
        "game_id",
        metavar="ID",
        callback=chosen_game.checked,
        help=f"Game id, from `bloodstones games` (default: {default_game()}).",
    )(function)


def take_game(command: click.Command) -> click.Command:
    """Let a command of a game and those below it accept `--game`, which has chosen it already."""
    below = command.commands.values() if isinstance(command, click.Group) else ()
    for each in (command, *below):
        if not any(chosen_game.OPTION in param.opts for param in each.params):
            each.params.append(
                click.Option(
                    [chosen_game.OPTION],
                    metavar="ID",
                    expose_value=False,
                    help=f"Game id, from `bloodstones games` (default: {default_game()}).",
                )
            )
    return command


def names_in(text: str | None) -> tuple[str, ...]:
    """Return the names of a list with commas.

    >>> names_in("a, b,"), names_in(None)
    (('a', 'b'), ())
    """
    return tuple(name.strip() for name in text.split(",") if name.strip()) if text else ()
