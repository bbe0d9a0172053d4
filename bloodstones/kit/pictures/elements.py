"""Elements of SVG that all parts of a picture are made of: numbers, paths, texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from itertools import pairwise
from typing import Final

UNIT: Final = 1000  # of the drawing, in a board width
MARGIN: Final = 10.0
LETTER: Final = 0.54  # a letter's width, of the font's size
LEADING: Final = 1.35  # from line to line, of the font's size
BASELINE: Final = 0.36  # from the middle of letters to their line, of the font's size
BOLD: Final = 'style="font-weight:700"'
ITALIC: Final = 'style="font-style:italic"'
TOKEN: Final = 10.0  # the radius in which pieces are drawn, to be scaled
CORNER: Final = 7.0
DECIMALS: Final = 1
DRAWN: Final = 4096  # outlines and lines that are kept: boards change little between positions
NUMBER: Final = re.compile(r"-?\d+\.?\d*")


def num(number: float) -> str:
    """Return a number with what the eye needs of it."""
    return f"{round(number, DECIMALS):g}"


@lru_cache(maxsize=DRAWN)
def ring_path(ring: Sequence[tuple[float, float]], scale: float) -> str:
    """Return a closed ring as the steps of a path, `scale` times as large."""
    return f"{line_path(ring, scale)}Z"


def line_path(points: Sequence[tuple[float, float]], scale: float) -> str:
    """Return a line as the steps of a path from place to place, which are short.

    Parameters
    ----------
    points
        Its corners in order; each is rounded, and so errors do not add up.
    scale
        How much larger it is drawn.

    Examples
    --------
    >>> line_path([(0.1, 0.2), (0.2, 0.1), (0.2, 0.3)], 100)
    'M10 20l10-10 0 20'
    """
    places = [(round(x * scale, DECIMALS), round(y * scale, DECIMALS)) for x, y in points]
    steps = (f"{num(b[0] - a[0])} {num(b[1] - a[1])}" for a, b in pairwise(places))
    rest = " ".join(steps)
    start = f"M{num(places[0][0])} {num(places[0][1])}"
    return f"{start}l{rest}".replace(" -", "-") if rest else start


@lru_cache(maxsize=DRAWN)
def scaled(path: str, factor: float) -> str:
    """Return the steps of a path, larger.

    >>> scaled("M-1 0.5L2 0Z", 10)
    'M-10 5L20 0Z'
    """
    return NUMBER.sub(lambda found: f"{round(float(found.group()) * factor, 2):g}", path)


def tooltip(note: str) -> str:
    """Return what a pointer over an element reads, "" for nothing."""
    return f"<title>{escape(note)}</title>" if note else ""


def name_text(words: str, x: float, y: float, size: float, style: str, kind: str = "name") -> str:
    """Return a name on the board, moved so that it does not run over the edge."""
    x = within(x, len(words) * LETTER * size / 2, UNIT)
    return (
        f'<text class="{kind}" x="{num(x)}" y="{num(y)}" font-size="{num(size)}" {style}>'
        f"{escape(words)}</text>"
    )


def within(middle: float, half: float, end: float) -> float:
    """Return a middle from which half a width to each side stays between 0 and the end."""
    return min(max(middle, half), end - half) if 2 * half < end else middle
