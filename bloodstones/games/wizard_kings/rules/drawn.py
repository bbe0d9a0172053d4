"""A board as a table of areas, for pictures: hexes with their corners, cities with their GP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bloodstones.core.hexes import centre
from bloodstones.games.wizard_kings.rules.boards import Board
from bloodstones.games.wizard_kings.rules.names import Side
from bloodstones.games.wizard_kings.rules.waters import CORNERS, RIVERS

THIRD: Final = 0.2886751345948129  # of the distance of rows, in hexes' widths
HALF: Final = 0.5


def board_table(board: Board) -> Mapping[str, Sequence[Any]]:
    """Return the hexes as columns: area, terrain, x, y, neighbours, name, landmark and so on.

    Lengths are in widths of the board, y runs down.
    """
    wide = board.width + HALF

    def spot(across: int, down: int) -> tuple[float, float]:
        return (across + 1) * HALF / wide, (down + 2) * THIRD / wide

    places = range(len(board.terrain))
    middles = [centre(divmod(place, board.width)) for place in places]
    names = {city.hex: f"{city.name} ({city.value})" for city in board.cities}
    return {
        "area": list(places),
        "terrain": [land.id for land in board.terrain],
        "x": [spot(*middle)[0] for middle in middles],
        "y": [spot(*middle)[1] for middle in middles],
        "neighbours": [tuple(n for n in board.neighbours[at] if n >= 0) for at in places],
        "name": [names.get(at, "") for at in places],
        "landmark": [names.get(at, "") for at in places],
        "outline": [tuple(spot(x + dx, y + dy) for dx, dy in CORNERS) for x, y in middles],
        "rivers": [_beyond(board, at, *RIVERS, Side.WATERFALL) for at in places],
        **_rare_sides(board),
    }


def _beyond(board: Board, at: int, *kinds: Side) -> tuple[int, ...]:
    sides = zip(board.neighbours[at], board.sides[at], strict=True)
    return tuple(n for n, side in sides if n >= 0 and side in kinds)


def _rare_sides(board: Board) -> Mapping[str, Sequence[Any]]:
    """Return the columns of waterfalls and of sides that are shoals, where the board has any."""
    places = range(len(board.terrain))
    columns = {
        "waterfalls": [_beyond(board, at, Side.WATERFALL) for at in places],
        "shoals": [
            tuple(n for n, s in zip(board.neighbours[at], board.shallows[at], strict=True) if s)
            for at in places
        ],
    }
    return {name: column for name, column in columns.items() if any(column)}
