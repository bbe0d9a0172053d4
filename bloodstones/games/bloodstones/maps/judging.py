"""A map with its areas numbered backwards: the same game, for strategies that look at numbers.

A strategy that takes the first of equally good decisions favours small numbers. Games on a map
numbered both ways tell what of a result is the map's and what is the numbers'.
"""

from __future__ import annotations

from dataclasses import replace

from bloodstones.games.bloodstones.rules.ruleset import BoardMap


def backwards(board: BoardMap) -> BoardMap:
    """Return the map with area n-1-k for area k, and so wherever an area is named.

    >>> from bloodstones.games.bloodstones.maps.reading import load_map
    >>> board = load_map("twin_meres")
    >>> backwards(board).areas[0].name == board.areas[-1].name, backwards(backwards(board)) == board
    (True, True)
    """
    last = len(board.areas) - 1
    areas = tuple(
        replace(
            area,
            id=last - area.id,
            neighbours=tuple(last - other for other in reversed(area.neighbours)),
        )
        for area in reversed(board.areas)
    )
    rivers = tuple(sorted((last - other, last - one) for one, other in board.rivers))
    return replace(board, areas=areas, rivers=rivers)
