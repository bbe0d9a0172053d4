"""Chunks of replicates: what is left to play, cut to about a second of work each.

Results do not depend on how replicates are cut, so the size may follow the measured speed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bloodstones.batch.plan import Cell, Plan

TARGET_SECONDS = 1.0
FIRST_GAMES = 4
MOST_GROWTH = 8.0
SHORTEST_SECONDS = 1e-9
MOST_GAMES = 100_000


@dataclass(frozen=True, slots=True)
class Task:
    """Replicates of one cell, to be played by one worker."""

    index: int
    cell: Cell
    replicates: range


def missing(replicates: int, done: Sequence[range]) -> list[range]:
    """Return the replicates 0..replicates-1 that `done` (ordered, disjoint) leaves.

    >>> missing(10, [range(0, 3), range(5, 8)])
    [range(3, 5), range(8, 10)]
    """
    gaps: list[range] = []
    start = 0
    for part in (*done, range(replicates, replicates)):
        if part.start > start:
            gaps.append(range(start, part.start))
        start = part.stop
    return gaps


@dataclass
class Pace:
    """The chunk size for each kind of cell, learnt from the chunks that came back.

    Cells are of one kind when as many seats are played by the same strategies. A size grows at
    most `MOST_GROWTH`-fold at a time, since a small chunk measures little.

    Parameters
    ----------
    fixed
        Use this many games a chunk instead of learning.
    """

    fixed: int | None = None
    _sizes: dict[tuple[str, ...], int] = field(default_factory=dict)

    @staticmethod
    def _kind(cell: Cell) -> tuple[str, ...]:
        return tuple(sorted(seat.strategy for seat in cell.setup.seats))

    def size(self, cell: Cell) -> int:
        """Games in the next chunk of this cell."""
        return self.fixed or self._sizes.get(self._kind(cell), FIRST_GAMES)

    def learn(self, cell: Cell, games: int, seconds: float) -> None:
        """Take note of a chunk that came back: its games and the seconds they took."""
        wanted = games * min(MOST_GROWTH, TARGET_SECONDS / max(seconds, SHORTEST_SECONDS))
        self._sizes[self._kind(cell)] = max(1, min(MOST_GAMES, int(wanted)))


def tasks(plan: Plan, done: Mapping[int, Sequence[range]], pace: Pace) -> Iterator[Task]:
    """Yield what is left of a plan, in the order of its cells."""
    for index, cell in enumerate(plan.cells):
        for gap in missing(plan.replicates, done.get(index, ())):
            first = gap.start
            while first < gap.stop:
                stop = min(gap.stop, first + pace.size(cell))
                yield Task(index, cell, range(first, stop))
                first = stop
