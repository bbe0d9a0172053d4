"""One step of a unit: the way behind it, what a side and a hex allow, what leads on.

A way is one packed int: what leads on from where the unit is, whether every step so far followed a
road, the direction of the last step, and the number of steps.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.wizard_kings.engine.pieces import enemies_at, enemy_control, seat_of
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.state import DIRECTIONS, HALF_TURN, GameState, Mode
from bloodstones.games.wizard_kings.rules.boards import OPEN_SEA
from bloodstones.games.wizard_kings.rules.names import Side, Terrain
from bloodstones.games.wizard_kings.rules.register import ROAD_PART

# What leads on; a way of which nothing does ends where the unit is.
ANY_ON: Final = 1
ROAD_ON: Final = 2
WATER_ON: Final = 4
ON: Final = 7

ROAD_SHIFT: Final = 3
CAME_SHIFT: Final = 4
CAME: Final = 7
STEPS_SHIFT: Final = 7


@kernel
def pack_way(leads: int, on_road: int, came: int, steps: int) -> int:
    """Return a way; `came` is -1 before the first step."""
    return leads | (on_road << ROAD_SHIFT) | ((came + 1) << CAME_SHIFT) | (steps << STEPS_SHIFT)


@kernel
def came_over(way: int) -> int:
    """The direction of the last step, -1 without any."""
    return ((way >> CAME_SHIFT) & CAME) - 1


@kernel
def all_road(way: int) -> int:
    """1 if every step so far followed a road."""
    return (way >> ROAD_SHIFT) & 1


@kernel
def steps_of(way: int) -> int:
    """The number of steps."""
    return way >> STEPS_SHIFT


@kernel
def way_from(s: GameState, t: RuleTables, block: int) -> int:
    """Return the way of a unit at rest; an aquatic is still in the water by which it came."""
    if t.aquatic[t.kind[block]] == 0:
        return pack_way(ANY_ON, 1, -1, 0)
    side = int(s.berth[block]) - 1
    return pack_way(WATER_ON, 1, opposite(side) if side >= 0 else -1, 0)


@kernel
def way_of(s: GameState) -> int:
    """Return the way of the unit under way."""
    return pack_way(s.leads, s.on_road, s.came, s.steps)


@kernel
def keep_way(s: GameState, way: int) -> None:
    """Store the way of the moving unit."""
    s.leads = way & ON
    s.on_road = all_road(way)
    s.came = came_over(way)
    s.steps = steps_of(way)


@kernel
def moor(s: GameState, t: RuleTables, block: int, mode: int, direction: int) -> None:
    """Store the side by which an aquatic swam into its hex: it stays in that water."""
    if t.aquatic[t.kind[block]] == 1 and not in_air(t, block, mode):
        s.berth[block] = 1 + opposite(direction)


@kernel
def in_air(t: RuleTables, block: int, mode: int) -> bool:
    """Return whether a unit flies on its way (WK-UNIT-14)."""
    return bool(t.flyer[t.kind[block]] == 1 or mode == Mode.FLY)


@kernel
def opposite(direction: int) -> int:
    """The number of a side as seen from the other hex."""
    return (direction + HALF_TURN) % DIRECTIONS


@kernel
def amphibious(t: RuleTables, block: int, mode: int) -> bool:
    """Return whether a unit moves as an amphibian (WK-UNIT-13, WK-WIZ-14)."""
    return bool(t.amphibian[t.kind[block]] == 1 or mode == Mode.TRACK)


@kernel
def passable(t: RuleTables, block: int, mode: int, h: int, direction: int) -> bool:
    """Return whether a side is open to a unit that does not fly, whoever stands beyond.

    See WK-UNIT-09, -11.
    """
    border = t.border[h, direction]
    if t.aquatic[t.kind[block]]:  # WK-UNIT-16
        return bool(t.swim[h, direction] == 1)
    if border == Side.MOUNTAIN:  # WK-TERRAIN-04
        return bool(t.mountain[t.kind[block]] == 1)
    if border == Side.RIVER:  # WK-TERRAIN-05, AMB-54
        return amphibious(t, block, mode)
    return bool(border == Side.LAND or border == Side.PASS or border == Side.BRIDGE)


@kernel
def joined(one: int, other: int) -> bool:
    """Return whether two waters of a hex are joined: two rivers are not (WK-TERRAIN-07)."""
    return bool(one == other or OPEN_SEA in (one, other))


@kernel
def follows_road(t: RuleTables, block: int, mode: int, h: int, direction: int) -> bool:
    """Return whether a step counts as one by road (WK-TERRAIN-12)."""
    marching = mode == Mode.WALK or mode == Mode.TRACK
    return bool(marching and t.road[h, direction] == 1 and t.aquatic[t.kind[block]] == 0)


@kernel
def leads_over(t: RuleTables, way: int, h: int, direction: int, road: bool) -> bool:
    """Return whether a way goes on over a side, open as that is."""
    if (way & ANY_ON) != 0 or (road and (way & ROAD_ON) != 0):
        return True
    if (way & WATER_ON) == 0:
        return False
    came = came_over(way)
    water = t.water[h, opposite(came)] if came >= 0 else OPEN_SEA
    return bool(water < 0 or joined(water, t.water[h, direction]))


@kernel
def may_step(
    t: RuleTables, block: int, mode: int, reach: int, way: int, h: int, direction: int
) -> bool:
    """Return whether a unit may go over a side of its hex."""
    if t.neighbour[h, direction] < 0:
        return False
    if in_air(t, block, mode):
        return steps_of(way) < reach
    road = follows_road(t, block, mode, h, direction)
    spare = reach + int(road and all_road(way) == 1) - steps_of(way)  # WK-TERRAIN-12
    return bool(
        spare > 0
        and passable(t, block, mode, h, direction)
        and leads_over(t, way, h, direction, road)
    )


@kernel
def after_step(
    s: GameState, t: RuleTables, block: int, mode: int, way: int, h: int, direction: int
) -> int:
    """Return the way of a unit after a step."""
    steps = steps_of(way) + 1
    if in_air(t, block, mode):
        return pack_way(ANY_ON, 0, direction, steps)
    road = follows_road(t, block, mode, h, direction)
    whole = road and all_road(way) == 1
    by_road = whole or (road and t.road_no_stop == ROAD_PART)  # AMB-29
    leads = 0
    if goes_on(s, t, block, mode, h, direction):
        leads = leads_on(t, block, mode, h, direction) | (ROAD_ON if by_road else 0)
    return pack_way(leads, int(whole), direction, steps)


@kernel
def goes_on(s: GameState, t: RuleTables, block: int, mode: int, h: int, direction: int) -> bool:
    """Return whether nobody beyond a side ends the way (WK-MOVE-01, WK-MOVE-02, WK-RETREAT-01)."""
    if mode >= Mode.RETREAT:
        return False
    beyond, seat = t.neighbour[h, direction], seat_of(block)
    return enemies_at(s, t, beyond, seat) == 0 and not enemy_control(s, t, beyond, seat)


@kernel
def leads_on(t: RuleTables, block: int, mode: int, h: int, direction: int) -> int:
    """Return what the land beyond a side lets a unit do next (WK-TERRAIN-03, -07).

    Clear ground changes nothing (WK-TERRAIN-02). See WK-UNIT-10, -12.
    """
    kind = t.kind[block]
    if t.aquatic[kind]:
        return WATER_ON
    land = t.land[t.neighbour[h, direction]]
    swims = amphibious(t, block, mode)
    # WK-TERRAIN-02, -03, WK-UNIT-10, -12
    if land == Terrain.CLEAR or t.folk[kind, land] == 1 or (swims and land == Terrain.SWAMP):
        return ANY_ON
    border = t.border[h, direction]
    return WATER_ON if swims and (border == Side.RIVER or border == Side.BRIDGE) else 0
