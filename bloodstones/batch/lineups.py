"""Who sits at the table, on which map: line-ups and assignments of strategies to seats."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from bloodstones.core.errors import InputError
from bloodstones.core.game import Game

if TYPE_CHECKING:
    from bloodstones.batch.definition import Study
    from bloodstones.batch.factors import Lineups, Sets

Lineup = tuple[str, ...]


def boards_and_lineups(
    study: Study, game: Game | None
) -> tuple[list[tuple[str, Lineup]], dict[tuple[str, int], int]]:
    """Return every map with every line-up that is played on it, and what is left out.

    Of several maps, a line-up is played on those that take as many players. On a single map every
    line-up is played, so that one it does not take is refused as such.

    Returns
    -------
    tuple
        The pairs (map, line-up) in the order of the file, and how many line-ups are left out by
        (map, players).

    Raises
    ------
    InputError
        No map takes a line-up, or a map takes none.
    """
    seated = lineups(study.lineups, None if game is None else game.factions_for)
    if study.maps is None:
        return [(board, lineup) for board in study.boards for lineup in seated], {}
    if game is None:
        raise InputError("expected the game of the study, got none (maps)")
    taken: list[tuple[str, Lineup]] = []
    left_out: dict[tuple[str, int], int] = {}
    for board in study.maps:
        room = game.players_on(board)
        for lineup in seated:
            if len(lineup) in room:
                taken.append((board, lineup))
            else:
                left_out[board, len(lineup)] = left_out.get((board, len(lineup)), 0) + 1
    sizes = {len(lineup) for _, lineup in taken}
    homeless = sorted({len(lineup) for lineup in seated} - sizes)
    empty = [board for board in study.maps if all(board != each for each, _ in taken)]
    if homeless:
        raise InputError(f"expected a map for {homeless[0]} players, got none (maps)")
    if empty:
        raise InputError(f"expected line-ups that map {empty[0]} takes, got none (maps)")
    return taken, left_out


def lineups(
    table: Lineups, factions: Callable[[int], Sequence[str]] | None = None
) -> tuple[Lineup, ...]:
    """Return the line-ups of a study, each once: sets first, then the explicit ones.

    Parameters
    ----------
    factions
        The factions of the game that may sit at a table of so many, for sets without a list.
    """
    base: list[Lineup] = []
    for group in table.sets:
        for players in group.players:
            base.extend(itertools.combinations(_pool(group, players, factions), players))
    base.extend(table.explicit)
    if table.all_orders:
        base = [order for lineup in base for order in orders(lineup)]
    turned = (cyclic_shifts(lineup) if table.rotate_seats else (lineup,) for lineup in base)
    return tuple(dict.fromkeys(itertools.chain.from_iterable(turned)))


def _pool(
    group: Sets, players: int, factions: Callable[[int], Sequence[str]] | None
) -> Sequence[str]:
    """Return the factions that a set is taken from."""
    if group.factions is not None:
        return group.factions
    if factions is None:
        raise InputError("expected the game of the study, got none (lineups.sets)")
    found = factions(players)
    if len(found) < players:
        raise InputError(
            f"expected at most {len(found)} players, got {players} (lineups.sets, all factions)"
        )
    return found


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
    mixes: Sequence[Sequence[str]], seats: int, last_alone: bool = False
) -> tuple[tuple[str, ...], ...]:
    """Return the strategies of the seats for every mix, each assignment once.

    Parameters
    ----------
    last_alone
        Whether the last strategy of a list sits in one seat at a time.

    Examples
    --------
    >>> assignments([("a",), ("a", "b")], 2)
    (('a', 'a'), ('a', 'b'), ('b', 'a'))
    """
    every = itertools.chain.from_iterable(_mix(mix, seats, last_alone) for mix in mixes)
    return tuple(dict.fromkeys(every))


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
