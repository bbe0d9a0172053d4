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

    Whoever reads the file whole reports what else is wrong with it.

    Raises
    ------
    InputError
        If it names a game that is not known.
    """
    try:
        with path.open("rb") as file:
            header = json_of(file.readline(MOST_BYTES))
    except (OSError, ValueError):
        return default_game()
    named = header.get("game") if isinstance(header, dict) else None
    if not isinstance(named, str):
        return default_game()
    if named not in GAMES:
        raise expected("a record of a game", named, f"{path} line 1", f"known: {', '.join(GAMES)}")
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
