"""The movement phase: whose turn it is, who is held, which units may begin a move (WK-MOVE)."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.log import tell_two
from bloodstones.games.wizard_kings.engine import alliances, casting
from bloodstones.games.wizard_kings.engine.decisions import Kind
from bloodstones.games.wizard_kings.engine.pieces import battle_on, hostile, seat_of
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.state import BLOCKS, DEFENDING, GameState, Mode, Point
from bloodstones.games.wizard_kings.engine.travel import has_ship
from bloodstones.games.wizard_kings.engine.ways import can_go
from bloodstones.games.wizard_kings.events import Event


@kernel
def next_mover(s: GameState, t: RuleTables) -> None:
    """Let the next seat of the order move (WK-TURN-03), or begin the combat phase (WK-ALLY-03).

    All move before anybody fights (AMB-20).
    """
    s.place += 1
    while s.place < t.players and s.out[s.order[s.place]]:
        s.place += 1
    if s.place == t.players:
        s.place = -1
        s.fighting = 1
        s.point = Point.NEXT_BATTLE
        s.active = -1
        return
    s.active = s.order[s.place]
    s.decider = s.active
    s.point = Point.NEXT_PIN


@kernel
def to_pin(s: GameState, t: RuleTables, h: int, seat: int) -> int:
    """Return how many units of a seat are still to be named as held in a hex (WK-MOVE-11)."""
    held = 0
    pinned = 0
    for other in range(t.players):
        weight = s.count[h, other] - (0 if t.wizards_pin else s.wizards[h, other])
        if s.count[h, other] > 0 and hostile(s, h, seat, other):
            held += weight
    if held == 0 or s.count[h, seat] == 0:
        return 0
    for other in range(t.players):
        if other != seat and s.count[h, other] > 0 and not hostile(s, h, seat, other):
            for block in range(other * BLOCKS, (other + 1) * BLOCKS):
                held -= int(s.hex[block] == h and s.pinned[block])
    free = 0
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        if s.hex[block] == h:
            pinned += s.pinned[block]
            free += int(pinnable(s, t, block))
    return max(0, min(held - pinned, free))


@kernel
def pinnable(s: GameState, t: RuleTables, block: int) -> bool:
    """Return whether a unit can be named as held (AMB-26, AMB-25)."""
    kind = t.kind[block]
    if s.pinned[block] or (t.castle[kind] and not t.castle_pinnable):
        return False
    return bool(t.wizards_pin or not t.wizard[kind])


@kernel
def next_pin(s: GameState, t: RuleTables) -> None:
    """Find a hex in which units are to be named; hold all where there is no choice."""
    seat = s.active
    for first in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        h = s.hex[first]
        if h < 0 or not battle_on(s, h) or s.side[h, seat] != DEFENDING:
            continue
        due = to_pin(s, t, h, seat)
        if due == 0:
            continue
        free = 0
        for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
            free += int(s.hex[block] == h and pinnable(s, t, block))
        if due < free:
            s.fight_hex = h
            s.point = Point.PIN
            return
        for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
            if s.hex[block] == h and pinnable(s, t, block):
                s.pinned[block] = 1
    s.fight_hex = -1
    s.point = Point.MOVE


@kernel
def legal_pins(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the units that may be named as held."""
    n = 0
    for block in range(s.active * BLOCKS, (s.active + 1) * BLOCKS):
        if s.hex[block] == s.fight_hex and pinnable(s, t, block):
            out[n] = encode(Kind.PIN, block, 0)
            n += 1
    return n


@kernel
def pin(s: GameState, block: int) -> None:
    """Hold a unit."""
    s.pinned[block] = 1
    tell_two(s, Event.PIN, seat_of(block), block, s.hex[block])
    s.point = Point.NEXT_PIN


@kernel
def may_pick(s: GameState, t: RuleTables, block: int) -> bool:
    """Return whether a unit may begin a move (WK-TURN-04, WK-WIZ-06, WK-UNIT-18)."""
    kind = t.kind[block]
    if s.hex[block] < 0 or s.moved[block] or s.pinned[block] or s.casts[block]:
        return False
    if t.castle[kind]:
        return False
    return can_go(s, t, block, Mode.WALK, t.move[kind]) or has_ship(s, t, block)


@kernel
def legal_moves(s: GameState, t: RuleTables, out: Array) -> int:
    """Write what a seat may do in its movement."""
    seat = s.active
    out[0] = encode(Kind.PASS, 0, 0)
    n = 1
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        if may_pick(s, t, block):
            out[n] = encode(Kind.PICK, block, 0)
            n += 1
    n = casting.legal_casts(s, t, seat, out, n)
    return alliances.legal_breaks(s, t, seat, out, n)
