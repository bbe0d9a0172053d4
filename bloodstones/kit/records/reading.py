"""The envelope of every record: JSON Lines, a header, events, an end; read with line numbers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar

from bloodstones.core.errors import InputError
from bloodstones.core.files.parsing import json_of
from bloodstones.core.files.writing import write_atomically
from bloodstones.kit.records.events import END, EventForm, Line, check_event
from bloodstones.kit.records.forms import Names, bad

FORMAT: Final = "bloodstones-record"
VERSION: Final = 1
ENVELOPE: Final = ("format", "version", "game")
MOST_BYTES: Final = 1 << 28
DEFAULT_NAME: Final = "record"


class Headed(Protocol):
    """What the first line of a record says."""

    @property
    def names(self) -> Names:
        """What it numbers (`seats`, …): names for people, by number."""


H = TypeVar("H", bound=Headed)


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One event: its line number in the file, its name, its keys (absent lists filled in)."""

    number: int
    event: str
    keys: dict[str, Any]

    def __getitem__(self, key: str) -> Any:
        return self.keys[key]


@dataclass(frozen=True, slots=True)
class Record(Generic[H]):
    """A whole record: every line has the shape of the format; whether it is legal is not said.

    Attributes
    ----------
    name
        Of the file, for messages.
    header
        What its first line says.
    lines
        The others, in the order of the file.
    """

    name: str
    header: H
    lines: tuple[RecordLine, ...]

    @property
    def end(self) -> RecordLine:
        """The last line."""
        return self.lines[-1]


@dataclass(frozen=True, slots=True)
class RecordReader(Generic[H]):
    """Reads the records of one game.

    Attributes
    ----------
    game
        Its id, in the header.
    events
        Its table of events.
    read_header
        `(line, where)`: the header in the first line, whose envelope is checked already.
    """

    game: str
    events: Mapping[str, EventForm]
    read_header: Callable[[Line, str], H]

    def load(self, path: Path) -> Record[H]:
        """Return the record in a file.

        Raises
        ------
        InputError
            If the file cannot be read, is no record of this game and version, or breaks off.
        """
        return self.parse(text_of(path), str(path))

    def parse(self, text: str, name: str = DEFAULT_NAME) -> Record[H]:
        """Return the record in a text.

        Parameters
        ----------
        text
            JSON Lines: a header, then an event a line.
        name
            Of the file, for errors.

        Raises
        ------
        InputError
            At the first line that has not the shape of the format.
        """
        objects = _objects(text, name)
        first = next(objects, None)
        if first is None:
            raise InputError(f"expected a record, got an empty file ({name})")
        where = f"{name} line {first[0]}"
        check_envelope(first[1], self.game, where)
        header = self.read_header(first[1], where)
        names, lines = header.names, list[RecordLine]()
        for number, event in objects:
            where = f"{name} line {number}"
            if lines and lines[-1].event == END:
                raise bad("nothing after the end", event.get("event"), where)
            check_event(event, self.events, names, where)
            lines.append(RecordLine(number, event.pop("event"), event))
        if not lines or lines[-1].event != END:
            last = f"{name} line {lines[-1].number if lines else first[0]}"
            ending = f"a {lines[-1].event}" if lines else "a header alone"
            raise InputError(f"expected an end event as the last line, got {ending} ({last})")
        return Record(name, header, tuple(lines))


def winners_of(end: RecordLine) -> tuple[int, ...]:
    """Return the seats that won, by the last line of a record."""
    if "winners" in end.keys:
        return tuple(end["winners"])
    return tuple(seat for seat, rank in enumerate(end["ranks"]) if rank == 1)


def envelope(game: str) -> Line:
    """Return what every header begins with."""
    return {"format": FORMAT, "version": VERSION, "game": game}


def check_envelope(line: Line, game: str, where: str) -> None:
    """Raise InputError unless the header is one of this format, version and game."""
    if line.get("format") != FORMAT:
        raise bad(f"a record with the format {FORMAT!r}", line.get("format"), where)
    if type(line.get("version")) is not int or line["version"] != VERSION:
        raise bad(f"a record of version {VERSION}", line.get("version"), where)
    if line.get("game") != game:
        raise bad(f"a record of the game {game!r}", line.get("game"), where)


def text_of(path: Path) -> str:
    """Return the text of a file of records.

    Raises
    ------
    InputError
        If it cannot be read, is too large or is not in UTF-8.
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
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        shown = f"byte 0x{content[error.start]:02x}"
        raise InputError(f"expected text in UTF-8, got {shown} ({path} line {line})") from error


def as_text(lines: Iterable[Line]) -> str:
    """Return lines as JSON Lines."""
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def write_lines(lines: Iterable[Line], path: Path) -> None:
    """Write a record; an existing file is replaced only by a complete one."""
    write_atomically(path, as_text(lines).encode())


def _objects(text: str, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield line number and JSON object of every line."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    for number, line in enumerate(lines, start=1):
        where = f"{name} line {number}"
        try:
            value = json_of(line, _unique, _no_constant)
        except ValueError as error:
            raise bad("a JSON object", line, where) from error
        if not isinstance(value, dict):
            raise bad("a JSON object", value, where)
        yield number, value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        raise ValueError("a key twice")
    return table


def _no_constant(text: str) -> None:
    raise ValueError(f"{text} is no number of JSON")
