"""Copying a state inside the kernels: one run of bytes when they are compiled.

What stands apart in the layout (`Layout.APART`) is not: scratch, logs, counters of studies. In the
copy it is what it was there before, and nobody may read it. A game whose pieces are few on a large
board sets these apart as well and copies them by its lists, `kernels.copy_scattered`.
"""

from __future__ import annotations

from typing import Any, Final

from bloodstones.core.kernels.counted import next_counted
from bloodstones.core.kernels.kernel import JIT, kernel
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
def deal_hands(streams: Array, index: int, deck: Array, hands: Array, seat: int) -> None:
    """Deal the hands of all but `seat` anew, out of these and the deck; sizes stay as they are.

    Parameters
    ----------
    streams, index
        The random streams, and which of them to draw from.
    deck, hands
        Cards by value, and by seat and value: shapes (values,) and (seats, values).
    seat
        Whose hand stays as it is.
    """
    sizes = hands.sum(axis=1)
    for other in range(len(hands)):
        if other != seat:
            for value in range(len(deck)):
                deck[value] += hands[other, value]
                hands[other, value] = 0
    for other in range(len(hands)):
        if other != seat:
            for _ in range(sizes[other]):
                value = next_counted(streams, index, deck)
                deck[value] -= 1
                hands[other, value] += 1


if JIT:
    from bloodstones.core.kernels.numba_types import copy_front
    from bloodstones.kit.kernels import copy_scattered

    @kernel
    def copy_state(states: Array, source: int, goal: int) -> None:
        """Make one of several states a copy of another, but for what stands apart."""
        copy_scattered(states[goal], states[source])
        copy_front(states[goal], states[source])

else:

    def copy_state(states: Array, source: int, goal: int) -> None:
        """Make one of several states a copy of another."""
        states[goal] = type(states[source]).copy(states[source])
