"""The isle: its areas, terrain and borders, read from `data/isle.csv`."""

from __future__ import annotations

from typing import Final

import numpy as np

from bloodstones.core.names import Name
from bloodstones.kit.boards import borders_of, read_board
from tests.toy.rules.numbers import DATA


class Terrain(Name):
    """What an area may be."""

    FIELD = 0
    HILL = 1


ISLE: Final = read_board(DATA / "isle.csv", Terrain.ids())
BOARDS: Final = {"isle": ISLE}
AREAS: Final = len(ISLE["area"])
# Fields of the packed rules that the board fills.
PACKED: Final = {
    "borders": borders_of(ISLE),
    "is_hill": np.array([terrain == Terrain.HILL.id for terrain in ISLE["terrain"]], np.int8),
}
