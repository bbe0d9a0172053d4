"""Reading the public record of a playthrough: a file becomes a header and checked event lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.record.header import Header, read_header
from bloodstones.games.bloodstones.record.shapes import Shapes, bad

MOST_BYTES: Final = 1 << 28
DEFAULT_NAME: Final = "record"


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One event: its line number in the file, its name, its keys (absent lists filled in)."""

    number: int
    event: str
    keys: dict[str, Any]

    def __getitem__(self, key: str) -> Any:
        return self.keys[key]


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record: every line has the shape of the format; whether it is legal is not said."""

    name: str
    header: Header
    lines: tuple[RecordLine, ...]

    @property
    def end(self) -> RecordLine:
        """The last line."""
        return self.lines[-1]


def load_record(path: Path) -> Record:
    """Return the record in a file.

    Raises
    ------
    InputError
        If the file cannot be read, is no record of this game and version, or breaks off.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise InputError(f"expected a record, got {str(path)!r} ({reason})") from error
    if len(content) > MOST_BYTES:
        raise InputError(f"expected a record of at most {MOST_BYTES} bytes, got more ({path})")
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found = f"byte 0x{content[error.start]:02x}"
        raise InputError(f"expected text in UTF-8, got {found} ({path} line {line})") from error
    return parse_record(text, str(path))


def parse_record(text: str, name: str = DEFAULT_NAME) -> Record:
    """Return the record in a text; `name` stands for it in errors.

    >>> parse_record('{"format": "pgn"}')
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a record with the format 'bloodstones-record',
    got 'pgn' (record line 1)
    """
    objects = _objects(text, name)
    first = next(objects, None)
    if first is None:
        raise InputError(f"expected a record, got an empty file ({name})")
    header = read_header(first[1], f"{name} line {first[0]}")
    shapes = Shapes(len(header.seats), len(header.board.areas))
    lines: list[RecordLine] = []
    for number, event in objects:
        where = f"{name} line {number}"
        if lines and lines[-1].event == "end":
            raise bad("nothing after the end", event.get("event"), where)
        shapes.check(event, where)
        lines.append(RecordLine(number, event.pop("event"), event))
    if not lines or lines[-1].event != "end":
        last = f"{name} line {lines[-1].number if lines else first[0]}"
        found = f"a {lines[-1].event}" if lines else "a header alone"
        raise InputError(f"expected an end as the last line, got {found} ({last})")
    return Record(name, header, tuple(lines))


def _objects(text: str, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield line number and JSON object of every line."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    for number, line in enumerate(lines, start=1):
        where = f"{name} line {number}"
        try:
            value = json.loads(line, object_pairs_hook=_unique, parse_constant=_no_constant)
        except RecursionError as error:
            raise InputError(f"expected a JSON object, got brackets too deep ({where})") from error
        except ValueError as error:
            raise bad("a JSON object", line, where) from error
        if not isinstance(value, dict):
            raise bad("a JSON object", value, where)
        yield number, value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key twice")
    return found


def _no_constant(text: str) -> None:
    raise ValueError(f"{text} is no number of JSON")
