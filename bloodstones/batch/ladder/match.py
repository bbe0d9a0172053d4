"""A match: one seat of a strategy among others of another one, with the controls of such a claim.

Line-ups are random, as in a ladder, and the seat takes each place at each table, with the same
random numbers. The controls are played at the same tables: `mirror`, in which both strategies
are the same, so that the seat must win its fair share (there each seat has its own random numbers,
else nothing could differ), and `sanity`, in which the others play at random.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from bloodstones.batch.in_memory import Batch, play_at_once
from bloodstones.batch.ladder.random_tables import lineups_by_lot
from bloodstones.batch.running.progress import Progress
from bloodstones.batch.study.lineups import table_name
from bloodstones.batch.study.plan import Cell
from bloodstones.core.contract.game import Number, Seat, Setup
from bloodstones.core.kernels.layout import Array
from bloodstones.core.names import Name

if TYPE_CHECKING:
    from bloodstones.core.contract.tunable import Tunable

RANDOM: Final = "random"  # a strategy of every game


class MatchPart(Name):
    """What part of a match games are."""

    CLAIM = 0
    MIRROR = 1
    SANITY = 2


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays whom, and how often.

    Attributes
    ----------
    first, others
        The strategy of one seat, and that of all others.
    players, board, options, choices, data
        The tables: how many sit there, and what is played, see `Setup`.
    tables, replicates
        Number of random tables, and how often each is played with the seat in each place.
    seed
        All luck comes from it.
    """

    first: str
    others: str
    players: int
    board: str
    tables: int
    replicates: int
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, Number] = field(default_factory=dict)
    data: str = ""

    @property
    def games(self) -> int:
        """Games of each part."""
        return self.tables * self.players * self.replicates


@dataclass(frozen=True, slots=True, eq=False)
class PlayedPart:
    """A part of a match that was played.

    Attributes
    ----------
    part, first, others
        Which, and who played it.
    credits
        Win credits of the one seat: float64 array (tables, games at each).
    """

    part: MatchPart
    first: str
    others: str
    credits: Array


def play_match(
    match: Match, game: Tunable, controls: bool, jobs: int = 1, progress: Progress | None = None
) -> list[PlayedPart]:
    """Play a match and return what came of it: the claim, then its controls.

    Parameters
    ----------
    controls
        Whether to play the self-match of both strategies, and both against random play, too.

    Raises
    ------
    InputError
        If the game cannot play it.
    """
    parts = list(_parts(match, controls))
    cells = {part: list(_cells(match, game, *part)) for part in parts}
    every = tuple(cell for part in parts for cell in cells[part])
    batch = Batch(match.seed, match.replicates, every)
    rows = play_at_once(batch, game, jobs=jobs, progress=progress).rows
    seat = rows["cell"].map({cell.id: int(cell.id.rpartition("/")[2]) for cell in every})
    credits = rows[rows["seat"] == seat].groupby("cell")["win_credit"].agg(list)
    found = []
    for part in parts:
        won = np.array([credits[cell.id] for cell in cells[part]])
        found.append(PlayedPart(*part, won.reshape(match.tables, -1)))
    return found


def _parts(match: Match, controls: bool) -> Iterator[tuple[MatchPart, str, str]]:
    """Yield the parts of a match with the strategies of the one seat and of the others."""
    yield MatchPart.CLAIM, match.first, match.others
    if not controls:
        return
    both = dict.fromkeys((match.first, match.others))
    yield from ((MatchPart.MIRROR, name, name) for name in both)
    yield from ((MatchPart.SANITY, name, RANDOM) for name in both if name != RANDOM)


def _cells(match: Match, game: Tunable, part: MatchPart, first: str, others: str) -> Iterator[Cell]:
    """Yield a cell for each table and place of the one seat; the id ends with the place."""
    options, choices = dict(match.options), dict(match.choices)
    empty = Setup(match.board, (), options=options, choices=choices, data=match.data)
    drawn = lineups_by_lot(game, empty, match.first, match.players, match.tables, match.seed)
    for table, lineup in enumerate(drawn):
        for place in range(match.players):
            seats = tuple(
                Seat(role, first if seat == place else others) for seat, role in enumerate(lineup)
            )
            anew = f"/{first}/{place}" if part == MatchPart.MIRROR else ""
            label = f"{table_name(match.board, lineup)}/{table}{anew}"
            name = f"{part.id}/{first}+{others}/{table}/{place}"
            yield Cell(name, label, replace(empty, seats=seats))
