"""Workers of this machine: threads, or processes that end when their parent does."""

from __future__ import annotations

import os
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager

from bloodstones.batch.running.chunks import Task
from bloodstones.batch.running.worker import Outcome, WorkerDiedError, play_task
from bloodstones.core.contract.game import Game

SECONDS_BETWEEN_LOOKS = 0.5
EXIT_WITHOUT_PARENT = 1

_watching = threading.Event()


@contextmanager
def local_outcomes(
    game: Game, seed: int, tasks: Iterator[Task], *, jobs: int, backend: str
) -> Iterator[Iterator[Outcome]]:
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
