"""Tables with people that were left: their files, checked against the games and data of today."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bloodstones.api.game_parts.commands import GameCommands, game_commands_of
from bloodstones.core.contract.game import Setup
from bloodstones.core.files.own_data import user_data_hashes
from bloodstones.kit.records.data_files import check_files
from bloodstones.kit.table.people import stood_in
from bloodstones.kit.table.saved_session import Kept, load


def kept_table(path: Path, where: str) -> tuple[GameCommands, Kept, Mapping[str, str]]:
    """Return what a file of an unfinished playthrough holds, with its game and its data files.

    Parameters
    ----------
    path
        The file.
    where
        What names it, for errors.

    Raises
    ------
    InputError
        If it cannot be read, its setup cannot be played, or its data files are others today.
    """
    kept = load(path)
    game_commands = game_commands_of(kept.game, where)
    game: Any = game_commands.game
    game.check(stood_in(kept.setup))
    files = data_files_of(game, kept.setup)
    check_files(kept.files, files, where)
    return game_commands, kept, files


def data_files_of(game: Any, setup: Setup) -> Mapping[str, str]:
    """Return the user's data files of a setup with their hashes; none without a folder."""
    return user_data_hashes(game, setup.data) if setup.data else {}
