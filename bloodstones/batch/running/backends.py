"""The backends: what plays tasks, by name."""

from __future__ import annotations

from functools import partial
from typing import Final

from bloodstones.batch.running.local import local_outcomes
from bloodstones.batch.running.worker import Backend
from bloodstones.core.errors import expected, near_matches

BACKENDS: Final = ("threading", "loky", "dask")


def backend_of(name: str, jobs: int, scheduler: str | None, files: tuple[str, ...]) -> Backend:
    """Return what plays tasks on a backend.

    Parameters
    ----------
    scheduler
        Address of the dask scheduler, with that backend alone.
    files
        Paths of the boards, strategies and data, which every worker of a cluster must have alike.

    Raises
    ------
    InputError
        There is no such backend, or no or too many arguments for it.
    """
    if jobs < 1:
        raise expected("at least 1 job", jobs, "--jobs")
    if name not in BACKENDS:
        tip = near_matches(name, BACKENDS) or f"known: {', '.join(BACKENDS)}"
        raise expected("a backend", name, "--backend", tip)
    if name != "dask" and scheduler is not None:
        raise expected("--scheduler with --backend dask alone", name, "--backend")
    if name != "dask":
        return partial(local_outcomes, jobs=jobs, backend=name)
    if scheduler is None:
        tip = "start one with `dask scheduler`, workers with `dask worker ADDRESS`"
        raise expected("the address of a dask scheduler", "none", "--scheduler", tip)
    from bloodstones.batch.running.cluster import cluster_outcomes

    return partial(cluster_outcomes, address=scheduler, files=files)
