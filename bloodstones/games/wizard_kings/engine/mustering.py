"""Setting up: armies are bought and placed, unseen by the others (WK-SETUP)."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.log import tell_seat, tell_two
from bloodstones.games.wizard_kings.engine.decisions import Kind
from bloodstones.games.wizard_kings.engine.pieces import controller, has_room, put, show_counts
from bloodstones.games.wizard_kings.engine.rule_tables import KINDS, RuleTables
from bloodstones.games.wizard_kings.engine.state import (
    BLOCKS,
    NOBODY,
    POOL,
    SEATS,
    GameState,
    Point,
)
from bloodstones.games.wizard_kings.engine.ways import may_stand
from bloodstones.games.wizard_kings.events import Event


@kernel
def check_control(s: GameState, t: RuleTables) -> None:
    """Settle who controls what until the next check.

    Who has neither a city nor a unit is out (AMB-51).
    """
    for seat in range(t.players):
        s.income[seat] = 0
    for h in range(t.hexes):
        owner = controller(s, t, h)
        s.control[h] = owner
        if owner >= 0:
            s.income[owner] += t.value[h]
    for seat in range(t.players):
        if not s.out[seat] and s.income[seat] == 0 and units_on_map(s, seat) == 0:
            s.out[seat] = 1
            tell_seat(s, Event.OUT, seat)


@kernel
def units_on_map(s: GameState, seat: int) -> int:
    """Count a seat's units on the map."""
    count = 0
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        count += int(s.hex[block] >= 0)
    return count


FIRST_RANKS: Final = 2  # aquatics and wizards are placed before the others


@kernel
def begin_setup(s: GameState, t: RuleTables) -> None:
    """Lay everything out before the first seat buys or places."""
    s.hex[:] = POOL
    s.attacker[:] = NOBODY
    s.control[:] = NOBODY
    s.memory[:] = -1
    s.mover = NOBODY
    s.caster = NOBODY
    s.target = NOBODY
    s.dispeller = NOBODY
    s.fight_hex = -1
    s.active = -1
    for seat in range(SEATS):
        s.team[seat] = t.team[seat] if seat < t.players else SEATS + seat
        s.order[seat] = seat
    for block in range(t.players * BLOCKS):
        s.strength[block] = t.bought[block]
    s.point = Point.NEXT_SETUP


@kernel
def home_cities(t: RuleTables, seat: int) -> int:
    """Count the cities of a seat's maps."""
    count = 0
    for city in range(t.cities):
        count += int(t.home[t.city_hex[city]] == seat)
    return count


@kernel
def next_setup(s: GameState, t: RuleTables) -> None:
    """Let the next seat muster; after the last one the first turn begins."""
    s.active += 1
    if s.active == t.players:
        check_control(s, t)
        show_counts(s)
        s.point = Point.NEXT_TURN
        return
    s.decider = s.active
    s.gold[s.active] = t.budget
    if t.buys[s.active]:
        s.point = Point.BUY
    else:
        start_placing(s, t)


@kernel
def units_bought(s: GameState, seat: int) -> int:
    """Count the blocks that a seat has chosen."""
    count = 0
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        count += int(s.strength[block] > 0)
    return count


@kernel
def cheapest_rest(s: GameState, t: RuleTables, seat: int, without: int, needed: int) -> int:
    """Return the least GP for so many more units, each at 1, when one of a kind is gone."""
    total = 0
    left = needed
    gone = 0
    for cost in range(1, t.budget + 1):
        for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
            if left == 0:
                return total
            if s.strength[block] > 0 or t.cost[t.kind[block]] != cost:
                continue
            if t.kind[block] == without and gone == 0:
                gone = 1
                continue
            total += cost
            left -= 1
        if total > t.budget:
            break
    return total if left == 0 else t.budget + 1


@kernel
def legal_purchases(s: GameState, t: RuleTables, out: Array) -> int:
    """Write what the seat may add to its army and still fill its cities (WK-SETUP-06)."""
    seat = s.active
    n = 0
    missing = home_cities(t, seat) - units_bought(s, seat)
    if missing <= 0:
        out[0] = encode(Kind.PASS, 0, 0)
        n = 1
    for kind in range(KINDS):
        if t.owner[kind] != t.army[seat] or free_block(s, t, seat, kind) == NOBODY:
            continue
        reserve = cheapest_rest(s, t, seat, kind, missing - 1) if missing > 1 else 0
        for strength in range(1, t.most[kind] + 1):
            if t.cost[kind] * strength + reserve <= s.gold[seat]:
                out[n] = encode(Kind.BUY, kind, strength)
                n += 1
    return n


@kernel
def free_block(s: GameState, t: RuleTables, seat: int, kind: int) -> int:
    """Return a block of a kind that waits in the pool, NOBODY without one (WK-BUILD-08)."""
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        if t.kind[block] == kind and s.hex[block] == POOL and s.strength[block] == 0:
            return block
    return NOBODY


@kernel
def buy(s: GameState, t: RuleTables, kind: int, strength: int) -> None:
    """Add a unit to the army (WK-SETUP-04)."""
    block = free_block(s, t, s.active, kind)
    s.strength[block] = strength
    s.gold[s.active] -= t.cost[kind] * strength
    tell_two(s, Event.BUY, s.active, block, strength)


@kernel
def start_placing(s: GameState, t: RuleTables) -> None:
    """Begin to place; money left over is lost (AMB-22)."""
    s.gold[s.active] = 0
    s.next_block = next_to_place(s, t, s.active)
    s.point = Point.PLACE


@kernel
def next_to_place(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the next unit: aquatics first, whose ports are few, then wizards, then the others."""
    for rank in range(FIRST_RANKS + 1):
        for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
            if s.strength[block] == 0 or s.hex[block] != POOL:
                continue
            kind = t.kind[block]
            if (
                rank == FIRST_RANKS
                or (rank == 0 and t.aquatic[kind])
                or (rank == 1 and t.wizard[kind])
            ):
                return block
    return NOBODY


@kernel
def legal_places(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the cities for the next unit that leave enough units for the empty ones (AMB-01).

    See WK-SETUP-06.
    """
    seat = s.active
    block = s.next_block
    left = 0
    empty = 0
    for other in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        left += int(s.strength[other] > 0 and s.hex[other] == POOL)
    for city in range(t.cities):
        h = t.city_hex[city]
        empty += int(t.home[h] == seat and s.count[h, seat] == 0)
    n = 0
    for city in range(t.cities):
        h = t.city_hex[city]
        if t.home[h] != seat or not may_stand(t, block, h):
            continue
        if left <= empty and s.count[h, seat] > 0:
            continue
        if has_room(s, t, h, seat, 0, t.wizard[t.kind[block]]):
            out[n] = encode(Kind.PLACE, block, city)
            n += 1
    return n


@kernel
def place(s: GameState, t: RuleTables, block: int, city: int) -> None:
    """Place a unit in a city."""
    put(s, t, block, t.city_hex[city])
    tell_two(s, Event.PLACE, s.active, block, t.city_hex[city])
    s.next_block = next_to_place(s, t, s.active)
    if s.next_block == NOBODY:
        s.point = Point.NEXT_SETUP
