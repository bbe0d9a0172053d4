"""How to run games from Python: workers, their backend, and a progress bar."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Final

from bloodstones.core.arguments import jobs_of, name_of, path_of, switch_of
from bloodstones.core.errors import expected

if TYPE_CHECKING:
    from bloodstones.batch.running.progress import Progress
    from bloodstones.batch.running.runner import Options

THREADS: Final = "threading"
PROCESSES: Final = "loky"
CLUSTER: Final = "dask"
ADDRESS: Final = "://"
SWITCHES: Final = ("resume", "replace")
NOTEBOOK: Final = "ZMQInteractiveShell"


@dataclass(frozen=True, slots=True)
class How:
    """How to run; the result does not depend on these settings.

    Attributes
    ----------
    jobs
        Number of workers, 1 to 1,024; None: one per core.
    out
        Folder of the results; None: keep them in memory.
    resume
        Continue a stopped run, if there is one.
    replace
        Delete an unfinished run or an old result in the folder.
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
        from bloodstones.core.extras import require_extra
        from bloodstones.core.processors import cores

        jobs = jobs_of(self.jobs, "jobs=")
        if self.out is not None:
            path_of(self.out, "out=", "the path of a folder")
        for name in SWITCHES:
            switch_of(getattr(self, name), f"{name}=")
        name_of(self.backend, "backend=", "a backend")
        cluster = ADDRESS in self.backend
        if cluster:
            require_extra("cluster")
        elif self.backend not in (THREADS, PROCESSES):
            known = f"{THREADS}, {PROCESSES}, or the address of a dask scheduler"
            raise expected("a backend", self.backend, "backend=", f"known: {known}")
        return {
            "jobs": cores() if jobs is None else jobs,
            "backend": CLUSTER if cluster else self.backend,
            "scheduler": self.backend if cluster else None,
            "resume": self.resume,
            "replace": self.replace,
        }


def progress_shown() -> AbstractContextManager[Progress]:
    """Show a bar on a terminal and in a notebook, and nothing elsewhere."""
    from bloodstones.batch.running.progress import as_bar, silently

    if is_notebook():
        from bloodstones.batch.running.notebook_bar import in_notebook

        return in_notebook()
    return as_bar() if sys.stderr.isatty() else silently()


def is_notebook() -> bool:
    """Whether this runs in a notebook."""
    if "IPython" not in sys.modules:
        return False
    shell = sys.modules["IPython"].get_ipython()
    return type(shell).__name__ == NOTEBOOK
