"""Letters that the font of pictures lacks: which installed fonts have them.

The fonts of two packages (see `fonts`) have those of most scripts, and signs. Without them pictures
show boxes.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# What the pictures measure text with, and what the report sets it in (nearly the same widths).
MEASURED_FONT: Final = "STIXGeneral"
SHOWN_FONTS: Final = "Libertinus Serif, STIX Two Text, Times New Roman, serif"
FONTS: Final = ("manimgx_fonts", "manimgx_fonts_cjk")


@cache
def font_folders() -> tuple[Path, ...]:
    """Return the folders of the installed packages of fonts."""
    specs = (find_spec(name) for name in FONTS)
    return tuple(
        Path(place)
        for spec in specs
        if spec is not None
        for place in spec.submodule_search_locations or ()
    )


ENDINGS: Final = (".ttf", ".ttc", ".otf")
ITALIC: Final = "Italic"
MISSING_WORDS: Final = "missing from font"
MISSING: Final = f"Glyph .* {MISSING_WORDS}"
FONT_LOGGER: Final = "matplotlib.font_manager"

T = TypeVar("T")


@cache
def _families() -> dict[str, frozenset[int]]:
    """Return the letters (code points) of each family of fonts, known to matplotlib from now on."""
    from matplotlib.font_manager import fontManager, get_font

    families = {}
    for folder in font_folders():
        for path in sorted(folder.iterdir()):
            if path.suffix in ENDINGS and ITALIC not in path.stem:
                fontManager.addfont(path)
                families[fontManager.ttflist[-1].name] = frozenset(get_font(path).get_charmap())
    return families


def families_for(text: str) -> list[str]:
    """Return the families that have letters of a text which the ones before them lack.

    >>> families_for("")
    []
    """
    left, names = {ord(letter) for letter in text if not letter.isascii()}, []
    for name, letters in _families().items():
        if left & letters:
            names.append(name)
            left -= letters
    return names


def with_all_letters(figure: Figure, write: Callable[[], T]) -> tuple[T, tuple[str, ...]]:
    """Return what `write` makes of a figure, written again with more fonts if its own lack letters.

    Parameters
    ----------
    figure
        Its texts that are not plain ASCII get more families of fonts.
    write
        Draws the figure and returns what it made; called once or twice.

    Returns
    -------
    made, families
        What was written, and the families of fonts that were added.
    """
    from matplotlib.text import Text

    with _lacking() as lacks:
        made = write()
        lacking = lacks()
    more: dict[str, None] = {}
    if not lacking:
        return made, ()
    for text in figure.findobj(Text):
        if isinstance(text, Text) and not text.get_text().isascii():
            present = text.get_fontfamily()
            others = families_for(text.get_text())
            text.set_fontfamily([*present, *(name for name in others if name not in present)])
            more |= dict.fromkeys(others)
    with _lacking():
        made = write()
    return made, tuple(more)


@contextmanager
def _lacking() -> Iterator[Callable[[], bool]]:
    """Be silent on letters that no font has; yields whether there were any so far."""
    chatty = logging.getLogger(FONT_LOGGER)  # of weights that a font has not
    before = chatty.level
    chatty.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings(record=True) as heard:
            warnings.filterwarnings("always", MISSING)
            yield lambda: any(MISSING_WORDS in str(each.message) for each in heard)
    finally:
        chatty.setLevel(before)
