"""The one runner: whatever is played in batches (a study, a ladder, a tuning) runs like this.

A plan's parts go to workers, what these bring back to the store of the result folder, the store at
the end to the files of the result, all at once. The one store of a folder is its lock, and a
stopped run continues from it.
"""

from __future__ import annotations

import os
import threading
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol, TypedDict, TypeVar

from bloodstones.batch.result_files.folder import (
    FinishedResult,
    FolderClaim,
    make_folder,
    prepare_folder,
)
from bloodstones.batch.result_files.result import STORE
from bloodstones.batch.result_files.store import Store, remove_store
from bloodstones.batch.running.chunks import TARGET_SECONDS, Task, TaskPace
from bloodstones.batch.running.progress import Progress, Silent
from bloodstones.batch.running.workers import (
    Amount,
    Backend,
    TaskOutcome,
    WorkerDiedError,
    WorkerPool,
    play_task,
)
from bloodstones.core.contract.game import Game
from bloodstones.core.errors import RunError, expected, near_matches
from bloodstones.kit.players.failure import FILE, failures_kept

SECONDS_BETWEEN_LOOKS = 0.5
EXIT_WITHOUT_PARENT = 1

_watching = threading.Event()


@contextmanager
def local_outcomes(
    game: Game, seed: int, tasks: Iterator[Task], *, jobs: int, backend: str
) -> Iterator[Iterator[TaskOutcome]]:
    """Give the outcomes of tasks as threads or processes bring them; leaving early ends them.

    Tasks are taken from the iterator as workers become free.

    Parameters
    ----------
    game
        That is played.
    seed
        Of the plan.
    tasks
        Taken as workers become free.
    jobs
        Workers, at least 1; 1 plays in this process.
    backend
        `threading` or `loky`, as joblib calls them.

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
        # Leaving early, or the end of a worker, is reported once, by the caller.
        warnings.filterwarnings("ignore", category=UserWarning, module="joblib")
        try:
            with closing(workers(calls)) as results:
                yield results
        except BrokenProcessPool:
            raise WorkerDiedError(
                "expected workers that keep playing, got one that ended"
            ) from None


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
        raise expected("--scheduler only with --backend dask", name, "--backend")
    if name != "dask":
        return partial(local_outcomes, jobs=jobs, backend=name)
    if scheduler is None:
        tip = "start one with `dask scheduler`, workers with `dask worker ADDRESS`"
        raise expected("the address of a dask scheduler", "none", "--scheduler", tip)
    from bloodstones.batch.running.cluster import cluster_outcomes

    return partial(cluster_outcomes, address=scheduler, files=files)


T = TypeVar("T")


class Options(TypedDict, total=False):
    """How a run is run; the result does not depend on it.

    Attributes
    ----------
    jobs
        Workers, 1 or more; a dask cluster has its own.
    backend
        "threading" (games whose kernels release the interpreter lock), "loky" (processes) or
        "dask" (the cluster at `scheduler`).
    resume
        Continue the unfinished run in the folder, if there is one; a finished result of the same
        plan and code is kept as it is.
    replace
        Drop an unfinished run, or a result that is in the way.
    chunk_games
        Games a task; None: about a second of work, as measured.
    progress
        Shows how far the run is.
    """

    jobs: int
    backend: str
    scheduler: str | None
    resume: bool
    replace: bool
    chunk_games: int | None
    progress: Progress | None


@dataclass(frozen=True, slots=True)
class Running:
    """The `Options` of a run with their defaults."""

    jobs: int = 1
    backend: str = "threading"
    scheduler: str | None = None
    resume: bool = False
    replace: bool = False
    chunk_games: int | None = None
    progress: Progress | None = None

    def workers(self, files: tuple[str, ...] = ()) -> Backend:
        """Return who plays; `files`: paths that every worker of a cluster must have alike.

        Raises
        ------
        InputError
            There is no such backend, or it cannot be used so.
        """
        return backend_of(self.backend, self.jobs, self.scheduler, files)


@dataclass(frozen=True, slots=True)
class RunTerms:
    """The terms of a run, from its plan.

    Attributes
    ----------
    seed
        All luck comes from it.
    mark
        Fingerprint of the plan and the code: what the games depend on.
    games
        Playthroughs; `at_most` so many.
    files
        Paths that every worker of a cluster must have alike.
    writes
        Names of all files that the run writes into its folder, folders with a "/" at their end.
    keeps
        A finished result goes by `replace` alone.
    traces
        Files of an unfinished run beside the store.
    budget
        Seconds that all runs together may take.
    task_seconds
        How long a task should take.
    """

    seed: int
    mark: str
    games: int
    writes: tuple[str, ...]
    files: tuple[str, ...] = ()
    at_most: bool = False
    keeps: bool = False
    traces: tuple[str, ...] = ()
    budget: float | None = None
    task_seconds: float = TARGET_SECONDS

    def budgeted(self, spent: float) -> Amount:
        """Return how much is played, after so many seconds of earlier runs."""
        left = None if self.budget is None else self.budget - spent
        return Amount(self.games, self.at_most, left)


class Runnable(Protocol[T]):
    """A plan that can be run."""

    @property
    def terms(self) -> RunTerms:
        """What the runner has to know; InputError if the plan cannot be played."""

    def finished_result(self, folder: Path) -> FinishedResult | None:
        """Return the finished result in a folder; InputError if something else is in its place."""

    def verified(self, folder: Path) -> dict[str, Any]:
        """Return the provenance of a finished result; InputError if its files are not whole."""

    def play(self, worker_pool: WorkerPool, folder: Path) -> T:
        """Play all that is left, and return how it ended.

        Parameters
        ----------
        worker_pool
            Plays and stores.
        folder
            Of the result, for files besides the store.
        """

    def finish(
        self, folder: Path, store: Store, played: T, run: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Write the files of the result, all at once, and return what it says.

        Parameters
        ----------
        folder
            Of the result.
        store
            With all games.
        played
            What `play` returned.
        run
            How it was run: `seconds`, `jobs`, `backend`.
        """


def run(plan: Runnable[T], game: Game, folder: Path, running: Running) -> dict[str, Any]:
    """Run a plan and return its provenance or result.

    Parameters
    ----------
    plan
        What is run.
    game
        That is played.
    folder
        Of the result, made when absent.
    running
        How it is run: workers, resuming, replacing, progress.

    Raises
    ------
    InputError
        The game cannot play the plan, or the folder cannot take the result.
    RunError
        The run failed or was stopped; what was played is kept in the store.
    """
    running.workers()
    terms = plan.terms
    workers = running.workers(terms.files)
    make_folder(folder)
    progress = running.progress or Silent()
    claim = FolderClaim(
        terms.mark,
        terms.games,
        running.resume,
        running.replace,
        terms.writes,
        terms.keeps,
        terms.traces,
    )
    if prepare_folder(folder, plan.finished_result, claim):
        finished = plan.verified(folder)
        progress.message(f"Nothing left to play: {finished['games']:,} games are in the result.")
        return finished
    with Store(folder / STORE, terms.mark) as store, _nothing_empty(store):
        store.check()
        pace = TaskPace(running.chunk_games, terms.task_seconds)
        worker_pool = WorkerPool(
            game, terms.seed, store, workers, pace, progress, terms.budgeted(store.seconds)
        )
        (folder / FILE).unlink(missing_ok=True)
        with _stoppable(worker_pool), failures_kept(folder / FILE):
            played = plan.play(worker_pool, folder)
        how = {
            "seconds": round(store.seconds, 1),
            "jobs": running.jobs,
            "backend": running.backend,
            "date": datetime.now(UTC).date().isoformat(),
        }
        made = plan.finish(folder, store, played, how)
        store.close()
        remove_store(store.path)
        return made


@contextmanager
def _nothing_empty(store: Store) -> Iterator[None]:
    """Remove the store of a run that ends before its first chunk."""
    try:
        yield
    except BaseException:
        if store.is_empty:
            store.close()
            remove_store(store.path)
        raise


@contextmanager
def _stoppable(worker_pool: WorkerPool) -> Iterator[None]:
    """Tell in one sentence that a run was stopped, once it has played something."""
    try:
        yield
    except KeyboardInterrupt:
        if worker_pool.store.is_empty:
            raise
        raise RunError(
            f"stopped after {worker_pool.games:,} of {worker_pool.amount.games:,} games, "
            "which are saved",
            "continue with --resume",
        ) from None
