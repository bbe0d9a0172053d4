"""The letters of a page's pictures, which must look alike on any machine: their font, in the page.

A picture is laid out with the widths of the font that it is measured with. A browser that lacks
the font would set wider letters and cut labels off, so the glyphs in use go into the page, once
for all of its pictures.
"""

from __future__ import annotations

import io
import json
import re
import tempfile
import warnings
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any, Final

from bloodstones.plots.letters import MEASURED_FONT, SHOWN_FONTS, font_folders

BOX: Final = "\u25a1"
STANDARDS: Final = ("ua-1", "a-2a")
TEXT_FONT: Final = "Libertinus Serif"
MOST_SHOWN: Final = 12
PAGE: Final = """
#set document(title: "letters")
#set text(font: "{font}", lang: "en")
#for letter in json("letters.json") [#letter ]
"""
TIP: Final = "pip install 'bloodstones[report]' brings fonts of most scripts"


class LettersWarning(UserWarning):
    """Letters of a report that no font has are boxes in its PDF."""


def font_paths() -> list[str]:
    """Return the folders in which Typst finds fonts beside its own."""
    return [str(folder) for folder in font_folders()]


def missing_letters(text: str) -> str:
    """Return the letters of a text that no font of a PDF has, in order, each once.

    >>> missing_letters("a price of +3"), missing_letters("a\\x07b")
    ('', '\\x07')
    """
    odd = "".join(sorted(letter for letter in set(text) if not _is_plain(letter)))
    if not odd or _can_set(odd):
        return ""
    return "".join(letter for letter in odd if not _can_set(letter))


def texts(data: Any) -> Iterator[str]:
    """Yield the texts in lists and objects of them.

    >>> list(texts({"title": "a", "rows": [["b"], 3]}))
    ['a', 'b']
    """
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list | tuple):
        for value in data.values() if isinstance(data, dict) else data:
            yield from texts(value)


def boxed(data: Any, missing: str) -> Any:
    """Return texts, lists and objects of them with a box for each letter that is missing.

    >>> boxed({"title": ["a龍"]}, "龍")
    {'title': ['a□']}
    """
    table = {ord(letter): BOX for letter in missing}
    if isinstance(data, str):
        return data.translate(table)
    if isinstance(data, dict):
        return {key: boxed(value, missing) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [boxed(value, missing) for value in data]
    return data


def sentence(missing: str) -> str:
    """Return a sentence that lists the letters shown as boxes.

    >>> sentence("龍")
    "no font has 龍 (U+9F8D): the PDF shows a box instead; pip install 'bloodstones[report]' ..."
    """
    shown = ", ".join(f"{letter} (U+{ord(letter):04X})" for letter in missing[:MOST_SHOWN])
    more = f" and {len(missing) - MOST_SHOWN} more" if len(missing) > MOST_SHOWN else ""
    named = "a box" if len(missing) == 1 else "boxes"
    return f"no font has {shown}{more}: the PDF shows {named} instead; {TIP}"


def warn(missing: str) -> None:
    """Warn of letters that are shown as boxes, if there are any."""
    if missing:
        warnings.warn(sentence(missing), LettersWarning, stacklevel=2)


def _is_plain(letter: str) -> bool:
    """Whether every font has a letter."""
    return letter == "\n" or (letter.isascii() and letter.isprintable())


@cache
def _can_set(letters: str) -> bool:
    """Whether Typst sets these letters in a PDF of the standards that reports keep."""
    import typst

    with tempfile.TemporaryDirectory(prefix="bloodstones-letters-") as name:
        folder = Path(name)
        (folder / "letters.json").write_text(json.dumps(list(letters)), encoding="utf-8")
        main = folder / "letters.typ"
        main.write_text(PAGE.format(font=TEXT_FONT), encoding="utf-8")
        try:
            typst.compile(
                str(main),
                root=name,
                format="pdf",
                ignore_system_fonts=True,
                font_paths=font_paths(),
                pdf_standards=list(STANDARDS),
            )
        except typst.TypstError:
            return False
    return True


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
    """Return a lean drawing that holds the glyphs of its own text, for a file of its own.

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
