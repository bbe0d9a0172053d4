"""Cells played at once and kept in memory: for questions of minutes, without a result folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bloodstones.batch.chunks import Pace, Task
from bloodstones.batch.plan import Cell
from bloodstones.batch.progress import Progress, Silent
from bloodstones.batch.tables import add_areas, decode_rows
from bloodstones.batch.workers import outcomes
from bloodstones.core.game import Game

if TYPE_CHECKING:
    import pandas as pd

BACKEND = "threading"


@dataclass(frozen=True, slots=True)
class Batch:
    """Cells of which each is played equally often.

    Attributes
    ----------
    seed
        With the label of a cell and the number of the replicate it keys the luck.
    replicates
        Playthroughs of each cell.
    """

    seed: int
    replicates: int
    cells: tuple[Cell, ...]

    @property
    def games(self) -> int:
        """Playthroughs of all cells."""
        return self.replicates * len(self.cells)


@dataclass(frozen=True, slots=True)
class Played:
    """The tables of a batch, as `stats.table.Results` has them."""

    rows: pd.DataFrame
    areas: pd.DataFrame


def play_at_once(
    batch: Batch, game: Game, *, jobs: int = 1, progress: Progress | None = None
) -> Played:
    """Play all games of a batch and return its tables, which do not depend on `jobs`.

    Raises
    ------
    InputError
        If the game cannot play a cell.
    """
    import pandas as pd

    for cell in batch.cells:
        game.check(cell.setup)
    told = progress or Silent()
    game.warm_up()
    told.start(0, batch.games)
    done = 0
    parts: dict[tuple[int, int], pd.DataFrame] = {}
    sums: dict[int, dict[str, list[int]]] = {}
    pace = Pace()
    with outcomes(game, batch.seed, _tasks(batch, pace), jobs, BACKEND) as played:
        for chunk, seconds in played:
            games = chunk.stop - chunk.first
            cell = batch.cells[chunk.cell]
            pace.learn(cell, games, seconds)
            table = decode_rows(chunk.rows).to_pandas()
            numbers = np.repeat(np.arange(chunk.first, chunk.stop), len(table) // games)
            table.insert(0, "replicate", numbers)
            table.insert(0, "cell", cell.id)
            parts[chunk.cell, chunk.first] = table
            add_areas(sums.setdefault(chunk.cell, {}), chunk.areas)
            done += games
            told.update(done)
    areas = [
        pd.DataFrame({"cell": batch.cells[index].id, **sums[index]}).rename_axis("area")
        for index in sorted(sums)
    ]
    return Played(
        rows=pd.concat([parts[place] for place in sorted(parts)], ignore_index=True),
        areas=pd.concat(areas).reset_index(),
    )


def _tasks(batch: Batch, pace: Pace) -> Iterator[Task]:
    for index, cell in enumerate(batch.cells):
        first = 0
        while first < batch.replicates:
            stop = min(batch.replicates, first + pace.size(cell))
            yield Task(index, cell, range(first, stop))
            first = stop
