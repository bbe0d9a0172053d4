"""Starting a playthrough with people, and resuming an interrupted one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from bloodstones.api.kept_tables import data_files_of, kept_table
from bloodstones.cli.table.conversation import check_input, free_path, sit_down
from bloodstones.core.errors import InputError
from bloodstones.core.files.writing import check_new
from bloodstones.kit.positions.line import Line, read_line
from bloodstones.kit.table.people import stood_in
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
