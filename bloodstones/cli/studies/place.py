"""Where a study is: its maps, strategies and data are seen from the folder of its file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path


@contextmanager
def beside(file: Path) -> Iterator[Path]:
    """Work in the folder of a study file, from which its maps, strategies and data are seen.

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
    """Return a folder that is named in the working folder `here`, as seen from the present one."""
    return folder if Path.cwd() == here else here / folder
