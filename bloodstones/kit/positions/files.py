"""Positions in files, and as arguments that are a file or the text itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import Faults
from bloodstones.core.files.datafile import parse_toml
from bloodstones.core.files.parsing import json_of
from bloodstones.kit.positions.line import MOST_LETTERS

TOML: Final = ".toml"
JSON: Final = ".json"

Position = str | Mapping[str, Any]


def read_position(path: str, where: str) -> Position:
    """Return the position of a file: a line of text, or a table where it is TOML or JSON."""
    file = Path(path)
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise expected("a file with a position", f"{path} ({error.strerror})", where) from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise expected("a position as UTF-8 text", f"{path}, which is not", where) from None
    if len(text) > MOST_LETTERS:
        raise expected(f"a position of at most {MOST_LETTERS:,} letters", f"{len(text):,}", where)
    if file.suffix.lower() == TOML:
        faults = Faults()
        entry = parse_toml(text, path, faults)
        faults.raise_if_any()
        return {} if entry is None else dict(entry.values)
    if file.suffix.lower() == JSON:
        try:
            table = json_of(raw)
        except ValueError:
            raise expected("a position as JSON", f"{path} with something else", where) from None
        if not isinstance(table, Mapping):
            raise expected("a position as a JSON object", f"{path} with something else", where)
        # What `position check --json` prints has the table beside what it says of it.
        inner = table.get("table")
        return inner if isinstance(inner, Mapping) else table
    return text.strip()


def position_of(text: str, where: str) -> Position:
    """Return the position of an argument: that of a file, or the text itself."""
    try:
        is_file = Path(text).is_file()
    except OSError:  # too long for a name
        is_file = False
    if is_file:
        return read_position(text, where)
    if "=" not in text:
        tip = "a position is text such as 'GAME BOARD ROLE,ROLE turn=1 … | 0: … | 1: …'"
        raise InputError(f"expected a file or a position, got {text!r:.60} ({where})", tip)
    return text
