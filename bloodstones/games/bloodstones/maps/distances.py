"""How far areas are apart over land."""

from __future__ import annotations

from collections import deque

from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.rules.ruleset import BoardMap


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
