"""The key of a picture as parts of an SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from bloodstones.core.seat_style import SHAPES
from bloodstones.kit.pictures.elements import (
    BASELINE,
    BOLD,
    CORNER,
    LEADING,
    LETTER,
    MARGIN,
    TOKEN,
    UNIT,
    num,
    ring_path,
)
from bloodstones.kit.pictures.ground import LANDMARK
from bloodstones.kit.pictures.heat import LARGEST, circle, in_two, radius_of, round_values
from bloodstones.kit.pictures.scene import Look, Scene

FONT: Final = 17.0
SWATCH: Final = 0.9  # of the font's size
MARK_SWATCH: Final = 1.7  # of a look with strewn glyphs
KEY_GAP: Final = 1.5
KEY_SIGN: Final = 0.75  # of the font's size, from the middle of a glyph to its edge
Entry = tuple[str, str]


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


def _key_entry(scene: Scene, sign: str, words: str, font: float) -> Entry:
    """Return an entry of the key: a glyph and its words, or letters and what they stand for."""
    half, middle = SWATCH * font / 2, MARK_SWATCH * font / 2
    if sign not in scene.glyphs:
        return "", f"{sign} {words}"
    bodies = {piece.body for piece in scene.pieces}
    if sign in bodies:
        place = f"translate({num(middle)} 0) scale({round(half / TOKEN, 2):g})"
        return f'<path class="bit" transform="{place}" d="{scene.glyphs[sign].outline}"/>', words
    scale = KEY_SIGN * font / TOKEN
    return (
        f'<g transform="translate({num(middle)} 0) scale({round(scale, 2):g})">'
        f'<use href="#{scene.name}-{sign}"/></g>',
        words,
    )


def _sign(seat: int, font: float) -> str:
    half = SWATCH * font / 2
    ring = ring_path(SHAPES[seat], half)
    return f'<path class="seat{seat}" transform="translate({num(half)} 0)" d="{ring}"/>'


def _swatch(scene: Scene, name: str, look: Look, font: float) -> str:
    wide = SWATCH * font
    if look.width:
        dashed = " dashed" if look.dashes else ""
        rim = f'<path class="line rim-{name}" d="M0 0H{num(wide)}"/>' if look.rim else ""
        return f'{rim}<path class="line is-{name}{dashed}" d="M0 0H{num(wide)}"/>'
    mark = ""
    if look.tile:
        wide = MARK_SWATCH * font
        place = f"translate({num(wide / 2)} 0) scale({round(0.4 * wide / TOKEN, 2):g})"
        mark = f'<use href="#{scene.name}-{look.tile}" transform="{place}"/>'
    elif look.strewn:
        wide = MARK_SWATCH * font
        mark = f'<use href="#{scene.name}-mark-{name}" x="{num(wide / 2)}"/>'
    high = max(SWATCH * font, 0.75 * wide)
    return (
        f'<rect class="area is-{name}" y="-{num(high / 2)}" width="{num(wide)}" '
        f'height="{num(high)}"/>{mark}'
    )


def _flow(
    entries: Sequence[Entry], down: float, kind: str, font: float, wide: int
) -> tuple[list[str], float]:
    """Return signs with words in lines, and how high they are."""
    if not entries:
        return [], 0.0
    marked = any("<use" in sign or "bit" in sign for sign, _ in entries)
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
            f'<g transform="translate({num(x)} {num(y)})">{sign}<text x="{num(before)}" '
            f'y="{num(BASELINE * font)}"{style}>{escape(words)}</text></g>'
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
            f'<text x="{num(at)}" y="{num(y + BASELINE * font + below)}">{escape(words)}</text>'
        )

    for value in round_values(largest):
        share = value / largest
        radius = radius_of(share) * UNIT
        x += radius
        parts.append(circle(x, y, share))
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
            f'<rect class="landmark" x="{num(x)}" y="{num(y - half)}" width="{num(2 * half)}" '
            f'height="{num(2 * half)}"/>'
        )
        write(scene.landmark, x + 2 * half + font / 2)
    return parts, high
