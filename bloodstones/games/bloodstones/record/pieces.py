"""Pieces on the map and moves as tables, for pictures of a playthrough."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bloodstones.games.bloodstones.maps.area_tables import Table
from bloodstones.games.bloodstones.rules.names import Unit

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.engine.playthrough import Playthrough
    from bloodstones.games.bloodstones.record.standing import Position
    from bloodstones.games.bloodstones.rules.ruleset import BoardMap
    from bloodstones.kit.records.reading import RecordLine

Piece = tuple[int, int, str, int]

PIECE_COLUMNS: Final = ("area", "seat", "kind", "count")
MOVE_COLUMNS: Final = ("path", "seat", "count")
CITADEL: Final = "citadel"
VILLAGE: Final = "village"
CUTIECORN: Final = "cutiecorn"
FORCE: Final = "force"
SPECIAL: Final = {Unit.CITADEL: CITADEL, Unit.CUTIECORN: CUTIECORN}


def pieces_of_record(position: Position) -> Table:
    """Return the pieces on the map at a position of a record.

    Columns: `area`, `seat`, `kind` (citadel, village, force, cutiecorn) and `count`; a force is
    all other units of a seat in an area.
    """
    pieces: list[Piece] = []
    for number, seat in enumerate(position.seats):
        for area, units in seat.forces.items():
            pieces += _force(area, number, units.items())
        pieces += [(area, number, VILLAGE, count) for area, count in seat.villages.items()]
    return _piece_table(pieces)


def pieces_of_play(game: Playthrough) -> Table:
    """Return the pieces on the map of a playthrough, as `pieces_of_record` does."""
    state = game.state
    pieces: list[Piece] = []
    for seat in range(len(game.line_up)):
        for area in range(len(game.board.areas)):
            counts = state.units[seat, area]
            pieces += _force(area, seat, [(unit, int(counts[unit])) for unit in Unit])
            pieces.append((area, seat, VILLAGE, int(state.villages[seat, area])))
    return _piece_table(pieces)


def moves_of_line(line: RecordLine, board: BoardMap) -> Table:
    """Return the moves that a line of a record describes.

    Columns: `path` (areas from the first to the last, those sailed over between), `seat` and
    `count` of units (0 if the line does not say).
    """
    moves: list[tuple[tuple[int, ...], int, int]] = []
    if line.event == "move":
        moves = [
            ((step["from"], *step["via"], step["to"]), line["seat"], sum(step["units"].values()))
            for step in line["steps"]
        ]
    elif line.event == "undead_move":
        moves = [(_sailed(line["path"], line["via"], board), line["seat"], 1)]
    elif line.event in ("withdraw", "retreat") and line["to"] is not None:
        moves = [((line["from"], *line["via"], line["to"]), line["seat"], 0)]
    return {name: [move[k] for move in moves] for k, name in enumerate(MOVE_COLUMNS)}


def _sailed(path: Sequence[int], via: Sequence[int], board: BoardMap) -> tuple[int, ...]:
    """Put the sea areas of a ship route where they lead from one area of a path to the next."""
    for place, (start, goal) in enumerate(pairwise(path), start=1):
        if (
            via
            and start in board.areas[via[0]].neighbours
            and goal in board.areas[via[-1]].neighbours
        ):
            return (*path[:place], *via, *path[place:])
    return tuple(path)


def _force(area: int, seat: int, units: Iterable[tuple[Unit, int]]) -> list[Piece]:
    """Return citadel, Cutiecorn and the other units together."""
    counts: dict[str, int] = {}
    for unit, count in units:
        kind = SPECIAL.get(unit, FORCE)
        counts[kind] = counts.get(kind, 0) + count
    return [(area, seat, kind, count) for kind, count in counts.items()]


def _piece_table(pieces: Iterable[Piece]) -> Table:
    kept = sorted(piece for piece in pieces if piece[-1] > 0)
    return {name: [piece[k] for piece in kept] for k, name in enumerate(PIECE_COLUMNS)}
