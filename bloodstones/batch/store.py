"""The store of a running study: an SQLite file to which only the parent writes.

Every finished chunk is one row, so that a run which is stopped at any moment keeps all chunks that
it had committed and goes on from there. A chunk is known by its cell and its first replicate and is
stored once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from bloodstones.core.errors import InputError, RunError

FORMAT = "bloodstones-store 1"
SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS chunks (
    cell INTEGER NOT NULL, first INTEGER NOT NULL, stop INTEGER NOT NULL,
    rows BLOB NOT NULL, areas TEXT NOT NULL, PRIMARY KEY (cell, first)
) WITHOUT ROWID;
"""
PRAGMAS = (
    "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
)
SIDE_FILES = ("", "-wal", "-shm", "-journal")
FULL = "full"


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """The outcome of some replicates of a cell.

    Attributes
    ----------
    cell
        Position of the cell in the plan.
    first, stop
        The replicates first..stop-1.
    rows
        The tidy rows as an Arrow stream.
    areas
        The area sums as JSON.
    """

    cell: int
    first: int
    stop: int
    rows: bytes
    areas: str


class Store:
    """An open store; a context manager. At most one process has it open.

    Parameters
    ----------
    path
        The SQLite file, made when absent.
    fingerprint
        What the chunks depend on (plan and code); a store with another one is refused.

    Raises
    ------
    InputError
        Another run has it open, the file is damaged, or it belongs to another study.
    """

    def __init__(self, path: Path, fingerprint: str) -> None:
        self.path = path
        try:
            self._connection = sqlite3.connect(path, timeout=0, isolation_level=None)
            self._open(fingerprint)
        except sqlite3.OperationalError as error:
            self.close()
            raise InputError(
                f"expected a store that no other run uses, got: {error} ({path.name})",
                "wait for the other run, or choose another folder with --out DIR",
            ) from None
        except sqlite3.DatabaseError as error:
            self.close()
            raise InputError(
                f"expected the store of a study, got a damaged file: {error} ({path.name})",
                "start again with --replace",
            ) from None
        except BaseException:
            self.close()
            raise

    def _open(self, fingerprint: str) -> None:
        """Lock the file, make its tables and compare its fingerprint."""
        for pragma in PRAGMAS:
            self._connection.execute(pragma)
        self._connection.execute("BEGIN EXCLUSIVE")
        if self._is_foreign():
            raise InputError(
                f"expected the store of a study, got another database ({self.path.name})",
                "move it away, or choose another folder with --out DIR",
            )
        for statement in SCHEMA.split(";"):
            self._connection.execute(statement)
        known = self._meta("fingerprint")
        if known is None:
            self._set_meta("format", FORMAT)
            self._set_meta("fingerprint", fingerprint)
            self._set_meta("seconds", "0")
        self._connection.execute("COMMIT")
        if known is not None and known != fingerprint:
            raise InputError(
                "expected the unfinished run of this very study, got one with another study file, "
                f"number of replicates or version of the rules ({self.path.name})",
                "start again with --replace, or choose another folder with --out DIR",
            )

    def _is_foreign(self) -> bool:
        """Whether the file is a database of something else."""
        names = {name for (name,) in self._connection.execute("SELECT name FROM sqlite_master")}
        return bool(names) and not names >= {"meta", "chunks"}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        if hasattr(self, "_connection"):
            self._connection.close()

    def add(self, chunk: StoredChunk, seconds: float) -> None:
        """Store a chunk unless it is there, and the seconds that the study took so far.

        Raises
        ------
        RunError
            The disk is full or cannot be written; the store keeps what it had.
        """
        try:
            self._connection.execute("BEGIN")
            self._connection.execute(
                "INSERT OR IGNORE INTO chunks VALUES (?, ?, ?, ?, ?)",
                (chunk.cell, chunk.first, chunk.stop, chunk.rows, chunk.areas),
            )
            self._set_meta("seconds", repr(seconds))
            self._connection.execute("COMMIT")
        except sqlite3.OperationalError as error:
            tip = "make room on the disk and go on with --resume" if FULL in str(error) else None
            raise RunError(
                f"expected to write the store, got: {error} ({self.path.name})", tip
            ) from None

    @property
    def seconds(self) -> float:
        """Seconds that the study took in all runs so far."""
        return float(self._meta("seconds") or 0)

    def done(self) -> dict[int, list[range]]:
        """Return the stored replicates of each cell, in order."""
        ranges: dict[int, list[range]] = {}
        for cell, first, stop in self._connection.execute(
            "SELECT cell, first, stop FROM chunks ORDER BY cell, first"
        ):
            ranges.setdefault(cell, []).append(range(first, stop))
        return ranges

    def chunks(self, cell: int) -> Iterator[StoredChunk]:
        """Yield the chunks of a cell in the order of their replicates."""
        query = "SELECT cell, first, stop, rows, areas FROM chunks WHERE cell = ? ORDER BY first"
        for row in self._connection.execute(query, (cell,)):
            yield StoredChunk(*row)

    def areas(self, cell: int) -> Iterator[str]:
        """Yield the area sums of the chunks of a cell, as JSON."""
        for (areas,) in self._connection.execute(
            "SELECT areas FROM chunks WHERE cell = ?", (cell,)
        ):
            yield areas

    def _meta(self, key: str) -> str | None:
        """Return a value of the table `meta`."""
        found = self._connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if found is None else str(found[0])

    def _set_meta(self, key: str, value: str) -> None:
        """Set a value of the table `meta`."""
        self._connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def remove_store(path: Path) -> None:
    """Remove a store and the side files that SQLite keeps."""
    for suffix in SIDE_FILES:
        path.with_name(path.name + suffix).unlink(missing_ok=True)
