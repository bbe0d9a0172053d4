"""A unit on its way, step by step, until it comes to rest in peace or in a battle."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.log import close_event, open_event, push, tell_one, tell_two
from bloodstones.games.wizard_kings.engine.decisions import ANY_SIDE, Kind
from bloodstones.games.wizard_kings.engine.pieces import (
    battle_on,
    control_of,
    end_spell,
    enemies_at,
    enemy_control,
    friends,
    has_room,
    put,
    seat_of,
    set_sides,
)
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.state import (
    ATTACKING,
    DEFENDING,
    DIRECTIONS,
    HALF_TURN,
    NOBODY,
    GameState,
    Mode,
    Point,
)
from bloodstones.games.wizard_kings.engine.steps import (
    after_step,
    in_air,
    joined,
    keep_way,
    moor,
    opposite,
    way_from,
    way_of,
)
from bloodstones.games.wizard_kings.engine.ways import (
    can_finish,
    friend_of_side,
    has_friend,
    may_join,
    may_rest,
    may_stand,
)
from bloodstones.games.wizard_kings.events import Event
from bloodstones.games.wizard_kings.rules.boards import NO_WATER, OPEN_SEA, WATERS
from bloodstones.games.wizard_kings.rules.names import Terrain
from bloodstones.games.wizard_kings.rules.register import COUNT_ALL, OVERSTACK_REMOVED, SHOAL_CLOSED


@kernel
def ship_back(direction: int) -> int:
    """The direction of the last step of a landing."""
    return (direction + HALF_TURN) % DIRECTIONS if direction < DIRECTIONS else -1


@kernel
def friendly_port(s: GameState, t: RuleTables, h: int, seat: int) -> bool:
    """Return whether a hex is a port that a seat or its ally controls (WK-TERRAIN-11)."""
    if t.value[h] == 0 or (t.coastal[h] == 0 and t.river[h] == 0):
        return False
    owner = control_of(s, t, h)
    return bool(owner != NOBODY and friends(s, seat, owner))


@kernel
def sails(s: GameState, t: RuleTables, seat: int, h: int) -> bool:
    """Return whether a ship of a seat may be in a hex on its way (WK-MOVE-10)."""
    if t.land[h] != Terrain.SEA and t.river[h] == 0:
        return False
    return enemies_at(s, t, h, seat) == 0 and not enemy_control(s, t, h, seat)


@kernel
def afloat(t: RuleTables, h: int, direction: int) -> bool:
    """Return whether a side has water for a ship (AMB-32)."""
    if t.sea_transport_shoal == SHOAL_CLOSED:
        return bool(t.swim[h, direction] == 1)
    return bool(t.water[h, direction] != NO_WATER)


@kernel
def sound(s: GameState, t: RuleTables, start: int, seat: int) -> None:
    """Fill `far`: hexes on the way from a port to each water of each hex, with it; 0 for none."""
    s.far[: t.hexes * WATERS] = 0
    s.queue[0] = start * WATERS + OPEN_SEA
    first = 0
    size = 1
    for steps in range(1, t.sea_hexes + 1):
        last = size
        for place in range(first, last):
            at = s.queue[place] // WATERS
            water = s.queue[place] % WATERS
            for direction in range(DIRECTIONS):
                beyond = t.neighbour[at, direction]
                if beyond < 0 or beyond == start or not joined(water, t.water[at, direction]):
                    continue
                there = beyond * WATERS + t.water[beyond, ship_back(direction)]
                if not afloat(t, at, direction) or s.far[there] > 0:
                    continue
                if sails(s, t, seat, beyond):
                    s.far[there] = steps
                    s.queue[size] = there
                    size += 1
        first = last


@kernel
def may_land(s: GameState, t: RuleTables, block: int, h: int) -> bool:
    """Return whether a unit may come to rest in a port, over whichever side."""
    seat = seat_of(block)
    if not friendly_port(s, t, h, seat) or not may_stand(t, block, h):
        return False
    wizard = t.wizard[t.kind[block]]
    if battle_on(s, h) or enemies_at(s, t, h, seat) > 0:  # AMB-33
        if not t.sea_transport_into_battle or not friend_of_side(s, t, h, seat, DEFENDING):
            return False
        if s.side[h, seat] == 0 and not has_friend(s, t, h, seat, DEFENDING):
            return False
        if t.voluntary_overstack == OVERSTACK_REMOVED:
            return True
        return has_room(s, t, h, seat, DEFENDING, wizard)
    if t.voluntary_overstack == OVERSTACK_REMOVED:
        return True
    return has_room(s, t, h, seat, 0, wizard)


@kernel
def reached(s: GameState, t: RuleTables, start: int, h: int, direction: int) -> bool:
    """Return whether a ship comes to a port over one of its sides."""
    beyond = t.neighbour[h, direction]
    if beyond < 0 or not afloat(t, beyond, ship_back(direction)):
        return False
    most = t.sea_hexes - (1 if t.sea_transport_count == COUNT_ALL else 0)  # AMB-31
    if beyond == start:
        return bool(most >= 0)
    last = t.water[beyond, ship_back(direction)]
    for water in range(WATERS):
        if joined(water, last) and 0 < s.far[beyond * WATERS + water] <= most:
            return True
    return False


@kernel
def side_is_open(s: GameState, t: RuleTables, block: int, h: int, direction: int) -> bool:
    """Return whether a unit may still land in a battle over a side of a port (AMB-33)."""
    if t.flyer[t.kind[block]]:
        return True
    limit = t.limit[t.neighbour[h, direction], ship_back(direction)]
    return bool(s.crossed[DEFENDING - 1, h, direction] < limit)


@kernel
def legal_ships(s: GameState, t: RuleTables, block: int, out: Array, n: int) -> int:
    """Append the ports to which a unit may go by sea; return the new count."""
    start = s.hex[block]
    seat = seat_of(block)
    if t.castle[t.kind[block]] or not friendly_port(s, t, start, seat):
        return n
    sound(s, t, start, seat)
    for city in range(t.cities):
        h = t.city_hex[city]
        if h == start or not may_land(s, t, block, h):
            continue
        fought = battle_on(s, h)
        for direction in range(DIRECTIONS):
            if not reached(s, t, start, h, direction):
                continue
            if not fought:
                out[n] = encode(Kind.SHIP, city, ANY_SIDE)
                n += 1
                break
            if side_is_open(s, t, block, h, direction):
                out[n] = encode(Kind.SHIP, city, direction)
                n += 1
    return n


@kernel
def has_ship(s: GameState, t: RuleTables, block: int) -> bool:
    """Return whether a unit may go anywhere by sea."""
    start = s.hex[block]
    if not friendly_port(s, t, start, seat_of(block)):
        return False
    for city in range(t.cities):
        h = t.city_hex[city]
        if h != start and friendly_port(s, t, h, seat_of(block)):
            return has_way_by_sea(s, t, block)
    return False


@kernel
def has_way_by_sea(s: GameState, t: RuleTables, block: int) -> bool:
    """Return whether a unit in a friendly port can land anywhere by sea."""
    start = s.hex[block]
    sound(s, t, start, seat_of(block))
    for city in range(t.cities):
        h = t.city_hex[city]
        if h == start or not may_land(s, t, block, h):
            continue
        for direction in range(DIRECTIONS):
            if not reached(s, t, start, h, direction):
                continue
            if not battle_on(s, h) or side_is_open(s, t, block, h, direction):
                return True
    return False


@kernel
def set_out(s: GameState, t: RuleTables, block: int, mode: int, reach: int, resume: int) -> None:
    """Begin a way step by step; its owner decides."""
    s.mover = block
    s.mode = mode
    s.reach = reach
    keep_way(s, way_from(s, t, block))
    s.resume = resume
    s.transit = 1
    s.decider = seat_of(block)
    s.point = Point.STEP


@kernel
def come_to_rest(s: GameState) -> None:
    """End a way, and the spell that was cast for it."""
    s.transit = 0
    s.mover = NOBODY
    end_spell(s)


@kernel
def legal_steps(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the steps of the unit on its way, whether it may stop, and its ships (WK-UNIT-05)."""
    n = 0
    block = s.mover
    h = s.hex[block]
    if s.steps > 0:
        if may_rest(s, t, block, s.mode, h, s.came):
            out[n] = encode(Kind.STOP, 0, 0)
            n += 1
    elif s.mode == Mode.FLY or s.mode == Mode.TRACK:
        out[n] = encode(Kind.STOP, 0, 0)
        n += 1
    for direction in range(DIRECTIONS):
        if can_finish(s, t, block, s.mode, s.reach, way_of(s), h, direction):
            out[n] = encode(Kind.GO, direction, 0)
            n += 1
    if s.steps == 0 and s.mode == Mode.WALK:
        n = legal_ships(s, t, block, out, n)
    return n


@kernel
def go(s: GameState, t: RuleTables, direction: int) -> None:
    """Take a step; the way ends where the rules end it."""
    block = s.mover
    h = s.hex[block]
    beyond = t.neighbour[h, direction]
    if s.mode == Mode.RETREAT and not in_air(t, block, s.mode):
        s.fled[s.side[h, seat_of(block)] - 1, direction] += 1
    keep_way(s, after_step(s, t, block, s.mode, way_of(s), h, direction))
    put(s, t, block, beyond)
    moor(s, t, block, s.mode, direction)
    tell_two(s, Event.STEP, seat_of(block), block, beyond)
    if not leads_anywhere(s, t, block, beyond):
        stop(s, t)


@kernel
def leads_anywhere(s: GameState, t: RuleTables, block: int, h: int) -> bool:
    """Return whether the way can go on from a hex."""
    for direction in range(DIRECTIONS):
        if s.leads != 0 and can_finish(s, t, block, s.mode, s.reach, way_of(s), h, direction):
            return True
    return False


@kernel
def stop(s: GameState, t: RuleTables) -> None:
    """End a way where the unit is."""
    block = s.mover
    h = s.hex[block]
    s.walked[block] |= int(s.steps > 0)
    s.point = s.resume
    s.decider = s.active
    if s.mode >= Mode.RETREAT:
        come_to_rest(s)
        settle(s, t, block, h)
        return
    if s.mode == Mode.WALK or s.mode == Mode.TRACK or t.fly_is_move:
        s.moved[block] = 1
    if s.steps > 0:
        enter(s, t, block, h, s.came)
    else:
        come_to_rest(s)


@kernel
def settle(s: GameState, t: RuleTables, block: int, h: int) -> None:
    """Let a unit that withdrew come to rest."""
    if t.voluntary_overstack == OVERSTACK_REMOVED:
        check_stack(s, h, seat_of(block), s.point)


@kernel
def check_stack(s: GameState, h: int, seat: int, after: int) -> None:
    """Have the excess of a hex removed before the game goes on (WK-MOVE-03)."""
    s.remove_hex = h
    s.remove_seat = seat
    s.after_removal = after
    s.point = Point.NEXT_REMOVAL


@kernel
def enter(s: GameState, t: RuleTables, block: int, h: int, direction: int) -> None:
    """Come to rest in a hex: join its battle or begin one (WK-COMBAT-02)."""
    seat = seat_of(block)
    if enemies_at(s, t, h, seat) > 0 or battle_on(s, h):
        attacking = may_join(s, t, block, s.mode, h, direction, ATTACKING)
        defending = may_join(s, t, block, s.mode, h, direction, DEFENDING)
        if attacking and defending:
            s.decider = seat
            s.point = Point.DECLARE
            return
        join(s, t, block, h, direction, ATTACKING if attacking else DEFENDING)
    come_to_rest(s)
    if t.voluntary_overstack == OVERSTACK_REMOVED:
        check_stack(s, h, seat, s.point)


@kernel
def join(s: GameState, t: RuleTables, block: int, h: int, direction: int, side: int) -> None:
    """Put a seat on a side, beside who is there (WK-COMBAT-10), and count the crossing."""
    seat = seat_of(block)
    if not battle_on(s, h):
        set_sides(s, t, h, seat)
    elif s.side[h, seat] == 0:
        s.side[h, seat] = side
        for other in range(t.players):
            if other != seat and s.side[h, other] == side and not friends(s, seat, other):
                tell_one(s, Event.TRUCE, seat, other)
    if not in_air(t, block, s.mode):
        s.crossed[side - 1, h, opposite(direction)] += 1


@kernel
def legal_declarations(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the sides that the unit which entered a battle may join."""
    n = 0
    h = s.hex[s.mover]
    for side in (ATTACKING, DEFENDING):
        if may_join(s, t, s.mover, s.mode, h, s.came, side):
            out[n] = encode(Kind.DECLARE, side, 0)
            n += 1
    return n


@kernel
def declare(s: GameState, t: RuleTables, side: int) -> None:
    """Choose a side of the battle entered."""
    block = s.mover
    h = s.hex[block]
    tell_two(s, Event.DECLARE, seat_of(block), h, side)
    s.point = s.resume
    s.decider = s.active
    join(s, t, block, h, s.came, side)
    come_to_rest(s)
    if t.voluntary_overstack == OVERSTACK_REMOVED:
        check_stack(s, h, seat_of(block), s.point)


@kernel
def ship(s: GameState, t: RuleTables, city: int, direction: int) -> None:
    """Take a unit by sea from port to port (WK-MOVE-10)."""
    block = s.mover
    h = t.city_hex[city]
    open_event(s, Event.SHIP, seat_of(block))
    push(s, block)
    push(s, h)
    push(s, direction)
    close_event(s)
    s.walked[block] = 1
    s.moved[block] = 1
    put(s, t, block, h)
    come_to_rest(s)
    s.point = s.resume
    s.came = ship_back(direction)
    if direction < DIRECTIONS:
        s.side[h, seat_of(block)] = DEFENDING
        if not in_air(t, block, s.mode):
            s.crossed[DEFENDING - 1, h, direction] += 1
    elif t.voluntary_overstack == OVERSTACK_REMOVED:
        check_stack(s, h, seat_of(block), s.point)
