"""Beginning a playthrough with people, and taking one up again that was left."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from bloodstones.cli.table.conversation import check_input, free_path, sit_down
from bloodstones.core.errors import InputError, expected
from bloodstones.core.files.own_data import told_data
from bloodstones.core.files.writing import check_new
from bloodstones.kit.records.data_files import check_files
from bloodstones.kit.table.people import stood_in
from bloodstones.kit.table.saved_session import load
from bloodstones.kit.table.session import Sitting

if TYPE_CHECKING:
    from bloodstones.cli.game.commands import Desk
    from bloodstones.core.contract.game import Setup

WHERE = "--resume"


def begin(desk: Desk, setup: Setup, seed: int, record: Path | None, *, as_json: bool) -> None:
    """Play a setup with people in some of its seats; InputError if it cannot be played."""
    if as_json:
        raise expected("a game of strategies alone", "one with people", "--json")
    check_input()
    game: Any = desk.game
    game.check(stood_in(setup))
    path = free_path() if record is None else record
    check_new(path, "--record", replace=record is not None)
    files = told_data(game, setup.data) if setup.data else {}
    sit_down(desk, _seated(desk, setup, seed), path, files)


def take_up(path: Path) -> None:
    """Go on with the unfinished playthrough of a file."""
    check_input()
    from bloodstones.cli.game.commands import desk_of

    kept = load(path)
    desk = desk_of(kept.game, f"{WHERE} {path}")
    game: Any = desk.game
    game.check(stood_in(kept.setup))
    files = told_data(game, kept.setup.data) if kept.setup.data else {}
    check_files(kept.files, files, f"{WHERE} {path}")
    sitting = _seated(desk, kept.setup, kept.seed)
    kept.restore(sitting)
    sit_down(desk, sitting, path, files)


def _seated(desk: Desk, setup: Setup, seed: int) -> Sitting:
    from bloodstones.cli.terminal.compiling import prepare_kernels, told_if_compiling

    voice = desk.voice()
    prepare_kernels(desk.id)
    game: Any = desk.game
    with told_if_compiling():
        sitting = Sitting(game, voice, setup, seed)
        sitting.seating.warm_up()
    return sitting


def refuse_others(ctx: click.Context) -> None:
    """Raise InputError if any other option was given beside a playthrough that tells it all."""
    others = [
        param.opts[0]
        for param in ctx.command.params
        if param.opts[0] != WHERE
        and param.name is not None
        and ctx.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
    ]
    if others:
        told = f"expected {WHERE} FILE alone, got {', '.join(others)} with it ({ctx.command_path})"
        raise InputError(told, f"{ctx.command_path} {WHERE} FILE")
