"""What a worker does: it plays the parts of a task and brings back their tables."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from bloodstones.batch.result_files.store import StoredChunk
from bloodstones.batch.running.chunks import Task
from bloodstones.core.contract.game import Game
from bloodstones.core.errors import RunError
from bloodstones.kit.players.failure import StrategyError


class WorkerDiedError(RunError):
    """A worker process ended in the middle of its task; no stored game is lost."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a worker brings back: the chunks of a task and the seconds that each took.

    Attributes
    ----------
    task
        That was played.
    chunks
        One for each part of the task, in its order.
    seconds
        That each part took.
    """

    task: Task
    chunks: tuple[StoredChunk, ...]
    seconds: tuple[float, ...]


Outcomes = AbstractContextManager[Iterator[Outcome]]
Backend = Callable[[Game, int, Iterator[Task]], Outcomes]


@contextmanager
def in_cell(cell: str) -> Iterator[None]:
    """Name the cell in the failure of a strategy, in place of the label of its luck."""
    try:
        yield
    except StrategyError as error:
        error.failure.cell = ""
        error.add(cell=cell)
        raise


def play_task(game: Game, seed: int, task: Task) -> Outcome:
    """Play a task.

    Parameters
    ----------
    game
        That is played.
    seed
        Of the plan.
    task
        Parts of one or more cells.
    """
    chunks, seconds = [], []
    for part in task.parts:
        start = time.perf_counter()
        with in_cell(part.cell.id):
            rows, areas = part.cell.played(game, seed, part.replicates)
        seconds.append(time.perf_counter() - start)
        first, stop = part.replicates.start, part.replicates.stop
        chunks.append(StoredChunk(part.index, first, stop, rows, areas))
    return Outcome(task, tuple(chunks), tuple(seconds))
