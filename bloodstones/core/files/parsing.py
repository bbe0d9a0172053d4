"""The door for what a user's file says: all TOML and JSON that is read comes in here.

Input may name files, ids and titles, which go to the system and to the screen. Text that could name
no file of any system, with a zero byte or half a letter (a lone surrogate) in it, is refused at
this door and meets nobody behind it.

Examples
--------
>>> toml_of('map = "twin_meres"'), json_of('{"seed": 7}')
({'map': 'twin_meres'}, {'seed': 7})
>>> toml_of(r'map = "a\\u0000b"')
Traceback (most recent call last):
ValueError: text with a zero byte or half a letter: 'a\\x00b'
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from typing import Any

TOO_DEEP = "brackets nested too deep"
UNUSABLE = "text with a zero byte or half a letter"


def usable(text: str) -> bool:
    """Whether text could be a name: it has no zero byte and no half letter in it.

    >>> usable("龍"), usable("a" + chr(0)), usable(chr(0xD800))
    (True, False, False)
    """
    if text.isascii():
        return chr(0) not in text
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:
        return False


def toml_of(text: str) -> dict[str, Any]:
    """Return the top table of a TOML text.

    Raises
    ------
    ValueError
        It is no TOML, is nested too deep, or holds text that is not usable.
    """
    try:
        table = tomllib.loads(text)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    _check(text, table)
    return table


def json_of(
    text: str | bytes,
    pairs: Callable[[list[tuple[str, Any]]], Any] | None = None,
    constant: Callable[[str], Any] | None = None,
) -> Any:
    """Return the value of a JSON text; bytes are read as UTF-8, with or without a byte order mark.

    Parameters
    ----------
    pairs, constant
        Called with the pairs of each object, and with NaN and infinities, as by `json.loads`.

    Raises
    ------
    ValueError
        It is no UTF-8 or JSON, is nested too deep, or holds text that is not usable.
    """
    decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    try:
        content = json.loads(decoded, object_pairs_hook=pairs, parse_constant=constant)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    _check(decoded, content)
    return content


def _check(text: str, content: Any) -> None:
    """Raise ValueError for a key or value that is not usable text."""
    if "\\" not in text and usable(text):
        return  # nothing in it can have become what it was not
    left = [content]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            left += [*value, *value.values()]
        elif isinstance(value, list):
            left += value
        elif isinstance(value, str) and not usable(value):
            raise ValueError(f"{UNUSABLE}: {value!r}")
