"""Sparse counts of units by two areas: where they are, and the area that they are linked to.

A tally is a row of words in ascending order, 0 in the unused places behind them. A word holds a key
(seat, two areas, unit type) above `COUNT_BITS` and how many units of the key there are below.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.state import AREAS, SEATS, UNITS, GameState, Status

COUNT_BITS: Final = 7
MOST_COUNTED: Final = (1 << COUNT_BITS) - 1
KEYS: Final = (SEATS, AREAS, AREAS, UNITS)


@kernel
def key_of(seat: int, first: int, second: int, unit: int) -> int:
    """Pack seat, two areas and unit type, in the order in which a tally sorts them."""
    return ((int(seat) * AREAS + int(first)) * AREAS + int(second)) * UNITS + int(unit)


@kernel
def unit_of(word: int) -> int:
    """The unit type of a word."""
    return (int(word) >> COUNT_BITS) % UNITS


@kernel
def second_of(word: int) -> int:
    """The second area of a word."""
    return (int(word) >> COUNT_BITS) // UNITS % AREAS


@kernel
def first_of(word: int) -> int:
    """The first area of a word."""
    return (int(word) >> COUNT_BITS) // (UNITS * AREAS) % AREAS


@kernel
def count_of(word: int) -> int:
    """The count of a word."""
    return int(word) & MOST_COUNTED


@kernel
def counted(tally: Array, key: int) -> int:
    """Return how many units a tally has under a key."""
    for place in range(tally.size):
        present = int(tally[place]) >> COUNT_BITS
        if tally[place] == 0 or present > key:
            return 0
        if present == key:
            return count_of(tally[place])
    return 0


@kernel
def add(s: GameState, tally: Array, key: int, number: int) -> None:
    """Add units under a key, or take them off; without room for them the engine stops."""
    if number == 0:
        return
    size = tally.size
    place = 0
    while place < size and tally[place] != 0 and int(tally[place]) >> COUNT_BITS < key:
        place += 1
    if place < size and tally[place] != 0 and int(tally[place]) >> COUNT_BITS == key:
        if count_of(tally[place]) + number > 0:
            tally[place] += number
            return
        while place + 1 < size:
            tally[place] = tally[place + 1]
            place += 1
        tally[size - 1] = 0
        return
    if tally[size - 1] != 0:
        s.status = Status.TALLY_FULL
        return
    last = size - 1
    while last > place:
        tally[last] = tally[last - 1]
        last -= 1
    tally[place] = (key << COUNT_BITS) | number


@kernel
def shift(s: GameState, tally: Array, key: int, other: int, number: int) -> None:
    """Take units from one key to another."""
    add(s, tally, key, -number)
    add(s, tally, other, number)


def tallied(tally: Array) -> Array:
    """Return what a tally holds: int64 array with a row (seat, first area, second area, unit type,
    count) for every key, in their order.

    >>> tallied(tally_of([(1, 5, 3, 4, 2), (0, 7, 7, 9, 1)], 3)).tolist()
    [[0, 7, 7, 9, 1], [1, 5, 3, 4, 2]]
    """
    words = tally[tally > 0].astype(np.int64)
    keys = np.unravel_index(words >> COUNT_BITS, KEYS)
    return np.stack([*keys, words & MOST_COUNTED], axis=1)


def tally_of(rows: Sequence[tuple[int, ...]], places: int) -> Array:
    """Return a tally with so many places of rows as `tallied` returns them: int32 array."""
    tally = np.zeros(places, np.int32)
    words = [int(np.ravel_multi_index(row[:-1], KEYS)) << COUNT_BITS | row[-1] for row in rows]
    tally[: len(words)] = sorted(words)
    return tally
