"""Which game answers a file of hints (kind "advice"), as its key `game` tells."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bloodstones.core.files.datafile import Faults, read_toml
from bloodstones.games.registry import default_game

if TYPE_CHECKING:
    from bloodstones.cli.game.parts import Advice


def answer(path: Path, as_json: bool, *asked: object) -> None:
    """Print the answers to an advice file; InputError if anything of games is `asked`."""
    advice = advice_of(path)
    advice.refuse_games(path, *asked)
    advice.answer(path, as_json)


def advice_of(path: Path) -> Advice:
    """Return how the game of an advice file answers it.

    Raises
    ------
    InputError
        If there is no such game, or it answers no hints.
    """
    from bloodstones.cli.game.commands import desk_of, need

    top = read_toml(path, Faults())
    named = None if top is None else top.values.get("game")
    game_id = named if isinstance(named, str) else default_game()
    desk = desk_of(game_id, f"game in {path.name}")
    return need(desk, lambda each: each.advice, "answers to advice", path.name)
