"""What a write that was killed leaves in the folder of a lab: removed when the lab is opened.

A file is written beside its place under a name of its own first (`core.files.writing`). Only names
of that form, of files that the lab itself writes, in the folders where it writes them, are removed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from weakref import finalize

from bloodstones.web.studies.run_files import LOCK as RUN_LOCK
from bloodstones.web.studies.run_files import RunFiles, locked
from bloodstones.web.studies.runs import OWNER_WRITES

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
