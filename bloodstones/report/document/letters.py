"""The letters of a page's pictures, which must look alike on any machine: their font, in the page.

A picture is laid out with the widths of the font that it is measured with. A browser that lacks
the font would set wider letters and cut labels off, so the glyphs in use go into the page, once
for all of its pictures.
"""

from __future__ import annotations

import io
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from html import unescape
from pathlib import Path
from typing import Final

from bloodstones.plots.style import MEASURED_FONT, SHOWN_FONTS

# The file of each face, what a picture says of text that needs it, its weight and its slope.
FACES: Final[Mapping[str, tuple[str, str, str]]] = {
    "STIXGeneral.ttf": ("", "normal", "normal"),
    "STIXGeneralBol.ttf": ("font-weight:700", "bold", "normal"),
    "STIXGeneralItalic.ttf": ("font-style:italic", "normal", "italic"),
}
NOT_SHOWN: Final = ["FFTM", "GDEF", "GPOS", "GSUB", "kern"]  # tables that letters do not need
TEXT: Final = re.compile(r"<text([^>]*)>(.*?)</text>", re.DOTALL)
TAG: Final = re.compile(r"<[^>]*>")


def faces(drawings: Iterable[str]) -> str:
    """Return the style rules with the glyphs of all text in some drawings; "" without text.

    Parameters
    ----------
    drawings
        As of `drawings.lean`.

    Examples
    --------
    >>> faces(["<svg/>"])
    ''
    >>> rules = faces(['<svg><text style="font-weight:700">a</text></svg>'])
    >>> rules[:54], rules.count("@font-face")
    ('@font-face{font-family:STIXGeneral;font-weight:bold;fo', 1)
    """
    texts = [found.groups() for drawing in drawings for found in TEXT.finditer(drawing)]
    rules = []
    for file, (marker, weight, slope) in FACES.items():
        said = {letter for style, text in texts if _needs(style, marker) for letter in _told(text)}
        if said:
            rules.append(
                f"@font-face{{font-family:{MEASURED_FONT};font-weight:{weight};font-style:{slope};"
                f"src:url(data:font/woff;base64,{_subset(file, ''.join(sorted(said)))})}}"
            )
    return "".join(rules)


def in_measured_font(drawing: str) -> str:
    """Return a drawing whose text is in the font of `faces`.

    >>> in_measured_font(f'<text style="font-family:{SHOWN_FONTS}">a</text>')
    '<text style="font-family:STIXGeneral,serif">a</text>'
    """
    return drawing.replace(SHOWN_FONTS, f"{MEASURED_FONT},serif")


def with_letters(drawing: str) -> str:
    """Return a lean drawing that holds the glyphs of its own text, to stand in a file of its own.

    >>> with_letters("<svg/>")
    '<svg/>'
    """
    rules = faces([drawing])
    if not rules:
        return drawing
    start = drawing.index(">", drawing.index("<svg")) + 1
    return f"{drawing[:start]}<style>{rules}</style>{in_measured_font(drawing[start:])}"


def _needs(style: str, marker: str) -> bool:
    """Whether text of a style is in the face of a marker; the plain one has none of the others."""
    if marker:
        return marker in style
    return not any(other in style for other, _, _ in FACES.values() if other)


def _told(text: str) -> str:
    return unescape(TAG.sub("", text))


@cache
def _subset(file: str, letters: str) -> str:
    """Return a font file in base64 with the glyphs of these letters alone."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from matplotlib import get_data_path

    font = TTFont(Path(get_data_path(), "fonts", "ttf", file), recalcTimestamp=False)
    options = Options(hinting=False)
    options.drop_tables += NOT_SHOWN
    subsetter = Subsetter(options)
    subsetter.populate(text=letters)
    subsetter.subset(font)
    font.flavor = "woff"
    content = io.BytesIO()
    font.save(content, reorderTables=False)
    return b64encode(content.getvalue()).decode()
