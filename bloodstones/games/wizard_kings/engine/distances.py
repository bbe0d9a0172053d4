"""Distances to cities in hexes, blocks on the way ignored: an estimate for strategies."""

from __future__ import annotations

from collections import deque
from typing import Final

import numpy as np

from bloodstones.core.kernels.layout import Array
from bloodstones.games.wizard_kings.rules.names import Side, Terrain

FAR_AWAY: Final = 99
# Sides that stop most who walk.
CLOSED: Final = (Side.MOUNTAIN, Side.RIVER, Side.WATERFALL, Side.SEA)


def distances(neighbour: Array, border: Array, land: Array, goal: int, *, on_foot: bool) -> Array:
    """Return the hexes on the way from each hex to one of them, `FAR_AWAY` without a way.

    Parameters
    ----------
    neighbour, border, land
        See `rule_tables.RuleTables`.
    on_foot
        False for a way through the air.

    Returns
    -------
    int16 array over hexes
    """
    steps = np.full(len(land), FAR_AWAY, np.int16)
    steps[goal] = 0
    todo = deque([goal])
    while todo:
        h = todo.popleft()
        for beyond, side in zip(neighbour[h].tolist(), border[h].tolist(), strict=True):
            if beyond < 0 or steps[beyond] < FAR_AWAY:
                continue
            if on_foot and (land[beyond] == Terrain.SEA or side in CLOSED):
                continue
            steps[beyond] = steps[h] + 1
            todo.append(beyond)
    return steps
