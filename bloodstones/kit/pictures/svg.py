"""A scene as SVG: light and dark by the page's wish, with a text for every area and piece.

Nothing in it comes from elsewhere. Areas, pieces and cards can be found by `data-area`,
`data-piece` (the area that a piece stands on: `data-on`) and `data-card`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from textwrap import wrap
from typing import Final

from bloodstones.core.seat_style import SEAT_COLOURS, SHAPES, Ring
from bloodstones.kit.pictures.scene import NOBODY, Area, Card, Line, Look, Piece, Row, Scene

UNIT: Final = 1000  # of the drawing, in a board width
MARGIN: Final = 10.0
FONT: Final = 17.0
LETTER: Final = 0.54  # a letter's width, of the font's size
LEADING: Final = 1.35  # from line to line, of the font's size
IN_ROW: Final = 3  # pieces side by side
FULL_ROWS: Final = 2  # with more rows pieces get smaller
STEP: Final = 2.15  # from piece to piece, in their radii
ROW_STEP: Final = 2.2
BELOW_NAME: Final = 0.45  # what pieces keep from the middle of a named area, in radii
NAME_SHARE: Final = 0.8  # the font of names, of a piece's radius
SMALLEST: Final = 10.0  # a name's font
LIFT: Final = 1.25  # the name above the middle, in radii
TEXT_SHARE: Final = (1.25, 1.25, 1.0, 0.78, 0.62)  # the font on a piece by letters, in radii
BASELINE: Final = 0.36  # from the middle of letters to their line, of the font's size
NARROW: Final = 150.0  # a card
WIDE: Final = 240.0
PADDING: Final = 12.0
CARD_GAP: Final = 9.0
CORNER: Final = 7.0
# What is built, a house as wide as the shapes of seats; its text stands a little lower.
PLACE: Final[Ring] = ((-1.0, 1.0), (-1.0, -0.35), (0.0, -1.15), (1.0, -0.35), (1.0, 1.0))
LOWER: Final = 0.2  # radii
SWATCH: Final = 15.0
KEY_GAP: Final = 26.0
NOBODYS: Final = ("#736d5f", "#ffffff")
INK: Final = ("#1d1a15", "#ece7dc")
PAPER: Final = ("#fbf8f1", "#1b1a18")
CARD: Final = ("#efe8d8", "#35322c")
EDGE: Final = ("#5c5140", "#0e0d0c")
DECIMALS: Final = 1
DRAWN: Final = (
    4096  # outlines and lines that are kept: boards change little from position to position
)


def to_svg(scene: Scene, width: int = UNIT) -> str:
    """Return a scene as one SVG element, as wide as its place.

    Parameters
    ----------
    scene
        What it shows.
    width
        Of the drawing, in its units: the smaller, the larger are letters and cards. A scene with
        areas is as wide as its board.

    Examples
    --------
    >>> scene = Scene("toy", "A card", {}, rows=[Row("Hand", (Card("Ace"),))])
    >>> svg = to_svg(scene)
    >>> svg.startswith("<svg"), "Ace" in svg
    (True, True)
    """
    down = MARGIN
    parts: list[str] = []
    if scene.areas:
        parts += [f'<g transform="translate(0 {_n(down)})">', *_board(scene), "</g>"]
        down += scene.height * UNIT + MARGIN
    key, height = _key(scene, down)
    for lines, high in ((key, height), *_rows(scene.rows, down + height, width)):
        parts += lines
        down += high
    words = escape(scene.words, quote=True)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {_n(down + MARGIN)}" '
        f'role="img" aria-label="{words}" class="scene scene-{scene.name}" width="100%">'
    )
    return "".join([head, f"<style>{_style(scene)}</style>", *parts, "</svg>"])


def _n(number: float) -> str:
    """Return a number with what the eye needs of it."""
    return f"{round(number, DECIMALS):g}"


def _style(scene: Scene) -> str:
    """Return the rules of the picture, those of a dark page last."""
    of = f".scene-{scene.name}"
    light = "".join(_colours(of, scene.looks, 0))
    dark = "".join(_colours(of, scene.looks, 1))
    seats = "".join(
        f"{of} .seat{seat}{{fill:{fill};stroke:#14110d}}{of} .on{seat}{{fill:{ink}}}"
        for seat, (fill, ink) in ((NOBODY, NOBODYS), *enumerate(SEAT_COLOURS))
    )
    return (
        f"{of}{{max-width:{UNIT}px;font-family:system-ui,sans-serif;font-size:{_n(FONT)}px}}"
        f"{of} .line{{fill:none;stroke-linecap:round;stroke-linejoin:round}}"
        f"{of} text{{pointer-events:none}}{of} .on{{text-anchor:middle;font-weight:600}}"
        f"{of} .name{{text-anchor:middle;paint-order:stroke;stroke-width:3px}}"
        f"{of} .strong{{font-weight:600}}"
        f"{seats}{light}@media (prefers-color-scheme:dark){{{dark}}}"
    )


def _colours(of: str, looks: Mapping[str, Look], page: int) -> Iterator[str]:
    """Yield the rules for colours of a page, 0 for a light one."""
    yield f"{of}{{background:{PAPER[page]}}}{of} text{{fill:{INK[page]}}}"
    yield f"{of} .name{{stroke:{PAPER[page]}}}{of} .area{{stroke:{EDGE[page]};stroke-width:1.2}}"
    yield f"{of} .card{{stroke:{EDGE[page]};fill:{CARD[page]}}}"
    for name, look in looks.items():
        colour = (look.light, look.dark)[page]
        if look.width:
            yield f"{of} .is-{name}{{stroke:{colour};stroke-width:{_n(look.width * UNIT)}}}"
        else:
            yield f"{of} .is-{name}{{fill:{colour}}}"


# The board.


def _board(scene: Scene) -> Iterator[str]:
    for area in scene.areas:
        path = "".join(_path(ring, UNIT) for ring in area.outline)
        yield f'<path class="area is-{area.look}" data-area="{area.id}" d="{path}">'
        yield f"{_title(area.note)}</path>"
    for line in scene.lines:
        yield _line(line)
    radius = scene.size * UNIT
    by_area: dict[int, list[Piece]] = {}
    for piece in scene.pieces:
        by_area.setdefault(piece.area, []).append(piece)
    for area in scene.areas:
        yield from _pieces(area, by_area.get(area.id, []), radius)
    for area in scene.areas:
        yield from _name(area, radius, len(by_area.get(area.id, [])))


@lru_cache(maxsize=DRAWN)
def _path(ring: Sequence[tuple[float, float]], scale: float) -> str:
    return "M" + "L".join(f"{_n(x * scale)} {_n(y * scale)}" for x, y in ring) + "Z"


@lru_cache(maxsize=DRAWN)
def _line(line: Line) -> str:
    points = " ".join(f"{_n(x * UNIT)},{_n(y * UNIT)}" for x, y in line.points)
    return f'<polyline class="line is-{line.look}" points="{points}"/>'


def _title(note: str) -> str:
    return f"<title>{escape(note)}</title>" if note else ""


def _name(area: Area, radius: float, pieces: int) -> Iterator[str]:
    """Yield the name of an area, above its pieces."""
    if area.name:
        rows = min(FULL_ROWS, -(-pieces // IN_ROW))
        x, y = area.middle[0] * UNIT, area.middle[1] * UNIT
        y -= (LIFT + max(0, rows - 1) * ROW_STEP / 2) * radius
        size = max(SMALLEST, NAME_SHARE * radius)
        yield f'<text class="name" x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}">'
        yield f"{escape(area.name)}</text>"


def _pieces(area: Area, pieces: Sequence[Piece], radius: float) -> Iterator[str]:
    """Yield the pieces of an area, smaller where they are many, what is built there last."""
    ordered = sorted(pieces, key=lambda piece: piece.place)
    rows = -(-len(ordered) // IN_ROW)
    radius *= min(1.0, FULL_ROWS / max(rows, 1))
    for number, piece in enumerate(ordered):
        row, column = divmod(number, IN_ROW)
        wide = min(IN_ROW, len(ordered) - row * IN_ROW)
        x = area.middle[0] * UNIT + (column - (wide - 1) / 2) * STEP * radius
        y = area.middle[1] * UNIT + (row - (rows - 1) / 2) * ROW_STEP * radius
        if area.name:
            y += BELOW_NAME * radius
        yield _token(piece, x, y, radius)


def _token(piece: Piece, x: float, y: float, radius: float) -> str:
    ring = PLACE if piece.place else SHAPES[piece.seat] if piece.seat >= 0 else SHAPES[0]
    lower = LOWER * radius if piece.place else 0.0
    size = radius * TEXT_SHARE[min(len(piece.text), len(TEXT_SHARE) - 1)]
    return (
        f'<g data-piece="{escape(piece.id, quote=True)}" data-on="{piece.area}" '
        f'transform="translate({_n(x)} {_n(y)})">'
        f'<path class="seat{piece.seat}" d="{_path(ring, radius)}">{_title(piece.note)}</path>'
        f'<text class="on on{piece.seat}" y="{_n(BASELINE * size + lower)}" font-size="{_n(size)}">'
        f"{escape(piece.text)}</text></g>"
    )


# The key and the cards.


def _key(scene: Scene, down: float) -> tuple[list[str], float]:
    """Return seats, kinds of areas and letters, and how high they are together."""
    used = {area.look for area in scene.areas} | {line.look for line in scene.lines}
    entries = [(_sign(seat), words) for seat, words in enumerate(scene.seats)]
    lines, height = _flow(entries, down, "strong")
    looks = [
        (_swatch(name, look), look.label)
        for name, look in scene.looks.items()
        if look.label and name in used
    ]
    more, higher = _flow(looks, down + height, "")
    letters = [("", f"{sign} {words}") for sign, words in scene.key.items()]
    last, highest = _flow(letters, down + height + higher, "")
    return [*lines, *more, *last], height + higher + highest


def _sign(seat: int) -> str:
    ring = _path(SHAPES[seat], SWATCH / 2)
    return f'<path class="seat{seat}" transform="translate({_n(SWATCH / 2)} 0)" d="{ring}"/>'


def _swatch(name: str, look: Look) -> str:
    half = _n(SWATCH / 2)
    if look.width:
        return f'<path class="line is-{name}" d="M0 0H{_n(SWATCH)}"/>'
    return f'<rect class="area is-{name}" y="-{half}" width="{_n(SWATCH)}" height="{_n(SWATCH)}"/>'


def _flow(entries: Sequence[tuple[str, str]], down: float, kind: str) -> tuple[list[str], float]:
    """Return signs with words in lines, and how high they are."""
    if not entries:
        return [], 0.0
    parts, x, y = [], MARGIN, down + FONT
    for sign, words in entries:
        before = SWATCH + CORNER if sign else 0.0
        width = before + len(words) * LETTER * FONT
        if x > MARGIN and x + width > UNIT - MARGIN:
            x, y = MARGIN, y + FONT * LEADING
        parts.append(
            f'<g transform="translate({_n(x)} {_n(y)})">{sign}<text class="{kind}" '
            f'x="{_n(before)}" y="{_n(BASELINE * FONT)}">{escape(words)}</text></g>'
        )
        x += width + KEY_GAP
    return parts, y - down + FONT * LEADING / 2


def _rows(rows: Sequence[Row], down: float, wide: int) -> Iterator[tuple[list[str], float]]:
    """Yield the parts of each row of cards and its height."""
    for row in rows:
        heading = escape(row.heading if row.cards else f"{row.heading}: none")
        line = _n(down + FONT * LEADING)
        parts = [f'<text class="strong" x="{_n(MARGIN)}" y="{line}">{heading}</text>']
        x, y, tallest = MARGIN, down + 2 * FONT, 0.0
        room = (wide - 2 * MARGIN + CARD_GAP) / max(1, len(row.cards)) - CARD_GAP
        width = min(WIDE, max(NARROW, room))
        for card in row.cards:
            if x > MARGIN and x + width > wide - MARGIN + 1:
                x, y, tallest = MARGIN, y + tallest + CARD_GAP, 0.0
            drawn, height = _card(card, x, y, width)
            parts.append(drawn)
            x, tallest = x + width + CARD_GAP, max(tallest, height)
        height = y + tallest + CARD_GAP - down
        yield parts, height
        down += height


def _card(card: Card, x: float, y: float, width: float) -> tuple[str, float]:
    """Return a card and its height."""
    title = f"{card.title} ×{card.count}" if card.count > 1 else card.title
    letters = int((width - 2 * PADDING) / (LETTER * FONT))
    head = wrap(title, letters) or [""]
    body = [part for line in card.lines for part in wrap(line, letters)]
    step = FONT * LEADING
    height = 2 * PADDING + (len(head) + len(body)) * step - (step - FONT)
    look = f" is-{card.look}" if card.look else ""
    texts = "".join(
        f'<text class="{"strong" if number < len(head) else "plain"}" x="{_n(PADDING)}" '
        f'y="{_n(PADDING + FONT + number * step - BASELINE)}">{escape(line)}</text>'
        for number, line in enumerate([*head, *body])
    )
    named = f' data-card="{escape(card.id, quote=True)}"' if card.id else ""
    return (
        f'<g{named} transform="translate({_n(x)} {_n(y)})"><rect class="card{look}" '
        f'width="{_n(width)}" height="{_n(height)}" rx="{_n(CORNER)}">{_title(card.note)}</rect>'
        f"{texts}</g>",
        height,
    )
