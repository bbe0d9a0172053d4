"""The game of a record, read from its first line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.errors import expected
from bloodstones.core.files.parsing import json_of
from bloodstones.games.registry import GAMES, default_game

if TYPE_CHECKING:
    from bloodstones.api.game_parts.commands import GameCommands
    from bloodstones.api.game_parts.parts import Records

MOST_BYTES: Final = 1 << 24  # of a first line


def game_of(path: Path) -> str:
    """Return the game that a record names; the first one if it names none or cannot be read.

    Reading the whole file reports any other faults.

    Raises
    ------
    InputError
        If it names a game that is not known.
    """
    try:
        with path.open("rb") as file:
            first = file.readline(MOST_BYTES)
    except OSError:
        return default_game()
    return game_named(first, str(path))


def game_named(first: bytes, name: str) -> str:
    """Return the game that the first line of a record names, as `game_of` does.

    Parameters
    ----------
    first
        The line.
    name
        Of the record, for errors.
    """
    try:
        header = json_of(first)
    except ValueError:
        return default_game()
    named = header.get("game") if isinstance(header, dict) else None
    if not isinstance(named, str):
        return default_game()
    if named not in GAMES:
        raise expected("a record of a game", named, f"{name} line 1", f"known: {', '.join(GAMES)}")
    return named


def open_record(path: Path, where: str) -> tuple[GameCommands, Records, Any]:
    """Return the commands of a record's game, its part for records, and the record.

    Raises
    ------
    InputError
        If the game has no records, or the file holds none.
    """
    from bloodstones.api.game_parts.commands import game_commands_of, need

    game_commands = game_commands_of(game_of(path))
    records = need(game_commands, lambda each: each.records, "records", where)
    return game_commands, records, records.load(path)
