"""Dice and hits: who takes them, one by one (WK-COMBAT-06 to -09)."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.log import tell_two
from bloodstones.games.wizard_kings.engine.decisions import Kind
from bloodstones.games.wizard_kings.engine.pieces import end_spell, hostile, seat_of, weaken
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.state import ALL, BLOCKS, NOBODY, GameState, Point
from bloodstones.games.wizard_kings.events import Event
from bloodstones.games.wizard_kings.rules.register import OVERFLOW_SPREAD


@kernel
def resume(s: GameState) -> None:
    """Go on after a shot or a spell, which is over."""
    end_spell(s)
    s.decider = s.active
    s.point = Point.NEXT_ACT if s.fighting else Point.MOVE


@kernel
def fire(s: GameState, t: RuleTables, block: int) -> None:
    """Throw a unit's dice (WK-COMBAT-06, WK-COMBAT-07, WK-UNIT-02)."""
    s.acted[block] = 1
    s.quiet = 0
    s.roller = seat_of(block)
    s.dice = int(s.strength[block])
    s.rating = int(t.rating[t.kind[block], t.land[s.hex[block]]])
    s.target = NOBODY
    tell_two(s, Event.FIRE, s.roller, block, s.rating)
    s.point = Point.ROLL_HITS


@kernel
def dice_thrown(s: GameState, t: RuleTables, hits: int) -> None:
    """Store the hits of a throw; they are assigned next."""
    tell_two(s, Event.HITS, s.roller, s.dice, hits)
    s.hits = hits
    s.point = Point.NEXT_HIT


@kernel
def takes_hit(s: GameState, t: RuleTables, block: int, top: int) -> bool:
    """Return whether a hit may fall on a block of that strength."""
    if s.hex[block] != s.fight_hex or s.strength[block] != top:
        return False
    return hostile(s, s.fight_hex, s.roller, seat_of(block))


@kernel
def strongest(s: GameState, t: RuleTables) -> int:
    """Return the highest strength among the enemies of who throws; 0 without any."""
    top = 0
    for seat in range(t.players):
        if s.count[s.fight_hex, seat] == 0 or not hostile(s, s.fight_hex, s.roller, seat):
            continue
        for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
            if s.hex[block] == s.fight_hex and s.strength[block] > top:
                top = s.strength[block]
    return int(top)


@kernel
def next_hit(s: GameState, t: RuleTables) -> None:
    """Give out hits until an owner must choose or none is left (WK-COMBAT-09).

    Those of a targeted spell are its target's (WK-WIZ-10).
    """
    while s.hits > 0:
        if s.target != NOBODY:
            if s.hex[s.target] == s.fight_hex:
                s.hits -= 1
                weaken(s, t, s.target)
                continue
            if t.target_overflow != OVERFLOW_SPREAD:  # AMB-08
                break
            s.target = NOBODY
        top = strongest(s, t)
        if top == 0:
            break
        equal = 0
        last = NOBODY
        for block in range(ALL):
            if takes_hit(s, t, block, top):
                equal += 1
                last = block
        if equal > 1:
            s.decider = first_owner(s, t, top)
            s.point = Point.HIT
            return
        s.hits -= 1
        weaken(s, t, last)
    s.hits = 0
    if s.letter < 0:
        s.point = Point.NEXT_SWARM
    else:
        resume(s)


@kernel
def first_owner(s: GameState, t: RuleTables, top: int) -> int:
    """Return who chooses among equal units: of allies the first in the order (AMB-48)."""
    for place in range(t.players):
        seat = s.order[place]
        for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
            if takes_hit(s, t, block, top):
                return int(seat)
    return NOBODY


@kernel
def legal_hits(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the units among which the next hit is chosen."""
    top = strongest(s, t)
    n = 0
    for block in range(ALL):
        if takes_hit(s, t, block, top):
            out[n] = encode(Kind.HIT, block, 0)
            n += 1
    return n


@kernel
def hit(s: GameState, t: RuleTables, block: int) -> None:
    """Give the next hit to a unit (WK-COMBAT-08)."""
    s.hits -= 1
    weaken(s, t, block)
    s.point = Point.NEXT_HIT
