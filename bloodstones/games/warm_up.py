"""`python -m bloodstones.games.warm_up` compiles the kernels of all games into the cache folder."""

from __future__ import annotations

from bloodstones.games.registry import GAMES, load_game


def warm_up() -> None:
    """Compile or load the kernels of every game."""
    for game_id in GAMES:
        load_game(game_id).warm_up()


if __name__ == "__main__":
    warm_up()
