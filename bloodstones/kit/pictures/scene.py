"""A position as a picture shows it: areas with what lies on them, lines, pieces, rows of cards.

A game declares it in the module `pictures` of its package: `scene(play, seat)`; `targets(play,
code)`, which says what a decision names in it by `area-ID`, `piece-ID` and `card-ID`; and perhaps
`hand(play, seat)`, the rows of a scene that its seat alone sees, and `FIGHTS` and `moves(line)`,
from which `last_move.marks_between` marks what happened (`kit.table.shared.Pictures`).

Lengths are in board widths, x from 0 to 1, y down from 0. A scene without areas is rows of cards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

Point = tuple[float, float]

NOBODY: Final = -1  # the seat of what belongs to none
SIGN: Final = re.compile(r":([a-z]\w*):")


@dataclass(frozen=True, slots=True)
class Look:
    """How a kind of areas, lines or cards is drawn.

    Attributes
    ----------
    light, dark
        The fill, or the stroke of a line, on a light and on a dark page: `#rrggbb`, or `#rrggbbaa`.
    label
        What it is in the key; "" keeps it out.
    width
        Of a line, in board widths; 0 for what is filled.
    dashes
        Of a line: lengths of strokes and gaps in turn, in its widths; () for a solid one.
    rim
        Of a line: its width with a rim to both sides, in board widths; 0 for none.
    rim_light, rim_dark
        Colours of the rim.
    strewn, spacing, grain
        The glyph that is strewn over areas, the least distance of two, and from its middle to its
        edge, both in board widths; "" for a plain fill.
    tile
        The glyph that is drawn once in each area, as wide as the area; "" for none.
    below
        Whether all else covers it: water, and what is drawn along its coast.
    """

    light: str
    dark: str
    label: str = ""
    width: float = 0.0
    dashes: tuple[float, ...] = ()
    rim: float = 0.0
    rim_light: str = ""
    rim_dark: str = ""
    strewn: str = ""
    spacing: float = 0.04
    grain: float = 0.01
    tile: str = ""
    below: bool = False


@dataclass(frozen=True, slots=True)
class Glyph:
    """A small drawing: the mark of a terrain, what is on a piece, or the outline of one.

    Attributes
    ----------
    drawing
        Elements of SVG in a box from -10 to 10, y down, see `glyphs`. What has no colour of its
        own gets the ink of the piece that it is on.
    outline
        The path of a body that takes the colour of its seat; "" for a glyph that is no body.
    lowered
        How far below the middle what is written on a body stands, in radii.
    """

    drawing: str
    outline: str = ""
    lowered: float = 0.0


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
    below
        What is written below its name where no pieces are and it has room.
    landmark
        What is written at a landmark in it, which is a small square.
    called
        What lines of records call it; "" by its number. A picture writes it as a coordinate.
    corner
        Where its coordinate is written; None for the lower end of the area.
    sign
        The glyph of what is built on the ground below the pieces; "" for none.
    seat
        Whose flag stands there, NOBODY for none.
    """

    id: int
    outline: tuple[tuple[Point, ...], ...]
    middle: Point
    look: str
    name: str = ""
    note: str = ""
    below: str = ""
    landmark: str = ""
    called: str = ""
    corner: Point | None = None
    sign: str = ""
    seat: int = NOBODY


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
        At most four letters; "" shows the shape of its seat.
    seat
        Whose it is, NOBODY for none.
    note
        What a pointer over it reads.
    place
        Whether it is built there, below the others, rather than standing; it is drawn as a house
        where it has no `body`.
    badge
        A number at its corner: how many there are; "" for none.
    steps, most
        Its strength in steps and how many it can have, shown as pips; 0 for no pips.
    rating
        How it fights, such as `B2`, written below its glyph where there is room; "" for none.
    states
        Glyphs at its upper corner: what it suffers or has done.
    body
        The glyph that is its outline; "" is the shape of its seat.
    glyph
        The glyph on it in place of its text; the text is shown where the scene has no such glyph.
    called
        What lines of records call it; "" where they do not name it.
    """

    id: str
    area: int
    text: str
    seat: int = NOBODY
    note: str = ""
    place: bool = False
    badge: str = ""
    body: str = ""
    glyph: str = ""
    called: str = ""
    steps: int = 0
    most: int = 0
    rating: str = ""
    states: tuple[str, ...] = ()


class MarkKind(Enum):
    """What a mark on the board says."""

    LIT = "lit"  # something happened here
    MOVE = "move"  # from the first area to the last
    FIGHT = "fight"


@dataclass(frozen=True, slots=True)
class Mark:
    """What happened last, shown on the board.

    Attributes
    ----------
    kind
        A move is an arrow, a fight a burst behind the pieces, what is lit has a bright border.
    areas
        Numbers of areas; of a move all that it leads through.
    seat
        Whose it is, NOBODY for none.
    """

    kind: MarkKind
    areas: tuple[int, ...]
    seat: int = NOBODY


@dataclass(frozen=True, slots=True)
class Heat:
    """A value for each area, as circles whose surface is the value.

    Attributes
    ----------
    values
        Area number -> value, at least 0; an area left out has 0.
    label
        What a circle says, such as "battles a game".
    """

    values: Mapping[int, float]
    label: str


@dataclass(frozen=True, slots=True)
class Standing:
    """A number that every seat has, such as tiles in hand.

    Attributes
    ----------
    name
        What is counted.
    values
        By seat.
    """

    name: str
    values: tuple[int, ...]


def counted(name: str, seats: int, owners: Iterable[int]) -> Standing:
    """Return how many of something each seat has; what is nobody's is left out.

    >>> counted("Heroes", 2, [1, 1, NOBODY]).values
    (0, 2)
    """
    counts = Counter(owners)
    return Standing(name, tuple(counts[seat] for seat in range(seats)))


@dataclass(frozen=True, slots=True)
class Card:
    """A card, tile or board of a seat: a glyph and lines of text.

    Attributes
    ----------
    id
        An SVG calls it `card-ID`; "" for what no decision names.
    title, lines
        What is written on it; `:sword:` in a line is the glyph `sword`.
    look
        One of the scene's looks.
    count
        How many there are.
    note
        What a pointer over it reads.
    glyph
        The glyph beside its title; "" for none.
    """

    title: str
    lines: tuple[str, ...] = ()
    look: str = ""
    count: int = 1
    note: str = ""
    id: str = ""
    glyph: str = ""


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
    heading
        Where the game stands, written over the key; "" for none.
    seats
        Who sits where, with their score, for the key.
    key
        What letters and glyphs on pieces stand for.
    glyphs
        The sprite sheet: what looks strew, and what pieces have as body or glyph.
    marks
        What happened last.
    standings
        Numbers of each seat beside its score.
    heat
        Values of areas; with them the ground is pale and no pieces are shown.
    landmark
        What a landmark is, for the key of a heat map.
    height
        Of the board, in board widths.
    size
        Of a piece, from its middle to its edge, in board widths.
    in_row
        Pieces side by side in an area, where `room` is 0.
    room
        Half the width that pieces have in an area, in board widths: they get smaller to fit in;
        0 where areas have no common width.
    lettering
        Size of names and coordinates on the board, in board widths; 0 for that of a piece.
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
    in_row: int = 3
    room: float = 0.0
    lettering: float = 0.0
    glyphs: Mapping[str, Glyph] = field(default_factory=dict)
    marks: Sequence[Mark] = ()
    standings: Sequence[Standing] = ()
    heat: Heat | None = None
    landmark: str = ""
    heading: str = ""


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


def path_of(*lines: Sequence[Point], closed: bool = False) -> str:
    """Return lines as the steps of an SVG path.

    >>> path_of([(0, 0), (0.5, -1)], closed=True)
    'M0 0L0.5 -1Z'
    """
    ends = "Z" if closed else ""
    steps = ("L".join(f"{round(x, 3):g} {round(y, 3):g}" for x, y in line) for line in lines)
    return "".join(f"M{each}{ends}" for each in steps)


def spaced(text: str) -> str:
    """Return an id as words.

    >>> spaced("stone_wall")
    'stone wall'
    """
    return text.replace("_", " ")


def in_words(line: str) -> str:
    """Return a line of a card with its glyphs as words.

    >>> in_words("3 :food::magic_sword:")
    '3 food, magic sword'
    """
    joined = re.sub(r":\s*:(?=[a-z])", ":, :", line)
    return SIGN.sub(lambda found: spaced(found[1]), joined)


def letters_of(names: Sequence[str]) -> dict[str, str]:
    """Return letters for names, for pieces: initials of several words, else two of its letters.

    Parameters
    ----------
    names
        Ids such as `stone_wall`, each once; the first ones have their first two letters.

    Examples
    --------
    >>> letters_of(["tower", "stone_wall", "well", "weather"])
    {'tower': 'To', 'stone_wall': 'SW', 'well': 'We', 'weather': 'Wa'}
    """
    initials = Counter(_initials(name) for name in names)
    found = {name: _initials(name) for name in names if "_" in name}
    found = {name: sign for name, sign in found.items() if initials[sign] == 1}
    for name in names:
        if name not in found:
            found[name] = _two_of(name, set(found.values()))
    return {name: found[name] for name in names}


def _two_of(name: str, taken: set[str]) -> str:
    """Return the first letter of a name with another one, as nothing else has; else the name."""
    pairs = (f"{name[0]}{letter}".capitalize() for letter in name[1:] if letter != "_")
    return next((pair for pair in pairs if pair not in taken), name.capitalize())


def _initials(name: str) -> str:
    return "".join(word[0] for word in name.split("_")).upper()
