"""The tables of a ladder: random roles and strategies, strategies rotated around the table.

At every table each strategy plays each seat, with the same random numbers: with two players, both
sides of each game are played.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bloodstones.batch.ladder.definition import Ladder, Pool, QuickLadder
from bloodstones.batch.study.lineups import cyclic_shifts, table_name
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.contract.tunable import Tunable
from bloodstones.core.errors import DamagedFileError, InputError, RunError
from bloodstones.core.files.own_data import require_data

MOST_DRAWS = 1000  # of a line-up, until the game takes one


@dataclass(frozen=True, slots=True)
class TableSetup:
    """One setup of a table.

    Attributes
    ----------
    cell
        Its id in the plan: pool, strategies, size, number of the table, turn round the table.
    setup
        Board, roles and strategies.
    """

    cell: str
    setup: Setup


@dataclass(frozen=True, slots=True)
class LadderTable:
    """A table: its seatings share board, line-up and luck.

    Attributes
    ----------
    pool
        Its name.
    group
        Who meets there: a pair, or all strategies of the pool.
    label
        Keys the luck: board and line-up.
    replicates
        Numbered so that no two tables of a pool share their luck.
    """

    pool: str
    group: tuple[str, ...]
    label: str
    seatings: tuple[TableSetup, ...]
    replicates: range

    @property
    def games(self) -> int:
        """Playthroughs at this table."""
        return len(self.seatings) * len(self.replicates)


def draw_tables(ladder: Ladder, game: Tunable, *, quick: bool = False) -> tuple[LadderTable, ...]:
    """Return all tables of a ladder, the same ones for the same seed.

    Parameters
    ----------
    ladder
        The pools, sizes and boards.
    game
        That says which line-ups it takes.
    quick
        Whether the table `[quick]` limits tables and replicates.

    Raises
    ------
    InputError
        The game cannot play a strategy or a board, or the file has no `quick` games.
    """
    if quick and ladder.quick is None:
        raise InputError("expected a table [quick] in the ladder's file, got none (--quick)")
    if ladder.data:
        require_data(game, "data")
    if game.boards() and not ladder.maps:
        raise InputError(f"expected a table [maps] with boards of {game.id}, got none (maps)")
    tables = []
    for pool in ladder.pools:
        kept = _quick(pool, ladder.quick) if quick and ladder.quick else pool
        for group in pool.groups:
            for size in pool.players:
                tables += _draw(ladder, kept, game, group, size)
    return tuple(tables)


def _quick(pool: Pool, quick: QuickLadder) -> Pool:
    """Return a pool with no more tables and replicates than quick ones."""
    tables = min(pool.tables, quick.tables or pool.tables)
    replicates = min(pool.replicates, quick.replicates or pool.replicates)
    return pool.model_copy(update={"tables": tables, "replicates": replicates})


def _draw(
    ladder: Ladder, pool: Pool, game: Tunable, group: Sequence[str], size: int
) -> list[LadderTable]:
    """Return the tables of one group of strategies and one size."""
    board = ladder.maps.get(str(size), "")
    empty = Setup(board, (), choices=ladder.choices, data=ladder.data or "")
    name = f"{pool.name}/{'+'.join(group) if pool.pairs else 'all'}/{size}"
    luck = random.Random(f"{ladder.seed}/{name}")
    tables = []
    deck: list[str] = []
    for number in range(pool.tables):
        lineup = _lineup(game, empty, group[0], size, luck)
        strategies = _deal(deck, group, size, luck)
        seatings = []
        for turn, seated in enumerate(dict.fromkeys(cyclic_shifts(strategies))):
            seats = tuple(map(Seat, lineup, seated))
            setup = replace(empty, seats=seats)
            game.check(setup)
            seatings.append(TableSetup(f"{name}/{number}/{turn}", setup))
        first = number * pool.replicates
        label = table_name(board, lineup)
        replicates = range(first, first + pool.replicates)
        tables.append(LadderTable(pool.name, tuple(group), label, tuple(seatings), replicates))
    return tables


def _deal(deck: list[str], group: Sequence[str], size: int, luck: random.Random) -> list[str]:
    """Take strategies off a deck that is filled up with all of them again and again.

    So each strategy is dealt equally often, but for the last deck. Nobody sits twice at a table
    that has fewer seats than there are strategies.
    """
    dealt: list[str] = []
    again: list[str] = []
    while len(dealt) < size:
        if not deck:
            deck += _shuffled(group, luck)
        drawn = deck.pop()
        if dealt.count(drawn) <= len(dealt) // len(set(group)):
            dealt.append(drawn)
        else:
            again.append(drawn)
    deck += reversed(again)
    return dealt


def _lineup(
    game: Tunable, empty: Setup, strategy: str, size: int, luck: random.Random
) -> tuple[str, ...]:
    """Return random roles, in seat order, that can play together on this board.

    Where there are fewer roles than seats, several seats take one.
    """
    if not game.every_role:
        return ("",) * size
    roles = game.every_role * -(-size // len(game.every_role))
    reason: InputError | None = None
    for _ in range(MOST_DRAWS):
        lineup = tuple(_shuffled(roles, luck)[:size])
        try:
            game.check(replace(empty, seats=tuple(Seat(role, strategy) for role in lineup)))
        except DamagedFileError:
            raise
        except InputError as error:
            reason = error
        else:
            return lineup
    raise reason or RunError(f"expected a line-up of {size}, got none ({empty.board or game.id})")


def lineups_by_lot(
    game: Tunable, empty: Setup, strategy: str, size: int, tables: int, seed: int
) -> list[tuple[str, ...]]:
    """Return random roles, in seat order, for so many tables; the same ones for the same seed.

    Parameters
    ----------
    empty
        The setup without seats.
    strategy
        That can play them.
    """
    luck = random.Random(f"{seed}/{empty.board}/{size}")
    return [_lineup(game, empty, strategy, size, luck) for _ in range(tables)]


def _shuffled(items: Sequence[str], luck: random.Random) -> list[str]:
    """Return the items shuffled by `random()` alone, which is stable over versions of Python."""
    return [item for _, item in sorted((luck.random(), item) for item in items)]
