"""Sheets of glyphs: an SVG file of `<symbol>` elements in a game's folder, and one for all games.

Every symbol has the box -10 to 10, y down. A path of the class `outline` makes a body of it, which
takes the colour of its seat; `data-lowered` says how far below the middle its letters are, in the
units of the box.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from bloodstones.kit.pictures.scene import Glyph

SHEET: Final = "glyphs.svg"
OUTLINE: Final = "outline"
RADIUS: Final = 10.0


@cache
def read_glyphs(path: Path) -> Mapping[str, Glyph]:
    """Return the glyphs of a sheet by their ids."""
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    return {symbol.attrib["id"]: _glyph(symbol) for symbol in root}


def glyphs_for(module_file: str) -> Mapping[str, Glyph]:
    """Return the glyphs that all games share, with those of the sheet beside a module, if any.

    Parameters
    ----------
    module_file
        The `__file__` of a module of the game.
    """
    shared, own = Path(__file__).with_name(SHEET), Path(module_file).with_name(SHEET)
    return {**read_glyphs(shared), **(read_glyphs(own) if own.is_file() else {})}


def _glyph(symbol: ElementTree.Element) -> Glyph:
    outlines = [part.attrib["d"] for part in symbol if part.get("class") == OUTLINE]
    parts = "".join(_written(part) for part in symbol if part.get("class") != OUTLINE)
    return Glyph(parts, "".join(outlines), float(symbol.get("data-lowered", 0)) / RADIUS)


def _written(element: ElementTree.Element) -> str:
    """Return an element of SVG as text, without names of namespaces."""
    tag = element.tag.rpartition("}")[2]
    return f"<{tag}{''.join(_attributes(element))}/>"


def _attributes(element: ElementTree.Element) -> Iterator[str]:
    for name, value in element.attrib.items():
        yield f' {name}="{escape(value, quote=True)}"'
