"""Rows of cards: as parts of an SVG, and as HTML that is as wide as its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from textwrap import wrap
from typing import Final

from bloodstones.kit.pictures.elements import (
    BASELINE,
    BOLD,
    CORNER,
    LEADING,
    LETTER,
    MARGIN,
    TOKEN,
    num,
    tooltip,
)
from bloodstones.kit.pictures.key import FONT
from bloodstones.kit.pictures.scene import SIGN, Card, Row, Scene, in_words, spaced

NARROW: Final = 150.0  # a card
WIDE: Final = 240.0
PADDING: Final = 12.0
CARD_GAP: Final = 9.0
ICON: Final = 1.15  # the glyph of a card: from its middle to its edge, of the font's size
ICON_ROOM: Final = 2.8  # what it takes of a card's width, of the font's size
INLINE: Final = 0.56  # a glyph in a line, from its middle to its edge, of the font's size
INLINE_LETTERS: Final = 2.5  # what it takes, in letters
PART: Final = re.compile(r":[a-z]\w*:|[^\s:]\S*?(?=:[a-z]\w*:|\s|$)|\S")


def card_rows(
    scene: Scene, rows: Sequence[Row], down: float, wide: int, font: float
) -> Iterator[tuple[list[str], float]]:
    """Yield the parts of each row of cards and its height.

    Parameters
    ----------
    scene
        Whose glyphs the cards have.
    rows
        In order.
    down
        Where they begin.
    wide
        How much room a row has.
    font
        Size of the letters.
    """
    for row in rows:
        heading = escape(row.heading if row.cards else f"{row.heading}: none")
        line = num(down + font * LEADING)
        parts = [f'<text x="{num(MARGIN)}" y="{line}" {BOLD}>{heading}</text>']
        x, y, tallest = MARGIN, down + 2 * font, 0.0
        room = (wide - 2 * MARGIN + CARD_GAP) / max(1, len(row.cards)) - CARD_GAP
        with_glyphs = any(card.glyph in scene.glyphs for card in row.cards)
        narrow = NARROW * max(1.0, font / FONT) + (ICON_ROOM * font if with_glyphs else 0.0)
        width = min(max(WIDE, narrow), max(narrow, room))
        for card in row.cards:
            if x > MARGIN and x + width > wide - MARGIN + 1:
                x, y, tallest = MARGIN, y + tallest + CARD_GAP, 0.0
            drawn, height = _card(scene, card, x, y, width, font)
            parts.append(drawn)
            x, tallest = x + width + CARD_GAP, max(tallest, height)
        height = y + tallest + CARD_GAP - down
        yield parts, height
        down += height


def _card(
    scene: Scene, card: Card, x: float, y: float, width: float, font: float
) -> tuple[str, float]:
    """Return a card and its height."""
    left = PADDING + (ICON_ROOM * font if card.glyph in scene.glyphs else 0.0)
    letters = int((width - left - PADDING) / (LETTER * font))
    head = wrap(_titled(card), letters) or [""]
    body = [part for line in card.lines for part in _wrapped(scene, line, letters)]
    step = font * LEADING
    lines = max(len(head) + len(body), 2 if left > PADDING else 1)
    height = 2 * PADDING + lines * step - (step - font)
    look = f" is-{card.look}" if card.look else ""
    first = PADDING + font - BASELINE
    texts = "".join(
        f'<text x="{num(left)}" y="{num(first + number * step)}" {BOLD}>{escape(line)}</text>'
        for number, line in enumerate(head)
    ) + "".join(
        _line(scene, parts, left, first + (len(head) + number) * step, font)
        for number, parts in enumerate(body)
    )
    if left > PADDING:
        scale = round(ICON * font / TOKEN, 3)
        place = f"translate({num(PADDING + ICON * font)} {num(PADDING + ICON * font)})"
        texts += f'<use href="#{scene.name}-{card.glyph}" transform="{place}scale({scale:g})"/>'
    named = f' data-card="{escape(card.id, quote=True)}"' if card.id else ""
    return (
        f'<g{named} transform="translate({num(x)} {num(y)})"><rect class="card{look}" '
        f'width="{num(width)}" height="{num(height)}" rx="{num(CORNER)}">'
        f"{tooltip(card.note)}</rect>"
        f"{texts}</g>",
        height,
    )


def _titled(card: Card) -> str:
    return f"{card.title} ×{card.count}" if card.count > 1 else card.title


def _wrapped(scene: Scene, line: str, letters: int) -> Iterator[list[str]]:
    """Yield the words and glyphs of a line, as many as have room beside each other."""
    if not any(found[1] in scene.glyphs for found in SIGN.finditer(line)):
        yield from ([part] for part in wrap(in_words(line), letters))
        return
    parts: list[str] = []
    wide = 0.0
    for part in PART.findall(line):
        takes = INLINE_LETTERS if SIGN.fullmatch(part) else len(part) + 1
        if parts and wide + takes > letters:
            yield parts
            parts, wide = [], 0.0
        parts.append(part)
        wide += takes
    yield parts


def _line(scene: Scene, parts: Sequence[str], x: float, y: float, font: float) -> str:
    drawn = ""
    for part in parts:
        sign = SIGN.fullmatch(part)
        if sign and sign[1] in scene.glyphs:
            middle = f"translate({num(x + INLINE * font)} {num(y - BASELINE * font)})"
            scale = round(INLINE * font / TOKEN, 3)
            drawn += f'<use href="#{scene.name}-{sign[1]}" transform="{middle}scale({scale:g})"/>'
            x += INLINE_LETTERS * LETTER * font
            continue
        words = spaced(sign[1]) if sign else part
        drawn += f'<text x="{num(x)}" y="{num(y)}">{escape(words)}</text>'
        x += (len(words) + 1) * LETTER * font
    return drawn


def cards_html(scene: Scene, rows: Sequence[Row]) -> str:
    """Return rows of cards as HTML; "" for none. The page has their glyphs, see `sheet_html`.

    Parameters
    ----------
    scene
        Whose looks and glyphs they have.
    rows
        In order.
    """
    return "".join(cards_html_parts(scene, rows))


def cards_html_parts(scene: Scene, rows: Sequence[Row]) -> Iterator[str]:
    """Yield the parts of `cards_html`: headings, cards, ends of rows."""
    for row in rows:
        heading = escape(row.heading if row.cards else f"{row.heading}: none")
        yield f'<h2>{heading}</h2><div class="card-row">'
        yield from (_card_html(scene, card) for card in row.cards)
        yield "</div>"


def _card_html(scene: Scene, card: Card) -> str:
    look = scene.looks.get(card.look)
    colours = "" if look is None else f' style="--light:{look.light};--dark:{look.dark}"'
    named = f' data-card="{escape(card.id, quote=True)}"' if card.id else ""
    note = f' title="{escape(card.note, quote=True)}"' if card.note else ""
    icon = _sign_html(scene, card.glyph, "") if card.glyph in scene.glyphs else ""
    lines = "".join(f"<span>{_line_html(scene, line)}</span>" for line in card.lines)
    words = f"<b>{escape(_titled(card))}</b>{lines}"
    return f'<div class="play-card"{named}{note}{colours}>{icon}<div>{words}</div></div>'


def _line_html(scene: Scene, line: str) -> str:
    """Return a line of a card as HTML; a glyph has its name for those who do not see it."""
    parts = []
    end = 0
    for found in SIGN.finditer(line):
        parts.append(escape(line[end : found.start()]))
        end = found.end()
        name = found[1]
        known = name in scene.glyphs
        parts.append(_sign_html(scene, name, spaced(name)) if known else escape(spaced(name)))
    return "".join((*parts, escape(line[end:])))


def _sign_html(scene: Scene, name: str, words: str) -> str:
    said = f'role="img"><title>{words}</title>' if words else 'aria-hidden="true">'
    return (
        f'<svg class="sign" viewBox="-10 -10 20 20" {said}<use href="#{scene.name}-{name}"/></svg>'
    )
