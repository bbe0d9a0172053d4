"""The board: 104 hexes by number, from the first seat's edge (BL-BOARD-01, -09 to -11)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from bloodstones.core.hexes import (
    DIRECTIONS,
    Place,
    centre,
    direction_to,
    distance,
    lines,
    neighbour,
)

if TYPE_CHECKING:
    from bloodstones.core.kernels.layout import Array

ROWS: Final = 9
WIDE: Final = 12
NARROW: Final = 11
HALF_ROWS: Final = 5
SECTIONS: Final = 3
SECTION_LINES: Final = (8, 16)  # in half widths, from the left edge
SEE: Final = 8  # hexes that a line of sight may be long
ON_LINE: Final = 16  # hexes that may lie on one
NOWHERE: Final = -1


def _places() -> tuple[Place, ...]:
    return tuple((r, c) for r in range(ROWS) for c in range(NARROW if r % 2 else WIDE))


PLACES: Final = _places()
HEXES: Final = len(PLACES)
NUMBER: Final = {place: number for number, place in enumerate(PLACES)}


def seat_hex(seat: int, h: int) -> int:
    """Return the hex of the board that a seat calls as the first one calls `h`, and back.

    See BL-BOARD-09.

    >>> name(seat_hex(1, hex_of("3.4"))), name(seat_hex(1, hex_of("2.4")))
    ('7.9', '8.8')
    """
    return HEXES - 1 - h if seat else h


def hex_of(text: str) -> int:
    """Return the number of a hex `row.column`; KeyError if there is none.

    >>> hex_of("1.1"), hex_of("2.1"), hex_of("9.12")
    (0, 12, 103)
    """
    row, _, column = text.partition(".")
    if not (row.isdigit() and column.isdigit()):
        raise KeyError(text)
    return NUMBER[int(row) - 1, int(column) - 1]


def name(h: int) -> str:
    """Return a hex as `row.column`."""
    row, column = PLACES[h]
    return f"{row + 1}.{column + 1}"


def section_bits(h: int) -> int:
    """Return the sections of a hex: 1 left, 2 centre, 4 right, together on a line (BL-BOARD-02).

    >>> section_bits(hex_of("2.4")), section_bits(hex_of("3.4")), section_bits(hex_of("9.12"))
    (3, 1, 4)
    """
    x = centre(PLACES[h])[0] + 1
    left, right = SECTION_LINES
    bits = (x <= left, left <= x <= right, x >= right)
    return sum(bit << place for place, bit in enumerate(bits))


def beside(number: int) -> list[int]:
    """Return the hex beyond each side of a hex, NOWHERE beyond the edge (BL-BOARD-10)."""
    place = PLACES[number]
    return [NUMBER.get(neighbour(place, side), NOWHERE) for side in range(DIRECTIONS)]


@cache
def neighbours() -> Array:
    """Return the hex beyond each side, NOWHERE beyond the edge: int16 (HEXES, DIRECTIONS)."""
    import numpy as np

    return np.array([beside(number) for number in range(HEXES)], np.int16)


@cache
def distances() -> Array:
    """Return the steps between hexes: int8 (HEXES, HEXES)."""
    import numpy as np

    return np.array([[distance(a, b) for b in PLACES] for a in PLACES], np.int8)


@cache
def sight(touched: bool) -> tuple[Array, Array, Array]:
    """Return the lines of sight up to SEE hexes long (BL-ATTACK-03, BL-ATTACK-05, AMB-31).

    Returns
    -------
    line
        int8 (HEXES, HEXES, 2, ON_LINE): hexes on the line in its order, NOWHERE behind the last;
        a line along hexsides has two, others the same twice.
    split
        int8 (HEXES, HEXES): 1 for a line along hexsides.
    back
        int8 (HEXES, HEXES, 2): the direction in which the target retreats from each of the lines.
    """
    import numpy as np

    line = np.full((HEXES, HEXES, 2, ON_LINE), NOWHERE, np.int8)
    split = np.zeros((HEXES, HEXES), np.int8)
    back = np.full((HEXES, HEXES, 2), NOWHERE, np.int8)
    for a, start in enumerate(PLACES):
        for b, end in enumerate(PLACES):
            if a == b or distances()[a, b] > SEE:
                continue
            paths = lines(start, end, touched)
            split[a, b] = len(paths) - 1
            for side in range(2):
                path = paths[side * (len(paths) - 1)]
                shown = [NUMBER[place] for place in path if place in NUMBER]
                line[a, b, side, : len(shown)] = shown
                back[a, b, side] = _onward(start, path, end)
    return line, split, back


def _onward(start: Place, path: Sequence[Place], end: Place) -> int:
    """Return the direction in which a line goes on that comes into its last hex."""
    (ex, ey), (sx, sy) = centre(end), centre(start)
    near = [place for place in (*path, start) if distance(place, end) == 1]
    # Of two neighbours on the line one may only be touched: the nearer one to it is crossed.
    near.sort(key=lambda p: abs((centre(p)[0] - ex) * (sy - ey) - (centre(p)[1] - ey) * (sx - ex)))
    return direction_to(near[0], end)
