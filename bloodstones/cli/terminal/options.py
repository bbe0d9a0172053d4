"""The options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from bloodstones.cli.terminal.layout import RareOption
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
pdf_option = click.option(
    "--pdf", is_flag=True, help="Write only report.pdf (default: PDF and HTML)."
)
html_option = click.option(
    "--html", is_flag=True, help="Write only report.html, a single self-contained page."
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
        OPTION,
        "game_id",
        metavar="ID",
        callback=checked,
        help=f"Game id, from `bloodstones games` (default: {default_game()}).",
    )(function)


def take_game(command: click.Command) -> click.Command:
    """Let a command of a game and those below it accept `--game`, which has chosen it already."""
    below = command.commands.values() if isinstance(command, click.Group) else ()
    for each in (command, *below):
        if not any(OPTION in param.opts for param in each.params):
            each.params.append(
                click.Option(
                    [OPTION],
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
