"""The games that the laboratory can play, by id; each is imported only when asked for."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final, cast

from bloodstones.core.errors import expected
from bloodstones.core.game import Game
from bloodstones.core.tunable import Tunable

GAMES: Final = {"bloodstones": "bloodstones.games.bloodstones.game"}


def module_of(game_id: str, place: str) -> str:
    """Return the dotted name of a module of a game.

    >>> module_of("bloodstones", "game")
    'bloodstones.games.bloodstones.game'
    """
    return f"{GAMES[game_id].rpartition('.')[0]}.{place}"


def find_part(game_id: str, place: str) -> ModuleType | None:
    """Return a module of a game, None if the game does without.

    >>> find_part("bloodstones", "nowhere.at_all") is None
    True
    """
    name = module_of(game_id, place)
    try:
        found = find_spec(name)
    except ModuleNotFoundError:
        return None
    return None if found is None else import_module(name)


def load_tunable(game_id: str, where: str = "game") -> Tunable:
    """Return the game called `game_id`, whose strategies have parameters."""
    return cast(Tunable, load_game(game_id, where))


def load_game(game_id: str, where: str = "game") -> Game:
    """Return the game called `game_id`; `where` names the argument or key for the error."""
    if game_id not in GAMES:
        raise expected("a game", game_id, where, tip=f"known: {', '.join(GAMES)}")
    game: Game = import_module(GAMES[game_id]).GAME
    return game
