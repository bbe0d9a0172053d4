"""How far areas and citadels are apart (BS-SETUP-12, AMB-05)."""

from __future__ import annotations

from collections import deque
from typing import Final

from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.rules.ruleset import BoardMap

# What the steps between two citadels run over (AMB-05): the values of `citadel_spacing_graph`.
LAND_ONLY: Final = "land_only"
EVERY_ROUTE: Final = "every_route"


def land_distances(board: BoardMap, start: int) -> dict[int, int]:
    """Return steps over land areas only, mountain and desert included (BS-SETUP-12).

    Areas that no land path joins to `start` are left out; a sea area reaches nothing.
    """
    if board.areas[start].terrain is Terrain.SEA:
        return {}
    steps = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for other in board.areas[here].neighbours:
            if other not in steps and board.areas[other].terrain is not Terrain.SEA:
                steps[other] = steps[here] + 1
                queue.append(other)
    return steps


def citadel_steps(board: BoardMap, start: int, graph: str = LAND_ONLY) -> dict[int, int]:
    """Return the steps from an area that count between two citadels (BS-SETUP-12, AMB-05).

    Parameters
    ----------
    board
        The map.
    start
        A land area.
    graph
        "land_only": over land alone; "all_areas": over land and sea; "every_route": over land and
        sea, but only the land areas entered count.

    Returns
    -------
    dict
        Area -> steps; areas out of reach are left out.
    """
    if graph == LAND_ONLY:
        return land_distances(board, start)
    steps = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for other in board.areas[here].neighbours:
            free = graph == EVERY_ROUTE and board.areas[other].terrain is Terrain.SEA
            reached = steps[here] + (0 if free else 1)
            if other not in steps or reached < steps[other]:
                steps[other] = reached
                queue.append(other)
    return steps
