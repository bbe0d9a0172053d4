"""How many cells a study has, counted before any is made: a few lines can ask for millions."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, factorial
from typing import TYPE_CHECKING, Final

from bloodstones.core.contract.game import Game
from bloodstones.core.errors import InputError

if TYPE_CHECKING:
    from bloodstones.batch.study.definition import Study
    from bloodstones.batch.study.factors import Lineups, Sets

MOST_CELLS: Final = 200_000
MOST_SHOWN: Final = 10**15
MOST_COUNTED: Final = 60  # players; more of them only take longer to count
TIP: Final = "ask for fewer roles, numbers of players, orders, arms or strategies"


def refuse_size(
    study: Study, game: Game | None, most: int = MOST_CELLS, where: str = "lineups", tip: str = TIP
) -> None:
    """Raise InputError for a study of more cells than may be made.

    Parameters
    ----------
    study
        As its file defines it.
    game
        That it is of; None where its line-ups name all roles.
    most
        Cells that it may have.
    where, tip
        Of the error.
    """
    cells = most_cells(study, game)
    if cells > most:
        got = f"up to {cells:,}" if cells <= MOST_SHOWN else f"more than {MOST_SHOWN:,}"
        raise InputError(f"expected at most {most:,} cells, got {got} ({where})", tip)


def most_cells(study: Study, game: Game | None) -> int:
    """Return how many cells a study has at most; line-ups that are the same count each."""
    choices = 1
    for values in study.choices.values():
        choices *= len(values)
    if study.lineups is None:
        assert study.position is not None  # without line-ups
        size = min(len(study.position.roles), MOST_COUNTED)
        return _seatings(study, size) * (1 + _arms(study))
    lineups = study.lineups
    tables = [
        (size, _sets(group, size, game, study.data or ""))
        for group in lineups.every_set
        for size in (min(size, MOST_COUNTED) for size in group.players)
    ]
    tables += [(min(len(lineup), MOST_COUNTED), 1) for lineup in dict.fromkeys(lineups.explicit)]
    cells = sum(
        _boards(study, game, size) * count * _orders(lineups, size) * _seatings(study, size)
        for size, count in tables
    )
    return cells * choices * (1 + _arms(study))


def _sets(group: Sets, size: int, game: Game | None, data: str) -> int:
    """Return how many sets of roles a group has for one number of players."""
    if group.factions is None and game is None:
        return 1
    roles = len(group.factions if group.factions is not None else game.roles_for(size, data))  # type: ignore[union-attr]
    if not roles:
        return 1
    return comb(roles + size - 1, size) if group.repeated else comb(roles, size)


def _orders(lineups: Lineups, size: int) -> int:
    """Return in how many orders a line-up sits."""
    turned = size if lineups.rotate_seats else 1
    return turned * (factorial(size - 1) if lineups.all_orders else 1)


def _boards(study: Study, game: Game | None, size: int) -> int:
    """Return on how many boards so many players sit."""
    if study.maps is None or game is None:
        return max(1, len(study.boards))
    return sum(size in game.players_on(board, study.data or "") for board in study.maps)


def _seatings(study: Study, size: int) -> int:
    """Return in how many ways the strategies of all mixes sit at a table."""
    return sum(
        _assignments(study, mix, size)
        for level, mixes in study.skill
        if _is_played(study, level, size)
        for mix in mixes
    )


def _is_played(study: Study, level: str, size: int) -> bool:
    """Whether a level is played by so many; a file that does not say is refused later."""
    try:
        return study.games_of(level, size) != 0
    except InputError:
        return True


def _assignments(study: Study, mix: Sequence[str], size: int) -> int:
    """Return how often the strategies of a mix sit so that each of them plays.

    Seats on strategies: by inclusion and exclusion.
    """
    names = len(set(mix))
    if names == 1 or (study.in_order and len(mix) > 1):
        return 1
    if study.last_alone:
        return size * _surjections(size - 1, names - 1)
    return _surjections(size, names)


def _surjections(seats: int, names: int) -> int:
    """Return in how many ways seats take names so that each is taken.

    >>> _surjections(3, 2), _surjections(2, 3), _surjections(4, 4)
    (6, 0, 24)
    """
    return sum((-1) ** left * comb(names, left) * (names - left) ** seats for left in range(names))


def _arms(study: Study) -> int:
    """Return how many arms a study has beside the game as it is, those of a design counted."""
    design = study.sensitivity
    return len(study.arms) if design is None else design.runs * (len(design.numbers) + 2)
