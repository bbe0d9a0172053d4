"""Cells that are played batch after batch, each batch chosen by the results before it.

They are numbered as they are asked for, so that a run that continues after a stop finds in the
store those that it played before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bloodstones.batch.running.chunks import CellPart, Playable, missing
from bloodstones.batch.running.workers import WorkerPool


class SequentialCells:
    """Asks a pool of workers for cells."""

    def __init__(self, worker_pool: WorkerPool) -> None:
        self._workers = worker_pool
        #: Cells asked for so far: the number that the next one gets.
        self.asked = 0

    def played(self, cells: Sequence[Playable], spans: Sequence[range]) -> list[list[bytes]]:
        """Return, by cell, the rows of its chunks in order, once all its replicates are played.

        Parameters
        ----------
        spans
            By cell the replicates that are wanted.
        """
        store = self._workers.store
        numbers = range(self.asked, self.asked + len(cells))
        self.asked = numbers.stop

        def parts() -> Iterator[CellPart]:
            done = store.done(numbers)
            for number, cell, span in zip(numbers, cells, spans, strict=True):
                for gap in missing(span, done.get(number, ())):
                    yield CellPart(number, cell, gap)

        self._workers.play(parts)
        return [
            [chunk.rows for chunk in store.chunks(number, span)]
            for number, span in zip(numbers, spans, strict=True)
        ]
