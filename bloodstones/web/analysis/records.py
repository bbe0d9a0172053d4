"""The records in the folder of a lab: listed, read, added to; none outside of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bloodstones.api.analyses import Analysis
from bloodstones.api.game_parts.commands import game_commands_of, need
from bloodstones.api.game_parts.facts import outcome
from bloodstones.api.game_parts.record_files import game_named
from bloodstones.core.errors import BloodstonesError, InputError, expected
from bloodstones.core.files.writing import write_atomically
from bloodstones.kit.records.forms import SEATS
from bloodstones.kit.records.reading import text_of

RECORD: Final = ".jsonl"
UPLOADS: Final = "records"
MOST_BYTES: Final = 4_000_000  # of a record that is uploaded
MOST_LISTED: Final = 200  # the newest
MOST_UPLOADS: Final = 500
DIGEST_LETTERS: Final = 8
LONGEST_NAME: Final = 40
ODD: Final = re.compile(r"[^A-Za-z0-9_-]+")
WHERE: Final = "record"


@dataclass(frozen=True, slots=True)
class Listed:
    """A record as a list shows it.

    Attributes
    ----------
    name
        Its path from the folder of the lab.
    title
        Of its game; "" of what is no record of a finished game.
    seats
        Who played: name and strategy of each.
    result
        Who won, in words, or what is wrong with the file.
    """

    name: str
    title: str
    seats: tuple[str, ...]
    result: str


class Records:
    """The records of a folder and of the folders below it.

    Parameters
    ----------
    folder
        Of the lab.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[tuple[str, int], Listed] = {}

    def paths(self) -> Mapping[str, Path]:
        """Return the records by their names, the newest first."""
        home = self.folder.resolve()
        inside = [
            path
            for path in self.folder.rglob(f"*{RECORD}")
            if path.is_file() and path.resolve().is_relative_to(home)
        ]
        inside.sort(key=lambda path: -path.stat().st_mtime)
        return {path.relative_to(self.folder).as_posix(): path for path in inside[:MOST_LISTED]}

    def listing(self) -> list[Listed]:
        """Return the records, the newest first."""
        return [self.listed(name, path) for name, path in self.paths().items()]

    def text(self, name: str) -> str:
        """Return what a record of the folder holds; InputError if there is none of this name."""
        path = self.paths().get(name)
        if path is None:
            raise expected("a record of this lab", name, WHERE)
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"expected a record of at most {MOST_BYTES:,} bytes ({name})")
        return text_of(path)

    def add(self, content: bytes, name: str) -> str:
        """Keep a record that was sent, once it is known to be legal, and return its name.

        Parameters
        ----------
        content
            The file.
        name
            What it was called; of that only letters and digits are kept.

        Raises
        ------
        InputError
            If it is too long, no record, or breaks a rule.
        """
        if len(content) > MOST_BYTES:
            raise InputError(f"expected at most {MOST_BYTES:,} bytes, got more ({WHERE})")
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise expected("text in UTF-8", "something else", WHERE) from None
        stem = ODD.sub("-", Path(name).stem).strip("-")[:LONGEST_NAME] or WHERE
        analysis = Analysis(text, f"{stem}{RECORD}")
        home = self.folder / UPLOADS
        home.mkdir(exist_ok=True)
        path = home / f"{stem}-{analysis.digest[:DIGEST_LETTERS]}{RECORD}"
        if not path.is_file() and sum(1 for _ in home.iterdir()) >= MOST_UPLOADS:
            raise InputError(f"expected at most {MOST_UPLOADS} records in {UPLOADS}/ ({WHERE})")
        write_atomically(path, text.encode())
        return path.relative_to(self.folder).as_posix()

    def listed(self, name: str, path: Path) -> Listed:
        """Return a record as a list shows it; it is read again when its file has changed."""
        key = name, path.stat().st_mtime_ns
        if key not in self._read:
            self._read[key] = _described(name, path)
        return self._read[key]


def _described(name: str, path: Path) -> Listed:
    """Return what a record says of its playthrough; whether it is legal is not said."""
    try:
        if path.stat().st_size > MOST_BYTES:
            return Listed(name, "", (), "The file is too large for this page.")
        text = text_of(path)
        commands = game_commands_of(game_named(text.partition("\n")[0].encode(), name))
        records = need(commands, lambda each: each.records, "records", name)
        record = records.parse(text, name)
        info, names = records.info(record), record.header.names[SEATS]
    except BloodstonesError as error:
        return Listed(name, "", (), error.message)
    seats = tuple(f"{each} ({seat.strategy})" for each, seat in zip(names, info.seats, strict=True))
    scores = " : ".join(map(str, info.scores))
    return Listed(
        name, commands.title, seats, f"{outcome([names[seat] for seat in info.winners])} ({scores})"
    )
