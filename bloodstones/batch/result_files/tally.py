"""The figures of a running study, from the win credits in its store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bloodstones.batch.result_files.store import Store
from bloodstones.batch.result_files.tidy_tables import decode_column, numbers_of
from bloodstones.batch.study.faults import Figure
from bloodstones.batch.study.lines import StudyNumber, lines_of
from bloodstones.batch.study.plan import Plan
from bloodstones.core.contract.game import Game

CREDIT = "win_credit"
BLOCK: Final = 5_000


def has_credits(game: Game) -> bool:
    """Whether the rows of a game say who won."""
    return any(column.name == CREDIT for column in game.columns)


@dataclass
class Tally:
    """Number, sum and sum of squares of the independent values of a line.

    Attributes
    ----------
    line
        What is measured.
    values
        How many values were added.
    total, squares
        Their sum, and the sum of their squares.
    """

    line: StudyNumber
    values: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, values: NDArray[np.float64]) -> None:
        """Take in some values."""
        self.values += len(values)
        self.total += float(values.sum())
        self.squares += float((values * values).sum())

    @property
    def mean(self) -> float:
        """Mean of the values."""
        return self.total / self.values

    @property
    def variance(self) -> float:
        """Sample variance of the values, 0 for a single one."""
        spread = self.squares - self.total * self.total / self.values
        return max(0.0, spread) / max(1, self.values - 1)


class Tallies:
    """The figures of each group after the rounds added so far.

    Sums are taken line-up by line-up and in blocks of replicates: memory does not grow with the
    number of games, and the order is that of the plan, whichever way the games were played.

    Parameters
    ----------
    plan
        What is played.
    store
        Where the games are.
    figures
        The win rates that are measured.
    """

    def __init__(self, plan: Plan, store: Store, figures: Sequence[Figure]) -> None:
        self._plan, self._store = plan, store
        self._done = [0] * len(plan.groups)
        self.of_group = [
            [Tally(line) for line in lines_of(plan, group, figures)] for group in plan.groups
        ]

    def advance(self, group: int, replicates: int) -> list[Tally]:
        """Take in a group's games up to so many replicates and return its tallies.

        Parameters
        ----------
        group
            Its place in the plan.
        replicates
            The replicate to stop before; not less than at the last call. They must be in the store.
        """
        tallies = self.of_group[group]
        labels: dict[str, list[int]] = {}
        for index in self._plan.groups[group].cells:
            labels.setdefault(self._plan.cells[index].label, []).append(index)
        new = range(self._done[group], replicates)
        for label, cells in labels.items():
            concerned = [tally for tally in tallies if label in tally.line.weights]
            for credits in self._blocks(cells, new):
                for tally in concerned:
                    weights = tally.line.weights[label].items()
                    parts = [credits[cell][:, seat] * weight for (cell, seat), weight in weights]
                    tally.add(np.sum(parts, axis=0))
        self._done[group] = replicates
        return tallies

    def _blocks(
        self, cells: Sequence[int], replicates: range
    ) -> Iterator[dict[int, NDArray[np.float64]]]:
        """Yield the win credits of some cells, (replicates, seats) each, block by block."""
        readers = {cell: self._credits(cell, replicates) for cell in cells}
        left = len(replicates)
        held = {cell: np.empty((0, 0)) for cell in cells}
        while left:
            size = min(BLOCK, left)
            for cell, reader in readers.items():
                held[cell] = _filled(held[cell], reader, size)
            yield {cell: credits[:size] for cell, credits in held.items()}
            held = {cell: credits[size:] for cell, credits in held.items()}
            left -= size

    def _credits(self, cell: int, replicates: range) -> Iterator[NDArray[np.float64]]:
        """Yield the win credits of the stored chunks of a cell."""
        seats = len(self._plan.cells[cell].setup.seats)
        for chunk in self._store.chunks(cell, replicates):
            column: pa.Array = decode_column(chunk.rows, CREDIT)
            yield numbers_of(column).astype(np.float64, copy=False).reshape(-1, seats)


def _filled(
    held: NDArray[np.float64], reader: Iterator[NDArray[np.float64]], size: int
) -> NDArray[np.float64]:
    """Return at least `size` rows: those held, then what the reader gives."""
    parts: list[Any] = [held] if held.size else []
    while sum(map(len, parts)) < size:
        parts.append(next(reader))
    return parts[0] if len(parts) == 1 else np.concatenate(parts)
