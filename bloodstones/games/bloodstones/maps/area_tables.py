"""A map as a table of its areas, for pictures and reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bloodstones.games.bloodstones.rules.ruleset import BoardMap

Table = dict[str, list[Any]]


def area_table(board: BoardMap) -> Table:
    """Return the areas of a map as columns.

    Always `area`, `terrain`, `x`, `y` and `neighbours` (tuples of ints). If the map has them also
    `name`, `outline` (tuples of points) and `rivers` (tuples of the neighbours beyond a river).

    >>> from bloodstones.games.bloodstones.maps.reading import load_map
    >>> list(area_table(load_map("tyrants_lament")))
    ['area', 'terrain', 'x', 'y', 'neighbours']
    >>> table = area_table(load_map("raven_coast"))
    >>> table["name"][0], table["rivers"][40]
    ('Gorhurst', (43, 44))
    """
    areas = board.areas
    table: Table = {
        "area": [area.id for area in areas],
        "terrain": [area.terrain.id for area in areas],
        "x": [area.x for area in areas],
        "y": [area.y for area in areas],
        "neighbours": [area.neighbours for area in areas],
    }
    if any(area.name for area in areas):
        table["name"] = [area.name for area in areas]
    if all(area.outline for area in areas):
        table["outline"] = [area.outline for area in areas]
    if board.rivers:
        beyond: dict[int, list[int]] = {area.id: [] for area in areas}
        for one, other in board.rivers:
            beyond[one].append(other)
            beyond[other].append(one)
        table["rivers"] = [tuple(sorted(beyond[area.id])) for area in areas]
    return table


def same_board(board: BoardMap, other: BoardMap) -> bool:
    """Whether two maps have the same areas with the same terrain and neighbours."""
    pairs: Mapping[int, Any]
    pairs = {area.id: (area.terrain, area.neighbours) for area in board.areas}
    return pairs == {area.id: (area.terrain, area.neighbours) for area in other.areas}
