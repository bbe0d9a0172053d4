"""Starting a playthrough with people, and resuming an interrupted one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from bloodstones.api.game_parts.facts import outcome
from bloodstones.api.kept_tables import data_files_of, kept_table
from bloodstones.cli.table.conversation import check_input, free_path, sit_down
from bloodstones.core.errors import InputError
from bloodstones.core.files.writing import check_new
from bloodstones.kit.positions.line import Line, read_line
from bloodstones.kit.table.people import HUMAN, stood_in
from bloodstones.kit.table.session import Session

if TYPE_CHECKING:
    from bloodstones.api.game_parts.commands import GameCommands
    from bloodstones.core.contract.game import Setup

WHERE = "--resume"


def begin(
    game_commands: GameCommands,
    setup: Setup,
    seed: int,
    record: Path | None,
    *,
    as_json: bool,
    position: Line | None = None,
) -> None:
    """Play a setup with people in some of its seats, from its start or from a position.

    InputError if it cannot be played.
    """
    if as_json:
        raise InputError("--json does not work with human players (--json)", "leave out --json")
    check_input()
    game: Any = game_commands.game
    game.check(stood_in(setup))
    path = free_path() if record is None else record
    check_new(path, "--record", replace=record is not None)
    files = data_files_of(game, setup)
    sit_down(game_commands, _seated(game_commands, setup, seed, position), path, files)


def take_up(path: Path) -> None:
    """Resume the unfinished playthrough of a file."""
    check_input()
    game_commands, kept, files = kept_table(path, f"{WHERE} {path}")
    position = read_line(kept.position, (kept.game,)) if kept.position else None
    session = _seated(game_commands, kept.setup, kept.seed, position)
    kept.restore(session)
    sit_down(game_commands, session, path, files)


def from_position(
    position: str,
    strategies: Sequence[str],
    game_id: str | None,
    seed: int,
    board_and_data: tuple[str, str],
    *,
    as_json: bool,
) -> None:
    """Play from a position: with people in the terminal, else to the end, and show the result.

    Parameters
    ----------
    position
        A file or the text of a position.
    strategies
        By seat, with or without the role in front.
    game_id
        The game that the user names, if any.
    board_and_data
        The file of the board and the folder of data, "" without.
    """
    from bloodstones.api.games import Game
    from bloodstones.api.positions import game_of, line_at
    from bloodstones.cli.terminal.compiling import message_if_compiling
    from bloodstones.games.registry import check_game
    from bloodstones.kit.positions.files import position_of

    found = position_of(position, "--position")
    game = Game(check_game(game_of(found, game_id, "--position"), "--position"))
    names = [text.rpartition(":")[2].strip() for text in strategies]
    with message_if_compiling():
        at = line_at(game.commands, found, *board_and_data, names)
    if any(seat.strategy == HUMAN for seat in at.setup.seats):
        begin(game.commands, at.setup, seed, None, as_json=as_json, position=at.line)
        return
    with message_if_compiling():
        board, data = board_and_data
        play = game.position(found, *names, board=board or None, seed=seed, data=data).finish()
    if as_json:
        output = {
            "game": game.id,
            "seed": seed,
            "seats": [{"role": seat.role, "strategy": seat.strategy} for seat in play.seats],
            "scores": list(play.scores),
            "winners": list(play.winners),
            "end_reason": play.end_reason,
            "position": play.notation,
        }
        click.echo(json.dumps(output, indent=2))
        return
    named = zip(play.names, play.scores, strict=True)
    won = outcome([play.names[seat] for seat in play.winners])
    reason = play.end_reason.replace("_", " ")
    click.echo(f"{won} after {play.turn} turns ({reason}): ", nl=False)
    click.echo(", ".join(f"{name} {score}" for name, score in named) + ".")


def _seated(
    game_commands: GameCommands, setup: Setup, seed: int, position: Line | None = None
) -> Session:
    from bloodstones.cli.terminal.compiling import message_if_compiling, prepare_kernels

    voice = game_commands.voice()
    prepare_kernels(game_commands.id)
    game: Any = game_commands.game
    with message_if_compiling():
        session = Session(game, voice, setup, seed, position=position)
        session.seating.warm_up()
    return session


def refuse_others(ctx: click.Context) -> None:
    """Raise InputError if options accompany a file to resume, which determines them all."""
    others = [
        param.opts[0]
        for param in ctx.command.params
        if param.opts[0] != WHERE
        and param.name is not None
        and ctx.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
    ]
    if others:
        given = ", ".join(others)
        fault = f"expected {WHERE} FILE without other options, got {given} ({ctx.command_path})"
        raise InputError(fault, f"{ctx.command_path} {WHERE} FILE")
