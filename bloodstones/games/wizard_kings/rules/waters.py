"""Waters: the river or the sea that each side of a hex lies on.

A river is what its sides make of it: sides that meet in a corner belong together. A waterfall is no
way for anybody, so it parts what is above from what is below (WK-TERRAIN-07).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from bloodstones.core.hexes import DIRECTIONS, centre
from bloodstones.games.wizard_kings.rules.names import Side

# Corners about the centre, clockwise from the north: half widths, thirds of the distance of rows.
CORNERS: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
NO_WATER: Final = -1
OPEN_SEA: Final = 0
WATERS: Final = 4  # the sea, and no more than three rivers that touch a hex apart
RIVERS: Final = (Side.RIVER, Side.BRIDGE)

HexSide = tuple[int, int]  # hex, direction
Corner = tuple[int, int]


def waters(sides: Sequence[Sequence[Side]], width: int) -> tuple[tuple[int, ...], ...]:
    """Return the water at each side of each hex, numbered within the hex.

    Parameters
    ----------
    sides
        By hex and direction.
    width
        Hexes a row.

    Returns
    -------
    By hex and direction: `NO_WATER`, `OPEN_SEA`, or from 1 a river. Sides of a hex with the same
    number are joined by water; a river flows into the sea of its hex, two rivers do not meet there.

    Examples
    --------
    >>> e, ne, w = Side.RIVER, Side.WATERFALL, Side.RIVER
    >>> waters([[e, ne, Side.LAND, w, Side.SEA, Side.LAND]], 1)
    ((1, -1, -1, 2, 0, -1),)
    """
    reaches = _reaches(sides, width)
    hexes = []
    for h, row in enumerate(sides):
        around = list(dict.fromkeys(reaches[h, d] for d in range(DIRECTIONS) if (h, d) in reaches))
        hexes.append(tuple(_water((h, d), side, reaches, around) for d, side in enumerate(row)))
    return tuple(hexes)


def _water(at: HexSide, side: Side, reaches: Mapping[HexSide, int], around: Sequence[int]) -> int:
    if side == Side.SEA:
        return OPEN_SEA
    return 1 + around.index(reaches[at]) if at in reaches else NO_WATER


def _reaches(sides: Sequence[Sequence[Side]], width: int) -> dict[HexSide, int]:
    """Return the river, as any number, of each side that a river flows along."""
    meeting: defaultdict[Corner, list[HexSide]] = defaultdict(list)
    for h, row in enumerate(sides):
        for d, side in enumerate(row):
            if side in RIVERS:
                for corner in _ends(h, d, width):
                    meeting[corner].append((h, d))
    reach_of: dict[HexSide, int] = {}
    for start in (at for group in meeting.values() for at in group):
        if start in reach_of:
            continue
        reach_of[start] = number = len(reach_of)
        todo = [start]
        while todo:
            for corner in _ends(*todo.pop(), width):
                fresh = [at for at in meeting[corner] if at not in reach_of]
                reach_of.update(dict.fromkeys(fresh, number))
                todo += fresh
    return reach_of


def _ends(h: int, direction: int, width: int) -> tuple[Corner, Corner]:
    """Return the two corners of a side."""
    x, y = centre(divmod(h, width))
    first, last = (CORNERS[(turn - direction) % DIRECTIONS] for turn in (1, 2))
    return (x + first[0], y + first[1]), (x + last[0], y + last[1])
