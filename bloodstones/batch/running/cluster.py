"""A dask cluster as workers: any number of machines that have the same code and maps.

Tasks go to the scheduler through `distributed` itself: joblib's bridge to it never calls back for a
task that was cancelled, so a lost scheduler would leave the run waiting. Every run gives its tasks
new names: it never waits for one that a killed run had left half-way. What is played twice gives
the same games, which are stored once.
"""

from __future__ import annotations

import hashlib
import itertools
import logging
import os
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from bloodstones.batch.result_files.code import PACKAGES, game_sources
from bloodstones.batch.running.chunks import Task
from bloodstones.batch.running.workers import TaskOutcome, WorkerDiedError, play_task
from bloodstones.core.contract.game import Game
from bloodstones.core.errors import InputError, RunError

SECONDS_TO_ANSWER: Final = 30
SECONDS_BETWEEN_LOOKS: Final = 1.0
TASKS_A_THREAD: Final = 2
CODE_PACKAGES: Final = tuple(name for name in PACKAGES if name in ("numpy", "numba"))
RESUME: Final = "continue with --resume when the cluster is available again"


def code_mark(game: Game, files: tuple[str, ...]) -> str:
    """Return a hash of what a game depends on here: sources, packages, files.

    Parameters
    ----------
    game
        That is played.
    files
        Paths of boards, strategies and data.

    Returns
    -------
    str
        SHA-256, hexadecimal.
    """
    parts = [game_sources(game), *(version(name) for name in CODE_PACKAGES)]
    for name in files:
        path = Path(name)
        parts.append(hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else "none")
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def play_alike(game: Game, seed: int, task: Task, files: tuple[str, ...], mark: str) -> TaskOutcome:
    """Play a task on a machine of the cluster, if it would play as the machine of the run does.

    Parameters
    ----------
    game, seed, task
        As in `worker.play_task`.
    files
        Paths that must hold the same here.
    mark
        `code_mark` on the machine of the run.

    Raises
    ------
    RunError
        It has other code, other packages or another map.
    """
    if code_mark(game, files) != mark:
        raise RunError(
            f"expected workers with the code, packages ({', '.join(CODE_PACKAGES)}) and maps of "
            f"this run, got a worker with others ({os.uname().nodename})",
            "install the same version of bloodstones on every machine and restart its workers",
        )
    return play_task(game, seed, task)


@contextmanager
def cluster_outcomes(
    game: Game, seed: int, tasks: Iterator[Task], *, address: str, files: tuple[str, ...]
) -> Iterator[Iterator[TaskOutcome]]:
    """Give the outcomes of tasks as the workers of a cluster bring them; leaving early drops all.

    Parameters
    ----------
    game
        That is played; it is sent to the workers.
    seed
        Of the plan.
    tasks
        Taken as workers become free.
    address
        Of the scheduler: `tcp://host:8786`.
    files
        Paths that must hold the same on every machine.

    Raises
    ------
    InputError
        No scheduler answers, or it has no workers.
    RunError
        The scheduler was lost.
    WorkerDiedError
        A task ended every worker that played it.
    """
    import distributed
    from distributed.scheduler import KilledWorker

    with _quiet():
        try:
            connect: Any = distributed.Client
            client = connect(address, timeout=SECONDS_TO_ANSWER)
        except (OSError, ValueError) as error:
            raise InputError(
                f"expected a dask scheduler, got no answer: {error} ({address}, --scheduler)",
                "start one with `dask scheduler`",
            ) from None
        with client:
            _wait_for_workers(client, address)
            try:
                yield _outcomes(client, game, seed, tasks, files)
            except KilledWorker:
                message = "expected workers that keep playing, got some that ended"
                raise WorkerDiedError(message, RESUME) from None
            except (OSError, CancelledError):
                message = f"expected a dask scheduler, got a lost connection to it ({address})"
                raise RunError(message, RESUME) from None


def _wait_for_workers(client: Any, address: str) -> None:
    """Raise InputError unless a worker is there soon."""
    try:
        client.wait_for_workers(1, timeout=SECONDS_TO_ANSWER)
    except TimeoutError:
        raise InputError(
            f"expected at least 1 dask worker, got none ({address}, --scheduler)",
            f"start some with `dask worker {address}`",
        ) from None


def _outcomes(
    client: Any, game: Game, seed: int, tasks: Iterator[Task], files: tuple[str, ...]
) -> Iterator[TaskOutcome]:
    """Keep every worker thread supplied and yield what comes back."""
    import distributed

    wait: Any = distributed.wait
    mark, run, number = code_mark(game, files), uuid4().hex, itertools.count()
    held: set[Any] = set()
    while True:
        room = TASKS_A_THREAD * max(1, sum(client.ncores().values())) - len(held)
        for task in itertools.islice(tasks, max(0, room)):
            arguments = (game, seed, task, files, mark)
            key = f"bloodstones-{run}-{next(number)}"
            held.add(client.submit(play_alike, *arguments, key=key))
        if not held:
            return
        try:
            ready = wait(held, timeout=SECONDS_BETWEEN_LOOKS, return_when="FIRST_COMPLETED").done
        except TimeoutError:
            if client.status != "running":
                raise OSError("the connection was lost") from None
            continue
        for future in ready:
            held.discard(future)
            outcome: TaskOutcome = future.result(timeout=None)
            yield outcome


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what distributed logs about lost connections from the user, who reads our message."""
    names = [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]
    before = {name: logging.getLogger(name).level for name in names}
    try:
        for name in names:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)
