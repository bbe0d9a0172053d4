"""Where a way may end: what a hex, its battle and its enemies allow."""

from __future__ import annotations

from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.wizard_kings.engine.pieces import (
    battle_on,
    enemies_at,
    enemy_control,
    friends,
    has_room,
    hostile,
    seat_of,
)
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.state import (
    ALL,
    ATTACKING,
    DEFENDING,
    DIRECTIONS,
    GameState,
    Mode,
)
from bloodstones.games.wizard_kings.engine.steps import (
    ON,
    after_step,
    in_air,
    may_step,
    opposite,
    steps_of,
    way_from,
)
from bloodstones.games.wizard_kings.rules.names import Terrain
from bloodstones.games.wizard_kings.rules.register import OVERSTACK_REMOVED, SEA_NOT_AQUATICS


@kernel
def may_join(
    s: GameState, t: RuleTables, block: int, mode: int, h: int, direction: int, side: int
) -> bool:
    """Return whether a unit may enter a battle on a side, over the side of its last step.

    Every crossing of that side in the phase counts (AMB-27). See WK-UNIT-17, WK-TERRAIN-06,
    WK-MOVE-05.
    """
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
    """Return whether a seat may be on a side of the battle that it enters (WK-COMBAT-10)."""
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
    """Return whether an ally of a seat is on a side."""
    for other in range(t.players):
        if other != seat and s.side[h, other] == side and friends(s, seat, other):
            return True
    return False


@kernel
def may_stand(t: RuleTables, block: int, h: int) -> bool:
    """Return whether a unit may stay in a hex by its terrain (WK-TERRAIN-08, -09).

    A coast is land (AMB-53).
    """
    if t.aquatic[t.kind[block]]:
        wet = t.land[h] == Terrain.SEA or t.coastal[h] == 1 or t.river[h] == 1
        return bool(wet and t.shoal[h] == 0)
    return bool(t.land[h] != Terrain.SEA)


@kernel
def may_attack_at_sea(s: GameState, t: RuleTables, block: int, mode: int, h: int) -> bool:
    """Return whether a flyer may attack who is in a sea hex (WK-UNIT-15, AMB-03)."""
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
    """Return whether a way may end in a hex entered over a side of the hex before."""
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
    """Return whether a retreat or regrouping may end in a hex (WK-RETREAT-01 to -04, AMB-37)."""
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
def retreat_reach(t: RuleTables, block: int) -> int:
    """Return how far a unit retreats (WK-RETREAT-01)."""
    kind = t.kind[block]
    return int(t.move[kind]) if t.flyer[kind] else 1


@kernel
def can_finish(
    s: GameState,
    t: RuleTables,
    block: int,
    mode: int,
    reach: int,
    way: int,
    h: int,
    direction: int,
) -> bool:
    """Return whether a step is legal and a way can end at it or after it."""
    if not may_step(t, block, mode, reach, way, h, direction):
        return False
    beyond = t.neighbour[h, direction]
    if may_rest(s, t, block, mode, beyond, direction):
        return True
    after = after_step(s, t, block, mode, way, h, direction)
    if (after & ON) == 0:
        return False
    if in_air(t, block, mode):
        return air_finish(s, t, block, mode, beyond, reach - steps_of(after))
    return ground_finish(s, t, block, mode, reach, after, beyond)


@kernel
def air_finish(s: GameState, t: RuleTables, block: int, mode: int, h: int, left: int) -> bool:
    """Return whether a flyer finds a place to rest within so many hexes (WK-UNIT-14)."""
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
    s: GameState, t: RuleTables, block: int, mode: int, reach: int, way: int, h: int
) -> bool:
    """Return whether a unit that is passing through finds a place farther on."""
    s.queue[0] = h
    s.far[0] = way
    size = 1  # hexes from which ways still go on
    while size > 0:
        size -= 1
        at = int(s.queue[size])
        way = int(s.far[size])
        for direction in range(DIRECTIONS):
            if not may_step(t, block, mode, reach, way, at, direction):
                continue
            beyond = t.neighbour[at, direction]
            if may_rest(s, t, block, mode, beyond, direction):
                return True
            after = after_step(s, t, block, mode, way, at, direction)
            if (after & ON) != 0:
                s.queue[size] = beyond
                s.far[size] = after
                size += 1
    return False


@kernel
def can_go(s: GameState, t: RuleTables, block: int, mode: int, reach: int) -> bool:
    """Return whether a unit at rest has any way at all."""
    way = way_from(s, t, block)
    for direction in range(DIRECTIONS):
        if can_finish(s, t, block, mode, reach, way, s.hex[block], direction):
            return True
    return False
