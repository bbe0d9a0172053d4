"""Who sits at the table, on which board: line-ups and assignments of strategies to seats."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from bloodstones.core.contract.game import Game
from bloodstones.core.errors import InputError

if TYPE_CHECKING:
    from bloodstones.batch.study.definition import Study
    from bloodstones.batch.study.factors import Lineups, Sets

Lineup = tuple[str, ...]

NO_ROLE = "-"  # in names, of a seat without a role beside others with one


def table_name(board: str, lineup: Sequence[str]) -> str:
    """Return the name of a board with a line-up; seats without roles are counted.

    >>> table_name("island", ("red", "blue")), table_name("", ("", "", ""))
    ('island/red+blue', '3p')
    """
    seated = "+".join(role or NO_ROLE for role in lineup) if any(lineup) else f"{len(lineup)}p"
    return f"{board}/{seated}" if board else seated


def boards_and_lineups(
    study: Study, game: Game | None
) -> tuple[list[tuple[str, Lineup]], dict[tuple[str, int], int]]:
    """Return every board with every line-up that is played on it, and what is left out.

    Of several boards, a line-up is played on those that take as many players. On a single one, or
    without boards, every line-up is played, so that one it does not take is refused as such.

    Returns
    -------
    tuple
        The pairs (board, line-up) in the order of the file, and how many line-ups are left out by
        (board, players).

    Raises
    ------
    InputError
        No board takes a line-up, or a board takes none; a board of a game without, or none of a
        game with boards.
    """
    data = study.data or ""
    if study.position is not None:
        line = study.position
        return [(study.map or line.board, tuple(line.roles))], {}
    assert study.lineups is not None  # without a position
    seated = lineups(study.lineups, None if game is None else partial(game.roles_for, data=data))
    if game is not None:
        _check_boards(study, game)
    if study.maps is None:
        return [(study.map or "", lineup) for lineup in seated], {}
    if game is None:
        raise InputError("expected the game of the study, got none (maps)")
    rooms = {board: game.players_on(board, data) for board in study.maps}
    pairs = [(board, lineup) for board in study.maps for lineup in seated]
    taken = [(board, lineup) for board, lineup in pairs if len(lineup) in rooms[board]]
    left_out = Counter(
        (board, len(lineup)) for board, lineup in pairs if len(lineup) not in rooms[board]
    )
    sizes = {len(lineup) for _, lineup in taken}
    homeless = sorted({len(lineup) for lineup in seated} - sizes)
    empty = [board for board in study.maps if all(board != each for each, _ in taken)]
    if homeless:
        raise InputError(f"expected a map for {homeless[0]} players, got none (maps)")
    if empty:
        raise InputError(f"expected line-ups that fit map {empty[0]}, got none (maps)")
    return taken, left_out


def _check_boards(study: Study, game: Game) -> None:
    """Raise InputError unless the study names boards as its game has them."""
    boards = game.boards()
    if boards and not study.boards:
        tip = f"{game.id} has: {', '.join(boards)}"
        raise InputError("expected `map` or `maps`, got none (map)", tip)
    if study.boards and not boards:
        raise InputError(f"expected no map for {game.id}, got {study.boards[0]!r} (map)")


def lineups(
    table: Lineups, roles: Callable[[int], Sequence[str]] | None = None
) -> tuple[Lineup, ...]:
    """Return the line-ups of a study, each once: sets first, then the explicit ones.

    Parameters
    ----------
    roles
        The roles of the game that may sit at a table of so many, for sets without a list; where
        there are none, nobody has a role.
    """
    base: list[Lineup] = []
    for group in table.every_set:
        for players in group.players:
            base.extend(_sets(group, players, roles))
    base.extend(table.explicit)
    base = list(dict.fromkeys(base))
    if table.all_orders:
        base = [order for lineup in base for order in orders(lineup)]
    turned = (cyclic_shifts(lineup) if table.rotate_seats else (lineup,) for lineup in base)
    return tuple(dict.fromkeys(itertools.chain.from_iterable(turned)))


def _sets(
    group: Sets, players: int, roles: Callable[[int], Sequence[str]] | None
) -> Iterable[Lineup]:
    """Return the sets of so many roles."""
    if group.factions is not None:
        pool: Sequence[str] = group.factions
    elif roles is None:
        raise InputError("expected the game of the study, got none (lineups.sets)")
    else:
        pool = roles(players)
        if not pool:
            return [("",) * players]
    if group.repeated:
        return itertools.combinations_with_replacement(pool, players)
    if len(pool) < players:
        raise InputError(
            f"expected at most {len(pool)} players, got {players} (lineups.sets, all roles)",
            "or let several seats have the same role: repeated = true",
        )
    return itertools.combinations(pool, players)


def orders(lineup: Lineup) -> tuple[Lineup, ...]:
    """Return every order around the table that no shift turns into another, as written first.

    >>> orders(("a", "b", "c"))
    (('a', 'b', 'c'), ('a', 'c', 'b'))
    """
    return tuple((*lineup[:1], *rest) for rest in itertools.permutations(lineup[1:]))


def cyclic_shifts(lineup: Sequence[str]) -> tuple[Lineup, ...]:
    """Return every cyclic shift of a line-up, the line-up itself first.

    >>> cyclic_shifts(("a", "b", "c"))
    (('a', 'b', 'c'), ('b', 'c', 'a'), ('c', 'a', 'b'))
    """
    return tuple((*lineup[i:], *lineup[:i]) for i in range(len(lineup)))


def assignments(
    mixes: Sequence[Sequence[str]],
    seats: int,
    last_alone: bool = False,
    in_order: bool = False,
) -> tuple[tuple[str, ...], ...]:
    """Return the strategies of the seats for every mix, each assignment once.

    Parameters
    ----------
    last_alone
        Whether the last strategy of a list sits in one seat at a time.
    in_order
        Whether a list of several strategies says who sits in each seat.

    Examples
    --------
    >>> assignments([("a",), ("a", "b")], 2)
    (('a', 'a'), ('a', 'b'), ('b', 'a'))
    >>> assignments([("a",), ("b", "a")], 2, in_order=True)
    (('a', 'a'), ('b', 'a'))
    """
    every = itertools.chain.from_iterable(
        _seated(mix, seats) if in_order and len(mix) > 1 else _mix(mix, seats, last_alone)
        for mix in mixes
    )
    return tuple(dict.fromkeys(every))


def _seated(mix: Sequence[str], seats: int) -> Iterator[tuple[str, ...]]:
    """Yield the one assignment of a list that says who sits in each seat."""
    if len(mix) != seats:
        raise InputError(
            f"expected one strategy per seat, so {seats}, got {len(mix)}: {', '.join(mix)} "
            "(strategies, in_order)"
        )
    yield tuple(mix)


def _mix(mix: Sequence[str], seats: int, last_alone: bool) -> Iterator[tuple[str, ...]]:
    """Every assignment of the strategies to the seats in which each of them plays."""
    wanted = set(mix)
    if len(wanted) > seats:
        raise InputError(
            f"expected at most {seats} strategies at a table of {seats}, "
            f"got {len(wanted)}: {', '.join(mix)} (strategies)",
            "study player counts with different mixes in different files",
        )
    for seated in itertools.product(mix, repeat=seats):
        alone = len(wanted) == 1 or seated.count(mix[-1]) == 1
        if set(seated) == wanted and (alone or not last_alone):
            yield seated
