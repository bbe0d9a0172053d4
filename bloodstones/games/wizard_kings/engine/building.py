"""The building phase: steps, new units, castles, merging, disbanding (WK-BUILD)."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.log import tell_one, tell_two
from bloodstones.games.wizard_kings.engine.decisions import Kind
from bloodstones.games.wizard_kings.engine.mustering import check_control, free_block
from bloodstones.games.wizard_kings.engine.pieces import (
    friends,
    has_room,
    put,
    seat_of,
    show_counts,
    take,
)
from bloodstones.games.wizard_kings.engine.rule_tables import KINDS, RuleTables
from bloodstones.games.wizard_kings.engine.state import (
    ALL,
    BLOCKS,
    NOBODY,
    GameState,
    Opened,
    Point,
)
from bloodstones.games.wizard_kings.engine.ways import may_stand
from bloodstones.games.wizard_kings.events import Event
from bloodstones.games.wizard_kings.rules.names import Terrain
from bloodstones.games.wizard_kings.rules.register import OVERSTACK_REMOVED


@kernel
def next_builder(s: GameState, t: RuleTables) -> None:
    """Open the phase, then let seat after seat build on what it saw as it opened (WK-TURN-06).

    See WK-BUILD-01.
    """
    if not s.building:
        s.building = 1
        check_control(s, t)
        show_counts(s)
        s.raised[:] = 0
        s.gave[:] = 0
        s.got[:] = 0
        s.fresh[:] = 0
        keep_opened(s)
        for seat in range(t.players):
            s.gold[seat] = s.income[seat]
            tell_one(s, Event.TREASURY, seat, s.gold[seat])
    s.place += 1
    while s.place < t.players and s.out[s.order[s.place]]:
        s.place += 1
    if s.place == t.players:
        s.building = 0
        show_counts(s)
        s.fresh[:] = 0
        s.opened[:] = 0
        for seat in range(t.players):
            s.gold[seat] = 0
        s.point = Point.TURN_END
        return
    s.active = s.order[s.place]
    s.decider = s.active
    s.point = Point.BUILD


@kernel
def keep_opened(s: GameState) -> None:
    """Keep what every block is as the phase opens: the others see no more of it (AMB-44)."""
    for block in range(ALL):
        s.opened[Opened.HEX, block] = s.hex[block]
        s.opened[Opened.STRENGTH, block] = s.strength[block]
        s.opened[Opened.SHOWN, block] = s.shown[block]
        s.opened[Opened.LAST_SEEN, block] = s.last_seen[block]
        s.opened[Opened.WALKED, block] = s.walked[block]
        s.opened[Opened.BERTH, block] = s.berth[block]


@kernel
def price_of_step(t: RuleTables, kind: int, h: int) -> int:
    """Return what a step of a unit costs in a hex, the first one too (WK-WIZ-08)."""
    if t.wizard[kind] and t.henge[h]:
        return int(t.henge_cost)
    return int(t.cost[kind])


@kernel
def step_cost(s: GameState, t: RuleTables, block: int) -> int:
    """Return what a step of a unit on the map costs (WK-BUILD-02)."""
    return price_of_step(t, t.kind[block], s.hex[block])


@kernel
def may_gain(s: GameState, t: RuleTables, seat: int, block: int) -> bool:
    """Return whether a seat can pay for a step of a unit, its own or an ally's (WK-ALLY-04).

    There is no debt and no step too many (AMB-52). See WK-BUILD-02, -04, WK-UNIT-02.
    """
    kind = t.kind[block]
    if s.hex[block] < 0 or s.strength[block] >= t.most[kind]:
        return False
    if seat_of(block) != seat and s.fresh[block]:
        return False
    if t.castle[kind] and s.raised[block] >= t.castle_growth:  # WK-BUILD-05
        return False
    return bool(step_cost(s, t, block) <= s.gold[seat])


@kernel
def fits(s: GameState, t: RuleTables, seat: int, h: int, wizard: int) -> bool:
    """Return whether a new unit fits into a hex (WK-MOVE-03, AMB-24)."""
    if t.voluntary_overstack == OVERSTACK_REMOVED:
        return True
    return has_room(s, t, h, seat, 0, wizard)


@kernel
def legal_builds(s: GameState, t: RuleTables, out: Array) -> int:
    """Write what the seat may do in its building."""
    seat = s.active
    out[0] = encode(Kind.PASS, 0, 0)
    n = 1
    for owner in range(t.players):
        if not friends(s, seat, owner):
            continue
        for block in range(owner * BLOCKS, (owner + 1) * BLOCKS):
            if may_gain(s, t, seat, block):
                out[n] = encode(Kind.GAIN, block, 0)
                n += 1
    find_rooms(s, t, seat)
    for kind in range(KINDS):
        if t.owner[kind] == t.army[seat]:
            n = legal_new(s, t, seat, kind, out, n)
    fort = castle_kind(t, seat)
    forts = t.cost[fort] <= s.gold[seat] and free_block(s, t, seat, fort) != NOBODY
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        if s.hex[block] < 0:
            continue
        if forts and may_fortify(s, t, seat, fort, block):
            out[n] = encode(Kind.FORT, block, 0)
            n += 1
        n = legal_shifts(s, t, seat, block, out, n)
        out[n] = encode(Kind.DISBAND, block, 0)
        n += 1
    return n


@kernel
def find_rooms(s: GameState, t: RuleTables, seat: int) -> None:
    """Leave in `queue` and `far` whether a unit and a wizard may appear in each city."""
    for city in range(t.cities):
        h = t.city_hex[city]
        home = t.home[h] == seat and s.control[h] == seat
        s.queue[city] = int(home and fits(s, t, seat, h, 0))
        s.far[city] = int(home and fits(s, t, seat, h, 1))


@kernel
def legal_new(s: GameState, t: RuleTables, seat: int, kind: int, out: Array, n: int) -> int:
    """Append the home cities where a new unit of a kind may appear (WK-BUILD-03).

    After `find_rooms`.
    """
    if min(t.cost[kind], t.henge_cost) > s.gold[seat]:
        return n
    block = free_block(s, t, seat, kind)
    if block == NOBODY:
        return n
    rooms = s.far if t.wizard[kind] else s.queue
    for city in range(t.cities):
        if rooms[city] == 0:
            continue
        h = t.city_hex[city]
        if price_of_step(t, kind, h) <= s.gold[seat] and may_stand(t, block, h):
            out[n] = encode(Kind.NEW, kind, city)
            n += 1
    return n


@kernel
def castle_kind(t: RuleTables, seat: int) -> int:
    """Return the kind of a seat's castles."""
    for kind in range(KINDS):
        if t.owner[kind] == t.army[seat] and t.castle[kind]:
            return kind
    return NOBODY


@kernel
def may_fortify(s: GameState, t: RuleTables, seat: int, castle: int, block: int) -> bool:
    """Return whether a castle at hand may be begun where a unit stands (WK-BUILD-05, AMB-45).

    The first unit of a stack stands for it; home cities are served by `legal_new`.
    """
    h = s.hex[block]
    if s.control[h] != seat or t.land[h] == Terrain.SEA:
        return False
    if t.value[h] > 0 and (t.home[h] == seat or not t.castle_in_captured_city):
        return False
    for other in range(seat * BLOCKS, block):
        if s.hex[other] == h:
            return False
    return fits(s, t, seat, h, t.wizard[castle])


@kernel
def legal_shifts(s: GameState, t: RuleTables, seat: int, block: int, out: Array, n: int) -> int:
    """Append the units that a unit may give a step to (WK-BUILD-06).

    Who has given does not take, and who has taken does not give: every division of the steps can be
    reached so, and none comes round again.
    """
    kind = t.kind[block]
    if s.got[block] or s.count[s.hex[block], seat] == 1:
        return n
    first = block  # of this kind: they lie side by side
    while first > seat * BLOCKS and t.kind[first - 1] == kind:
        first -= 1
    for other in range(first, (seat + 1) * BLOCKS):
        if t.kind[other] != kind:
            break
        if other == block or s.hex[other] != s.hex[block]:
            continue
        if not s.gave[other] and s.strength[other] < t.most[kind]:
            out[n] = encode(Kind.SHIFT, block, other)
            n += 1
    return n


@kernel
def gain(s: GameState, t: RuleTables, block: int) -> None:
    """Buy a step."""
    s.gold[s.active] -= step_cost(s, t, block)
    s.strength[block] += 1
    s.raised[block] += 1
    s.bought_steps[s.active] += 1
    tell_two(s, Event.GAIN, s.active, block, s.strength[block])


@kernel
def appear(s: GameState, t: RuleTables, kind: int, h: int) -> None:
    """Put a new unit at 1 into a hex; a castle gains nothing more in this phase."""
    block = free_block(s, t, s.active, kind)
    s.gold[s.active] -= price_of_step(t, kind, h)
    s.strength[block] = 1
    s.raised[block] = t.castle_growth
    s.fresh[block] = 1
    s.gave[block] = 0
    s.got[block] = 0
    s.bought_steps[s.active] += 1
    put(s, t, block, h)
    tell_two(s, Event.NEW, s.active, block, h)
    if t.voluntary_overstack == OVERSTACK_REMOVED:
        s.remove_hex = h
        s.remove_seat = s.active
        s.after_removal = Point.BUILD
        s.point = Point.NEXT_REMOVAL


@kernel
def shift(s: GameState, t: RuleTables, block: int, other: int) -> None:
    """Move a step from one unit to another; an empty block goes back to the pool."""
    s.gave[block] = 1
    s.got[other] = 1
    s.strength[block] -= 1
    s.strength[other] += 1
    tell_two(s, Event.SHIFT, s.active, block, other)
    if s.strength[block] == 0:
        take(s, t, block, 0)


@kernel
def disband(s: GameState, t: RuleTables, block: int) -> None:
    """Give a unit up while building (WK-BUILD-07, AMB-04, AMB-46)."""
    tell_two(s, Event.DISBAND, s.active, block, s.hex[block])
    take(s, t, block, int(t.disbanded_wizard_returns == 0))
