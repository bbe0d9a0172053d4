"""Tasks for workers: what is left to play, cut to about a second of work each.

Results do not depend on how replicates are cut, so the size may follow the measured speed. A task
takes parts of several cells where one cell has too little work for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from bloodstones.core.contract.game import Game, Setup

if TYPE_CHECKING:
    from bloodstones.batch.study.plan import Plan

TARGET_SECONDS = 1.0
FIRST_GAMES = 4
MOST_GROWTH = 8.0
SHORTEST_SECONDS = 1e-9
MOST_GAMES = 100_000
WHOLE = 1.0


class Playable(Protocol):
    """A cell of a plan, as workers see it."""

    @property
    def id(self) -> str:
        """Readable, for messages."""

    @property
    def setup(self) -> Setup:
        """What is played."""

    def played(self, game: Game, seed: int, replicates: range) -> tuple[bytes, str]:
        """Play some replicates and return their rows and area sums as the store keeps them.

        Parameters
        ----------
        game
            That plays the setup.
        seed
            Of the plan; with the cell and the replicate it keys the luck.
        replicates
            Which of them, ascending.

        Returns
        -------
        rows
            As bytes; only the kind of cell knows their form.
        areas
            Sums by area as JSON, see `tidy_tables.encode_areas`.
        """


@dataclass(frozen=True, slots=True)
class CellPart:
    """Replicates of one cell, of one round.

    Attributes
    ----------
    index
        Of the cell in the plan.
    cell
        That is played.
    replicates
        Not in the store yet.
    """

    index: int
    cell: Playable
    replicates: range


@dataclass(frozen=True, slots=True)
class Task:
    """What one worker plays before it reports."""

    parts: tuple[CellPart, ...]

    @property
    def games(self) -> int:
        """Playthroughs."""
        return sum(len(part.replicates) for part in self.parts)


def missing(wanted: range, done: Sequence[range]) -> list[range]:
    """Return the replicates of `wanted` that `done` (ordered, disjoint) leaves.

    Parameters
    ----------
    wanted
        Replicates.
    done
        Ordered and disjoint ranges of replicates.

    Examples
    --------
    >>> missing(range(0, 10), [range(0, 3), range(5, 8)])
    [range(3, 5), range(8, 10)]
    """
    gaps: list[range] = []
    start = wanted.start
    for part in (*done, range(wanted.stop, wanted.stop)):
        stop = min(part.start, wanted.stop)
        if stop > start:
            gaps.append(range(start, stop))
        start = max(start, part.stop)
    return gaps


@dataclass
class TaskPace:
    """The games in a task for each kind of cell, learnt from the tasks that came back.

    Cells are of one kind when as many seats are played by the same strategies. A size grows at
    most `MOST_GROWTH`-fold at a time, since few games measure little.

    Parameters
    ----------
    fixed
        Use this many games a task instead of learning.
    seconds
        How long a task should take.
    """

    fixed: int | None = None
    seconds: float = TARGET_SECONDS
    _sizes: dict[tuple[str, ...], int] = field(default_factory=dict)

    @staticmethod
    def kind(cell: Playable) -> tuple[str, ...]:
        """What decides how long a game of the cell takes."""
        return tuple(sorted(seat.strategy for seat in cell.setup.seats))

    def size(self, cell: Playable) -> int:
        """Games of this cell that make a task."""
        return self.fixed or self._sizes.get(self.kind(cell), FIRST_GAMES)

    def learn(self, cell: Playable, games: int, seconds: float) -> None:
        """Take note of games that came back and of the seconds they took.

        Parameters
        ----------
        cell
            That was played.
        games
            That came back.
        seconds
            They took on one worker.
        """
        wanted = games * self.seconds / max(seconds, SHORTEST_SECONDS)
        most = max(games, self.size(cell)) * MOST_GROWTH
        self._sizes[self.kind(cell)] = max(1, min(MOST_GAMES, int(min(wanted, most))))


def wanted_parts(
    plan: Plan, rounds: Iterable[int], groups: Sequence[int], done: Mapping[int, Sequence[range]]
) -> Iterator[CellPart]:
    """Yield what is left of some rounds (from 0) of some groups, round after round.

    Parameters
    ----------
    plan
        With all cells and groups.
    rounds
        From 0; a group without such a round is passed over.
    groups
        Places in the plan.
    done
        Cell -> replicates in the store, ordered and disjoint.
    """
    for number in rounds:
        for group in (plan.groups[index] for index in groups):
            if number >= len(group.rounds):
                continue
            start = group.rounds[number - 1] if number else group.first
            whole = range(start, group.rounds[number])
            for index in group.cells:
                for gap in missing(whole, done.get(index, ())):
                    yield CellPart(index, plan.cells[index], gap)


def tasks(parts: Iterable[CellPart], pace: TaskPace) -> Iterator[Task]:
    """Cut and join parts to tasks of the size that `pace` says.

    Parameters
    ----------
    parts
        Taken one after the other, as tasks are asked for.
    pace
        Says how many games of a cell make a task; it is asked again for each task.
    """
    held: list[CellPart] = []
    share = 0.0
    for part in parts:
        first, stop = part.replicates.start, part.replicates.stop
        while first < stop:
            size = pace.size(part.cell)
            taken = min(stop - first, max(1, round((WHOLE - share) * size)))
            held.append(CellPart(part.index, part.cell, range(first, first + taken)))
            first += taken
            share += taken / size
            if share >= WHOLE or pace.fixed:
                yield Task(tuple(held))
                held, share = [], 0.0
    if held:
        yield Task(tuple(held))
