"""The field: the tables at which a candidate plays, and whom it meets there."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.lineups import cyclic_shifts
from bloodstones.core.errors import InputError, expected
from bloodstones.core.game import Seat, Setup
from bloodstones.core.tunable import Tunable, Weights

FEWEST_PLAYERS = 2
MOST_TABLES = 12  # of one size, with one strategy to meet


@dataclass(frozen=True, slots=True)
class Table:
    """One table: who sits there, and which seat is the candidate's.

    Attributes
    ----------
    label
        Keys the luck: map and line-up only, so that candidates share it.
    seat
        The candidate's.
    """

    setup: Setup
    label: str
    seat: int

    @property
    def faction(self) -> str:
        """What the candidate plays here."""
        return self.setup.seats[self.seat].role


@dataclass(frozen=True, slots=True)
class Field:
    """Tables that are played in turn: game k is replicate k // n at table k % n.

    So any n games in a row meet every table once.
    """

    game: Tunable
    tables: tuple[Table, ...]
    seed: int

    @property
    def fewest_players(self) -> int:
        """Players at the smallest table."""
        return min(len(table.setup.seats) for table in self.tables)

    def credits(
        self, candidate: Mapping[str, Weights], purpose: str, games: range
    ) -> NDArray[np.float64]:
        """Return the candidate's win credit in each of these games.

        Parameters
        ----------
        candidate
            Its parameters by faction; a faction without any plays as the strategy that sits there.
        purpose
            Keys the luck beside the table: games of another purpose are fresh ones.

        Returns
        -------
        NDArray
            Shape (len(games),), in the order of the games.
        """
        found = np.zeros(len(games))
        count = len(self.tables)
        for place, table in enumerate(self.tables):
            first = -(-(games.start - place) // count)
            last = -(-(games.stop - place) // count)
            if last <= first:
                continue
            known = candidate.get(table.faction)
            changed = {} if known is None else {table.seat: known}
            label = f"{purpose}/{table.label}"
            credit = self.game.contest(table.setup, changed, self.seed, label, range(first, last))
            found[first * count + place - games.start :: count] = credit[:, table.seat]
        return found


def make_tables(
    game: Tunable,
    board: str,
    strategy: str,
    factions: Sequence[str],
    opponents: Sequence[str],
    players: Sequence[int] = (),
    options: Mapping[str, str] | None = None,
) -> tuple[Table, ...]:
    """Return the tables of a candidate: every set of other factions, and turns round the table.

    Every set is met equally often; so is every seat sat in, unless that took more than
    `MOST_TABLES` tables. With two players each line-up is mirrored. All opponents at a table play
    one strategy.

    Parameters
    ----------
    board
        Id of a map.
    strategy
        What is tuned: it sits where the candidate will.
    factions
        What the candidate plays.
    players
        Sizes of the tables; none: as few as the faction can be played with on this map.
    options
        Readings of the rules that differ from the default.

    Raises
    ------
    InputError
        The game cannot play this.
    """
    tables: list[Table] = []
    for faction in factions:
        for lineup in _lineups(game, board, strategy, faction, players, options or {}):
            seat = lineup.index(faction)
            for opponent in opponents:
                setup = _setup(board, lineup, seat, strategy, opponent, options or {})
                game.check(setup)
                tables.append(Table(setup, f"{board}/{'+'.join(lineup)}", seat))
    return tuple(tables)


def _lineups(
    game: Tunable,
    board: str,
    strategy: str,
    faction: str,
    players: Sequence[int],
    options: Mapping[str, str],
) -> list[tuple[str, ...]]:
    """Return the line-ups of the wanted sizes with a faction that can be played."""
    others = [other for other in game.every_faction if other != faction]
    most = len(game.every_faction)
    reason: InputError | None = None
    found: list[tuple[str, ...]] = []
    for size in players or range(FEWEST_PLAYERS, most + 1):
        if not FEWEST_PLAYERS <= size <= most:
            raise expected(f"{FEWEST_PLAYERS} to {most} players", size, "--players")
        sets = []
        for rest in itertools.combinations(others, size - 1):
            try:
                game.check(_setup(board, (faction, *rest), 0, strategy, strategy, options))
            except InputError as error:
                reason = error
            else:
                sets.append((faction, *rest))
        found += _turned(sets, size)
        if found and not players:
            break
    if not found and reason is not None:
        raise reason
    return found


def _turned(sets: Sequence[tuple[str, ...]], size: int) -> list[tuple[str, ...]]:
    """Return every set with all turns, or with one each if those were more than `MOST_TABLES`."""
    turned = [cyclic_shifts(each) for each in sets]
    if len(sets) * size <= MOST_TABLES:
        return [lineup for turns in turned for lineup in turns]
    even = math.lcm(len(sets), size)
    count = even if even <= MOST_TABLES else len(sets)
    return [turned[place % len(sets)][place % size] for place in range(count)]


def _setup(
    board: str,
    lineup: Sequence[str],
    seat: int,
    strategy: str,
    opponent: str,
    options: Mapping[str, str],
) -> Setup:
    """Return the setup in which `strategy` sits at `seat` and `opponent` everywhere else."""
    seats = (
        Seat(faction, strategy if place == seat else opponent)
        for place, faction in enumerate(lineup)
    )
    return Setup(board, tuple(seats), dict(options))
