"""Letters that the fonts of a report lack: checked first, set as boxes, reported to the reader."""

from __future__ import annotations

import json
import tempfile
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from bloodstones.plots.fonts import font_folders

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
    """Letters of a report that no font has stand as boxes in its PDF."""


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
    """Return in words which letters stand as boxes.

    >>> sentence("龍")
    "no font has 龍 (U+9F8D): a box stands for it in the PDF; pip install 'bloodstones[report]' ..."
    """
    shown = ", ".join(f"{letter} (U+{ord(letter):04X})" for letter in missing[:MOST_SHOWN])
    more = f" and {len(missing) - MOST_SHOWN} more" if len(missing) > MOST_SHOWN else ""
    named = "it" if len(missing) == 1 else "each"
    return f"no font has {shown}{more}: a box stands for {named} in the PDF; {TIP}"


def warn(missing: str) -> None:
    """Warn of letters that stand as boxes, if there are any."""
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
