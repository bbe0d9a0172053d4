"""Writing TOML: a table of texts, numbers, truth values, lists and tables of them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

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
