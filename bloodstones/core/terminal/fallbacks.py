"""Readable stand-ins for letters that the encoding of a terminal or a pipe lacks.

A stream that is made `readable` writes every letter that its encoding has, and the stand-in of each
other one: an en dash becomes a hyphen in cp437, and stays one in cp1252.
"""

from __future__ import annotations

import codecs
from io import TextIOWrapper
from typing import IO, Final
from unicodedata import combining, normalize

HANDLER: Final = "bloodstones_readable"  # of codecs
PLAIN: Final = "plain_ascii"  # of codecs
UNKNOWN: Final = "?"

# Letters that have no plain ones inside of them; the rest follows from Unicode.
STAND_INS: Final = {
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("‘’‚′", "'"),
    **dict.fromkeys("█▇▆▅■●◆•", "#"),
    **dict.fromkeys("▄▃▒▓", "="),
    **dict.fromkeys("▂▁░", "_"),
    **dict.fromkeys("▏▎▍▌▋▊▉│┃┆║", "|"),
    **dict.fromkeys("─━═┄", "-"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╯╰╔╗╚╝╞╡╪", "+"),
    **dict.fromkeys("▸▶►❯", ">"),
    **dict.fromkeys("◂◀◄❮", "<"),
    **dict.fromkeys("▲△↑", "^"),
    **dict.fromkeys("▼▽↓", "v"),
    **dict.fromkeys("○□◇◌", "o"),
    **{"⟨": "<", "⟩": ">", "·": ".", "×": "x", "÷": "/", "⁄": "/"},
    **{"→": "->", "←": "<-", "↔": "<->", "⇒": "=>", "±": "+-", "≠": "!=", "≤": "<=", "≥": ">="},
    **{"≈": "~", "°": " deg", "α": "alpha", "σ": "sigma", "χ": "chi", "Δ": "Delta", "ß": "ss"},
    **{"†": "+", "✓": "yes", "✗": "no", "√": "sqrt", "∞": "inf", "æ": "ae", "ø": "o", "Ø": "O"},
}


def stand_in(letters: str) -> str:
    """Return plain ASCII for some letters; `?` for each that has none.

    >>> stand_in("½ ± 3 – Café …")
    '1/2 +- 3 - Cafe ...'
    """
    plain = ""
    for letter in letters:
        if letter in STAND_INS:
            plain += STAND_INS[letter]
            continue
        for part in normalize("NFKD", letter):
            if part.isascii():
                plain += part
            elif part in STAND_INS:
                plain += STAND_INS[part]
            elif not combining(part):
                plain += UNKNOWN
    return plain


def said(text: str, encoding: str) -> str:
    """Return a text with stand-ins for the letters that an encoding lacks.

    >>> said("20 % ±9 – 30 %", "cp437")
    '20 % ±9 - 30 %'
    """
    return text.encode(encoding, HANDLER).decode(encoding)


def make_readable(stream: IO[str]) -> None:
    """Let a stream write stand-ins for letters that its encoding lacks.

    Click takes ASCII for a mistake and writes UTF-8 instead, unless it goes by another name.
    """
    if isinstance(stream, TextIOWrapper):
        ascii_alone = codecs.lookup(stream.encoding).name == "ascii"
        stream.reconfigure(encoding=PLAIN if ascii_alone else stream.encoding, errors=HANDLER)


def _plain(name: str) -> codecs.CodecInfo | None:
    """Return ASCII under the name `PLAIN`."""
    if name != PLAIN:
        return None
    plain = codecs.lookup("ascii")
    return codecs.CodecInfo(
        plain.encode,
        plain.decode,
        plain.streamreader,
        plain.streamwriter,
        plain.incrementalencoder,
        plain.incrementaldecoder,
        PLAIN,
    )


def _handle(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return stand_in(error.object[error.start : error.end]), error.end


codecs.register(_plain)
codecs.register_error(HANDLER, _handle)
