"""The pool of workers that play parts of plans, and the store that keeps what they bring back.

What is played does not depend on the workers, on how parts are cut, nor on how often a run was
stopped: the games of a part come from its cell and replicates alone, and each is stored once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Final

from bloodstones.batch.result_files.store import Store, StoredChunk
from bloodstones.batch.running.chunks import CellPart, Task, TaskPace, tasks
from bloodstones.batch.running.progress import Progress
from bloodstones.core.contract.game import Game
from bloodstones.core.errors import RunError
from bloodstones.kit.players.failure import StrategyError


class WorkerDiedError(RunError):
    """A worker process ended in the middle of its task; no stored game is lost."""


@dataclass(frozen=True, slots=True)
class TaskOutcome:
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


Outcomes = AbstractContextManager[Iterator[TaskOutcome]]
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


def play_task(game: Game, seed: int, task: Task) -> TaskOutcome:
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
    return TaskOutcome(task, tuple(chunks), tuple(seconds))


MOST_DEATHS: Final = 3
GO_ON: Final = "the games played so far are saved: continue with --resume"


def _ignore(chunks: Sequence[StoredChunk]) -> None:
    """Take no notice of what was stored."""


@dataclass(frozen=True, slots=True)
class Amount:
    """How much a run plays.

    Attributes
    ----------
    games
        Of the whole run; `at_most` so many.
    seconds_left
        Time that it may still take; None: as much as it needs.
    """

    games: int
    at_most: bool = False
    seconds_left: float | None = None


class WorkerPool:
    """Plays parts and stores what comes back.

    Parameters
    ----------
    game
        That is played.
    seed
        Of the plan.
    store
        Where games go, and what was played before.
    backend
        Who plays, see `worker.Backend`.
    pace
        How many games make a task.
    progress
        Shows games, and says what happened.
    amount
        How much is played in the whole run.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        store: Store,
        backend: Backend,
        pace: TaskPace,
        progress: Progress,
        amount: Amount,
    ) -> None:
        self.game, self.seed, self.store, self.progress = game, seed, store, progress
        self.amount = amount
        self._backend, self._pace = backend, pace
        self._given: dict[tuple[int, int], CellPart] = {}
        #: Games played so far, in all runs.
        self.games = sum(len(part) for parts in store.done().values() for part in parts)
        self._before, self._start = store.seconds, time.monotonic()
        self._ready = False

    def play(
        self,
        missing: Callable[[], Iterable[CellPart]],
        stored: Callable[[Sequence[StoredChunk]], None] = _ignore,
    ) -> None:
        """Play what is missing; what ended workers kept from us is played again.

        Parameters
        ----------
        missing
            Gives the parts that the store does not have yet; asked again when a worker ended.
        stored
            Called with the chunks that are new in the store.

        Raises
        ------
        RunError
            Workers end repeatedly without a game between.
        """
        deaths = 0
        while True:
            before = self.games
            parts = iter(missing())
            first = next(parts, None)
            if first is None:
                return
            try:
                self._play(_again(first, parts), stored)
                return
            except WorkerDiedError as error:
                deaths = 1 if self.games > before else deaths + 1
                if deaths == MOST_DEATHS:
                    raise self._deadly(error) from None
                self.progress.message("A worker ended; what it played is played again.")

    def _prepare(self) -> None:
        """Compile the game before the clock starts; once."""
        if self._ready:
            return
        self.progress.message("Preparing the game (compiled once for each version) …")
        self.game.warm_up()
        self.progress.start(self.games, self.amount.games, self.amount.at_most)
        self._start = time.monotonic()
        self._ready = True

    def _play(
        self, parts: Iterable[CellPart], stored: Callable[[Sequence[StoredChunk]], None]
    ) -> None:
        """Hand out parts and store what comes back."""
        self._prepare()
        self._given.clear()
        handed_out = self._handed_out(tasks(parts, self._pace))
        with self._backend(self.game, self.seed, handed_out) as outcomes:
            for outcome in outcomes:
                for part, seconds in zip(outcome.task.parts, outcome.seconds, strict=True):
                    self._pace.learn(part.cell, len(part.replicates), seconds)
                    self._given.pop(_name(part), None)
                spent = self._before + time.monotonic() - self._start
                new = self.store.add(outcome.chunks, spent)
                self.games += sum(chunk.stop - chunk.first for chunk in new)
                self.progress.update(self.games)
                stored(new)

    def _handed_out(self, tasks: Iterator[Task]) -> Iterator[Task]:
        """Yield tasks until the time is over; note which games are out."""
        for task in tasks:
            if self._time_is_over():
                return
            self._given.update({_name(part): part for part in task.parts})
            yield task

    def _time_is_over(self) -> bool:
        """Whether the time budget is used up."""
        left = self.amount.seconds_left
        return left is not None and time.monotonic() - self._start > left

    def _deadly(self, error: WorkerDiedError) -> RunError:
        """Return the error that names the games that end their workers."""
        out = [
            f"{part.cell.id} replicates {part.replicates.start} to {part.replicates.stop - 1}"
            for part in self._given.values()
        ]
        return RunError(
            f"expected workers that keep playing, got {MOST_DEATHS} ends and no game between; "
            f"seed {self.seed}, one of: {'; '.join(out)}",
            error.tip or GO_ON,
        )


def _again(first: CellPart, rest: Iterator[CellPart]) -> Iterator[CellPart]:
    """Yield a part that was taken off, then the rest."""
    yield first
    yield from rest


def _name(part: CellPart) -> tuple[int, int]:
    """Return what a part is known by."""
    return part.index, part.replicates.start
