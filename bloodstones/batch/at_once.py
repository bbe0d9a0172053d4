"""A plan played at once and kept in memory: for questions of minutes, without a result folder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bloodstones.batch.chunks import Pace, tasks
from bloodstones.batch.plan import Plan
from bloodstones.batch.progress import Progress, Silent
from bloodstones.batch.tables import add_areas, decode_rows
from bloodstones.batch.workers import outcomes
from bloodstones.core.game import Game

if TYPE_CHECKING:
    import pandas as pd

BACKEND = "threading"


@dataclass(frozen=True, slots=True)
class Played:
    """The tables of a plan, as `stats.table.Results` has them."""

    rows: pd.DataFrame
    areas: pd.DataFrame


def play_at_once(
    plan: Plan, game: Game, *, jobs: int = 1, progress: Progress | None = None
) -> Played:
    """Play all games of a plan, which the game can play, and return its tables.

    They do not depend on `jobs`.
    """
    import pandas as pd

    told = progress or Silent()
    game.warm_up()
    told.start(0, plan.games)
    done = 0
    parts: dict[tuple[int, int], pd.DataFrame] = {}
    sums: dict[int, dict[str, list[int]]] = {}
    pace = Pace()
    with outcomes(game, plan.seed, tasks(plan, {}, pace), jobs, BACKEND) as played:
        for chunk, seconds in played:
            games = chunk.stop - chunk.first
            pace.learn(plan.cells[chunk.cell], games, seconds)
            table = decode_rows(chunk.rows).to_pandas()
            numbers = np.repeat(np.arange(chunk.first, chunk.stop), len(table) // games)
            table.insert(0, "replicate", numbers)
            table.insert(0, "cell", plan.cells[chunk.cell].id)
            parts[chunk.cell, chunk.first] = table
            add_areas(sums.setdefault(chunk.cell, {}), chunk.areas)
            done += games
            told.update(done)
    areas = [
        pd.DataFrame({"cell": plan.cells[index].id, **sums[index]}).rename_axis("area")
        for index in sorted(sums)
    ]
    return Played(
        rows=pd.concat([parts[place] for place in sorted(parts)], ignore_index=True),
        areas=pd.concat(areas).reset_index(),
    )
