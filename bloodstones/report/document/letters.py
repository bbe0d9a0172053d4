"""The letters of pictures that must look alike on any machine: their font, inside the picture.

A picture is laid out with the widths of the font that it is measured with. A browser that lacks
the font would set wider letters and cut labels off, so the glyphs in use go into the picture.
"""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from bloodstones.plots.style import MEASURED_FONT, SHOWN_FONTS

# The file of each face and what a picture says of text that needs it.
FACES: Final[Mapping[str, tuple[str, str, str]]] = {
    "STIXGeneral.ttf": ("", "normal", "normal"),
    "STIXGeneralBol.ttf": ("font-weight: 700", "bold", "normal"),
    "STIXGeneralItalic.ttf": ("font-style: italic", "normal", "italic"),
}
NOT_SHOWN: Final = ["FFTM", "GDEF", "GPOS", "GSUB", "kern"]  # tables that letters do not need
MARKUP: Final = frozenset("<>&;/=")


def with_letters(svg: str) -> str:
    """Return an SVG picture that holds the glyphs of its own text, in all faces.

    The same picture gives the same text. A picture without text comes back as it is.

    Examples
    --------
    >>> with_letters("<svg/>")
    '<svg/>'
    >>> with_letters(f'<svg width="9"><text style="font: 9px {SHOWN_FONTS}">a</text></svg>')
    '<svg width="9"><style>@font-face{font-family:STIXGeneral;...
    """
    if SHOWN_FONTS not in svg:
        return svg
    letters = "".join(sorted(set(svg) - MARKUP))
    rules = "".join(
        f"@font-face{{font-family:{MEASURED_FONT};font-weight:{weight};font-style:{slope};"
        f"src:url(data:font/woff;base64,{_subset(file, letters)})}}"
        for file, (family, weight, slope) in FACES.items()
        if family in svg
    )
    start = svg.index(">", svg.index("<svg")) + 1
    body = svg[start:].replace(SHOWN_FONTS, f"{MEASURED_FONT}, {SHOWN_FONTS}")
    return f"{svg[:start]}<style>{rules}</style>{body}"


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
