"""Games by their ids.

The stub beside this module gives each shipped game a type of its own, with its questions as methods
(`python -m bloodstones.cli.stubs` writes it).
"""

from __future__ import annotations

from bloodstones.api.games import Game


def load_game(game: str) -> Game:
    """Return a game by its id.

    Raises
    ------
    InputError
        If there is no such game.

    Examples
    --------
    >>> load_game("bloodstones")
    Game('bloodstones')
    """
    return Game(game)
