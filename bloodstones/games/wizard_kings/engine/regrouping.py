"""After a battle: winners leave or come in, and what may not stay is removed (WK-RETREAT-04)."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.log import tell_two
from bloodstones.games.wizard_kings.engine import travel
from bloodstones.games.wizard_kings.engine.decisions import Kind
from bloodstones.games.wizard_kings.engine.pieces import (
    battle_on,
    eliminate,
    end_battle_at,
    on_side,
    put,
    seat_of,
)
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.state import (
    BLOCKS,
    DIRECTIONS,
    NOBODY,
    NOWHERE,
    GameState,
    Mode,
    Point,
)
from bloodstones.games.wizard_kings.engine.steps import may_step, moor, way_from
from bloodstones.games.wizard_kings.engine.ways import can_go, may_rest, may_stand, retreat_reach
from bloodstones.games.wizard_kings.events import Event
from bloodstones.games.wizard_kings.rules.register import REGROUP_ONE_HEX


@kernel
def next_regroup(s: GameState, t: RuleTables) -> None:
    """Let the next seat of the winning side regroup; then the battle is done with."""
    h = s.fight_hex
    while s.regroup_place < t.players:
        seat = s.order[s.regroup_place]
        if s.side[h, seat] == s.winner and may_regroup(s, t, seat):
            s.decider = seat
            s.point = Point.REGROUP
            return
        lose_at_sea(s, t, seat)
        s.regroup_place += 1
    s.after_removal = Point.NEXT_BATTLE
    s.remove_hex = h
    s.remove_seat = NOBODY
    s.point = Point.NEXT_REMOVAL


@kernel
def may_regroup(s: GameState, t: RuleTables, seat: int) -> bool:
    """Return whether a seat has a unit that could leave or come in."""
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        if may_leave(s, t, block) or may_come(s, t, block):
            return True
    return False


@kernel
def leave_reach(t: RuleTables, block: int) -> int:
    """Return how far a unit leaves (AMB-07)."""
    return 1 if t.regroup_flyers == REGROUP_ONE_HEX else retreat_reach(t, block)


@kernel
def may_leave(s: GameState, t: RuleTables, block: int) -> bool:
    """Return whether a unit can leave the hex of its battle."""
    if s.hex[block] != s.fight_hex or s.regrouped[block] or t.castle[t.kind[block]]:
        return False
    return can_go(s, t, block, Mode.LEAVE, leave_reach(t, block))


@kernel
def may_come(s: GameState, t: RuleTables, block: int) -> bool:
    """Return whether a unit can come in from beside the hex."""
    at = s.hex[block]
    if at < 0 or at == s.fight_hex or s.regrouped[block] or t.castle[t.kind[block]]:
        return False
    if battle_on(s, at) and not t.regroup_from_battle:
        return False
    direction = direction_to(t, at, s.fight_hex)
    if direction == DIRECTIONS:
        return False
    return may_step(t, block, Mode.COME, 1, way_from(s, t, block), at, direction) and may_rest(
        s, t, block, Mode.COME, s.fight_hex, direction
    )


@kernel
def direction_to(t: RuleTables, h: int, beyond: int) -> int:
    """Return the direction from a hex to a neighbour, `DIRECTIONS` if there is none."""
    for direction in range(DIRECTIONS):
        if t.neighbour[h, direction] == beyond:
            return direction
    return DIRECTIONS


@kernel
def must_leave(s: GameState, t: RuleTables, seat: int) -> bool:
    """Return whether a seat has a unit over the sea that can reach land (WK-UNIT-15)."""
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        adrift = s.hex[block] == s.fight_hex and not may_stand(t, block, s.fight_hex)
        if adrift and may_leave(s, t, block):
            return True
    return False


@kernel
def legal_regroupings(s: GameState, t: RuleTables, out: Array) -> int:
    """Write how the decider may regroup."""
    n = 0
    if not must_leave(s, t, s.decider):
        out[0] = encode(Kind.PASS, 0, 0)
        n = 1
    for block in range(s.decider * BLOCKS, (s.decider + 1) * BLOCKS):
        if may_leave(s, t, block):
            out[n] = encode(Kind.LEAVE, block, 0)
            n += 1
        if may_come(s, t, block):
            out[n] = encode(Kind.COME, block, 0)
            n += 1
    return n


@kernel
def leave(s: GameState, t: RuleTables, block: int) -> None:
    """Begin to leave."""
    s.regrouped[block] = 1
    tell_two(s, Event.LEAVE, seat_of(block), block, s.fight_hex)
    travel.set_out(s, t, block, Mode.LEAVE, leave_reach(t, block), Point.NEXT_REGROUP)


@kernel
def come(s: GameState, t: RuleTables, block: int) -> None:
    """Come in."""
    s.regrouped[block] = 1
    s.walked[block] = 1
    direction = direction_to(t, s.hex[block], s.fight_hex)
    put(s, t, block, s.fight_hex)
    moor(s, t, block, Mode.COME, direction)
    tell_two(s, Event.COME, seat_of(block), block, s.fight_hex)
    s.point = Point.NEXT_REGROUP


@kernel
def end_regroup(s: GameState, t: RuleTables) -> None:
    """End a seat's regrouping."""
    lose_at_sea(s, t, s.decider)
    s.regroup_place += 1
    s.point = Point.NEXT_REGROUP


@kernel
def lose_at_sea(s: GameState, t: RuleTables, seat: int) -> None:
    """Eliminate what may not stay in the hex (AMB-03)."""
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        if s.hex[block] == s.fight_hex and not may_stand(t, block, s.fight_hex):
            eliminate(s, t, block)


@kernel
def excess(s: GameState, t: RuleTables, h: int, seat: int) -> int:
    """Return what a seat's side has above the limit in a hex: 1 units, 2 wizards, 0 nothing."""
    units = 0
    wizards = 0
    for other in range(t.players):
        if s.count[h, other] > 0 and on_side(s, h, seat, s.side[h, seat], other):
            wizards += s.wizards[h, other]
            units += s.count[h, other] - s.wizards[h, other]
    if units > t.stack and s.count[h, seat] > s.wizards[h, seat]:
        return 1
    return 2 if wizards > 1 and s.wizards[h, seat] > 0 else 0


@kernel
def next_removal(s: GameState, t: RuleTables) -> None:
    """Find the seat that must remove units, and go on when there is none (WK-MOVE-03)."""
    h = s.remove_hex
    for place in range(t.players):
        seat = s.order[place] if s.remove_seat == NOBODY else s.remove_seat
        if s.count[h, seat] > 0 and excess(s, t, h, seat) > 0:
            s.decider = seat
            s.point = Point.REMOVE
            return
    if s.after_removal == Point.NEXT_BATTLE:
        end_battle_at(s, t, h)
    s.decider = s.active
    s.point = s.after_removal
    s.remove_hex = NOWHERE  # others do not see where a seat builds (AMB-44)
    s.remove_seat = NOBODY
    s.after_removal = 0


@kernel
def legal_removals(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the units that the decider may remove."""
    kind = excess(s, t, s.remove_hex, s.decider)
    n = 0
    for block in range(s.decider * BLOCKS, (s.decider + 1) * BLOCKS):
        if s.hex[block] == s.remove_hex and t.wizard[t.kind[block]] == kind - 1:
            out[n] = encode(Kind.REMOVE, block, 0)
            n += 1
    return n


@kernel
def remove(s: GameState, t: RuleTables, block: int) -> None:
    """Remove a unit above the limit."""
    eliminate(s, t, block)
    s.point = Point.NEXT_REMOVAL
