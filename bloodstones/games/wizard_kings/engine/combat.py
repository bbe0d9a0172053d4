"""Battles: which is fought next, rounds, turns of units, the end (WK-COMBAT, WK-RETREAT)."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.log import tell_one, tell_two
from bloodstones.games.wizard_kings.engine import alliances, casting, travel
from bloodstones.games.wizard_kings.engine.decisions import Kind
from bloodstones.games.wizard_kings.engine.pieces import (
    battle_on,
    eliminate,
    end_battle_at,
    seat_of,
    show_hex,
    side_units,
)
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.shooting import resume
from bloodstones.games.wizard_kings.engine.state import (
    ALL,
    ATTACKING,
    BLOCKS,
    DEFENDING,
    NOBODY,
    NOWHERE,
    GameState,
    Mode,
    Point,
)
from bloodstones.games.wizard_kings.engine.ways import can_go, retreat_reach
from bloodstones.games.wizard_kings.events import Event
from bloodstones.games.wizard_kings.rules.names import Letter
from bloodstones.games.wizard_kings.rules.register import ATTACKER_ELIMINATED

SWARMING: Final = -1  # in place of the letter while a swarm fires


@kernel
def next_battle(s: GameState, t: RuleTables) -> None:
    """Go on to the next battle, or to building (WK-TURN-05)."""
    s.fight_hex = NOWHERE
    call_off(s, t)
    s.place = 0  # who changed sides may have begun a battle although its turn was over
    while s.place < t.players:
        seat = s.order[s.place]
        battles = 0
        last = NOWHERE
        for h in range(t.hexes):
            if s.attacker[h] == seat:
                battles += 1
                last = h
        if battles == 1:
            s.active = seat
            begin(s, t, last)
            return
        if battles > 1:
            s.active = seat
            s.decider = seat
            s.point = Point.BATTLE
            return
        s.place += 1
    s.fighting = 0
    s.place = -1
    s.point = Point.NEXT_BUILDER


@kernel
def call_off(s: GameState, t: RuleTables) -> None:
    """End the battles that have lost a side before they were fought."""
    for h in range(t.hexes):
        if not battle_on(s, h):
            continue
        if side_units(s, t, h, ATTACKING) == 0 or side_units(s, t, h, DEFENDING) == 0:
            end_battle_at(s, t, h)


@kernel
def legal_battles(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the battles that the active seat may fight next, by place."""
    n = 0
    for h in range(t.hexes):
        if s.attacker[h] == s.active:
            out[n] = encode(Kind.FIGHT, n, 0)
            n += 1
    return n


@kernel
def choose_battle(s: GameState, t: RuleTables, number: int) -> None:
    """Fight one of several battles."""
    n = 0
    for h in range(t.hexes):
        if s.attacker[h] == s.active:
            if n == number:
                begin(s, t, h)
                return
            n += 1


@kernel
def begin(s: GameState, t: RuleTables, h: int) -> None:
    """Open a battle and its first round."""
    s.fight_hex = h
    s.forced = 0
    s.switched = 0
    s.winner = 0
    s.hex_battles[h] += 1
    show_hex(s, t, h)
    for block in range(ALL):
        s.regrouped[block] = 0
    for seat in range(t.players):
        if s.side[h, seat] > 0 and s.count[h, seat] > 0:
            s.fought[s.side[h, seat] - 1, seat] += 1
    tell_one(s, Event.BATTLE, s.active, h)
    start_round(s, t)
    s.point = Point.NEXT_ACT


@kernel
def start_round(s: GameState, t: RuleTables) -> None:
    """Begin a round (WK-COMBAT-03)."""
    for block in range(ALL):
        s.acted[block] = 0
    s.fled[:] = 0
    s.letter = 0
    s.half = DEFENDING
    s.quiet = 1
    tell_one(s, Event.ROUND, s.active, s.fight_hex)


@kernel
def may_act(s: GameState, t: RuleTables, block: int) -> bool:
    """Return whether a unit has its turn now (WK-UNIT-04, WK-RETREAT-05)."""
    if s.hex[block] != s.fight_hex or s.acted[block]:
        return False
    return bool(s.forced or t.letter[t.kind[block]] == s.letter)


@kernel
def find_actor(s: GameState, t: RuleTables) -> int:
    """Return the seat whose units of this letter and side act, allies in order (WK-ALLY-05)."""
    for place in range(t.players):
        seat = s.order[place]
        if s.side[s.fight_hex, seat] != s.half or s.count[s.fight_hex, seat] == 0:
            continue
        for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
            if may_act(s, t, block):
                return int(seat)
    return NOBODY


@kernel
def next_act(s: GameState, t: RuleTables) -> None:
    """Find whose turn it is, or end the round or the battle (WK-COMBAT-04)."""
    h = s.fight_hex
    while True:
        attackers = side_units(s, t, h, ATTACKING)
        defenders = side_units(s, t, h, DEFENDING)
        if attackers == 0 or defenders == 0:
            win(s, t, ATTACKING if attackers > 0 else DEFENDING)
            return
        seat = find_actor(s, t)
        if seat != NOBODY:
            if s.forced and not drive_out(s, t, seat):
                continue
            s.decider = seat
            s.point = Point.ACT
            return
        if s.half == DEFENDING:
            s.half = ATTACKING
        elif s.letter < Letter.C:
            s.half = DEFENDING
            s.letter += 1
        elif s.quiet:
            force_out(s, t)
        else:
            start_round(s, t)


@kernel
def force_out(s: GameState, t: RuleTables) -> None:
    """After a round in which nothing was done the attackers must leave (AMB-35)."""
    start_round(s, t)
    s.forced = 1
    s.half = ATTACKING
    s.letter = Letter.C
    if t.stalemate == ATTACKER_ELIMINATED:
        for block in range(ALL):
            if s.hex[block] != s.fight_hex:
                continue
            if s.side[s.fight_hex, seat_of(block)] == ATTACKING:
                eliminate(s, t, block)


@kernel
def drive_out(s: GameState, t: RuleTables, seat: int) -> bool:
    """Eliminate units that must leave and cannot; return whether others of the seat can."""
    left = False
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        if s.hex[block] == s.fight_hex:
            if may_retreat(s, t, block):
                left = True
            else:
                eliminate(s, t, block)
    return left


@kernel
def may_retreat(s: GameState, t: RuleTables, block: int) -> bool:
    """Return whether a unit has anywhere to retreat to; castles have not (WK-UNIT-18)."""
    if t.castle[t.kind[block]]:
        return False
    return can_go(s, t, block, Mode.RETREAT, retreat_reach(t, block))


@kernel
def legal_acts(s: GameState, t: RuleTables, out: Array) -> int:
    """Write what the decider's units of this letter may do (WK-COMBAT-05, AMB-34, WK-WIZ-01).

    They act one after the other as their owner likes (AMB-10). See WK-WIZ-07.
    """
    n = 0
    seat = s.decider
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        if not may_act(s, t, block):
            continue
        before = n
        if not s.forced:
            if t.wizard[t.kind[block]]:
                n = casting.spells_of(s, t, block, out, n)
            else:
                out[n] = encode(Kind.FIRE, block, 0)
                n += 1
        if may_retreat(s, t, block):
            out[n] = encode(Kind.RETREAT, block, 0)
            n += 1
        if t.wizard[t.kind[block]] and not s.forced and (t.wizard_pass or n == before):
            out[n] = encode(Kind.REST, block, 0)
            n += 1
    if not s.forced and alliances.may_switch(s, t, seat):
        out[n] = encode(Kind.SWITCH, 0, 0)
        n += 1
    return n


@kernel
def retreat(s: GameState, t: RuleTables, block: int) -> None:
    """Begin a retreat."""
    s.acted[block] = 1
    s.quiet = 0
    tell_two(s, Event.RETREAT, seat_of(block), block, s.fight_hex)
    travel.set_out(s, t, block, Mode.RETREAT, retreat_reach(t, block), Point.NEXT_ACT)


@kernel
def rest(s: GameState, block: int) -> None:
    """Let a wizard do nothing."""
    s.acted[block] = 1
    tell_two(s, Event.REST, seat_of(block), block, s.fight_hex)
    s.point = Point.NEXT_ACT


@kernel
def next_swarm(s: GameState, t: RuleTables) -> None:
    """Go on with the caster's units that fire at once (WK-WIZ-15, AMB-43)."""
    seat = seat_of(s.caster)
    s.letter = SWARMING
    over = (
        side_units(s, t, s.fight_hex, ATTACKING) == 0
        or side_units(s, t, s.fight_hex, DEFENDING) == 0
    )
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        if not over and swarms(s, t, block):
            s.decider = seat
            s.point = Point.SWARM
            return
    s.letter = Letter.FIRST
    resume(s)


@kernel
def swarms(s: GameState, t: RuleTables, block: int) -> bool:
    """Return whether a block still fires in the swarm."""
    if s.hex[block] != s.fight_hex or s.acted[block]:
        return False
    return not t.wizard[t.kind[block]]


@kernel
def legal_swarm(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the units that may fire next in the swarm."""
    n = 0
    for block in range(s.decider * BLOCKS, (s.decider + 1) * BLOCKS):
        if swarms(s, t, block):
            out[n] = encode(Kind.FIRE, block, 0)
            n += 1
    return n


@kernel
def win(s: GameState, t: RuleTables, side: int) -> None:
    """End a battle; its winners may regroup."""
    s.winner = side
    for seat in range(t.players):
        if s.side[s.fight_hex, seat] == side:
            s.won[seat] += 1
    tell_two(s, Event.VICTORY, s.active, s.fight_hex, side)
    s.regroup_place = 0
    s.point = Point.NEXT_REGROUP
