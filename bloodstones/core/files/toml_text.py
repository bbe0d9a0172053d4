"""Writing TOML: a table of texts, numbers, truth values, lists and tables of them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import Any, Final

from bloodstones.core.arguments import is_finite, is_text, plain
from bloodstones.core.errors import expected

LARGEST: Final = 2**63 - 1
PLAIN: Final = "texts, numbers, lists and tables of them"
BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")


def toml_text(table: Mapping[str, Any]) -> str:
    """Return a table as TOML: its plain values first, then a section for each table in it.

    Parameters
    ----------
    table
        What `core.files.parsing.toml_of` may return, but for dates.

    Examples
    --------
    >>> print(toml_text({"id": "a", "maps": {"2": "island"}, "sizes": [2, {"x.y": True}]}), end="")
    id = "a"
    sizes = [2, { "x.y" = true }]
    <BLANKLINE>
    [maps]
    2 = "island"
    """
    return "".join(_lines(table, ())).lstrip("\n")


def _lines(table: Mapping[str, Any], path: tuple[str, ...]) -> list[str]:
    """Return the lines of a table, those of the tables in it last."""
    inner = {name: value for name, value in table.items() if isinstance(value, Mapping)}
    plain = [
        f"{toml_key(name)} = {_value(value)}\n"
        for name, value in table.items()
        if name not in inner
    ]
    head = [f"\n[{'.'.join(map(toml_key, path))}]\n"] if path and (plain or not inner) else []
    sections = [line for name, each in inner.items() for line in _lines(each, (*path, name))]
    return [*head, *plain, *sections]


def plain_value(value: Any, where: str) -> Any:
    """Return a value as TOML can have it: lists for sequences, tables for mappings, plain numbers.

    Parameters
    ----------
    where
        The parameter that it comes from, for the error.

    Raises
    ------
    InputError
        TOML can hold no such value.

    Examples
    --------
    >>> from pathlib import Path
    >>> plain_value({2: (Path("a"), 3)}, "maps=")
    {'2': ['a', 3]}
    >>> plain_value([float("nan")], "half_width=")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected texts, numbers, ..., got nan (half_width=)
    """
    if isinstance(value, Mapping):
        return {_text(str(key), where): plain_value(each, where) for key, each in value.items()}
    if isinstance(value, list | tuple | range):
        return [plain_value(each, where) for each in value]
    value = plain(value)
    if isinstance(value, str | os.PathLike):
        return _text(os.fspath(value), where)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int) and abs(value) <= LARGEST:
        return value
    if isinstance(value, float) and is_finite(value):
        return value
    raise expected(PLAIN, value, where)


def _text(value: Any, where: str) -> str:
    """Return a text that a file of UTF-8 can hold."""
    if isinstance(value, str) and is_text(value):
        return str(value)
    raise expected(PLAIN, value, where)


def toml_key(name: str) -> str:
    """Return a key of a table, in quotes where TOML wants them.

    >>> toml_key("red"), toml_key("")
    ('red', '""')
    """
    return name if BARE_KEY.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _value(value: Any) -> str:
    """Return a value on one line; texts, numbers and lists of JSON are TOML's."""
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{toml_key(name)} = {_value(each)}" for name, each in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False)
