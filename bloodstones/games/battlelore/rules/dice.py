"""Rolls of up to four dice as counts of faces, by number (BL-ATTACK-08)."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial, prod
from typing import TYPE_CHECKING, Final

import numpy as np

from bloodstones.games.battlelore.rules.names import Face

if TYPE_CHECKING:
    from bloodstones.core.kernels.layout import Array

FACES: Final = len(Face)
GROUP: Final = 4  # dice rolled at once
BASE: Final = GROUP + 1
CODES: Final = BASE ** (FACES - 1)


def rolls_of(dice: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the rolls of some dice: how many show each face, and in how many ways.

    >>> sum(ways for _, ways in rolls_of(3)), len(list(rolls_of(4)))
    (216, 126)
    """
    for counts in _splits(dice, FACES):
        yield counts, factorial(dice) // prod(factorial(count) for count in counts)


def _splits(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _splits(total - first, parts - 1):
            yield (first, *rest)


MOST_ROLLS: Final = sum(1 for _ in rolls_of(GROUP))


def _tables() -> tuple[Array, Array, Array, Array]:
    size = np.zeros(BASE, np.int64)
    counts = np.zeros((BASE, MOST_ROLLS, FACES), np.int64)
    ways = np.zeros((BASE, MOST_ROLLS), np.int64)
    rank = np.zeros((BASE, CODES), np.int64)
    for dice in range(1, BASE):
        for number, (faces, weight) in enumerate(rolls_of(dice)):
            counts[dice, number], ways[dice, number] = faces, weight
            rank[dice, sum(n * BASE**face for face, n in enumerate(faces[:-1]))] = number
            size[dice] = number + 1
    return size, counts, ways, rank


# By number of dice: how many rolls; by roll: counts of faces, ways; by code of the faces: roll.
SIZE, COUNTS, WAYS, RANK = _tables()


def place_value(face: int) -> int:
    """Return what a die with this face adds to the code of a roll; the last face adds nothing."""
    if face == FACES - 1:
        return 0
    value = 1
    for _ in range(face):
        value *= BASE
    return value
