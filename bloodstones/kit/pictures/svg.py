"""A scene as SVG: light and dark by the page's wish, with a text for every area and piece.

Nothing in it comes from elsewhere. Areas, pieces and cards can be found by `data-area`,
`data-piece` (the area that a piece stands on: `data-on`) and `data-card`. The lab, notebooks,
replay pages and reports show it as it is; `plots.boards` makes other formats of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from html import escape
from itertools import groupby
from math import ceil, sqrt
from textwrap import wrap
from typing import Final

import numpy as np

from bloodstones.core.seat_style import SEAT_COLOURS, SHAPES, Ring, star
from bloodstones.kit.pictures.arrows import arrow
from bloodstones.kit.pictures.heat import LARGEST, heat_colour, in_two, radius_of, round_values
from bloodstones.kit.pictures.layout import strewn
from bloodstones.kit.pictures.scene import (
    INK,
    NOBODY,
    Area,
    Card,
    Glyph,
    Line,
    Look,
    Mark,
    MarkKind,
    Piece,
    Point,
    Row,
    Scene,
    path_of,
)

UNIT: Final = 1000  # of the drawing, in a board width
MARGIN: Final = 10.0
EDGE_ROOM: Final = 2  # of lines beyond the board
FONT: Final = 17.0
LETTER: Final = 0.54  # a letter's width, of the font's size
LEADING: Final = 1.35  # from line to line, of the font's size
FULL_ROWS: Final = 2  # with more rows pieces get smaller
STEP: Final = 2.2  # from piece to piece, in their radii
ROW_STEP: Final = 2.25
BELOW_NAME: Final = 0.45  # what pieces keep from the middle of a named area, in radii
NAME_SHARE: Final = 0.98  # the font of names, of a piece's radius
SMALLEST: Final = 12.0  # a name's font
LIFT: Final = 1.25  # the name above the middle, in radii
SECOND: Final = 0.8  # the font of what stands below a name, of the name's
TEXT_SHARE: Final = (1.25, 1.3, 1.08, 0.8, 0.62)  # the font on a piece by letters, in radii
BASELINE: Final = 0.36  # from the middle of letters to their line, of the font's size
BOLD: Final = 'style="font-weight:700"'
ITALIC: Final = 'style="font-style:italic"'
NARROW: Final = 150.0  # a card
WIDE: Final = 240.0
PADDING: Final = 12.0
CARD_GAP: Final = 9.0
CORNER: Final = 7.0
TOKEN: Final = 10.0  # the radius in which pieces are drawn, to be scaled
BADGE: Final = 0.5  # the shape of a seat on a piece without letters, of its radius
CORNER_BADGE: Final = (0.78, 0.82, 0.56)  # middle and radius of a number at a piece's corner
BADGE_FONT: Final = 0.92
ASIDE: Final = (-0.12, -0.16)  # what letters keep from it
# What is built, a house as wide as the shapes of seats; its text stands a little lower.
PLACE: Final[Ring] = ((-1.0, 1.0), (-1.0, -0.35), (0.0, -1.15), (1.0, -0.35), (1.0, 1.0))
LOWER: Final = 0.2  # radii
BURST: Final[Ring] = star(10, 1.0, 0.72)
BURST_SIZE: Final = 2.5  # radii
HEAD: Final = 1.25  # of an arrow, in radii
SHAFTS: Final = (("halo", 12.0), ("edge", 8.0), ("", 4.7))  # rims and colour, in units
LARGE_FONT: Final = 30.0  # of the key, in a small picture
LANDMARK: Final = (4.5, 17.5, 13.0, 12.5)  # half a side, below the middle, text below it, font
SWATCH: Final = 0.9  # of the font's size
MARK_SWATCH: Final = 1.7  # of a look with strewn glyphs
KEY_GAP: Final = 1.5
NUMBER_SHARE: Final = 0.83  # the font on a circle, of the key's
NUMBERED: Final = 0.68  # circles with a number: their radius, of the key's font
NOBODYS: Final = ("#736d5f", "#ffffff")
INKS: Final = ("#1d1a15", "#ece7dc")
PAPER: Final = ("#fbf8f1", "#1b1a18")
CARD: Final = ("#efe8d8", "#35322c")
EDGE: Final = ("#5c5140", "#0e0d0c")
PIECE_EDGE: Final = "#14110d"
HALO: Final = "#ffffff"
LIT: Final = "#a0003c"
FIGHT: Final = ("#ffd23f", "#a0003c")
HEAT_EDGE, HEAT_INK = "#2b0a2b", "#ffffff"
PALE: Final = 0.45  # how much of its colour the ground of a heat map keeps
DARK_FROM: Final = 0.35  # of the largest value: light letters
DECIMALS: Final = 1
DRAWN: Final = 4096  # outlines and lines that are kept: boards change little between positions
STREWN: Final = 1024
NUMBER: Final = re.compile(r"-?\d+\.?\d*")
SYSTEM_FONTS: Final = "system-ui, Noto Sans, sans-serif"


class Page(Enum):
    """The page that a picture is for."""

    ANY = "any"  # light or dark, as the reader has it
    LIGHT = "light"


@dataclass(frozen=True, slots=True)
class Frame:
    """How a picture is made, whatever it shows.

    Attributes
    ----------
    page
        Whether it has the colours of a dark page, too.
    font
        Size of the letters of the key and the cards, in thousandths of a board's width.
    fonts
        Families of fonts.
    """

    page: Page = Page.ANY
    font: float = FONT
    fonts: str = SYSTEM_FONTS


USUAL: Final = Frame()
FILE: Final = Frame(Page.LIGHT, font=22.0)  # for a file of its own


def to_svg(scene: Scene, width: int = UNIT, frame: Frame = USUAL) -> str:
    """Return a scene as one SVG element, as wide as its place.

    Parameters
    ----------
    scene
        What it shows.
    width
        Of the drawing, in its units: the smaller, the larger are letters and cards. A scene with
        areas is as wide as its board.
    frame
        Pages and letters that it is for.

    Examples
    --------
    >>> scene = Scene("toy", "A card", {}, rows=[Row("Hand", (Card("Ace"),))])
    >>> svg = to_svg(scene)
    >>> svg.startswith("<svg"), "Ace" in svg
    (True, True)
    """
    below, above, box = _composed(scene, width, frame)
    return wrapped(scene, [*below, *above], box, frame)


def to_layers(scene: Scene, width: int = UNIT, frame: Frame = USUAL) -> tuple[str, str]:
    """Return a scene as two SVG elements of one shape: the bare board, and all that lies over it.

    Parameters
    ----------
    scene, width, frame
        As of `to_svg`.
    """
    below, above, box = _composed(scene, width, frame)
    under, over = (wrapped(scene, parts, box, frame) for parts in (below, above))
    return under, over


Place = tuple[float, float, float, float]  # left, top, width, height


def _composed(scene: Scene, width: int, frame: Frame) -> tuple[list[str], list[str], Place]:
    """Return the parts of the bare board, those over it, and what is seen."""
    down = MARGIN
    below: list[str] = []
    above: list[str] = []
    left = MARGIN / 2 if scene.areas else 0.0
    if scene.areas:
        move = f'<g transform="translate(0 {_n(down)})"'
        below += [f'{move} clip-path="url(#{scene.name}-board)">', *ground_parts(scene), "</g>"]
        above += [f"{move}>", *_over_board(scene, frame), "</g>"]
        down += scene.height * UNIT + MARGIN
    key, height = key_of(scene, down, frame.font, UNIT)
    for lines, high in ((key, height), *_rows(scene.rows, down + height, width, frame.font)):
        above += lines
        down += high
    return below, above, (-left, 0, width + 2 * left, down + MARGIN)


def wrapped(
    scene: Scene,
    parts: Sequence[str],
    box: Place,
    frame: Frame = USUAL,
    later: str = "",
) -> str:
    """Return parts of a picture as an SVG element with the styles and glyphs that they use.

    Parameters
    ----------
    scene
        Whose words, looks and glyphs they have.
    parts
        Elements of SVG.
    box
        Left, top, width and height of what is seen.
    frame
        As of `to_svg`.
    later
        Elements that will be put in later; their glyphs are defined, too.
    """
    words = escape(scene.words, quote=True)
    view = " ".join(map(_n, box))
    body = "".join(parts)
    used = body + later
    glyphs = "".join(
        _defined(scene.name, name, glyph, used) for name, glyph in scene.glyphs.items()
    )
    if scene.areas:
        glyphs += (
            f'<clipPath id="{scene.name}-board"><rect x="-{EDGE_ROOM}" y="-{EDGE_ROOM}" '
            f'width="{UNIT + 2 * EDGE_ROOM}" height="{_n(scene.height * UNIT + 2 * EDGE_ROOM)}"/>'
            "</clipPath>"
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" '
        f'role="img" aria-label="{words}" class="scene scene-{scene.name}" width="100%">'
        f"<style>{_style(scene, frame)}</style>{f'<defs>{glyphs}</defs>' if glyphs else ''}"
        f'<g class="scene-{scene.name}">{body}</g></svg>'
    )


def _n(number: float) -> str:
    """Return a number with what the eye needs of it."""
    return f"{round(number, DECIMALS):g}"


def _style(scene: Scene, frame: Frame) -> str:
    """Return the rules of the picture, those of a dark page last."""
    of = f".scene-{scene.name}"
    looks = scene.looks if scene.heat is None else _pale(scene)
    light = "".join(_colours(of, looks, 0))
    seats = "".join(
        f"{of} .seat{seat}{{fill:{fill};stroke:{PIECE_EDGE}}}"
        f"{of} .on{seat}{{fill:{ink};color:{ink}}}{of} .way{seat}{{stroke:{fill};fill:{fill}}}"
        for seat, (fill, ink) in ((NOBODY, NOBODYS), *enumerate(SEAT_COLOURS))
    )
    dark = ""
    if frame.page is Page.ANY:
        dark = f"@media (prefers-color-scheme:dark){{{''.join(_colours(of, looks, 1))}}}"
    return (
        f"svg{of}{{max-width:{UNIT}px}}"
        f"{of}{{font-family:{frame.fonts};font-size:{_n(frame.font)}px}}"
        f"{of} .line,{of} .way{{stroke-linecap:round;stroke-linejoin:round}}{of} .line{{fill:none}}"
        f"{of} .dashed{{stroke-linecap:butt}}"
        f"{of} text{{pointer-events:none}}{of} .on,{of} .name{{text-anchor:middle}}"
        f"{of} .name{{paint-order:stroke;stroke-width:3px;stroke-linejoin:round;"
        f"stroke-opacity:.6}}{of} .halo{{fill:{HALO};stroke:{HALO};stroke-width:4}}"
        f"{of} .way.halo{{stroke-width:12}}{of} .edge{{fill:{PIECE_EDGE};stroke:{PIECE_EDGE}}}"
        f"{of} .bit{{fill:#fff;stroke:{PIECE_EDGE}}}{of} .count{{fill:{PIECE_EDGE}}}"
        f"{of} .around{{fill:none;stroke:{HALO};stroke-width:7;stroke-linejoin:round}}"
        f"{of} .around.in{{stroke:{LIT};stroke-width:3.6;stroke-dasharray:10 5}}"
        f"{of} .fight{{fill:{FIGHT[0]};stroke:{FIGHT[1]};stroke-width:3}}"
        f"{seats}{light}{dark}"
    )


def _pale(scene: Scene) -> Mapping[str, Look]:
    """Return the looks of a scene with fills that stay behind what is drawn on them."""
    return {
        name: look
        if look.width
        else replace(look, light=_mixed(look.light, 0), dark=_mixed(look.dark, 1))
        for name, look in scene.looks.items()
    }


def _mixed(colour: str, page: int) -> str:
    """Return a colour on its way to the paper of a page.

    >>> _mixed("#000000", 0)
    '#8a8885'
    """
    parts = [[int(each[k : k + 2], 16) for k in (1, 3, 5)] for each in (colour, PAPER[page])]
    pairs = zip(*parts, strict=True)
    return "#" + "".join(f"{round(a + (b - a) * (1 - PALE)):02x}" for a, b in pairs)


def _colours(of: str, looks: Mapping[str, Look], page: int) -> Iterator[str]:
    """Yield the rules for colours of a page, 0 for a light one."""
    yield f"svg{of}{{background:{PAPER[page]}}}{of} text{{fill:{INKS[page]}}}"
    yield f"{of} .name{{stroke:{PAPER[page]}}}{of} .area{{stroke:{EDGE[page]};stroke-width:1.2}}"
    yield f"{of} .card{{stroke:{EDGE[page]};fill:{CARD[page]}}}"
    yield f"{of} .landmark{{fill:{PAPER[page]};stroke:{INKS[page]};stroke-width:2}}"
    for name, look in looks.items():
        colour = (look.light, look.dark)[page]
        if not look.width:
            edge = f";stroke:{colour}" if look.below else ""
            yield f"{of} .is-{name}{{fill:{colour}{edge}}}"
            continue
        yield f"{of} .is-{name}{{stroke:{colour};stroke-width:{_n(look.width * UNIT)}"
        if look.dashes and not page:
            yield f";stroke-dasharray:{' '.join(_n(d * look.width * UNIT) for d in look.dashes)}"
        yield "}"
        if look.rim:
            rim = (look.rim_light, look.rim_dark)[page]
            yield f"{of} .rim-{name}{{stroke:{rim};stroke-width:{_n(look.rim * UNIT)}}}"


# Glyphs.


def _defined(of: str, name: str, glyph: Glyph, body: str) -> str:
    """Return the definition of a glyph, "" where nothing refers to it."""
    if f'"#{of}-{name}"' not in body:
        return ""
    size = glyph.size * UNIT
    parts = []
    for stroke in glyph.strokes:
        fill, line = (
            "currentColor" if colour == INK else colour or "none"
            for colour in (stroke.fill, stroke.stroke)
        )
        edge = f' stroke="{line}" stroke-width="{_n(stroke.width * size)}"' if stroke.stroke else ""
        parts.append(f'<path d="{_scaled(stroke.path, size)}" fill="{fill}"{edge}/>')
    return (
        f'<g id="{of}-{name}" stroke-linecap="round" stroke-linejoin="round">{"".join(parts)}</g>'
    )


@lru_cache(maxsize=DRAWN)
def _scaled(path: str, factor: float) -> str:
    """Return the steps of a path, larger.

    >>> _scaled("M-1 0.5L2 0Z", 10)
    'M-10 5L20 0Z'
    """
    return NUMBER.sub(lambda found: f"{round(float(found.group()) * factor, 2):g}", path)


# The board.


def _over_board(scene: Scene, frame: Frame) -> Iterator[str]:
    if scene.heat is not None:
        yield from _heat(scene, frame)
        return
    yield from mark_parts(scene)
    yield from area_parts(scene).values()


def is_lifted(scene: Scene) -> bool:
    """Whether names make room for pieces: on a board that is played on."""
    return bool(scene.pieces or scene.seats)


def ground_parts(scene: Scene) -> Iterator[str]:
    """Yield the board without what is on it: water first, its coasts, the land, other lines."""
    pale = scene.heat is not None
    for below in (True, False):
        areas = [area for area in scene.areas if scene.looks[area.look].below == below]
        lines = [line for line in scene.lines if scene.looks[line.look].below == below]
        for area in areas:
            path = "".join(_path(ring, UNIT) for ring in area.outline)
            yield (
                f'<path class="area is-{area.look}" '
                f'data-area="{area.id}" d="{path}">{_title(area.note)}</path>'
            )
        if not pale:
            for area in areas:
                yield from _strewn_over(scene, area)
        for look, group in groupby(lines, lambda line: line.look):
            path = "".join(map(_line, group))
            if scene.looks[look].rim:
                yield f'<path class="line rim-{look}" d="{path}"/>'
            dashed = " dashed" if scene.looks[look].dashes else ""
            yield f'<path class="line is-{look}{dashed}" d="{path}"/>'


def _strewn_over(scene: Scene, area: Area) -> Iterator[str]:
    """Yield the marks of an area's terrain, clear of what is written and put there."""
    look = scene.looks[area.look]
    if not look.strewn or not area.outline:
        return
    size = scene.glyphs[look.strewn].size
    boxes = _lifted_boxes(scene, area) if is_lifted(scene) else _boxes(scene, area)
    spots = _spots_in(area.outline[0], area.id, look.spacing, 2 * size, boxes)
    for x, y in spots:
        yield f'<use href="#{scene.name}-{look.strewn}" x="{_n(x * UNIT)}" y="{_n(y * UNIT)}"/>'


Box = tuple[Point, Point]


def _lifted_boxes(scene: Scene, area: Area) -> tuple[Box, ...]:
    x, y, r = *area.middle, scene.size
    size = _name_size(scene) / UNIT
    half = max(size, len(area.name) * LETTER * size / 2)
    return ((x, y - LIFT * r), (half, 0.6 * size)), ((x, y + BELOW_NAME * r), (r, r))


def _boxes(scene: Scene, area: Area) -> tuple[Box, ...]:
    x, y = area.middle
    size = _name_size(scene) / UNIT
    half = max(size, len(area.name) * LETTER * size / 2) / 2
    room = half + size / 4, 0.6 * size
    second = _second_of(scene, area)
    if not second:
        return (((x, y), room),)
    wide = len(second[0]) * LETTER * second[1] / UNIT / 2
    return ((x, y - 0.4 * size), room), ((x, y + 0.8 * size), (wide, 0.6 * size))


@lru_cache(maxsize=STREWN)
def _spots_in(
    ring: tuple[Point, ...], area: int, spacing: float, size: float, boxes: tuple[Box, ...]
) -> tuple[Point, ...]:
    return tuple(map(tuple, strewn(np.array(ring), area, spacing, size, boxes).tolist()))


def area_parts(scene: Scene) -> dict[int, str]:
    """Return what is on each area by its number: its pieces and its name; none are left out."""
    radius = scene.size * UNIT
    by_area: dict[int, list[Piece]] = {}
    for piece in scene.pieces:
        by_area.setdefault(piece.area, []).append(piece)
    found = {}
    for area in scene.areas:
        pieces = by_area.get(area.id, [])
        parts = [*_landmark(area), *_pieces(scene, area, pieces, radius)]
        found[area.id] = "".join([*parts, *_name(scene, area, pieces)])
    return found


@lru_cache(maxsize=DRAWN)
def _path(ring: Sequence[tuple[float, float]], scale: float) -> str:
    return "M" + "L".join(f"{_n(x * scale)} {_n(y * scale)}" for x, y in ring) + "Z"


@lru_cache(maxsize=DRAWN)
def _line(line: Line) -> str:
    return "M" + "L".join(f"{_n(x * UNIT)} {_n(y * UNIT)}" for x, y in line.points)


def _title(note: str) -> str:
    return f"<title>{escape(note)}</title>" if note else ""


def _name_size(scene: Scene) -> float:
    return max(SMALLEST, NAME_SHARE * scene.size * UNIT)


def _name(scene: Scene, area: Area, pieces: Sequence[Piece]) -> Iterator[str]:
    """Yield the name of an area, above its pieces; without any, what stands below the name."""
    if not area.name:
        return
    size = _name_size(scene)
    x, y = area.middle[0] * UNIT, area.middle[1] * UNIT
    if is_lifted(scene):
        rows = min(FULL_ROWS, _grid(len(pieces), scene.in_row)[1])
        y -= (LIFT + max(0, rows - 1) * ROW_STEP / 2) * scene.size * UNIT
        yield _text(area.name, x, y + BASELINE * size, size, BOLD)
        return
    second = _second_of(scene, area)
    y += BASELINE * size - (size * 0.4 if second else 0.0)
    yield _text(area.name, x, y, size, BOLD)
    if second:
        words, small = second
        yield _text(words, x, y + 1.05 * size, small, ITALIC)


def _text(words: str, x: float, y: float, size: float, style: str) -> str:
    x = _within(x, len(words) * LETTER * size / 2, UNIT)
    return (
        f'<text class="name" x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" {style}>'
        f"{escape(words)}</text>"
    )


def _second_of(scene: Scene, area: Area) -> tuple[str, float] | None:
    """Return what is written below an area's name and its size, None without room."""
    if not area.below or not area.outline:
        return None
    size = SECOND * _name_size(scene)
    x, y = area.middle[0], area.middle[1] + 0.045 * scene.size / 0.05
    heights = (y - size / UNIT / 2, y + size / UNIT / 2)
    room = min(_room_at(area.outline[0], (x, height)) for height in heights) * UNIT
    wide = len(area.below) * LETTER
    size = min(size, 0.94 * room / wide)
    return (area.below, size) if size >= SMALLEST * 0.85 else None


@lru_cache(maxsize=DRAWN)
def _room_at(ring: tuple[Point, ...], spot: Point) -> float:
    """Return how wide a text about a spot may be before it crosses the ring; 0 outside."""
    x, y = spot
    cuts = [
        ax + (y - ay) / (by - ay) * (bx - ax)
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True)
        if (ay > y) != (by > y)
    ]
    if sum(cut < x for cut in cuts) % 2 == 0:
        return 0.0
    return 2 * min(abs(cut - x) for cut in cuts)


def _landmark(area: Area, *, named: bool = True) -> Iterator[str]:
    """Yield the square of a landmark, and what is written at it unless letters would be small."""
    if not area.landmark:
        return
    half, below, text, size = LANDMARK
    x, y = area.middle[0] * UNIT, area.middle[1] * UNIT + below
    yield (
        f'<rect class="landmark" x="{_n(x - half)}" y="{_n(y - half)}" '
        f'width="{_n(2 * half)}" height="{_n(2 * half)}"/>'
    )
    if named:
        yield _text(area.landmark, x, y + text + BASELINE * size, size, ITALIC)


# Pieces.


def _pieces(scene: Scene, area: Area, pieces: Sequence[Piece], radius: float) -> Iterator[str]:
    """Yield the pieces of an area, smaller where they are many, what is built there last."""
    ordered = sorted(pieces, key=lambda piece: piece.place)
    across, rows = _grid(len(ordered), scene.in_row)
    radius *= min(1.0, FULL_ROWS / max(rows, 1), scene.in_row / across)
    half = (min(across, len(ordered)) - 1) / 2 * STEP * radius + 1.2 * radius
    middle = _within(area.middle[0] * UNIT, half, UNIT)
    down = area.middle[1] * UNIT + (BELOW_NAME * radius if area.name else 0.0)
    down = _within(down, (rows - 1) / 2 * ROW_STEP * radius + 1.3 * radius, scene.height * UNIT)
    for number, piece in reversed(list(enumerate(ordered))):  # numbers at corners lie on others
        row, column = divmod(number, across)
        wide = min(across, len(ordered) - row * across)
        x = middle + (column - (wide - 1) / 2) * STEP * radius
        y = down + (row - (rows - 1) / 2) * ROW_STEP * radius
        named = f'data-piece="{escape(piece.id, quote=True)}" data-on="{piece.area}" '
        yield f"<g {named}{_moved(x, y, radius)}>{token(scene, piece)}</g>"


def _grid(count: int, in_row: int) -> tuple[int, int]:
    """Return how many pieces are side by side, and in how many rows, so that they stay large.

    >>> _grid(3, 3), _grid(4, 3), _grid(10, 2)
    ((3, 1), (3, 2), (4, 3))
    """
    across = in_row if count <= in_row * FULL_ROWS else ceil(sqrt(count * in_row / FULL_ROWS))
    return across, -(-count // across)


def _within(middle: float, half: float, end: float) -> float:
    """Return a middle from which half a width to each side stays between 0 and the end."""
    return min(max(middle, half), end - half) if 2 * half < end else middle


def _moved(x: float, y: float, radius: float) -> str:
    return f'transform="translate({_n(x)} {_n(y)}) scale({round(radius / TOKEN, 2):g})"'


def token(scene: Scene, piece: Piece) -> str:
    """Return the parts of a piece about the middle, with a radius of `TOKEN`."""
    body, lowered = _body(scene, piece)
    title = _title(piece.note)
    seat = piece.seat
    drawn = f'<path class="halo" d="{body}"/><path class="seat{seat}" d="{body}">{title}</path>'
    if piece.glyph:
        drawn += f'<use href="#{scene.name}-{piece.glyph}" class="on{seat}"/>'
    elif piece.text:
        size = TOKEN * TEXT_SHARE[min(len(piece.text), len(TEXT_SHARE) - 1)]
        x, y = (TOKEN * share for share in ASIDE) if piece.badge else (0.0, 0.0)
        y += BASELINE * size + lowered * TOKEN
        drawn += (
            f'<text class="on on{seat}" x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" {BOLD}>'
            f"{escape(piece.text)}</text>"
        )
    elif seat != NOBODY and (piece.place or piece.body):
        mark = _path(SHAPES[seat], TOKEN * BADGE)
        drawn += (
            f'<path class="on{seat}" transform="translate(0 {_n(lowered * TOKEN)})" d="{mark}"/>'
        )
    if piece.badge:
        x, y, half = (TOKEN * share for share in CORNER_BADGE)
        wide = half * (0.7 + 0.42 * len(piece.badge))
        size = TOKEN * BADGE_FONT
        drawn += (
            f'<rect class="bit" x="{_n(x - wide)}" y="{_n(y - half)}" width="{_n(2 * wide)}" '
            f'height="{_n(2 * half)}" rx="{_n(half)}"/>'
            f'<text class="on count" x="{_n(x)}" y="{_n(y + BASELINE * size)}" '
            f'font-size="{_n(size)}" {BOLD}>{escape(piece.badge)}</text>'
        )
    return drawn


def _body(scene: Scene, piece: Piece) -> tuple[str, float]:
    """Return the outline of a piece, and how far what is written on it is lowered."""
    if piece.body:
        glyph = scene.glyphs[piece.body]
        return _scaled(glyph.strokes[0].path, TOKEN), glyph.lowered
    if piece.place:
        return _path(PLACE, TOKEN), LOWER
    return _path(SHAPES[max(piece.seat, 0)], TOKEN), 0.0


# What happened last, and values of areas.


def mark_parts(scene: Scene) -> Iterator[str]:
    """Yield what is lit, then fights, then arrows on top."""
    areas = {area.id: area for area in scene.areas}
    order = (MarkKind.LIT, MarkKind.FIGHT, MarkKind.MOVE)
    for mark in sorted(scene.marks, key=lambda mark: order.index(mark.kind)):
        there = [areas[number] for number in mark.areas if number in areas]
        if mark.kind is MarkKind.MOVE:
            yield from _arrow(scene, mark, there)
        for area in there if mark.kind is not MarkKind.MOVE else ():
            if mark.kind is MarkKind.LIT:
                path = "".join(_path(ring, UNIT) for ring in area.outline)
                yield f'<path class="around" d="{path}"/><path class="around in" d="{path}"/>'
            else:
                x, y = _stop(scene, area)
                burst = _path(BURST, BURST_SIZE * scene.size * UNIT)
                place = f"translate({_n(x * UNIT)} {_n(y * UNIT)})"
                named = f'data-fight="{area.id}" transform="{place}"'
                yield f'<path class="fight" {named} d="{burst}"/>'


def _stop(scene: Scene, area: Area) -> Point:
    x, y = area.middle
    return x, y + (BELOW_NAME * scene.size if area.name else 0.0)


def _arrow(scene: Scene, mark: Mark, through: Sequence[Area]) -> Iterator[str]:
    shaft, head = arrow([_stop(scene, area) for area in through], HEAD * scene.size)
    if not shaft:
        return
    line, tip = (path_of([(x * UNIT, y * UNIT) for x, y in points]) for points in (shaft, head))
    line, tip = _scaled(line, 1.0), _scaled(tip, 1.0)
    thin = min(1.0, scene.size / 0.0175)
    yield f'<g data-move="{mark.areas[0]}-{mark.areas[-1]}">'
    for kind, wide in SHAFTS:
        named = kind or f"way{mark.seat}"
        style = f"fill:none;stroke-width:{_n(wide * thin)}"
        yield f'<path class="way {named}" d="{line}" style="{style}"/>'
        rim = (wide - SHAFTS[-1][1]) * thin
        yield f'<path class="way {named}" d="{tip}Z" style="stroke-width:{_n(rim)}"/>'
    yield "</g>"


def _heat(scene: Scene, frame: Frame) -> Iterator[str]:
    """Yield a circle an area, the large ones with their area's number, and the landmarks."""
    assert scene.heat is not None
    spots = {area.id: area.middle for area in scene.areas}
    values = scene.heat.values
    largest = max(values.values(), default=0.0)
    size = frame.font * NUMBER_SHARE
    for area in sorted(values, key=lambda area: (-values[area], area)):
        if values[area] <= 0 or area not in spots:
            continue
        share = values[area] / largest
        x, y = (UNIT * part for part in spots[area])
        yield _circle(x, y, share)
        if radius_of(share) * UNIT > NUMBERED * frame.font:
            ink = HEAT_INK if share > DARK_FROM else HEAT_EDGE
            yield (
                f'<text x="{_n(x)}" y="{_n(y + BASELINE * size)}" text-anchor="middle" '
                f'font-size="{_n(size)}" style="font-weight:700;fill:{ink}">{area}</text>'
            )
    for place in scene.areas:
        yield from _landmark(place, named=frame.font <= LARGE_FONT)


def _circle(x: float, y: float, share: float) -> str:
    radius = _n(radius_of(share) * UNIT)
    return (
        f'<circle class="heat" cx="{_n(x)}" cy="{_n(y)}" r="{radius}" '
        f'style="fill:{heat_colour(share)};stroke:{HEAT_EDGE};stroke-width:2"/>'
    )


# The key and the cards.


def key_of(
    scene: Scene, down: float, font: float = FONT, width: int = UNIT
) -> tuple[list[str], float]:
    """Return the key of a scene, and how high it is: seats, kinds of areas, letters.

    Parameters
    ----------
    scene
        Whose key it is.
    down
        Where it begins.
    font
        Size of its letters.
    width
        How wide it is, in thousandths of a board's width.
    """
    if scene.heat is not None:
        return _heat_key(scene, down, font)
    used = {area.look for area in scene.areas} | {line.look for line in scene.lines}
    seats = [(_sign(seat, font), words) for seat, words in enumerate(scene.seats)]
    looks = [
        (_swatch(scene, name, look, font), look.label)
        for name, look in scene.looks.items()
        if look.label and name in used
    ]
    letters = [_key_entry(scene, sign, words, font) for sign, words in scene.key.items()]
    parts: list[str] = []
    height = 0.0
    heading = [("", scene.heading)] if scene.heading else []
    for entries, kind in ((heading, "strong"), (seats, "strong"), (looks, ""), (letters, "")):
        lines, high = _flow(entries, down + height, kind, font, width)
        parts += lines
        height += high
    return parts, height


Entry = tuple[str, str]


def _key_entry(scene: Scene, sign: str, words: str, font: float) -> Entry:
    """Return an entry of the key: a glyph and its words, or letters and what they stand for."""
    half = SWATCH * font / 2
    if sign not in scene.glyphs:
        return "", f"{sign} {words}"
    bodies = {piece.body for piece in scene.pieces}
    if sign in bodies:
        path = _scaled(scene.glyphs[sign].strokes[0].path, half)
        return f'<path class="bit" transform="translate({_n(half)} 0)" d="{path}"/>', words
    scale = half / TOKEN * 1.2
    return (
        f'<g transform="translate({_n(half)} 0) scale({round(scale, 2):g})">'
        f'<use href="#{scene.name}-{sign}"/></g>',
        words,
    )


def _sign(seat: int, font: float) -> str:
    half = SWATCH * font / 2
    ring = _path(SHAPES[seat], half)
    return f'<path class="seat{seat}" transform="translate({_n(half)} 0)" d="{ring}"/>'


def _swatch(scene: Scene, name: str, look: Look, font: float) -> str:
    wide = SWATCH * font
    if look.width:
        dashed = " dashed" if look.dashes else ""
        rim = f'<path class="line rim-{name}" d="M0 0H{_n(wide)}"/>' if look.rim else ""
        return f'{rim}<path class="line is-{name}{dashed}" d="M0 0H{_n(wide)}"/>'
    mark = ""
    if look.strewn:
        wide = MARK_SWATCH * font
        mark = f'<use href="#{scene.name}-{look.strewn}" x="{_n(wide / 2)}"/>'
    high = max(SWATCH * font, 0.75 * wide)
    return (
        f'<rect class="area is-{name}" y="-{_n(high / 2)}" width="{_n(wide)}" '
        f'height="{_n(high)}"/>{mark}'
    )


def _flow(
    entries: Sequence[Entry], down: float, kind: str, font: float, wide: int
) -> tuple[list[str], float]:
    """Return signs with words in lines, and how high they are."""
    if not entries:
        return [], 0.0
    marked = any("<use" in sign for sign, _ in entries)
    swatch = (MARK_SWATCH if marked else SWATCH) * font
    leading = font * (LEADING * 1.2 if marked else LEADING)
    parts, x, y = [], MARGIN, down + font
    style = f" {BOLD}" if kind else ""
    for sign, words in entries:
        before = swatch + CORNER if sign else 0.0
        width = before + len(words) * LETTER * font
        if x > MARGIN and x + width > wide - MARGIN:
            x, y = MARGIN, y + leading
        parts.append(
            f'<g transform="translate({_n(x)} {_n(y)})">{sign}<text x="{_n(before)}" '
            f'y="{_n(BASELINE * font)}"{style}>{escape(words)}</text></g>'
        )
        x += width + KEY_GAP * font
    return parts, y - down + leading / 2


def _heat_key(scene: Scene, down: float, font: float) -> tuple[list[str], float]:
    """Return circles of known value, what they count, and what a landmark is."""
    assert scene.heat is not None
    largest = max(scene.heat.values.values(), default=0.0)
    high = 2 * LARGEST * UNIT + font / 2
    x, y = 5 * MARGIN, down + high / 2
    parts = []

    def write(words: str, at: float, below: float = 0.0) -> None:
        parts.append(
            f'<text x="{_n(at)}" y="{_n(y + BASELINE * font + below)}">{escape(words)}</text>'
        )

    for value in round_values(largest):
        share = value / largest
        radius = radius_of(share) * UNIT
        x += radius
        parts.append(_circle(x, y, share))
        x += radius + font / 2
        write(f"{value:g}", x)
        x += (len(f"{value:g}") * LETTER + 0.6) * font
    x += font / 2
    lines = [scene.heat.label]
    if len(lines[0]) * LETTER * font > UNIT - x:
        lines = in_two(lines[0]).splitlines()
    for number, line in enumerate(lines):
        write(line, x, (number - (len(lines) - 1) / 2) * font * 1.15)
    x += (max(map(len, lines)) * LETTER + 1.2) * font
    if scene.landmark and any(area.landmark for area in scene.areas):
        half = LANDMARK[0]
        if x + len(scene.landmark) * LETTER * font > UNIT - MARGIN:
            x, y, high = 5 * MARGIN, y + high / 2 + font / 2, high + LEADING * font
        parts.append(
            f'<rect class="landmark" x="{_n(x)}" y="{_n(y - half)}" width="{_n(2 * half)}" '
            f'height="{_n(2 * half)}"/>'
        )
        write(scene.landmark, x + 2 * half + font / 2)
    return parts, high


def _rows(
    rows: Sequence[Row], down: float, wide: int, font: float
) -> Iterator[tuple[list[str], float]]:
    """Yield the parts of each row of cards and its height."""
    for row in rows:
        heading = escape(row.heading if row.cards else f"{row.heading}: none")
        line = _n(down + font * LEADING)
        parts = [f'<text x="{_n(MARGIN)}" y="{line}" {BOLD}>{heading}</text>']
        x, y, tallest = MARGIN, down + 2 * font, 0.0
        room = (wide - 2 * MARGIN + CARD_GAP) / max(1, len(row.cards)) - CARD_GAP
        width = min(WIDE, max(NARROW, room))
        for card in row.cards:
            if x > MARGIN and x + width > wide - MARGIN + 1:
                x, y, tallest = MARGIN, y + tallest + CARD_GAP, 0.0
            drawn, height = _card(card, x, y, width, font)
            parts.append(drawn)
            x, tallest = x + width + CARD_GAP, max(tallest, height)
        height = y + tallest + CARD_GAP - down
        yield parts, height
        down += height


def _card(card: Card, x: float, y: float, width: float, font: float) -> tuple[str, float]:
    """Return a card and its height."""
    title = f"{card.title} ×{card.count}" if card.count > 1 else card.title
    letters = int((width - 2 * PADDING) / (LETTER * font))
    head = wrap(title, letters) or [""]
    body = [part for line in card.lines for part in wrap(line, letters)]
    step = font * LEADING
    height = 2 * PADDING + (len(head) + len(body)) * step - (step - font)
    look = f" is-{card.look}" if card.look else ""
    texts = "".join(
        f'<text x="{_n(PADDING)}" y="{_n(PADDING + font + number * step - BASELINE)}"'
        f"{f' {BOLD}' if number < len(head) else ''}>{escape(line)}</text>"
        for number, line in enumerate([*head, *body])
    )
    named = f' data-card="{escape(card.id, quote=True)}"' if card.id else ""
    return (
        f'<g{named} transform="translate({_n(x)} {_n(y)})"><rect class="card{look}" '
        f'width="{_n(width)}" height="{_n(height)}" rx="{_n(CORNER)}">{_title(card.note)}</rect>'
        f"{texts}</g>",
        height,
    )
