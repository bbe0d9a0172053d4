"""Pieces in their areas, and what happened last, as parts of an SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, sqrt
from typing import Final

from bloodstones.core.seat_style import SHAPES, Ring, star
from bloodstones.kit.pictures.arrows import arrow
from bloodstones.kit.pictures.elements import (
    BASELINE,
    BOLD,
    TOKEN,
    UNIT,
    num,
    ring_path,
    scaled,
    tooltip,
    within,
)
from bloodstones.kit.pictures.scene import (
    NOBODY,
    Area,
    Mark,
    MarkKind,
    Piece,
    Point,
    Scene,
    path_of,
)

FULL_ROWS: Final = 2  # with more rows pieces get smaller
STEP: Final = 2.2  # from piece to piece, in their radii
ROW_STEP: Final = 2.25
TIGHT: Final = 2.08  # of both, where areas have a common width
RING: Final = 0.84  # of a piece's radius: a line inside its edge
RATED: Final = 12.0  # thousandths of a board's width: smaller pieces show no rating
RATING_FONT: Final = 1.02  # of a piece's radius, as all that follow
RATING_LINE: Final = 0.83
PIPS_LINE: Final = 1.04
PIP_STEP: Final = 4.3  # tenths of the radius
BELOW_NAME: Final = 0.45  # what pieces keep from the middle of a named area, in radii
TEXT_SHARE: Final = (1.25, 1.3, 1.08, 0.8, 0.62)  # the font on a piece by letters, in radii
BADGE: Final = 0.5  # the shape of a seat on a piece without letters, of its radius
CORNER_BADGE: Final = (0.78, 0.82, 0.56)  # middle and radius of a number at a piece's corner
BADGE_FONT: Final = 0.92
ASIDE: Final = (-0.12, -0.16)  # what letters keep from it
PLACE: Final[Ring] = ((-1.0, 1.0), (-1.0, -0.35), (0.0, -1.15), (1.0, -0.35), (1.0, 1.0))
LOWER: Final = 0.2  # radii
BURST: Final[Ring] = star(10, 1.0, 0.72)
BURST_SIZE: Final = 2.5  # radii
HEAD: Final = 1.25  # of an arrow, in radii
SHAFTS: Final = (("halo", 12.0), ("edge", 8.0), ("", 4.7))  # rims and colour, in units


def piece_parts(scene: Scene, area: Area, pieces: Sequence[Piece]) -> Iterator[str]:
    """Yield the pieces of an area, smaller where they are many, what is built there last."""
    ordered = sorted(pieces, key=lambda piece: piece.place)
    across, rows, radius = fitted(scene, len(ordered))
    step, row_step = (TIGHT, TIGHT) if scene.room else (STEP, ROW_STEP)
    half = (min(across, len(ordered)) - 1) / 2 * step * radius + 1.2 * radius
    middle = within(area.middle[0] * UNIT, half, UNIT)
    down = area.middle[1] * UNIT + (BELOW_NAME * radius if area.name else 0.0)
    down = within(down, (rows - 1) / 2 * row_step * radius + 1.3 * radius, scene.height * UNIT)
    for number, piece in reversed(list(enumerate(ordered))):  # numbers at corners lie on others
        row, column = divmod(number, across)
        wide = min(across, len(ordered) - row * across)
        x = middle + (column - (wide - 1) / 2) * step * radius
        y = down + (row - (rows - 1) / 2) * row_step * radius
        named = f'data-piece="{escape(piece.id, quote=True)}" data-on="{piece.area}" '
        yield f"<g {named}{_moved(x, y, radius)}>{token(scene, piece, radius)}</g>"


def fitted(scene: Scene, count: int) -> tuple[int, int, float]:
    """Return how many pieces of an area are side by side, in how many rows, and their radius."""
    radius = scene.size * UNIT
    if scene.room:
        across = max(1, ceil(sqrt(count)))
        return across, -(-count // across), min(radius, scene.room * UNIT * 2 / (across * TIGHT))
    across, rows = grid(count, scene.in_row)
    return across, rows, radius * min(1.0, FULL_ROWS / max(rows, 1), scene.in_row / across)


def grid(count: int, in_row: int) -> tuple[int, int]:
    """Return how many pieces are side by side, and in how many rows, so that they stay large.

    >>> grid(3, 3), grid(4, 3), grid(10, 2)
    ((3, 1), (3, 2), (4, 3))
    """
    across = in_row if count <= in_row * FULL_ROWS else ceil(sqrt(count * in_row / FULL_ROWS))
    return across, -(-count // across)


def _moved(x: float, y: float, radius: float) -> str:
    return f'transform="translate({num(x)} {num(y)}) scale({round(radius / TOKEN, 2):g})"'


def token(scene: Scene, piece: Piece, radius: float = TOKEN) -> str:
    """Return the parts of a piece about the middle, with a radius of `TOKEN`.

    Parameters
    ----------
    scene
        With its glyphs.
    piece
        What is drawn.
    radius
        How large it will be, in thousandths of a board's width: on a small one its rating is
        left out.
    """
    body, lowered = _body(scene, piece)
    note, seat = tooltip(piece.note), piece.seat
    rating = piece.rating if is_rated(piece, radius) else ""
    drawn = f'<path class="halo" d="{body}"/><path class="seat{seat}" d="{body}">{note}</path>'
    if not (piece.body or piece.place or seat == NOBODY):
        drawn += f'<use href="#{scene.name}-ring{seat}" class="on{seat}"/>'
    if piece.glyph in scene.glyphs:
        (x, y), scale = _glyph_place(piece, rating)
        place = f"translate({num(x)} {num(y + lowered * TOKEN)})scale({scale:g})"
        sign = f"{scene.name}-{piece.glyph}"
        drawn += f'<use href="#{sign}" class="on{seat}" transform="{place}"/>'
    elif piece.text:
        size = TOKEN * TEXT_SHARE[min(len(piece.text), len(TEXT_SHARE) - 1)]
        x, y = (TOKEN * share for share in ASIDE) if piece.badge else (0.0, 0.0)
        y += BASELINE * size + lowered * TOKEN
        drawn += (
            f'<text class="on on{seat}" x="{num(x)}" y="{num(y)}" font-size="{num(size)}" {BOLD}>'
            f"{escape(piece.text)}</text>"
        )
    elif seat != NOBODY and (piece.place or piece.body):
        mark = ring_path(SHAPES[seat], TOKEN * BADGE)
        drawn += (
            f'<path class="on{seat}" transform="translate(0 {num(lowered * TOKEN)})" d="{mark}"/>'
        )
    if rating:
        size = TOKEN * RATING_FONT
        drawn += (
            f'<text class="on on{seat}" y="{num(RATING_LINE * TOKEN)}" font-size="{num(size)}" '
            f"{BOLD}>{escape(rating)}</text>"
        )
    return drawn + "".join((*_pips(piece), *_states(scene, piece), *_badge(piece)))


def is_rated(piece: Piece, radius: float) -> bool:
    """Whether a piece of a radius, in thousandths of a board's width, shows its rating."""
    return bool(piece.rating) and radius >= RATED


def ring_of(seat: int) -> str:
    """Return the line inside the edge of a seat's pieces, as a path."""
    return ring_path(SHAPES[seat], TOKEN * RING)


def _glyph_place(piece: Piece, rating: str) -> tuple[Point, float]:
    """Return where the glyph of a piece is, in tenths of its radius, and how large."""
    if rating:
        return (0.0, -3.1), 0.46
    if piece.most:
        return (0.0, -1.6 if piece.place else 1.0), 0.62
    if piece.badge:
        return (-0.8, -0.8), 0.64
    return (0.0, 0.0), 0.68


def _pips(piece: Piece) -> Iterator[str]:
    """Yield the steps of a piece at its upper edge, at the lower one of what is built."""
    if not piece.most:
        return
    y = (PIPS_LINE if piece.place else -PIPS_LINE) * TOKEN
    first = -(piece.most - 1) / 2 * PIP_STEP
    spots = [num(first + number * PIP_STEP) for number in range(piece.most)]
    plate = f"M{spots[0]} {num(y)}H{spots[-1] if piece.most > 1 else num(first + 0.1)}"
    has, lost = (
        "".join(f"M{x} {num(y)}h.1" for x in part)
        for part in (spots[: piece.steps], spots[piece.steps :])
    )
    yield f'<g><path class="plate" d="{plate}"/>'
    if has:
        yield f'<path class="pip" d="{has}"/>'
    if lost:
        yield f'<path class="lost" d="{lost}"/>'
    yield "</g>"


def _states(scene: Scene, piece: Piece) -> Iterator[str]:
    """Yield what a piece suffers or has done, as signs along its upper edge from the right."""
    for number, state in enumerate(piece.states):
        x, y, half = 0.85 * TOKEN - number * 7.0, -0.85 * TOKEN, 4.0
        yield (
            f'<g><circle class="bit" cx="{num(x)}" cy="{num(y)}" r="{num(half)}"/>'
            f'<use href="#{scene.name}-{state}" class="count" '
            f'transform="translate({num(x)} {num(y)})scale(.29)"/></g>'
        )


def _badge(piece: Piece) -> Iterator[str]:
    if piece.badge:
        x, y, half = (TOKEN * share for share in CORNER_BADGE)
        wide = half * (0.7 + 0.42 * len(piece.badge))
        size = TOKEN * BADGE_FONT
        yield (
            f'<rect class="bit" x="{num(x - wide)}" y="{num(y - half)}" width="{num(2 * wide)}" '
            f'height="{num(2 * half)}" rx="{num(half)}"/>'
            f'<text class="on count" x="{num(x)}" y="{num(y + BASELINE * size)}" '
            f'font-size="{num(size)}" {BOLD}>{escape(piece.badge)}</text>'
        )


def letters_on(piece: Piece, radius: float) -> Iterator[float]:
    """Yield the sizes of the letters on a piece of a radius, in the units of the radius."""
    if piece.badge:
        yield BADGE_FONT * radius
    if is_rated(piece, radius):
        yield RATING_FONT * radius
    if piece.text and not piece.glyph:
        yield TEXT_SHARE[min(len(piece.text), len(TEXT_SHARE) - 1)] * radius


def _body(scene: Scene, piece: Piece) -> tuple[str, float]:
    """Return the outline of a piece, and how far what is written on it is lowered."""
    if piece.body:
        glyph = scene.glyphs[piece.body]
        return glyph.outline, glyph.lowered
    if piece.place:
        return ring_path(PLACE, TOKEN), LOWER
    return ring_path(SHAPES[max(piece.seat, 0)], TOKEN), 0.0


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
                path = "".join(ring_path(ring, UNIT) for ring in area.outline)
                yield f'<path class="around" d="{path}"/><path class="around in" d="{path}"/>'
            else:
                x, y = stop(scene, area)
                burst = ring_path(BURST, BURST_SIZE * scene.size * UNIT)
                place = f"translate({num(x * UNIT)} {num(y * UNIT)})"
                named = f'data-fight="{area.id}" transform="{place}"'
                yield f'<path class="fight" {named} d="{burst}"/>'


def stop(scene: Scene, area: Area) -> Point:
    """Return where pieces of an area stand, in board widths."""
    x, y = area.middle
    return x, y + (BELOW_NAME * scene.size if area.name else 0.0)


def _arrow(scene: Scene, mark: Mark, through: Sequence[Area]) -> Iterator[str]:
    shaft, head = arrow([stop(scene, area) for area in through], HEAD * scene.size)
    if not shaft:
        return
    line, tip = (path_of([(x * UNIT, y * UNIT) for x, y in points]) for points in (shaft, head))
    line, tip = scaled(line, 1.0), scaled(tip, 1.0)
    thin = min(1.0, scene.size / 0.0175)
    yield f'<g data-move="{mark.areas[0]}-{mark.areas[-1]}">'
    for kind, wide in SHAFTS:
        named = kind or f"way{mark.seat}"
        style = f"fill:none;stroke-width:{num(wide * thin)}"
        yield f'<path class="way {named}" d="{line}" style="{style}"/>'
        rim = (wide - SHAFTS[-1][1]) * thin
        yield f'<path class="way {named}" d="{tip}Z" style="stroke-width:{num(rim)}"/>'
    yield "</g>"
