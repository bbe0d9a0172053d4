"""Cells played at once and kept in memory: for questions of minutes, without a result folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from bloodstones.batch.running.progress import Progress, Silent
from bloodstones.batch.study.plan import Cell
from bloodstones.core.contract.game import Chunk, Game

if TYPE_CHECKING:
    import pandas as pd

BACKEND = "threading"
GAMES_AT_ONCE = 50  # by one worker, before it reports
TEXT = "str"


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
class PlayedTables:
    """The tables of a batch, as `stats.table.Results` has them.

    Attributes
    ----------
    rows
        One line a seat and playthrough: `cell`, `replicate`, then the columns of the game.
    areas
        One line an area and cell: `area`, the measures, `cell`; empty in a game without boards.
    """

    rows: pd.DataFrame
    areas: pd.DataFrame


def play_at_once(
    batch: Batch, game: Game, *, jobs: int = 1, progress: Progress | None = None
) -> PlayedTables:
    """Play all games of a batch and return its tables, which do not depend on `jobs`.

    Parameters
    ----------
    batch
        Cells, replicates and seed.
    game
        That plays them.
    jobs
        Threads, at least 1.
    progress
        Shows the games played; None: silent.

    Raises
    ------
    InputError
        If the game cannot play a cell.
    """
    import pandas as pd

    for cell in batch.cells:
        game.check(cell.setup)
    shown = progress or Silent()
    game.warm_up()
    shown.start(0, batch.games, False)
    done = 0
    parts: dict[tuple[int, int], Chunk] = {}
    sums: dict[int, pd.DataFrame] = {}
    for index, replicates, chunk in _chunks(batch, game, jobs):
        parts[index, replicates.start] = chunk
        setup = batch.cells[index].setup
        numbers = game.board_table(setup.board, setup.data)["area"] if setup.board else ()
        areas = pd.DataFrame(chunk.areas, index=pd.Index(numbers, name="area"))
        sums[index] = areas if index not in sums else sums[index] + areas
        done += len(replicates)
        shown.update(done)
    tables = [
        sums[index].reset_index().assign(cell=batch.cells[index].id) for index in sorted(sums)
    ]
    return PlayedTables(
        rows=_rows(batch, game, parts),
        areas=pd.concat(tables, ignore_index=True),
    )


def _chunks(batch: Batch, game: Game, jobs: int) -> Iterator[tuple[int, range, Chunk]]:
    """Yield the place of a cell, replicates of it and what they gave, as workers bring them."""
    from joblib import Parallel, delayed

    def play(index: int, replicates: range) -> tuple[int, range, Chunk]:
        cell = batch.cells[index]
        return index, replicates, game.simulate(cell.setup, batch.seed, cell.luck(game), replicates)

    calls = (
        delayed(play)(index, range(first, min(first + GAMES_AT_ONCE, batch.replicates)))
        for index in range(len(batch.cells))
        for first in range(0, batch.replicates, GAMES_AT_ONCE)
    )
    yield from Parallel(n_jobs=jobs, backend=BACKEND, return_as="generator_unordered")(calls)


def _rows(batch: Batch, game: Game, parts: Mapping[tuple[int, int], Chunk]) -> pd.DataFrame:
    """Return the rows of all chunks, by (cell, first replicate), with the declared types.

    The study's own columns come before them.
    """
    import pandas as pd

    places = sorted(parts)
    chunks = [parts[place].rows for place in places]
    table = pd.DataFrame(
        {name: list(chain(*(rows[name] for rows in chunks))) for name in chunks[0]}
    )
    cells, replicates = [], []
    for (index, first), rows in zip(places, chunks, strict=True):
        games = range(first, min(first + GAMES_AT_ONCE, batch.replicates))
        size = len(next(iter(rows.values())))
        cells += [batch.cells[index].id] * size
        replicates.append(np.repeat(games, size // len(games)))
    table.insert(0, "replicate", np.concatenate(replicates))
    table.insert(0, "cell", cells)
    return table.astype({c.name: c.dtype for c in game.columns if c.dtype != TEXT})
