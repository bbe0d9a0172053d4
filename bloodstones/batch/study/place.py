"""The folder of a study: paths of maps, strategies and data are relative to it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path


@contextmanager
def beside(file: Path) -> Iterator[Path]:
    """Change into the folder of a study file, to which its paths are relative.

    Yields the file as seen from there. Modules of the folder it was called in are found as well.
    """
    if not file.is_file() or file.parent.resolve() == Path.cwd():
        yield file
        return
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    with chdir(file.parent):
        yield Path(file.name)


def at(here: Path, folder: Path) -> Path:
    """Return a path relative to `here` as one relative to the present folder."""
    return folder if Path.cwd() == here else here / folder
