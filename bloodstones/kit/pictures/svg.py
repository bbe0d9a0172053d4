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
from html import escape
from math import ceil
from typing import Final
from zlib import crc32

from bloodstones.core.seat_style import SEAT_COLOURS
from bloodstones.kit.pictures.cards import card_rows, cards_html
from bloodstones.kit.pictures.elements import MARGIN, TOKEN, UNIT, num
from bloodstones.kit.pictures.ground import (
    area_parts,
    coordinate_size,
    ground_parts,
    smallest_letters,
)
from bloodstones.kit.pictures.heat import heat_parts
from bloodstones.kit.pictures.key import FONT, key_of
from bloodstones.kit.pictures.scene import NOBODY, Look, Scene
from bloodstones.kit.pictures.tokens import mark_parts, ring_of

EDGE_ROOM: Final = 2  # of lines beyond the board
NOBODYS: Final = ("#736d5f", "#ffffff")
INKS: Final = ("#1d1a15", "#ece7dc")
PAPER: Final = ("#fbf8f1", "#1b1a18")
CARD: Final = ("#efe8d8", "#35322c")
EDGE: Final = ("#5c5140", "#0e0d0c")
PIECE_EDGE: Final = "#14110d"
HALO: Final = "#ffffff"
LIT: Final = "#a0003c"
FIGHT: Final = ("#ffd23f", "#a0003c")
PALE: Final = 0.45  # how much of its colour the ground of a heat map keeps
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
    key
        Whether the key and the cards are below the board.
    """

    page: Page = Page.ANY
    font: float = FONT
    fonts: str = SYSTEM_FONTS
    key: bool = True


USUAL: Final = Frame()
FILE: Final = Frame(Page.LIGHT, font=22.0)  # for a file of its own
BOARD: Final = Frame(key=False)  # for a page that has the key and the cards beside it
REFERENCE: Final = re.compile(r'href="#([^"]+)"')
GLYPH: Final = 'fill="currentColor" stroke-linecap="round" stroke-linejoin="round"'
LEGIBLE: Final = 9.0  # pixels of the smallest letters
WIDEST: Final = 1500.0  # pixels that they may ask for


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
    >>> from bloodstones.kit.pictures.scene import Card, Row
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


def key_svg(scene: Scene, width: int) -> str:
    """Return the key of a scene as an SVG element of its own; "" without any entries.

    Parameters
    ----------
    scene
        Whose key it is.
    width
        Of the drawing, in its units: the smaller, the larger are letters.
    """
    scene = replace(scene, name=f"{scene.name}-key", words=f"Key: {scene.words}")
    entries, height = key_of(scene, 0.0, width=width)
    return wrapped(scene, entries, (0, 0, width, height + MARGIN)) if entries else ""


def cards_page(scene: Scene, part: str = "cards") -> str:
    """Return the cards of a scene as HTML, with the glyphs that they show; "" without cards.

    Parameters
    ----------
    scene
        Whose cards they are.
    part
        Of the page; what is defined in it has ids that begin with the game and this.
    """
    scene = replace(scene, name=f"{scene.name}-{part}")
    cards = cards_html(scene, scene.rows)
    return sheet_html(scene, cards) + cards


def sheet_html(scene: Scene, used: str) -> str:
    """Return the glyphs that HTML refers to as an element that shows nothing; "" without any.

    Parameters
    ----------
    scene
        Whose glyphs they are.
    used
        The HTML.
    """
    sheet = definitions(scene, used)
    return f'<svg class="sheet" aria-hidden="true"><defs>{sheet}</defs></svg>' if sheet else ""


Place = tuple[float, float, float, float]  # left, top, width, height


def _composed(scene: Scene, width: int, frame: Frame) -> tuple[list[str], list[str], Place]:
    """Return the parts of the bare board, those over it, and what is seen."""
    down = MARGIN
    below: list[str] = []
    above: list[str] = []
    left = MARGIN / 2 if scene.areas else 0.0
    if scene.areas:
        move = f'<g transform="translate(0 {num(down)})"'
        below += [f'{move} clip-path="url(#{scene.name}-board)">', *ground_parts(scene), "</g>"]
        above += [f"{move}>", *_over_board(scene, frame), "</g>"]
        down += scene.height * UNIT + MARGIN
    if not frame.key:
        return below, above, (-left, 0, width + 2 * left, down)
    key, height = key_of(scene, down, frame.font, UNIT)
    for lines, high in (
        (key, height),
        *card_rows(scene, scene.rows, down + height, width, frame.font),
    ):
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
    words, named = escape(scene.words, quote=True), _class_of(scene, frame)
    view = " ".join(map(num, box))
    body = "".join(parts)
    used = body + later
    glyphs = definitions(scene, used)
    if scene.areas:
        glyphs += (
            f'<clipPath id="{scene.name}-board"><rect x="-{EDGE_ROOM}" y="-{EDGE_ROOM}" '
            f'width="{UNIT + 2 * EDGE_ROOM}" height="{num(scene.height * UNIT + 2 * EDGE_ROOM)}"/>'
            "</clipPath>"
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" '
        f'role="img" aria-label="{words}" class="scene {named}" width="100%"{_legible(scene)}>'
        f"<style>{_style(scene, frame)}</style>{f'<defs>{glyphs}</defs>' if glyphs else ''}"
        f'<g class="{named}">{body}</g></svg>'
    )


def _style(scene: Scene, frame: Frame) -> str:
    """Return the rules of the picture, those of a dark page last."""
    of = f".{_class_of(scene, frame)}"
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
        f"{of}{{font-family:{frame.fonts};font-size:{num(frame.font)}px}}"
        f"{of} .line,{of} .way{{stroke-linecap:round;stroke-linejoin:round}}{of} .line{{fill:none}}"
        f"{of} .dashed{{stroke-linecap:butt}}"
        f"{of} text{{pointer-events:none}}{of} .on,{of} .name{{text-anchor:middle}}"
        f"{of} .name{{paint-order:stroke;stroke-width:3px;stroke-linejoin:round;"
        f"stroke-opacity:.6}}{of} .halo{{fill:{HALO};stroke:{HALO};stroke-width:4}}"
        f"{of} .way.halo{{stroke-width:12}}{of} .edge{{fill:{PIECE_EDGE};stroke:{PIECE_EDGE}}}"
        f"{of} .bit{{fill:#fff;stroke:{PIECE_EDGE}}}"
        f"{of} .count{{fill:{PIECE_EDGE};color:{PIECE_EDGE}}}"
        f"{of} .plate{{stroke:{PIECE_EDGE};stroke-width:5.2;stroke-linecap:round}}"
        f"{of} .pip{{stroke:#fff;stroke-width:3.3;stroke-linecap:round}}"
        f"{of} .lost{{stroke:#8a8378;stroke-width:1.3;stroke-linecap:round}}"
        f"{of} .coordinates{{font-size:{num(coordinate_size(scene))}px;text-anchor:middle;"
        f"paint-order:stroke;stroke-width:2px;stroke-linejoin:round}}"
        f"{of} .around{{fill:none;stroke:{HALO};stroke-width:7;stroke-linejoin:round}}"
        f"{of} .around.in{{stroke:{LIT};stroke-width:3.6;stroke-dasharray:10 5}}"
        f"{of} .fight{{fill:{FIGHT[0]};stroke:{FIGHT[1]};stroke-width:3}}"
        f"{seats}{light}{dark}"
    )


def _class_of(scene: Scene, frame: Frame) -> str:
    """Return the class that the styles of a picture are for; on one page others have others."""
    if frame == USUAL and scene.heat is None:
        return f"scene-{scene.name}"
    kind = crc32(f"{frame}{scene.heat is None}".encode())
    return f"scene-{scene.name}-{kind:x}"


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
    yield f"svg{of}{{background:{PAPER[page]};color:{INKS[page]}}}{of} text{{fill:{INKS[page]}}}"
    yield f"{of} .name,{of} .coordinates{{stroke:{PAPER[page]}}}"
    yield f"{of} .area{{stroke:{EDGE[page]};stroke-width:1.2}}"
    yield f"{of} .card{{stroke:{EDGE[page]};fill:{CARD[page]}}}"
    yield f"{of} .landmark{{fill:{PAPER[page]};stroke:{INKS[page]};stroke-width:2}}"
    for name, look in looks.items():
        colour = (look.light, look.dark)[page]
        if not look.width:
            edge = f";stroke:{colour}" if look.below else ""
            yield f"{of} .is-{name}{{fill:{colour}{edge}}}"
            continue
        yield f"{of} .is-{name}{{stroke:{colour};stroke-width:{num(look.width * UNIT)}"
        if look.dashes and not page:
            yield f";stroke-dasharray:{' '.join(num(d * look.width * UNIT) for d in look.dashes)}"
        yield "}"
        if look.rim:
            rim = (look.rim_light, look.rim_dark)[page]
            yield f"{of} .rim-{name}{{stroke:{rim};stroke-width:{num(look.rim * UNIT)}}}"


def definitions(scene: Scene, used: str) -> str:
    """Return the glyphs, marks of terrain and rings that parts of a picture refer to, each once.

    Parameters
    ----------
    scene
        Whose glyphs they are.
    used
        Elements of SVG.
    """
    names = dict.fromkeys(REFERENCE.findall(used))
    drawn = {f"{scene.name}-{name}": glyph.drawing for name, glyph in scene.glyphs.items()}
    found = "".join(f'<g id="{name}" {GLYPH}>{drawn[name]}</g>' for name in names if name in drawn)
    for name, look in scene.looks.items():
        mark = f"{scene.name}-mark-{name}"
        if mark in names:
            scale = round(look.grain * UNIT / TOKEN, 3)
            drawing = scene.glyphs[look.strewn].drawing
            found += f'<g id="{mark}" {GLYPH} transform="scale({scale:g})">{drawing}</g>'
    for seat in range(len(SEAT_COLOURS)):
        ring = f"{scene.name}-ring{seat}"
        if ring in names:
            found += (
                f'<path id="{ring}" d="{ring_of(seat)}" fill="none" stroke="currentColor" '
                'stroke-opacity=".55" stroke-width=".8"/>'
            )
    return found


def _legible(scene: Scene) -> str:
    """Return how wide a board must be on a screen, for the styles of a page; "" without letters."""
    smallest = smallest_letters(scene)
    if not smallest:
        return ""
    return f' style="--legible:{ceil(min(WIDEST, LEGIBLE / smallest * (UNIT + MARGIN)))}px"'


def _over_board(scene: Scene, frame: Frame) -> Iterator[str]:
    if scene.heat is not None:
        yield from heat_parts(scene, frame.font)
        return
    yield from mark_parts(scene)
    yield from area_parts(scene).values()
