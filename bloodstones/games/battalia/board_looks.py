"""How Battalia looks: the lands and roads of its board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from bloodstones.games.battalia.rules.boards import WIDTH, square_name
from bloodstones.kit.pictures.glyphs import glyphs_for
from bloodstones.kit.pictures.scene import Area, Line, Look, Point

LOOKS: Final = {
    "empty": Look("#f1ecdf", "#2a2823", "empty"),
    "road": Look("#dcd3bd", "#3b372f", "road"),
    "orsari": Look("#dcb27a", "#6d4d22", "Orsari land", tile="corner_wheat"),
    "lagorai": Look("#9cc5a1", "#2d5236", "Lagorai land", tile="corner_woods"),
    "ardei": Look("#d79a92", "#6b3129", "Ardei land", tile="corner_peaks"),
    "nembolari": Look("#a9bfdc", "#2b4568", "Nembolari land", tile="corner_waves"),
    "ruins": Look("#b5aca0", "#57504a", "ruins", tile="corner_ruins"),
    "dead": Look("#8b857b", "#14130f", "blocked", tile="crossed"),
    "way": Look("#7a6a4a", "#b9a57c", "", 0.014),
}
GLYPHS: Final = glyphs_for(__file__)
HERO, CITY, RUINS = "helm", "castle", "tower"  # what is on the board
# The glyphs of cards by their kinds, and of great artifacts.
CARD_SIGNS: Final = {
    "friman": "spear",
    "chief": "plumed_helm",
    "priest": "staff",
    "lord": "crown",
    "tool": "tools",
    "weapon": "axe",
    "amulet": "amulet",
    "title": "laurel",
    "scroll": "scroll",
    "tent": "tent",
    "horse": "horse",
    "supply": "sack",
    "great": "star",
    "hammer": "hammer",
    "sword": "magic_sword",
    "shield": "magic_shield",
    "wings": "wings",
    "horn": "horn",
}
WAY: Final = "way"
PIECE: Final = 0.44  # of a square that a piece is wide
ROOM: Final = 0.47  # of a square, to each side of its middle
LETTERING: Final = 0.018
MOST_LEVEL: Final = 4  # of a city
TO_SIDE: Final = ((0.0, -0.5), (0.5, 0.0), (0.0, 0.5), (-0.5, 0.0))  # of a square, as `SIDES`
MIDDLE: Final = 0.5
COORDINATE: Final = (0.09, 0.95)  # where it is written, from the north-west corner
CORNERS: Final = ((0, 0), (1, 0), (1, 1), (0, 1))


class Window(NamedTuple):
    """The part of the board that is drawn: its first column and row, and how many there are."""

    column: int
    row: int
    columns: int
    rows: int

    @property
    def height(self) -> float:
        """The height of a picture in its widths."""
        return self.rows / self.columns


def window_of(squares: Iterable[int]) -> Window:
    """Return the part of the board that has some squares.

    >>> window_of([WIDTH + 2, WIDTH + 3, 4 * WIDTH + 3])
    Window(column=2, row=1, columns=2, rows=4)
    """
    rows, columns = zip(*(divmod(q, WIDTH) for q in squares), strict=True)
    column, row = min(columns), min(rows)
    return Window(column, row, max(columns) - column + 1, max(rows) - row + 1)


def square(q: int, window: Window, look: str, note: str = "") -> Area:
    """Return a square of the board, drawn in a window."""
    ring = tuple(_spot(q, window, x, y) for x, y in CORNERS)
    return Area(
        q,
        (ring,),
        _spot(q, window),
        look,
        note=note,
        called=square_name(q),
        corner=_spot(q, window, *COORDINATE),
    )


def ways(q: int, window: Window, exits: int) -> Iterator[Line]:
    """Yield the roads of a square, from its middle to the sides among the bits of `exits`."""
    for side, (x, y) in enumerate(TO_SIDE):
        if exits >> side & 1:
            yield Line((_spot(q, window), _spot(q, window, MIDDLE + x, MIDDLE + y)), WAY)


def _spot(q: int, window: Window, x: float = MIDDLE, y: float = MIDDLE) -> Point:
    """Return a place in a square, which is one wide, from its north-west corner."""
    row, column = divmod(q, WIDTH)
    across, down = column - window.column + x, row - window.row + y
    return across / window.columns, down / window.columns
