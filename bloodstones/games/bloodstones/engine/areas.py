"""Sets of areas as bits: `WORDS` whole numbers of `WORD_AREAS` areas each, the least area first.

Loops go over the words of the map (`RuleTables.words`) and, within each, over the areas of it by
`least_of`: in rising order.
"""

from __future__ import annotations

import numpy as np

from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.state import AREAS, WORD_AREAS, WORDS


@kernel
def add_area(areas: Array, area: int) -> None:
    """Put an area into a set: int64 array of `WORDS`."""
    areas[area // WORD_AREAS] |= 1 << int(area) % WORD_AREAS


@kernel
def drop_area(areas: Array, area: int) -> None:
    """Take an area out of a set."""
    areas[area // WORD_AREAS] &= ~(1 << int(area) % WORD_AREAS)


def as_sets(inside: Array) -> Array:
    """Return the sets of marked areas: bool array of shape (..., AREAS) to int64 (..., WORDS).

    Examples
    --------
    >>> inside = np.zeros(AREAS, bool)
    >>> inside[[1, 3, WORD_AREAS]] = True
    >>> as_sets(inside).tolist()
    [10, 1, 0]
    """
    room = np.zeros((*inside.shape[:-1], WORDS * WORD_AREAS), np.int64)
    room[..., :AREAS] = inside
    words = room.reshape(*inside.shape[:-1], WORDS, WORD_AREAS)
    sets: Array = (words << np.arange(WORD_AREAS)).sum(axis=-1)
    return sets
