"""Copying the units of a state: those on the map, not the room for all that may come there.

Where a seat holds nothing, `units`, `kinds` and `force_size` are 0, as `held` is behind its areas:
`pieces` sees to it.
"""

from __future__ import annotations

from bloodstones.core.kernels.kernel import entry
from bloodstones.games.bloodstones.engine.state import SEATS, UNITS, GameState


@entry
def copy_scattered(goal: GameState, source: GameState) -> None:
    """Take all units of `goal` off the map and put those of `source` there."""
    for seat in range(SEATS):
        before, after = goal.areas_held[seat], source.areas_held[seat]
        for place in range(before):
            area = goal.held[seat, place]
            goal.units[seat, area, :] = 0
            goal.kinds[seat, area] = 0
            goal.force_size[seat, area] = 0
        for place in range(after, before):
            goal.held[seat, place] = 0
        for place in range(after):
            area = source.held[seat, place]
            goal.held[seat, place] = area
            for unit in range(UNITS):
                goal.units[seat, area, unit] = source.units[seat, area, unit]
            goal.kinds[seat, area] = source.kinds[seat, area]
            goal.force_size[seat, area] = source.force_size[seat, area]
