"""What every world of a search has: luck of its own, and nothing of what others remember."""

from __future__ import annotations

from typing import Any, Final

from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import MASK, open_streams

WORLD_STEP: Final = 0x85EBCA6B  # odd: spreads the numbers of worlds over the word
FORGOTTEN: Final = -1


@kernel
def open_world(s: Any, seat: int, key: Array, number: int) -> None:
    """Begin world `number` of the search with this key in a copy of the true state.

    All streams are keyed anew, the log is emptied, other seats forget their plans. A game's
    `deal_world` calls this first; then it deals what `seat` cannot see from the state's streams.
    """
    first = key[0]
    key[0] = first ^ ((WORLD_STEP * (number + 1)) & MASK)
    open_streams(s.streams, key)
    key[0] = first
    s.log_size = 0
    for place in range(s.log.shape[0]):
        s.log[place] = 0
    for other in range(s.memory.shape[0]):
        if other != seat:
            for place in range(s.memory.shape[1]):
                s.memory[other, place] = FORGOTTEN


@kernel
def deal_luck(s: Any, t: Any, seat: int, key: Array, number: int) -> None:
    """Deal a world of a game in which nothing but luck and plans is hidden."""
    open_world(s, seat, key, number)
