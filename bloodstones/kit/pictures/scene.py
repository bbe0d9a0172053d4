"""A position as a picture shows it: areas with what lies on them, lines, pieces, rows of cards.

What a decision names is found by `area-ID`, `piece-ID` and `card-ID`: a game says which in a
function `targets(play, code)` beside `scene(play, seat)`, see the `pictures` of a shipped one.

Lengths are in board widths, x from 0 to 1, y down from 0. A scene without areas is rows of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

Point = tuple[float, float]

NOBODY: Final = -1  # the seat of what belongs to none


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a kind of areas, lines or cards.

    Attributes
    ----------
    light, dark
        The fill, or the stroke of a line, on a light and on a dark page, as `#rrggbb`.
    label
        What it is in the key; "" keeps it out.
    width
        Of a line, in board widths; 0 for what is filled.
    """

    light: str
    dark: str
    label: str = ""
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Area:
    """A place of the board.

    Attributes
    ----------
    id
        Its number in the game; an SVG calls it `area-ID`.
    outline
        Its corners in order; several rings for an area in parts.
    middle
        Where its pieces stand.
    look
        One of the scene's looks.
    name
        What is written at its top.
    note
        What a pointer over it reads.
    """

    id: int
    outline: tuple[tuple[Point, ...], ...]
    middle: Point
    look: str
    name: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line over the areas: a road, a river, a border that nobody crosses."""

    points: tuple[Point, ...]
    look: str


@dataclass(frozen=True, slots=True)
class Piece:
    """What stands in an area; an SVG calls it `piece-ID`.

    Attributes
    ----------
    area
        The number of the area.
    text
        At most four letters.
    seat
        Whose it is, NOBODY for none.
    note
        What a pointer over it reads.
    place
        Whether it is built there (a square piece below the others), rather than standing.
    """

    id: str
    area: int
    text: str
    seat: int = NOBODY
    note: str = ""
    place: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A card, tile or board of a seat, as a box of text.

    Attributes
    ----------
    id
        An SVG calls it `card-ID`; "" for what no decision names.
    title, lines
        What stands on it.
    look
        One of the scene's looks.
    count
        How many there are.
    note
        What a pointer over it reads.
    """

    title: str
    lines: tuple[str, ...] = ()
    look: str = ""
    count: int = 1
    note: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """Cards side by side under a heading."""

    heading: str
    cards: tuple[Card, ...]
    seat: int = NOBODY


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as one seat sees it.

    Attributes
    ----------
    name
        Of the game; keeps its colours apart from others' on one page.
    words
        What the picture shows, for those who do not see it.
    looks
        Colours by name; the key shows those with a label that occur, in this order.
    areas, lines, pieces
        The board and what is on it, in the order of drawing; none for a game without a board.
    rows
        Cards below the board.
    seats
        Who sits where, with their score, for the key.
    key
        What letters on pieces stand for.
    height
        Of the board, in board widths.
    size
        Of a piece, in board widths.
    """

    name: str
    words: str
    looks: Mapping[str, Look]
    areas: Sequence[Area] = ()
    lines: Sequence[Line] = ()
    pieces: Sequence[Piece] = ()
    rows: Sequence[Row] = ()
    seats: Sequence[str] = ()
    key: Mapping[str, str] = field(default_factory=dict)
    height: float = 0.0
    size: float = 0.02


def areas_of(
    table: Mapping[str, Sequence[Any]],
    outlines: Mapping[int, Sequence[Sequence[Point]]] | None = None,
) -> Iterator[Area]:
    """Yield the areas of a board's table; a terrain is the name of a look.

    Parameters
    ----------
    table
        Columns `area`, `terrain`, `x` and `y`, see `core.contract.game.Game.board_table`; `name`
        if areas have one, and `outline` unless `outlines` are given.
    outlines
        Area number -> rings of its corners.
    """
    names = table.get("name") or [""] * len(table["area"])
    for place, number in enumerate(table["area"]):
        rings = [table["outline"][place]] if outlines is None else outlines[number]
        terrain = str(table["terrain"][place])
        yield Area(
            int(number),
            tuple(tuple((float(x), float(y)) for x, y in ring) for ring in rings),
            (float(table["x"][place]), float(table["y"][place])),
            terrain,
            str(names[place]),
            spaced(terrain),
        )


def border(one: Area, other: Area, look: str) -> Line:
    """Return the line between two neighbours that share the corners on it.

    Parameters
    ----------
    one, other
        Areas whose outlines share at least two corners.
    look
        Of the line.
    """
    corners = {point for ring in other.outline for point in ring}
    return Line(tuple(point for ring in one.outline for point in ring if point in corners), look)


def spaced(text: str) -> str:
    """Return an id as words.

    >>> spaced("stone_wall")
    'stone wall'
    """
    return text.replace("_", " ")


def letters_of(names: Sequence[str]) -> dict[str, str]:
    """Return letters for names, for pieces: initials of several words, else the first letters.

    Parameters
    ----------
    names
        Ids such as `stone_wall`, each once.

    Examples
    --------
    >>> letters_of(["tower", "stone_wall", "well", "weather"])
    {'tower': 'To', 'stone_wall': 'SW', 'well': 'Wel', 'weather': 'Wea'}
    """
    initials = Counter(_initials(name) for name in names)
    found = {}
    for name in names:
        length = 2
        while length < len(name) and any(
            other.startswith(name[:length]) for other in names if other != name
        ):
            length += 1
        single = initials[_initials(name)] == 1 and "_" in name
        found[name] = _initials(name) if single else name[:length].capitalize()
    return found


def _initials(name: str) -> str:
    return "".join(word[0] for word in name.split("_")).upper()
