"""Choosing the fairest of generated maps by games, for `bloodstones maps generate --fair`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bloodstones.games.bloodstones.engine.game_setup import FEWEST_PLAYERS
from bloodstones.games.bloodstones.maps.making.halving import Round, halve
from bloodstones.games.bloodstones.questions.judging.boards import play_boards
from bloodstones.stats.table import game_labels
from bloodstones.stats.unevenness import Difference, Unevenness, unevenness, unevenness_difference

if TYPE_CHECKING:
    import pandas as pd

    from bloodstones.batch.running.progress import Progress
    from bloodstones.games.bloodstones.rules.ruleset import BoardMap

LUCK_STEP: Final = 1000  # a round's seed is that of the round before and this


@dataclass(frozen=True, slots=True)
class Chosen:
    """The fairest of some maps and how it was found.

    Attributes
    ----------
    board
        The winner.
    rounds
        Who was measured how in each round, see `halving.Round`.
    games
        Playthroughs on all maps together.
    """

    board: BoardMap
    rounds: tuple[Round, ...]
    games: int


def play_counts(
    boards: Sequence[BoardMap],
    games: int,
    strategy: str,
    seed: int,
    *,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> list[pd.DataFrame]:
    """Return the rows of at least so many playthroughs on each map, at all player counts in turn.

    The maps are for the same numbers of players, which get equally many games with the same random
    numbers.
    """
    import pandas as pd

    board = boards[0]
    counts = range(max(board.min_players, FEWEST_PLAYERS), board.max_players + 1)
    share = -(-games // len(counts))
    tables: list[list[pd.DataFrame]] = [[] for _ in boards]
    for players in counts:
        played = play_boards(boards, players, share, strategy, seed, jobs=jobs, progress=progress)
        for table, each in zip(tables, played, strict=True):
            table.append(each.rows)
    return [pd.concat(table, ignore_index=True) for table in tables]


def fairest(
    boards: Sequence[BoardMap],
    games: int,
    strategy: str,
    seed: int,
    *,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Chosen:
    """Return the map with the least measured unevenness of factions and turn orders.

    A round plays all its maps with the same random numbers; every round has new ones.

    Parameters
    ----------
    boards
        For the same player counts.
    games
        Playthroughs of each map in the first round, see `halving.halve`.
    """
    total = 0

    def measure(left: Sequence[BoardMap], each: int, number: int) -> list[float]:
        nonlocal total
        luck = seed + LUCK_STEP * (number + 1)
        tables = play_counts(left, each, strategy, luck, jobs=jobs, progress=progress)
        total += sum(int(game_labels(rows).nunique()) for rows in tables)
        return [unevenness(rows).total for rows in tables]

    rounds = halve(boards, games, measure)
    return Chosen(boards[rounds[-1].ranked[0]], tuple(rounds), total)


def measured_again(
    one: BoardMap,
    other: BoardMap,
    games: int,
    strategy: str,
    seed: int,
    *,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> tuple[Unevenness, Unevenness, Difference]:
    """Return the unevenness of two maps on luck that no choice has seen, and their difference."""
    first, second = play_counts([one, other], games, strategy, seed, jobs=jobs, progress=progress)
    return unevenness(first), unevenness(second), unevenness_difference(first, second)
