"""What the state of every game has, to derive one's own from."""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from bloodstones.core.kernels.layout import Array, Layout

LOG_NUMBERS: Final = 256  # of what happens between two decisions


class PlainState(Layout):
    """The fields of a state that are the same in every game (`core.contract.engine`).

    A game adds `rank`, `score`, `streams` and `memory`, which have as many rows as it has seats or
    streams, and all of its own.

    Attributes
    ----------
    point
        Where the game stands; 0: it is over.
    decider
        The seat that decides.
    turn
        Turns so far.
    status, ending
        Numbers of the engine's `statuses` and `endings`.
    log, log_size
        What happened since the last decision, see `core.kernels.log`.
    """

    point: Annotated[int, np.int64]
    decider: Annotated[int, np.int64]
    turn: Annotated[int, np.int64]
    status: Annotated[int, np.int64]
    ending: Annotated[int, np.int64]
    log: Annotated[Array, np.int16, (LOG_NUMBERS,)]
    log_size: Annotated[int, np.int64]
