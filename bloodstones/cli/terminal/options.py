"""The options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from bloodstones.cli.game import chosen_game

F = TypeVar("F", bound=Callable[..., Any])

set_option = click.option(
    "--set", "settings", metavar="NAME=N", multiple=True, help="Change a rule number."
)
reading_option = click.option(
    "--option", "options", metavar="NAME=VALUE", multiple=True, help="Choose a reading of a rule."
)

replace_option = click.option("--replace", is_flag=True, help="Write over a file that exists.")


def _without_code(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Refuse strategies that are code until the command ends, if the option is set."""
    from bloodstones.kit.players.permission import without_code

    if value:
        ctx.with_resource(without_code("--no-code"))


code_option = click.option(
    "--no-code",
    is_flag=True,
    expose_value=False,
    callback=_without_code,
    help="Refuse strategies that are code: FILE.py:NAME, MODULE:NAME.",
)


def _data(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """Return the folder of a user's own data files, "" without one, and say that it is used."""
    from bloodstones.core.files.own_data import own_folder

    folder = own_folder(value or "", "--data")
    if folder:
        click.echo(f"With own data files of {folder}", err=True)
    return folder


data_option = click.option(
    "--data",
    callback=_data,
    metavar="DIR",
    help="Take data files from there instead of the shipped ones of their names.",
)


def game_option(function: F) -> F:
    """Give a command the option `--game`; the function takes `game_id`, the id of a known game."""
    return click.option(
        chosen_game.OPTION,
        "game_id",
        metavar="ID",
        callback=chosen_game.checked,
        help="The game, one of `bloodstones games`; the first of them by default.",
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
                    help="The game whose command this is, if several have one.",
                )
            )
    return command


def names_in(text: str | None) -> tuple[str, ...]:
    """Return the names of a list with commas.

    >>> names_in("a, b,"), names_in(None)
    (('a', 'b'), ())
    """
    return tuple(name.strip() for name in text.split(",") if name.strip()) if text else ()
