"""Games on maps in memory, to evaluate and select them: numbered forwards and backwards."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bloodstones.batch.in_memory import PlayedTables, play_at_once
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.maps.judging import backwards
from bloodstones.games.bloodstones.maps.reading import SUFFIX
from bloodstones.games.bloodstones.maps.writing import map_text
from bloodstones.games.bloodstones.questions.judging.factions_by_seat import (
    check_players,
    judged_line_ups,
)
from bloodstones.games.bloodstones.questions.judging.games import (
    BACKWARDS,
    FORWARDS,
    both_ways,
    judging_batch,
)
from bloodstones.games.bloodstones.rules.reading import load_ruleset

if TYPE_CHECKING:
    from bloodstones.batch.running.progress import Progress
    from bloodstones.games.bloodstones.rules.ruleset import BoardMap


def play_boards(
    boards: Sequence[BoardMap],
    players: int,
    games: int,
    strategy: str,
    seed: int,
    *,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> list[PlayedTables]:
    """Return the tables of at least so many playthroughs on each map, with the same random numbers.

    Half of them are on the map numbered backwards, so that the order of its areas, by which
    strategies break ties, says nothing about it.

    Parameters
    ----------
    jobs
        Workers; None: one a core.

    Raises
    ------
    InputError
        If a map cannot be played by so many, or there is no such strategy.
    """
    from joblib import cpu_count

    line_ups = [[one.id for one in each] for each in judged_line_ups(load_ruleset(), players)]
    for board in boards:
        check_players(board, players, "--players")
    played = []
    with tempfile.TemporaryDirectory(prefix="bloodstones-maps-") as folder:
        batches = []
        for place, board in enumerate(boards):
            for luck, way in ((FORWARDS, board), (BACKWARDS, backwards(board))):
                path = Path(folder) / f"{place}_{luck}{SUFFIX}"
                path.write_text(map_text(way), encoding="utf-8")
                half = -(-games // 2)
                batches.append(judging_batch(str(path), line_ups, strategy, seed, half, luck))
        workers = jobs or cpu_count()
        for place, board in enumerate(boards):
            pair = batches[2 * place : 2 * place + 2]
            forth, back = (play_at_once(one, GAME, jobs=workers, progress=progress) for one in pair)
            played.append(both_ways(forth, back, board.id))
    return played
