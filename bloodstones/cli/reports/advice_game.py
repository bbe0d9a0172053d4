"""The game that answers a file of hints (kind "advice"), named by its key `game`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bloodstones.core.files.datafile import Faults, read_toml
from bloodstones.games.registry import default_game

if TYPE_CHECKING:
    from bloodstones.api.game_parts.parts import Advice


def answer(path: Path, as_json: bool, *asked: object) -> None:
    """Print the answers to an advice file; InputError if anything of games is `asked`."""
    advice = advice_of(path)
    advice.refuse_games(path, *asked)
    advice.answer(path, as_json)


def advice_of(path: Path) -> Advice:
    """Return the part of a game that answers an advice file.

    Raises
    ------
    InputError
        If there is no such game, or it answers no hints.
    """
    from bloodstones.api.game_parts.commands import game_commands_of, need

    top = read_toml(path, Faults())
    named = None if top is None else top.values.get("game")
    game_id = named if isinstance(named, str) else default_game()
    game_commands = game_commands_of(game_id, f"game in {path.name}")
    return need(game_commands, lambda each: each.advice, "answers to advice", path.name)
