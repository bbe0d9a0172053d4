"""Random play of any game: uniform over what is legal, chance from its streams or scripted."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from bloodstones.kit.playthrough import Playthrough


def play_on(game: Playthrough, luck: Random) -> Iterator[int]:
    """Play a playthrough to its end, uniformly at random; yield each code after it is done.

    Where chance is scripted (`Playthrough.scripted_chance`), an outcome is drawn by its weight from
    the same random stream, not from the streams of the game.

    Parameters
    ----------
    game
        Played in place.
    luck
        Of the choices, and of chance where it is scripted.

    Raises
    ------
    RunError
        If the engine stops.
    """
    while not game.over:
        if game.is_chance:
            codes, weights = game.weighted_outcomes()
            (code,) = luck.choices(codes.tolist(), weights.tolist())
        else:
            code = luck.choice(game.legal_codes().tolist())
        game.apply_code(code)
        yield code


def play_out(game: Playthrough, luck: Random) -> int:
    """Play a playthrough to its end, uniformly at random; return how many codes it took.

    Parameters
    ----------
    game
        Played in place.
    luck
        Of the choices.
    """
    return sum(1 for _ in play_on(game, luck))
