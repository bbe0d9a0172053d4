"""The map that a record was played on, with its drawing coordinates, which no record holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bloodstones.core.errors import InputError, expected
from bloodstones.games.bloodstones.maps.area_tables import same_board
from bloodstones.games.bloodstones.maps.reading import list_maps, load_map
from bloodstones.games.bloodstones.rules.ruleset import BoardMap

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.record.header import Record


def board_of(record: Record, name: str | None) -> BoardMap:
    """Return the map of a record with its drawing coordinates, which a record does not hold.

    Parameters
    ----------
    record
        Its header has the areas.
    name
        Id or path of the map; None takes the shipped map that the record names.

    Raises
    ------
    InputError
        If there is no such map, or it is not the one that was played on.
    """
    recorded = record.header.board
    if name is None and recorded.id not in list_maps():
        raise InputError(
            f"expected a shipped map, got {recorded.id!r} ({record.name} line 1)",
            "name the file of the map with --map",
        )
    board = load_map(recorded.id if name is None else name)
    if not same_board(board, recorded):
        where = f"{record.name} line 1" if name is None else "--map"
        raise expected(f"the map of the record with {len(recorded.areas)} areas", board.id, where)
    return board
