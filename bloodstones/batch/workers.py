"""Workers: they play tasks, and processes among them end when their parent does."""

from __future__ import annotations

import os
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager

from bloodstones.batch.chunks import Task
from bloodstones.batch.store import StoredChunk
from bloodstones.batch.tables import encode_areas, encode_rows
from bloodstones.core.game import Game

BACKENDS = ("threading", "loky")
SECONDS_BETWEEN_LOOKS = 0.5
EXIT_WITHOUT_PARENT = 1

Outcome = tuple[StoredChunk, float]
_watching = threading.Event()


def play_task(game: Game, seed: int, task: Task, parent: int) -> Outcome:
    """Play a task; return the chunk and the seconds it took.

    Parameters
    ----------
    parent
        Process id of the run; a worker in another process ends with it.
    """
    if os.getpid() != parent:
        _end_with(parent)
    start = time.perf_counter()
    setup = task.cell.setup
    chunk = game.simulate(setup, seed, task.cell.label, task.replicates)
    seconds = time.perf_counter() - start
    rows = encode_rows(chunk, game.columns, len(task.replicates) * len(setup.seats))
    first, stop = task.replicates.start, task.replicates.stop
    return StoredChunk(task.index, first, stop, rows, encode_areas(chunk.areas)), seconds


@contextmanager
def outcomes(
    game: Game, seed: int, tasks: Iterator[Task], jobs: int, backend: str
) -> Iterator[Iterator[Outcome]]:
    """Give the outcomes of tasks as workers bring them; leaving early ends the workers.

    Tasks are taken from the iterator as workers become free.
    """
    from joblib import Parallel, delayed

    workers = Parallel(n_jobs=jobs, backend=backend, return_as="generator_unordered", batch_size=1)
    play = delayed(play_task)
    parent = os.getpid()
    calls = (play(game, seed, task, parent) for task in tasks)
    with warnings.catch_warnings(), closing(workers(calls)) as results:
        # Leaving early is told to the user once, by the caller.
        warnings.filterwarnings("ignore", category=UserWarning, module="joblib")
        yield results


def _end_with(parent: int) -> None:
    """Watch the parent from a thread, once a process, and end this process when it is gone."""
    if _watching.is_set():
        return
    _watching.set()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(SECONDS_BETWEEN_LOOKS)
        os._exit(EXIT_WITHOUT_PARENT)

    threading.Thread(target=watch, name="watch-parent", daemon=True).start()
