"""What the pages of a lab work on: its folder, its tables, its secret, its token."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from weakref import finalize

from bloodstones.core.errors import InputError
from bloodstones.core.processors import cores
from bloodstones.web.analysis.analyses import Analyses
from bloodstones.web.kernels.preparing import Kernels
from bloodstones.web.open_tables import OpenTables
from bloodstones.web.security import secret_of
from bloodstones.web.shared_work import SharedWork
from bloodstones.web.studies.run_files import LOCK as RUN_LOCK
from bloodstones.web.studies.run_files import RunFiles, locked
from bloodstones.web.studies.runs import OWNER_WRITES, Runs
from bloodstones.web.studies.shelf import Shelf

LOCK: Final = ".lab.lock"
ENDING: Final = r"\.[a-z0-9_]{8}"  # as `tempfile.mkstemp` ends names
HERE: Final = "."
# Folder -> what the lab writes there itself.
WRITTEN: Final = {
    HERE: r"\.secret",
    "tables": r"[a-z0-9_]+-[0-9a-f]{8}\.(?:json|jsonl|origin)",
    "analyses": r"[0-9a-f]{64}-(?:notes|[0-9]+(?:-[0-9a-f]+)?)\.json",
    "records": r"[A-Za-z0-9_-]+\.jsonl",
    "speeds": r"[a-z0-9_]+\.json",
    "kernels": r"[a-z0-9_]+\.json",
    "studies/*": r"study\.toml|progress\.json|outcome\.json",
    "studies/*/pictures": r"[a-z0-9_]+\.svg",
}


class FolderLock:
    """The lock of a lab's folder, held until this object is gone.

    Parameters
    ----------
    folder
        Of the lab.

    Attributes
    ----------
    is_held
        Whether it was free; False: another lab has the folder open.
    """

    def __init__(self, folder: Path) -> None:
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, OWNER_WRITES)
        finalize(self, os.close, handle)
        self.is_held = locked(handle)


def remove_leftovers(folder: Path) -> None:
    """Remove what killed writes left in the folder of a lab that no other lab holds."""
    for path in list(leftovers(folder)):
        path.unlink(missing_ok=True)


def leftovers(folder: Path) -> Iterator[Path]:
    """Yield what killed writes left; the folders of studies that run are passed over."""
    for place, names in WRITTEN.items():
        pattern = re.compile(rf"\.(?:{names}){ENDING}")
        for home in [folder] if place == HERE else folder.glob(place):
            if _is_running(home):
                continue
            for path in home.iterdir() if home.is_dir() else ():
                if pattern.fullmatch(path.name) and path.is_file() and not path.is_symlink():
                    yield path


def _is_running(home: Path) -> bool:
    """Whether a folder is that of a study which is being played, or lies in one."""
    runs = (each for each in (home, home.parent) if (each / RUN_LOCK).is_file())
    return any(RunFiles(run).is_running for run in runs)


TOKEN_BYTES: Final = 16
MOST_HINTS: Final = 8  # under way or waiting; a page that asks in vain is told to wait
OPENED_AT_ONCE: Final = 4  # tables and records
MOST_OPENED: Final = 64
REPORTS: Final = Path("reports")


@dataclass(frozen=True, slots=True)
class Lab:
    """A lab: what its pages work on.

    Attributes
    ----------
    folder
        Where its games are kept.
    tables, analyses, runs, shelf
        Its tables, analyses of the records in it, its studies, the reports that are shipped.
    secret
        What seats' keys are made from.
    token
        What the first visit must bring.
    kernels
        Which games are ready to be played.
    hints, opening, new_tables
        Hints, tables and records that are opened, and new tables: each worked out once for all who
        ask, so that two clicks are one table.
    lock
        That of the folder, which one lab at a time holds.
    """

    folder: Path
    tables: OpenTables
    analyses: Analyses
    secret: bytes
    token: str
    runs: Runs
    shelf: Shelf
    kernels: Kernels
    hints: SharedWork
    opening: SharedWork
    new_tables: SharedWork
    lock: FolderLock


def open_lab(folder: Path, reports: Path = REPORTS) -> Lab:
    """Return the lab of a folder, which is made if it is not there.

    Parameters
    ----------
    folder
        Where games and studies are kept.
    reports
        A folder with reports, which need not be there.

    Raises
    ------
    InputError
        If the folder cannot be made or written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FolderLock(folder)
        if lock.is_held:
            remove_leftovers(folder)
        return Lab(
            folder,
            OpenTables(folder),
            Analyses(folder),
            secret_of(folder),
            secrets.token_urlsafe(TOKEN_BYTES),
            Runs(folder),
            Shelf(reports),
            Kernels(folder),
            SharedWork("hint", max(1, cores() - 1), MOST_HINTS),
            SharedWork("opening", OPENED_AT_ONCE, MOST_OPENED, 0),
            SharedWork("new table", OPENED_AT_ONCE, MOST_OPENED),
            lock,
        )
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(f"expected a folder to write to, got {str(folder)!r} ({reason})") from None
