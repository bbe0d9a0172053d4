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


def piece_parts(scene: Scene, area: Area, pieces: Sequence[Piece], radius: float) -> Iterator[str]:
    """Yield the pieces of an area, smaller where they are many, what is built there last."""
    ordered = sorted(pieces, key=lambda piece: piece.place)
    across, rows = grid(len(ordered), scene.in_row)
    radius *= min(1.0, FULL_ROWS / max(rows, 1), scene.in_row / across)
    half = (min(across, len(ordered)) - 1) / 2 * STEP * radius + 1.2 * radius
    middle = within(area.middle[0] * UNIT, half, UNIT)
    down = area.middle[1] * UNIT + (BELOW_NAME * radius if area.name else 0.0)
    down = within(down, (rows - 1) / 2 * ROW_STEP * radius + 1.3 * radius, scene.height * UNIT)
    for number, piece in reversed(list(enumerate(ordered))):  # numbers at corners lie on others
        row, column = divmod(number, across)
        wide = min(across, len(ordered) - row * across)
        x = middle + (column - (wide - 1) / 2) * STEP * radius
        y = down + (row - (rows - 1) / 2) * ROW_STEP * radius
        named = f'data-piece="{escape(piece.id, quote=True)}" data-on="{piece.area}" '
        yield f"<g {named}{_moved(x, y, radius)}>{token(scene, piece)}</g>"


def grid(count: int, in_row: int) -> tuple[int, int]:
    """Return how many pieces are side by side, and in how many rows, so that they stay large.

    >>> grid(3, 3), grid(4, 3), grid(10, 2)
    ((3, 1), (3, 2), (4, 3))
    """
    across = in_row if count <= in_row * FULL_ROWS else ceil(sqrt(count * in_row / FULL_ROWS))
    return across, -(-count // across)


def _moved(x: float, y: float, radius: float) -> str:
    return f'transform="translate({num(x)} {num(y)}) scale({round(radius / TOKEN, 2):g})"'


def token(scene: Scene, piece: Piece) -> str:
    """Return the parts of a piece about the middle, with a radius of `TOKEN`."""
    body, lowered = _body(scene, piece)
    note, seat = tooltip(piece.note), piece.seat
    drawn = f'<path class="halo" d="{body}"/><path class="seat{seat}" d="{body}">{note}</path>'
    if piece.glyph:
        x, y = (TOKEN * share for share in ASIDE) if piece.badge else (0.0, 0.0)
        place = f'x="{num(x)}" y="{num(y)}" ' if piece.badge else ""
        drawn += f'<use href="#{scene.name}-{piece.glyph}" {place}class="on{seat}"/>'
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
    if piece.badge:
        x, y, half = (TOKEN * share for share in CORNER_BADGE)
        wide = half * (0.7 + 0.42 * len(piece.badge))
        size = TOKEN * BADGE_FONT
        drawn += (
            f'<rect class="bit" x="{num(x - wide)}" y="{num(y - half)}" width="{num(2 * wide)}" '
            f'height="{num(2 * half)}" rx="{num(half)}"/>'
            f'<text class="on count" x="{num(x)}" y="{num(y + BASELINE * size)}" '
            f'font-size="{num(size)}" {BOLD}>{escape(piece.badge)}</text>'
        )
    return drawn


def _body(scene: Scene, piece: Piece) -> tuple[str, float]:
    """Return the outline of a piece, and how far what is written on it is lowered."""
    if piece.body:
        glyph = scene.glyphs[piece.body]
        return scaled(glyph.strokes[0].path, TOKEN), glyph.lowered
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
