"""Reading the public record of a playthrough: a file becomes a header and checked event lines."""

from __future__ import annotations

from pathlib import Path
from typing import Final, TypeAlias

from bloodstones.games.bloodstones.events import EVENTS
from bloodstones.games.bloodstones.record.header import GAME, Header, read_header
from bloodstones.kit.records import reading as kit
from bloodstones.kit.records.reading import DEFAULT_NAME, RecordLine

__all__ = ["READER", "Record", "RecordLine", "load_record", "parse_record"]

Record: TypeAlias = kit.Record[Header]

READER: Final = kit.RecordReader(GAME, EVENTS, read_header)


def load_record(path: Path) -> Record:
    """Return the record in a file.

    Raises
    ------
    InputError
        If the file cannot be read, is no record of this game and version, or breaks off.
    """
    return READER.load(path)


def parse_record(text: str, name: str = DEFAULT_NAME) -> Record:
    """Return the record in a text; `name` stands for it in errors.

    >>> parse_record('{"format": "pgn"}')
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a record with the format 'bloodstones-record',
    got 'pgn' (record line 1)
    """
    return READER.parse(text, name)
