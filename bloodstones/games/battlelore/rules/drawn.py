"""A board as a table of areas, for pictures: hexes with their corners, terrain, banners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from bloodstones.core.hexes import centre
from bloodstones.games.battlelore.rules.board import (
    HEXES,
    PLACES,
    ROWS,
    WIDE,
    name,
    neighbours,
    seat_hex,
)
from bloodstones.games.battlelore.rules.names import Faction, Indicator, Terrain
from bloodstones.games.battlelore.rules.reading import load_ruleset
from bloodstones.games.battlelore.rules.rivers import make_lakes
from bloodstones.games.battlelore.rules.scenarios import PAIRS

THIRD: Final = 0.2886751345948129  # of the distance of rows, in hexes' widths
DEEP: Final = 3  # thirds from row to row
# Corners about the centre, clockwise from the north: half widths, thirds of the distance of rows.
CORNERS: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
HALF: Final = 0.5


def board_table(board: str, data: str = "") -> Mapping[str, Sequence[Any]]:
    """Return the hexes as columns: area, terrain, x, y, neighbours, name and outline.

    Lengths are in widths of the board, y runs down; the first seat's edge is at the bottom, and
    Daqan sits there. A hex with a banner is called by its place and the banner's points.
    """
    terrain, banners = lay(board, data)
    spots = [centre(place) for place in PLACES]
    middles = [(x + 1, DEEP * (ROWS - 1) - y + 2) for x, y in spots]

    def spot(across: int, down: int) -> tuple[float, float]:
        return across * HALF / WIDE, down * THIRD / WIDE

    return {
        "area": list(range(HEXES)),
        "terrain": [land.id for land in terrain],
        "x": [spot(*middle)[0] for middle in middles],
        "y": [spot(*middle)[1] for middle in middles],
        "neighbours": [tuple(int(n) for n in neighbours()[h] if n >= 0) for h in range(HEXES)],
        "name": [f"{name(h)} ({points})" if points else "" for h, points in enumerate(banners)],
        "outline": [tuple(spot(x + dx, y + dy) for dx, dy in CORNERS) for x, y in middles],
    }


def lay(board: str, data: str = "") -> tuple[list[Terrain], list[int]]:
    """Return terrain and points of banners by hex as Daqan in the first seat sees them."""
    terrain, banners = np.zeros(HEXES, np.int8), [0] * HEXES
    owners = np.zeros(HEXES, np.int16)
    if board in PAIRS:
        rules = load_ruleset(data)
        for faction, indicator in zip(Faction, board.split("+"), strict=True):
            scenario = rules.scenarios_of(faction)[Indicator.ids().index(indicator)]
            for h, land in scenario.terrain.items():
                terrain[seat_hex(faction, h)], owners[seat_hex(faction, h)] = land, faction
            for h, points in scenario.banners.items():
                banners[seat_hex(faction, h)] = points
        make_lakes(terrain, owners, neighbours(), 0, np.zeros(HEXES, np.int16))
    return [Terrain(int(land)) for land in terrain], banners
