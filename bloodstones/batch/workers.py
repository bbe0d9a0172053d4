"""Workers: they play tasks, and processes among them end when their parent does."""

from __future__ import annotations

import os
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from functools import partial

from bloodstones.batch.chunks import Task
from bloodstones.batch.store import StoredChunk
from bloodstones.batch.tables import encode_areas, encode_rows
from bloodstones.core.errors import RunError, expected, near_matches
from bloodstones.core.game import Game

BACKENDS = ("threading", "loky", "dask")
SECONDS_BETWEEN_LOOKS = 0.5
EXIT_WITHOUT_PARENT = 1

_watching = threading.Event()


class WorkerDiedError(RunError):
    """A worker process ended in the middle of its task; no stored game is lost."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a worker brings back: the chunks of a task and the seconds that each took."""

    task: Task
    chunks: tuple[StoredChunk, ...]
    seconds: tuple[float, ...]


Outcomes = AbstractContextManager[Iterator[Outcome]]
Backend = Callable[[Game, int, Iterator[Task]], Outcomes]


def backend_of(name: str, jobs: int, scheduler: str | None, files: tuple[str, ...]) -> Backend:
    """Return what plays tasks on a backend.

    Parameters
    ----------
    scheduler
        Address of the dask scheduler, with that backend alone.
    files
        Paths of the maps and strategies, which every worker of a cluster must have alike.

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
    from bloodstones.batch.cluster import cluster_outcomes

    return partial(cluster_outcomes, address=scheduler, files=files)


def play_task(game: Game, seed: int, task: Task) -> Outcome:
    """Play a task."""
    chunks, seconds = [], []
    for part in task.parts:
        start = time.perf_counter()
        setup = part.cell.setup
        chunk = game.simulate(setup, seed, part.cell.label, part.replicates)
        seconds.append(time.perf_counter() - start)
        rows = encode_rows(chunk, game.columns, len(part.replicates) * len(setup.seats))
        first, stop = part.replicates.start, part.replicates.stop
        chunks.append(StoredChunk(part.index, first, stop, rows, encode_areas(chunk.areas)))
    return Outcome(task, tuple(chunks), tuple(seconds))


@contextmanager
def local_outcomes(
    game: Game, seed: int, tasks: Iterator[Task], *, jobs: int, backend: str
) -> Iterator[Iterator[Outcome]]:
    """Give the outcomes of tasks as threads or processes bring them; leaving early ends them.

    Tasks are taken from the iterator as workers become free.

    Raises
    ------
    WorkerDiedError
        A worker process ended.
    """
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import BrokenProcessPool

    processes = {"initializer": end_with, "initargs": (os.getpid(),)} if backend == "loky" else {}
    workers = Parallel(
        n_jobs=jobs,
        backend=backend,
        return_as="generator_unordered",
        batch_size=1,
        **(processes if jobs > 1 else {}),
    )
    play = delayed(play_task)
    calls = (play(game, seed, task) for task in tasks)
    with warnings.catch_warnings():
        # Leaving early, or the end of a worker, is told to the user once, by the caller.
        warnings.filterwarnings("ignore", category=UserWarning, module="joblib")
        try:
            with closing(workers(calls)) as results:
                yield results
        except BrokenProcessPool:
            raise WorkerDiedError("expected workers that play on, got one that ended") from None


def end_with(parent: int) -> None:
    """Watch the parent from a thread, once a process, and end this process when it is gone."""
    if _watching.is_set():
        return
    _watching.set()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(SECONDS_BETWEEN_LOOKS)
        os._exit(EXIT_WITHOUT_PARENT)

    threading.Thread(target=watch, name="watch-parent", daemon=True).start()
