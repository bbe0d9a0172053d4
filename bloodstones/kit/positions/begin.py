"""Playthroughs that begin at a position: the same for all, with luck of their own."""

from __future__ import annotations

from typing import Any

import numpy as np

from bloodstones.core.kernels.layout import Array


class Begin:
    """Makes the first states of playthroughs that begin at a position.

    Parameters
    ----------
    play
        A playthrough at the position, see `kit.game.Game.position`.
    """

    def __init__(self, play: Any) -> None:
        self._play = play
        self._layout = play.engine.state

    def __call__(self, key: Array) -> Any:
        """Return the state of a playthrough, with open hands dealt by its luck.

        Parameters
        ----------
        key
            Of the random streams, see `core.kernels.streams.game_key`. They are as those of a new
            playthrough.
        """
        play = self._play
        new: Any = self._layout.new()
        play.engine.start(new, play.tables, key, play.buffer)
        state: Any = self._layout.copy(play.state)
        state.streams[:] = np.array(new.streams)
        if play.deal is not None:
            play.deal(state)
        return state
