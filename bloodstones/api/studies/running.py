"""How games are run from Python: workers, a progress bar, results in memory or in a folder.

A run in memory is played in a folder that goes with it. Stopped by Ctrl-C, it leaves what was
played under the user's cache, for `resume=True`.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bloodstones.api.results.results import Results, load_results, results_in_memory
from bloodstones.core.errors import expected

if TYPE_CHECKING:
    from bloodstones.batch.running.progress import Progress
    from bloodstones.batch.running.runner import Options

THREADS: Final = "threading"
PROCESSES: Final = "loky"
CLUSTER: Final = "dask"
ADDRESS: Final = "://"
UNFINISHED: Final = "unfinished"
DIGITS: Final = 16
NOTEBOOK: Final = "ZMQInteractiveShell"

Play = Callable[..., Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class How:
    """How a run is run; the result does not depend on it.

    Attributes
    ----------
    jobs
        Workers, 1 or more; None: one a core.
    out
        The folder of the results; None: they live in memory.
    resume
        Go on with the run that was stopped, if there is one.
    replace
        Drop an unfinished run in the folder, or a result that is in the way.
    backend
        "threading", "loky" (processes, for strategies in Python), or the address of the scheduler
        of a dask cluster, `tcp://host:8786`.
    """

    jobs: int | None = None
    out: str | PathLike[str] | None = None
    resume: bool = False
    replace: bool = False
    backend: str = THREADS

    def options(self) -> Options:
        """Return the options of the runner."""
        from bloodstones.batch.running.cores import cores
        from bloodstones.core.extras import require_extra

        if self.jobs is not None and (type(self.jobs) is not int or self.jobs < 1):
            raise expected("at least 1 job", self.jobs, "jobs=")
        cluster = ADDRESS in self.backend
        if cluster:
            require_extra("cluster")
        elif self.backend not in (THREADS, PROCESSES):
            known = f"{THREADS}, {PROCESSES}, or the address of a dask scheduler"
            raise expected("a backend", self.backend, "backend=", f"known: {known}")
        return {
            "jobs": cores() if self.jobs is None else self.jobs,
            "backend": CLUSTER if cluster else self.backend,
            "scheduler": self.backend if cluster else None,
            "resume": self.resume,
            "replace": self.replace,
        }


def run_in(how: How, mark: str, play: Play, here: Path | None = None) -> Results:
    """Play games and return their results.

    Parameters
    ----------
    mark
        What is played, as a hash: it finds what a stopped run left.
    play
        Takes the folder of the results and the options of the runner as keywords.
    here
        The folder from which `out` is seen; None: the present one.

    Raises
    ------
    InputError
        The game cannot play this, or the folder cannot take the results.
    RunError
        It failed or was stopped; what was played is kept.
    """
    options = how.options()
    with progress_shown() as progress:
        if how.out is not None:
            folder = (here or Path.cwd()) / how.out
            play(folder, **options, progress=progress)
            return replace(load_results(folder), folder=Path(how.out))
        with _room(mark, how.resume) as folder:
            play(folder, **{**options, "resume": True, "replace": False}, progress=progress)
            return results_in_memory(folder)


@contextmanager
def _room(mark: str, resume: bool) -> Iterator[Path]:
    """Give a folder for a run in memory; what is played of one that fails is kept elsewhere."""
    from bloodstones.batch.result_files.result import STORE

    kept = kept_folder(mark)
    with tempfile.TemporaryDirectory(prefix="bloodstones-") as place:
        folder = Path(place) / UNFINISHED
        if resume and (kept / STORE).exists():
            shutil.move(kept, folder)
        else:
            shutil.rmtree(kept, ignore_errors=True)
        try:
            yield folder
        except BaseException:
            if (folder / STORE).exists():
                shutil.move(folder, kept)
            raise


def kept_folder(mark: str) -> Path:
    """Return where a run in memory leaves what it played when it is stopped; made when absent."""
    from bloodstones.core.kernels.kernel_cache import cache_folder

    return cache_folder(UNFINISHED, hashlib.sha256(mark.encode()).hexdigest()[:DIGITS])


def progress_shown() -> AbstractContextManager[Progress]:
    """Show a bar on a terminal and in a notebook, and nothing elsewhere."""
    from bloodstones.batch.running.progress import as_bar, silently

    return as_bar() if sys.stderr.isatty() or in_notebook() else silently()


def in_notebook() -> bool:
    """Whether this runs in a notebook, where rich shows a bar as well."""
    if "IPython" not in sys.modules:
        return False
    shell = sys.modules["IPython"].get_ipython()
    return type(shell).__name__ == NOTEBOOK
