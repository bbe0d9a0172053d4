"""The store of a run (of a study, ladder or tuning): an SQLite file that the parent alone writes.

Every finished part of a task is one row, so that a run that is stopped at any moment keeps all
committed parts and continues from there. A chunk is known by its cell and its first replicate and
is stored once; its digest shows whether the disk gives back what was written.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Self

from bloodstones.core.errors import BloodstonesError, InputError, unwritable

FORMAT = "bloodstones-store 2"
SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS chunks (
    cell INTEGER NOT NULL, first INTEGER NOT NULL, stop INTEGER NOT NULL,
    rows BLOB NOT NULL, areas TEXT NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (cell, first)
);
"""
PRAGMAS = (
    "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
)
SIDE_FILES = ("", "-wal", "-shm", "-journal")
# What a store has in its first bytes, or those of its log, however damaged it is.
OWN_MARKS: Final = (b"bloodstones-store", b"CREATE TABLE chunks")
HEAD_BYTES: Final = 1 << 20
MOVE: Final = "move it away, or choose another folder with --out DIR"
DIGEST_BYTES: Final = 16
LARGEST: Final = 2**63 - 1
BUSY: Final = ("SQLITE_BUSY", "SQLITE_LOCKED")
UNWRITABLE: Final = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_READONLY")
AGAIN = "start again with --replace"
GO_ON = "free some disk space and continue with --resume"


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

    @property
    def digest(self) -> bytes:
        """A hash of all of it."""
        head = f"{self.cell} {self.first} {self.stop} {len(self.rows)} {self.areas}\0".encode()
        return hashlib.blake2b(head + self.rows, digest_size=DIGEST_BYTES).digest()


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
        Another run has it open, the file is damaged or cannot be written, or it belongs to
        another study.
    """

    def __init__(self, path: Path, fingerprint: str) -> None:
        self.path = path
        _refuse_foreign(path)
        try:
            with _explained(path):
                self._connection = _connected(path, None)
                self._open(fingerprint)
        except BaseException:
            self.close()
            raise

    def _open(self, fingerprint: str) -> None:
        """Lock the file, make its tables and compare its fingerprint."""
        for pragma in PRAGMAS:
            self._connection.execute(pragma)
        self._connection.execute("BEGIN EXCLUSIVE")
        for statement in SCHEMA.split(";"):
            self._connection.execute(statement)
        recorded = self._meta("fingerprint")
        if recorded is None:
            self._set_meta("format", FORMAT)
            self._set_meta("fingerprint", fingerprint)
            self._set_meta("seconds", "0")
        self._connection.execute("COMMIT")
        if self._meta("format") != FORMAT:
            raise InputError(
                f"expected a store of the format {FORMAT!r}, got {self._meta('format')!r} "
                f"({self.path.name})",
                f"finish it with the version that began it, or {AGAIN}",
            )
        if recorded is not None and recorded != fingerprint:
            raise InputError(
                "expected the unfinished run of this plan, got one with another file, "
                f"number of replicates or version of the rules ({self.path.name})",
                f"{AGAIN}, or choose another folder with --out DIR",
            )

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

    def add(self, chunks: Sequence[StoredChunk], seconds: float) -> list[StoredChunk]:
        """Store chunks and the seconds that the study took so far; return those that are new.

        Either all of them are stored or none. One that is there already is left as it is: it is
        the same, for its games come from its cell and replicates alone.

        Parameters
        ----------
        chunks
            Of any cells; in one transaction.
        seconds
            That all runs of this store took so far.

        Raises
        ------
        WriteError
            The disk is full or cannot be written; the store keeps what it had.
        """
        new = []
        try:
            self._connection.execute("BEGIN")
            for chunk in chunks:
                cursor = self._connection.execute(
                    "INSERT OR IGNORE INTO chunks VALUES (?, ?, ?, ?, ?, ?)",
                    (chunk.cell, chunk.first, chunk.stop, chunk.rows, chunk.areas, chunk.digest),
                )
                if cursor.rowcount:
                    new.append(chunk)
            self._set_meta("seconds", repr(seconds))
            self._connection.execute("COMMIT")
        except sqlite3.OperationalError as error:
            tip = GO_ON if _code(error).startswith(UNWRITABLE) else None
            raise unwritable("a store", str(error), self.path.name, tip) from None
        return new

    @property
    def seconds(self) -> float:
        """Seconds that it took in all runs so far."""
        return float(self._meta("seconds") or 0)

    @property
    def is_empty(self) -> bool:
        """Whether no chunk is stored."""
        with _explained(self.path):
            return self._connection.execute("SELECT 1 FROM chunks LIMIT 1").fetchone() is None

    def check(self) -> None:
        """Raise InputError unless every chunk is as it was written; memory holds one of them."""
        with _explained(self.path):
            (finding,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
            if finding != "ok":
                raise self._damaged(str(finding))
            cells = self._connection.execute("SELECT DISTINCT cell FROM chunks").fetchall()
        for (cell,) in cells:
            for _ in self.chunks(cell):
                pass

    def done(self, cells: range | None = None) -> dict[int, list[range]]:
        """Return the stored replicates of each cell (of `cells`), in order, neighbours joined."""
        ranges: dict[int, list[range]] = {}
        low, high = (0, LARGEST) if cells is None else (cells.start, cells.stop)
        with _explained(self.path):
            for cell, first, stop in self._connection.execute(
                "SELECT cell, first, stop FROM chunks WHERE cell >= ? AND cell < ? "
                "ORDER BY cell, first",
                (low, high),
            ):
                spans = ranges.setdefault(cell, [])
                if spans and spans[-1].stop > first:
                    raise self._damaged(f"replicate {first} twice")
                if spans and spans[-1].stop == first:
                    spans[-1] = range(spans[-1].start, stop)
                else:
                    spans.append(range(first, stop))
        return ranges

    def chunks(self, cell: int, replicates: range | None = None) -> Iterator[StoredChunk]:
        """Yield the chunks of a cell in the order of their replicates.

        Parameters
        ----------
        replicates
            Only chunks that lie within them.

        Raises
        ------
        InputError
            A chunk is not what was written.
        """
        query = "SELECT * FROM chunks WHERE cell = ? AND first >= ? AND stop <= ? ORDER BY first"
        first, stop = (0, LARGEST) if replicates is None else (replicates.start, replicates.stop)
        with _explained(self.path):
            for *parts, digest in self._connection.execute(query, (cell, first, stop)):
                chunk = StoredChunk(*parts)
                if not isinstance(chunk.rows, bytes) or chunk.digest != digest:
                    raise self._damaged(f"other games than were written in cell {cell}")
                yield chunk

    def _damaged(self, reason: str) -> InputError:
        return InputError(
            f"expected the store of a run, got a damaged file: {reason} ({self.path.name})",
            AGAIN,
        )

    def _meta(self, key: str) -> str | None:
        """Return a value of the table `meta`."""
        row = self._connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def _set_meta(self, key: str, value: str) -> None:
        """Set a value of the table `meta`."""
        self._connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def _code(error: sqlite3.Error) -> str:
    """Return the name of what SQLite found, empty without one."""
    return getattr(error, "sqlite_errorname", "") or ""


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into an InputError with a remedy."""
    try:
        yield
    except BloodstonesError:
        raise
    except sqlite3.Error as error:
        code = _code(error)
        if code.startswith(BUSY):
            raise InputError(
                f"expected a store that no other run uses, got: {error} ({path.name})",
                "wait for the other run, or choose another folder with --out DIR",
            ) from None
        if code.startswith(UNWRITABLE):
            raise unwritable("a store", str(error), path.name, GO_ON) from None
        raise InputError(
            f"expected the store of a run, got a damaged file: {error} ({path.name})",
            AGAIN if _is_own(path) else MOVE,
        ) from None


def remove_store(path: Path) -> None:
    """Remove a store and the side files that SQLite keeps.

    Raises
    ------
    InputError
        Another run has it open, or it is no store of a run: that stays as it is.
    """
    if path.exists():
        if not _is_own(path):
            raise InputError(f"expected the store of a run, got another file ({path})", MOVE)
        _refuse_if_in_use(path)
    for suffix in SIDE_FILES:
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _connected(path: Path, isolation_level: Literal["DEFERRED"] | None) -> sqlite3.Connection:
    """Return a connection; an absolute path is never read as a URI, as `file:x` would be."""
    return sqlite3.connect(path.absolute(), timeout=0, isolation_level=isolation_level)


def _refuse_foreign(path: Path) -> None:
    """Raise InputError if a file is a database of something else, which stays as it is."""
    if not path.is_file():
        return
    with closing(_connected(path, "DEFERRED")) as connection:
        try:
            tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
        except sqlite3.Error:  # locked or damaged, reported when it is opened
            return
    if tables and not {name for (name,) in tables} >= {"meta", "chunks"}:
        raise InputError(f"expected the store of a run, got another database ({path.name})", MOVE)


def _is_own(path: Path) -> bool:
    """Whether a file is a store, be it damaged or still empty, and nobody else's."""
    heads = []
    for suffix in SIDE_FILES:
        side = path.with_name(path.name + suffix)
        if side.is_file():
            with side.open("rb") as file:
                heads.append(file.read(HEAD_BYTES))
    if any(mark in head for mark in OWN_MARKS for head in heads):
        return True
    if not path.is_file():
        return False
    with closing(_connected(path, "DEFERRED")) as connection:
        try:
            return not connection.execute("SELECT 1 FROM sqlite_master").fetchall()
        except sqlite3.Error as error:
            return _code(error).startswith(BUSY)  # reported by what locks it


def _refuse_if_in_use(path: Path) -> None:
    """Raise InputError if another run has the store open; a damaged one is not in use."""
    connection = _connected(path, None)
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if _code(error).startswith(BUSY):
            with _explained(path):
                raise
    finally:
        connection.close()
