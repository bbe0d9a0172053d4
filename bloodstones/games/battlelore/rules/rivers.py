"""Rivers of both scenario cards that meet (BL-SETUP-06).

A hex of water leads into every hex of water beside it, so rivers that meet are joined as they lie;
what is left to do are their dead ends, which become lakes.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.hexes import DIRECTIONS
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.rules.names import Terrain

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
