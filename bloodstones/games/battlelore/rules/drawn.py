"""A board as a table of areas, for pictures: hexes with their corners, terrain, banners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from bloodstones.core.hexes import DIRECTIONS, centre
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
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
from bloodstones.games.battlelore.rules.scenarios import PAIRS

LAKE: Final = 1  # mark of a hex that becomes a lake
SEEN: Final = 2  # mark of a hex whose water is that of the hex asked for


@entry
def make_lakes(terrain: Array, owner: Array, neighbour: Array, alone: int, marks: Array) -> None:
    """Make dead ends of rivers lakes, all at once; bridges stay (BL-SETUP-06, AMB-54).

    Parameters
    ----------
    terrain
        int8 (HEXES,): `Terrain`, changed here.
    owner
        (HEXES,): the seat whose card's tile lies on a hex.
    neighbour
        int16 (HEXES, DIRECTIONS): the hex beyond each side, negative beyond the edge.
    alone
        Whether rivers of one card have their dead ends changed as well.
    marks
        Scratch of (HEXES,).
    """
    hexes = terrain.shape[0]
    marks[:] = 0
    for h in range(hexes):
        if not is_dead_end(terrain, neighbour, h):
            continue
        if alone or meets(terrain, owner, neighbour, h, marks):
            marks[h] |= LAKE
    for h in range(hexes):
        if marks[h] & LAKE:
            terrain[h] = Terrain.LAKE


@kernel
def is_water(land: int) -> bool:
    """Return whether terrain is water, bridged or not."""
    return bool(land >= Terrain.RIVER)


@kernel
def is_dead_end(terrain: Array, neighbour: Array, h: int) -> bool:
    """Return whether a river goes on from a hex neither twice nor over the edge of the board."""
    if terrain[h] != Terrain.RIVER:
        return False
    ways = 0
    for direction in range(DIRECTIONS):
        to = neighbour[h, direction]
        if to < 0:
            return False
        ways += int(is_water(terrain[to]))
    return ways <= 1


@kernel
def meets(terrain: Array, owner: Array, neighbour: Array, h: int, marks: Array) -> bool:
    """Return whether the water of a hex runs into that of the other card."""
    for at in range(terrain.shape[0]):
        marks[at] &= ~SEEN
    marks[h] |= SEEN
    grown = True
    while grown:
        grown = False
        for at in range(terrain.shape[0]):
            if marks[at] & SEEN or not is_water(terrain[at]):
                continue
            for direction in range(DIRECTIONS):
                to = neighbour[at, direction]
                if to >= 0 and marks[to] & SEEN:
                    marks[at] |= SEEN
                    grown = True
    for at in range(terrain.shape[0]):
        if marks[at] & SEEN and owner[at] != owner[h]:
            return True
    return False


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
