"""The field: the tables at which a candidate plays, and whom it meets there."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.study.lineups import cyclic_shifts, table_name
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.contract.tunable import Tunable
from bloodstones.core.errors import DamagedFileError, InputError, expected

FEWEST_PLAYERS = 2
MOST_TABLES = 12  # of one size, with one strategy to meet


@dataclass(frozen=True, slots=True)
class CandidateTable:
    """One table: who sits there, and which seat is the candidate's.

    Attributes
    ----------
    label
        Keys the luck: board and line-up only, so that candidates share it.
    seat
        The candidate's.
    """

    setup: Setup
    label: str
    seat: int

    @property
    def role(self) -> str:
        """What the candidate plays here."""
        return self.setup.seats[self.seat].role


@dataclass(frozen=True, slots=True)
class TableRotation:
    """Tables that are played in turn: game k is replicate k // n at table k % n.

    So any n games in a row meet every table once.
    """

    tables: tuple[CandidateTable, ...]

    @property
    def fewest_players(self) -> int:
        """Players at the smallest table."""
        return min(len(table.setup.seats) for table in self.tables)

    @property
    def roles(self) -> tuple[str, ...]:
        """What the candidate plays at its tables, each once."""
        return tuple(dict.fromkeys(table.role for table in self.tables))

    def spans(self, games: range) -> list[range]:
        """Return the replicates of each table in these games.

        >>> TableRotation((None,) * 3).spans(range(4, 9))
        [range(2, 3), range(1, 3), range(1, 3)]
        """
        count = len(self.tables)
        return [
            range(-(-(games.start - place) // count), -(-(games.stop - place) // count))
            for place in range(count)
        ]

    def in_order(
        self, by_table: Sequence[NDArray[np.float64]], games: range
    ) -> NDArray[np.float64]:
        """Return values of the tables' replicates in the order of the games.

        Parameters
        ----------
        by_table
            For each table a value for each replicate of `spans(games)`.
        games
            Which games.

        Returns
        -------
        array of shape (games,)
        """
        ordered = np.zeros(len(games))
        count = len(self.tables)
        spans = self.spans(games)
        for place, (span, values) in enumerate(zip(spans, by_table, strict=True)):
            if len(span):
                ordered[span.start * count + place - games.start :: count] = values
        return ordered


def make_tables(
    game: Tunable,
    blank: Setup,
    strategy: str,
    roles: Sequence[str],
    opponents: Sequence[str],
    players: Sequence[int] = (),
) -> tuple[CandidateTable, ...]:
    """Return the tables of a candidate: every set of other roles, and turns round the table.

    Every set is met equally often; so is every seat sat in, unless that took more than
    `MOST_TABLES` tables. With two players each line-up is played from both sides. All opponents at
    a table play one strategy. Where nobody has a role, the candidate sits in every seat of one
    table.

    Parameters
    ----------
    blank
        Board, options and the like of every table; nobody sits there.
    strategy
        What is tuned: it sits where the candidate will.
    roles
        What the candidate plays.
    players
        Sizes of the tables; none: as few as the role can be played with on this board.

    Raises
    ------
    InputError
        The game cannot play this.
    """
    tables: list[CandidateTable] = []
    for role in roles:
        for lineup, seat in _lineups(game, blank, strategy, role, players):
            for opponent in opponents:
                setup = _seated(blank, lineup, seat, strategy, opponent)
                game.check(setup)
                tables.append(CandidateTable(setup, table_name(blank.board, lineup), seat))
    return tuple(tables)


def _lineups(
    game: Tunable, blank: Setup, strategy: str, role: str, players: Sequence[int]
) -> list[tuple[tuple[str, ...], int]]:
    """Return line-ups of the wanted sizes that can be played, with the seat of the role."""
    sizes = _sizes(game, blank)
    for size in players:
        if size not in sizes:
            raise expected(f"{sizes.start} to {sizes.stop - 1} players", size, "--players")
    reason: InputError | None = None
    lineups: list[tuple[tuple[str, ...], int]] = []
    for size in players or sizes:
        sets, fault = _playable(game, blank, strategy, role, size)
        reason = fault or reason
        if any(other != role for other in game.every_role):
            lineups += [(lineup, lineup.index(role)) for lineup in _turned(sets, size)]
        else:
            lineups += [(lineup, seat) for lineup in sets for seat in range(size)]
        if lineups and not players:
            break
    if not lineups and reason is not None:
        raise reason
    return lineups


def _playable(
    game: Tunable, blank: Setup, strategy: str, role: str, size: int
) -> tuple[list[tuple[str, ...]], InputError | None]:
    """Return the sets of a size, the role first, that can be played, and why the last cannot."""
    others = [other for other in game.every_role if other != role]
    rests = itertools.combinations(others, size - 1) if others else [("",) * (size - 1)]
    sets: list[tuple[str, ...]] = []
    fault: InputError | None = None
    for rest in rests:
        try:
            game.check(_seated(blank, (role, *rest), 0, strategy, strategy))
        except DamagedFileError:
            raise
        except InputError as error:
            fault = error
        else:
            sets.append((role, *rest))
    return sets, fault


def _sizes(game: Tunable, blank: Setup) -> range:
    """Return the sizes of tables that can be asked for."""
    if game.every_role:
        return range(FEWEST_PLAYERS, len(game.every_role) + 1)
    room = game.players_on(blank.board, blank.data)
    return range(max(FEWEST_PLAYERS, room.start), room.stop)


def _turned(sets: Sequence[tuple[str, ...]], size: int) -> list[tuple[str, ...]]:
    """Return every set with all turns, or with one each if those were more than `MOST_TABLES`."""
    turned = [cyclic_shifts(each) for each in sets]
    if len(sets) * size <= MOST_TABLES:
        return [lineup for turns in turned for lineup in turns]
    even = math.lcm(len(sets), size)
    count = even if even <= MOST_TABLES else len(sets)
    return [turned[place % len(sets)][place % size] for place in range(count)]


def _seated(blank: Setup, lineup: Sequence[str], seat: int, strategy: str, opponent: str) -> Setup:
    """Return the setup in which `strategy` sits at `seat` and `opponent` everywhere else."""
    seats = (
        Seat(role, strategy if place == seat else opponent) for place, role in enumerate(lineup)
    )
    return replace(blank, seats=tuple(seats))
