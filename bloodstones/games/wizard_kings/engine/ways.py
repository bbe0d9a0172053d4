"""One step of a unit: what a side, a hex and its enemies allow, and where a way may end."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernel import kernel
from bloodstones.games.wizard_kings.engine.pieces import (
    battle_on,
    enemies_at,
    enemy_control,
    friends,
    has_room,
    hostile,
    seat_of,
)
from bloodstones.games.wizard_kings.engine.state import (
    ALL,
    ATTACKING,
    DEFENDING,
    DIRECTIONS,
    HALF_TURN,
    GameState,
    Mode,
)
from bloodstones.games.wizard_kings.engine.tables import RuleTables
from bloodstones.games.wizard_kings.rules.names import Side, Terrain
from bloodstones.games.wizard_kings.rules.options import (
    OVERSTACK_REMOVED,
    ROAD_PART,
    SEA_NOT_AQUATICS,
)

# What a step leads to.
NO: Final = 0
END: Final = 1  # the way ends there
ON: Final = 2
ROAD_ON: Final = 3  # only a road leads on

STEPS_SHIFT: Final = 2  # of the steps of a way, before two bits for its road


@kernel
def in_air(t: RuleTables, block: int, mode: int) -> bool:
    """Tell whether a unit flies on its way."""
    return bool(t.flyer[t.kind[block]] == 1 or mode == Mode.FLY)


@kernel
def opposite(direction: int) -> int:
    """The same side seen from the other hex."""
    return (direction + HALF_TURN) % DIRECTIONS


@kernel
def passable(t: RuleTables, block: int, mode: int, h: int, direction: int) -> bool:
    """Tell whether a side is open to a unit that does not fly, whoever stands beyond."""
    kind = t.kind[block]
    border = t.border[h, direction]
    beyond = t.neighbour[h, direction]
    if border == Side.EDGE:
        return False
    if t.aquatic[kind]:  # WK-UNIT-16
        wet = border == Side.SEA or border == Side.RIVER or border == Side.BRIDGE
        return bool(wet and t.shoal[beyond] == 0)
    if border == Side.LAND or border == Side.PASS or border == Side.BRIDGE:
        return True
    if border == Side.MOUNTAIN:  # WK-TERRAIN-04
        return bool(t.mountain[kind] == 1)
    if border == Side.RIVER:  # WK-TERRAIN-05
        return bool(t.amphibian[kind] == 1 or mode == Mode.TRACK)
    return False


@kernel
def step_code(
    s: GameState,
    t: RuleTables,
    block: int,
    mode: int,
    h: int,
    direction: int,
    steps: int,
    reach: int,
    on_road: int,
    halted: int,
) -> int:
    """Return whether a unit may take a step and whether it may go on from there."""
    beyond = t.neighbour[h, direction]
    if beyond < 0:
        return NO
    if in_air(t, block, mode):
        return ON if steps < reach else NO
    if not passable(t, block, mode, h, direction):
        return NO
    kind = t.kind[block]
    marching = mode == Mode.WALK or mode == Mode.TRACK
    road = marching and t.road[h, direction] == 1 and t.aquatic[kind] == 0
    all_road = road and on_road == 1
    if steps >= reach and not (all_road and steps == reach):  # WK-TERRAIN-12
        return NO
    if halted and not road:
        return NO
    seat = seat_of(block)
    if not marching:
        return END
    if enemies_at(s, t, beyond, seat) > 0 or enemy_control(s, t, beyond, seat):
        return END  # WK-MOVE-01, WK-MOVE-02
    if t.aquatic[kind] or must_not_stop(t, kind, mode, h, direction):
        return ON
    if all_road or (road and t.road_no_stop == ROAD_PART):
        return ROAD_ON
    return END


@kernel
def must_not_stop(t: RuleTables, kind: int, mode: int, h: int, direction: int) -> bool:
    """Tell whether the land beyond a side lets a ground unit go on (WK-TERRAIN-03, -07)."""
    land = t.land[t.neighbour[h, direction]]
    if land == Terrain.CLEAR or t.folk[kind, land] == 1:
        return True
    amphibian = t.amphibian[kind] == 1 or mode == Mode.TRACK
    if amphibian and land == Terrain.SWAMP:
        return True
    border = t.border[h, direction]
    return bool(amphibian and (border == Side.RIVER or border == Side.BRIDGE))


@kernel
def may_join(
    s: GameState, t: RuleTables, block: int, mode: int, h: int, direction: int, side: int
) -> bool:
    """Tell whether a unit may enter a battle on a side, over the side of its last step."""
    seat = seat_of(block)
    if not friend_of_side(s, t, h, seat, side):
        return False
    if t.voluntary_overstack != OVERSTACK_REMOVED and not has_room(
        s, t, h, seat, side, t.wizard[t.kind[block]]
    ):
        return False
    if in_air(t, block, mode):
        return True
    back = opposite(direction)
    origin = t.neighbour[h, back]
    return bool(s.crossed[side - 1, h, back] < t.limit[origin, direction])


@kernel
def friend_of_side(s: GameState, t: RuleTables, h: int, seat: int, side: int) -> bool:
    """Tell whether a seat may be on a side of the battle that it enters (WK-COMBAT-10)."""
    if s.side[h, seat] > 0:
        return bool(s.side[h, seat] == side)
    if not battle_on(s, h):
        return side == ATTACKING
    with_attackers = has_friend(s, t, h, seat, ATTACKING)
    with_defenders = has_friend(s, t, h, seat, DEFENDING)
    if with_attackers == with_defenders:
        return True
    return with_attackers if side == ATTACKING else with_defenders


@kernel
def has_friend(s: GameState, t: RuleTables, h: int, seat: int, side: int) -> bool:
    """Tell whether an ally of a seat is on a side."""
    for other in range(t.players):
        if other != seat and s.side[h, other] == side and friends(s, seat, other):
            return True
    return False


@kernel
def may_stand(t: RuleTables, block: int, h: int) -> bool:
    """Tell whether a unit may stay in a hex by its terrain."""
    if t.aquatic[t.kind[block]]:
        return bool(
            (t.land[h] == Terrain.SEA and t.shoal[h] == 0) or t.coastal[h] == 1 or t.river[h] == 1
        )
    return bool(t.land[h] != Terrain.SEA)


@kernel
def may_attack_at_sea(s: GameState, t: RuleTables, block: int, mode: int, h: int) -> bool:
    """Tell whether a flyer may attack who is in a sea hex (WK-UNIT-15, AMB-03)."""
    if not in_air(t, block, mode):
        return False
    if t.flyers_attack_sea != SEA_NOT_AQUATICS:
        return True
    for other in range(ALL):
        if s.hex[other] != h or t.aquatic[t.kind[other]]:
            continue
        if hostile(s, h, seat_of(block), seat_of(other)):
            return True
    return False


@kernel
def may_rest(s: GameState, t: RuleTables, block: int, mode: int, h: int, direction: int) -> bool:
    """Tell whether a way may end in a hex entered over a side of the hex before."""
    seat = seat_of(block)
    fought = enemies_at(s, t, h, seat) > 0 or battle_on(s, h)
    if mode >= Mode.RETREAT:
        return may_withdraw_to(s, t, block, mode, h, direction, fought)
    stands = may_stand(t, block, h)
    if not stands and not (fought and may_attack_at_sea(s, t, block, mode, h)):
        return False
    if fought:
        return may_join(s, t, block, mode, h, direction, ATTACKING) or may_join(
            s, t, block, mode, h, direction, DEFENDING
        )
    if t.voluntary_overstack == OVERSTACK_REMOVED:
        return True
    return has_room(s, t, h, seat, 0, t.wizard[t.kind[block]])


@kernel
def may_withdraw_to(
    s: GameState, t: RuleTables, block: int, mode: int, h: int, direction: int, fought: bool
) -> bool:
    """Tell whether a retreat or regrouping may end in a hex (WK-RETREAT-01 to -04, AMB-37)."""
    seat = seat_of(block)
    wizard = t.wizard[t.kind[block]]
    if mode == Mode.COME:
        stands = may_stand(t, block, h)
        return stands and has_room(s, t, h, seat, s.side[h, seat], wizard)
    if fought or not may_stand(t, block, h) or h == s.fight_hex:
        return False
    if enemy_control(s, t, h, seat):
        return False
    full = not has_room(s, t, h, seat, 0, wizard)
    if full and t.voluntary_overstack != OVERSTACK_REMOVED:
        return False
    if mode == Mode.LEAVE or in_air(t, block, mode):
        return True
    origin = t.neighbour[h, opposite(direction)]
    return bool(s.fled[s.side[origin, seat] - 1, direction] < t.limit[origin, direction])


@kernel
def can_finish(
    s: GameState,
    t: RuleTables,
    block: int,
    mode: int,
    h: int,
    direction: int,
    steps: int,
    reach: int,
    on_road: int,
    halted: int,
) -> bool:
    """Tell whether a step is legal and a way can end at it or after it."""
    code = step_code(s, t, block, mode, h, direction, steps, reach, on_road, halted)
    if code == NO:
        return False
    beyond = t.neighbour[h, direction]
    if may_rest(s, t, block, mode, beyond, direction):
        return True
    if code == END:
        return False
    if in_air(t, block, mode):
        return air_finish(s, t, block, mode, beyond, reach - steps - 1)
    road = on_road == 1 and t.road[h, direction] == 1
    return ground_finish(
        s, t, block, mode, beyond, steps + 1, reach, int(road), int(code == ROAD_ON)
    )


@kernel
def air_finish(s: GameState, t: RuleTables, block: int, mode: int, h: int, left: int) -> bool:
    """Tell whether a flyer finds a place to rest within so many hexes."""
    s.stamp += 1
    s.mark[h] = s.stamp
    s.queue[0] = h
    first = 0
    size = 1
    for _ in range(left):
        last = size
        for place in range(first, last):
            at = s.queue[place]
            for direction in range(DIRECTIONS):
                beyond = t.neighbour[at, direction]
                if beyond < 0 or s.mark[beyond] == s.stamp:
                    continue
                if may_rest(s, t, block, mode, beyond, direction):
                    return True
                s.mark[beyond] = s.stamp
                s.queue[size] = beyond
                size += 1
        first = last
    return False


@kernel
def ground_finish(
    s: GameState,
    t: RuleTables,
    block: int,
    mode: int,
    h: int,
    steps: int,
    reach: int,
    on_road: int,
    halted: int,
) -> bool:
    """Tell whether a unit that is passing through finds a place farther on."""
    s.queue[0] = h
    s.far[0] = (steps << STEPS_SHIFT) | (on_road << 1) | halted
    size = 1  # hexes from which ways still go on
    while size > 0:
        size -= 1
        at = int(s.queue[size])
        way = int(s.far[size])
        steps, on_road, halted = way >> STEPS_SHIFT, (way >> 1) & 1, way & 1
        for direction in range(DIRECTIONS):
            code = step_code(s, t, block, mode, at, direction, steps, reach, on_road, halted)
            if code == NO:
                continue
            beyond = t.neighbour[at, direction]
            if may_rest(s, t, block, mode, beyond, direction):
                return True
            if code == END:
                continue
            road = int(on_road == 1 and t.road[at, direction] == 1)
            s.queue[size] = beyond
            s.far[size] = ((steps + 1) << STEPS_SHIFT) | (road << 1) | int(code == ROAD_ON)
            size += 1
    return False


@kernel
def can_go(s: GameState, t: RuleTables, block: int, mode: int, reach: int) -> bool:
    """Tell whether a unit at rest has any way at all."""
    for direction in range(DIRECTIONS):
        if can_finish(s, t, block, mode, s.hex[block], direction, 0, reach, 1, 0):
            return True
    return False
