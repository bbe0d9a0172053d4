"""Sea transport: which ports a unit reaches, and over which of their sides (WK-MOVE-10)."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.wizard_kings.engine.decisions import ANY_SIDE, Kind
from bloodstones.games.wizard_kings.engine.moves.steps import joined
from bloodstones.games.wizard_kings.engine.moves.ways import friend_of_side, has_friend, may_stand
from bloodstones.games.wizard_kings.engine.pieces import (
    battle_on,
    control_of,
    enemies_at,
    enemy_control,
    friends,
    has_room,
    seat_of,
)
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.state import (
    DEFENDING,
    DIRECTIONS,
    HALF_TURN,
    NOBODY,
    GameState,
)
from bloodstones.games.wizard_kings.rules.names import Terrain
from bloodstones.games.wizard_kings.rules.options import COUNT_ALL, OVERSTACK_REMOVED, SHOAL_CLOSED
from bloodstones.games.wizard_kings.rules.waters import NO_WATER, OPEN_SEA, WATERS


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
