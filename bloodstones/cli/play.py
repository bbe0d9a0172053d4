"""`bloodstones play`: one game by strategies and people, shown and recorded."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from bloodstones.api.game_parts.commands import number_of
from bloodstones.api.seats import (
    DEFAULT_SEED,
    LARGEST_SEED,
    check_choices,
    check_seed,
    default_board,
    seats_of,
)
from bloodstones.cli.terminal.help_text import AboutGame
from bloodstones.cli.terminal.layout import RareOption
from bloodstones.cli.terminal.options import (
    code_option,
    data_option,
    game_option,
    reading_option,
    replace_option,
    set_option,
)
from bloodstones.core.contract.game import Number, Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.core.files.own_data import require_data, user_data_hashes
from bloodstones.core.files.pairs import read_pairs
from bloodstones.core.files.writing import check_new
from bloodstones.kit.players.failure import FILE, failures_kept
from bloodstones.kit.table.people import HUMAN

if TYPE_CHECKING:
    from bloodstones.api.game_parts.commands import GameCommands
    from bloodstones.cli.table.referee import Asked

JSON_INDENT = 2
WHERE = "bloodstones play"

HELP = """Play one game and show it; save its record with --record.

Give a seat the strategy `human` to play it yourself. The terminal describes what happened and
lists your options; choose one by number or by typing part of it. Type `?` for a hint. The game is
saved after every decision (in game_1.jsonl unless you name a file); continue it with --resume.

The same seed always gives the same game.

With --position, the game starts from a position, and --players names the strategies.

With --referee, you enter a game that was played elsewhere: all decisions and everything drawn or
rolled. --script FILE reads a log of it. `explain`, `replay` and `verify` take the record.

\b
SEATS      {seat},{seat},...   clockwise
{roles}
{strategies}
{boards}
{numbers}
{readings}
{choices}
"""
EPILOG = """\b
Examples:
  bloodstones play{game} \\
      --players {example_seats} --seed 7
"""


@click.command(cls=AboutGame, help=HELP, epilog=EPILOG)
@game_option
@click.option("--map", "board", metavar="MAP", help="Map to play on{board}.")
@click.option("--players", metavar="SEATS", help="The players and their strategies, clockwise.")
@click.option(
    "--seed",
    default=str(DEFAULT_SEED),
    metavar="N",
    help=f"Random seed (default: {DEFAULT_SEED}).",
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Save the record of the game to FILE.",
)
@click.option(
    "--resume",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Continue an unfinished game saved in FILE.",
)
@click.option(
    "--position",
    metavar="POSITION",
    help="Start from a position: a file or text, see `bloodstones position`.",
)
@click.option("--referee", is_flag=True, help="Enter a game that was played elsewhere.")
@click.option(
    "--script",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Enter the log in FILE; with --referee.",
)
@replace_option
@set_option
@reading_option
@data_option
@click.option(
    "--choice",
    "choices",
    cls=RareOption,
    metavar="NAME=VALUE",
    multiple=True,
    help="Set a choice made before the game starts.",
)
@code_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    game_id: str,
    board: str | None,
    players: str | None,
    seed: str,
    record: Path | None,
    resume: Path | None,
    position: str | None,
    referee: bool,
    script: Path | None,
    replace: bool,
    settings: tuple[str, ...],
    options: tuple[str, ...],
    data: str,
    choices: tuple[str, ...],
    as_json: bool,
) -> None:
    """Read the arguments, play, write, print."""
    from bloodstones.api.game_parts.commands import game_commands_of, need

    if resume is not None:
        from bloodstones.cli.table.start import refuse_others, take_up

        refuse_others(click.get_current_context())
        take_up(resume)
        return
    if script is not None and not referee:
        raise InputError(
            f"expected --script only with --referee ({WHERE})",
            f"{WHERE} --referee --script {script}",
        )
    if referee:
        from bloodstones.cli.table.referee import Asked, enter_game

        if position is not None:
            raise InputError(f"expected --referee or --position, got both ({WHERE})")
        given = click.get_current_context().get_parameter_source("seed")
        asked = Asked(
            named_in(click.get_current_context()),
            board,
            players,
            seed if given is ParameterSource.COMMANDLINE else None,
            settings,
            options,
            choices,
            data,
        )
        if record is not None:
            check_new(record, "--record", replace=replace)
        enter_game(asked, _described, script, record, as_json=as_json)
        return
    if position is not None:
        from bloodstones.cli.table.start import from_position

        _refuse_with_position(settings, options, choices, record)
        strategies = [] if players is None else players.split(",")
        from_position(
            position,
            strategies,
            named_in(click.get_current_context()),
            read_seed(seed),
            (board or "", data),
            as_json=as_json,
        )
        return
    game_commands = game_commands_of(game_id)
    number = read_seed(seed)
    if record is not None:
        need(game_commands, lambda each: each.records, "records", "--record")
        check_new(record, "--record", replace=replace)
    setup = read_setup(game_commands, board, players, (settings, options, choices), data)
    if any(seat.strategy == HUMAN for seat in setup.seats):
        from bloodstones.cli.table.start import begin

        begin(game_commands, setup, number, record, as_json=as_json)
        return
    game_commands.game.check(setup)
    from bloodstones.cli.table.outcome import simulated
    from bloodstones.cli.terminal.compiling import prepare_kernels

    prepare_kernels(game_commands.id)
    with failures_kept(record.with_suffix(f".{FILE}")) if record is not None else nullcontext():
        played = game_commands.play(setup, number) or simulated(game_commands, setup, number)
    if record is not None:
        played.write(record)
    if as_json:
        output = played.as_object(record)
        if data:
            output["data"] = user_data_hashes(game_commands.game, data)
        click.echo(json.dumps(output, indent=JSON_INDENT))
    else:
        played.show(record)


def _described(game_commands: GameCommands, asked: Asked) -> tuple[Setup, int]:
    """Return the setup and the random seed of a game to enter."""
    changes = asked.settings, asked.options, asked.choices
    setup = read_setup(game_commands, asked.board, asked.players, changes, asked.data)
    return setup, DEFAULT_SEED if asked.seed is None else read_seed(asked.seed)


def read_setup(
    game_commands: GameCommands,
    board: str | None,
    players: str | None,
    changes: tuple[Sequence[str], Sequence[str], Sequence[str]],
    data: str,
) -> Setup:
    """Return the setup that options describe.

    Parameters
    ----------
    board, players, data
        As `--map`, `--players` and `--data` have them.
    changes
        As `--set`, `--option` and `--choice` have them.
    """
    settings, options, choices = changes
    seats = read_seats(players, game_commands)
    readings, numbers = game_commands.read_changes(settings, options, data)
    setup = Setup(
        default_board(game_commands, len(seats), data) if board is None else board,
        seats,
        readings,
        numbers,
        read_choices(choices, game_commands),
        data,
    )
    if data:
        require_data(game_commands.game, "--data")
    return setup


def named_in(ctx: click.Context) -> str | None:
    """Return the game that the command line names, None if it names none."""
    named = ctx.get_parameter_source("game_id") is ParameterSource.COMMANDLINE
    return str(ctx.params["game_id"]) if named else None


def _refuse_with_position(
    settings: Sequence[str], options: Sequence[str], choices: Sequence[str], record: Path | None
) -> None:
    """Raise InputError for options that a position determines, or that need a whole game."""
    for name, given in (("--set", settings), ("--option", options), ("--choice", choices)):
        if given:
            fault = f"expected {name} or --position, got both ({WHERE})"
            raise InputError(fault, "write changed rules at the end of the position")
    if record is not None:
        raise InputError(f"expected --record or --position, got both ({WHERE})")


def read_seats(text: str | None, game_commands: GameCommands) -> tuple[Seat, ...]:
    """Return the seats named in `--players`, in the form of the game (`GameCommands.seat_form`)."""
    if text is None:
        example = game_commands.example_seats
        tip = f"--players {example}" if example else f"{WHERE} --help"
        raise InputError(f"missing --players ({WHERE})", tip)
    return seats_of(game_commands, text.split(","), "--players")


def read_choices(texts: Iterable[str], game_commands: GameCommands) -> dict[str, Number]:
    """Return the choices made before the game starts, by name.

    Raises
    ------
    InputError
        With every fault; the names must be among the choices of the game.
    """
    chosen = read_pairs(texts, "--choice")
    numbers = {name: number_of(value) for name, value in chosen.items()}
    return check_choices(game_commands, numbers, "--choice")


def read_seed(text: str) -> int:
    """Return the seed; InputError unless it is a whole number that fits."""
    digits = len(str(LARGEST_SEED))
    number = text.isascii() and text.isdigit() and len(text) <= digits
    return check_seed(int(text) if number else text, "--seed")
