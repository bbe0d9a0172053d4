"""How Battalia looks: the lands and roads of its board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bloodstones.games.battalia.rules.boards import WIDTH, square_name
from bloodstones.kit.pictures.scene import Area, Line, Look, Point

LOOKS: Final = {
    "empty": Look("#f1ecdf", "#2a2823", "empty"),
    "road": Look("#dcd3bd", "#3b372f", "road"),
    "orsari": Look("#dcb27a", "#6d4d22", "Orsari land"),
    "lagorai": Look("#9cc5a1", "#2d5236", "Lagorai land"),
    "ardei": Look("#d79a92", "#6b3129", "Ardei land"),
    "nembolari": Look("#a9bfdc", "#2b4568", "Nembolari land"),
    "ruins": Look("#b5aca0", "#57504a", "ruins"),
    "dead": Look("#8b857b", "#14130f", "blocked"),
    "way": Look("#7a6a4a", "#b9a57c", "", 0.014),
}
WAY: Final = "way"
TO_SIDE: Final = ((0.0, -0.5), (0.5, 0.0), (0.0, 0.5), (-0.5, 0.0))  # of a square, as `SIDES`
MIDDLE: Final = 0.5
CORNERS: Final = ((0, 0), (1, 0), (1, 1), (0, 1))


def square(q: int, first: int, look: str, note: str = "") -> Area:
    """Return a square of the board; `first`: the row of squares that is drawn on top."""
    ring = tuple(_spot(q, first, x, y) for x, y in CORNERS)
    return Area(q, (ring,), _spot(q, first), look, note=note, called=square_name(q))


def ways(q: int, first: int, exits: int) -> Iterator[Line]:
    """Yield the roads of a square, from its middle to the sides among the bits of `exits`."""
    for side, (x, y) in enumerate(TO_SIDE):
        if exits >> side & 1:
            yield Line((_spot(q, first), _spot(q, first, MIDDLE + x, MIDDLE + y)), WAY)


def _spot(q: int, first: int, x: float = MIDDLE, y: float = MIDDLE) -> Point:
    """Return a place in a square, which is one wide, from its north-west corner."""
    row, column = divmod(q, WIDTH)
    return (column + x) / WIDTH, (row - first + y) / WIDTH
