"""Alliances that end, sides that change (WK-ALLY-05, AMB-50)."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.log import tell_one, tell_two
from bloodstones.games.wizard_kings.engine.decisions import Kind
from bloodstones.games.wizard_kings.engine.pieces import battle_on, fall_out_at, friends, side_units
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.state import (
    ATTACKING,
    DEFENDING,
    SEATS,
    GameState,
    Point,
)
from bloodstones.games.wizard_kings.events import Event
from bloodstones.games.wizard_kings.rules.register import ALLIANCES_FIXED


@kernel
def legal_breaks(s: GameState, t: RuleTables, seat: int, out: Array, n: int) -> int:
    """Append the alliances that a seat may end; return the new count."""
    for other in range(t.players):
        if other == seat or not friends(s, seat, other):
            continue
        if t.alliances == ALLIANCES_FIXED and s.team[seat] == s.team[other]:
            continue
        out[n] = encode(Kind.BREAK, other, 0)
        n += 1
    return n


@kernel
def part(s: GameState, t: RuleTables, seat: int, other: int) -> None:
    """End the alliance of two seats; who leaves a team leaves all of it."""
    s.team[seat] = SEATS + seat
    tell_one(s, Event.BREAK, seat, other)


@kernel
def break_alliance(s: GameState, t: RuleTables, seat: int, other: int) -> None:
    """End an alliance; where both stand a battle begins, in which the seat attacks."""
    part(s, t, seat, other)
    fall_out(s, t, seat)


@kernel
def fall_out(s: GameState, t: RuleTables, seat: int) -> None:
    """Begin battles wherever a seat stands with former allies; it attacks (AMB-50)."""
    for h in range(t.hexes):
        if s.count[h, seat] > 0 and not battle_on(s, h):
            fall_out_at(s, t, h, seat)


@kernel
def may_switch(s: GameState, t: RuleTables, seat: int) -> bool:
    """Return whether a seat may change sides in the battle under way, once."""
    if (s.switched >> seat) & 1:
        return False
    side = s.side[s.fight_hex, seat]
    others = side_units(s, t, s.fight_hex, side) - s.count[s.fight_hex, seat]
    if others == 0:
        return False
    for other in range(t.players):
        bound = t.alliances == ALLIANCES_FIXED and s.team[seat] == s.team[other]
        if other != seat and s.side[s.fight_hex, other] == side and bound:
            return False
    return True


@kernel
def switch_sides(s: GameState, t: RuleTables, seat: int) -> None:
    """Change sides between two units' turns; blocks above the limit are removed."""
    h = s.fight_hex
    old = s.side[h, seat]
    new = DEFENDING if old == ATTACKING else ATTACKING
    s.switched |= 1 << seat
    for other in range(t.players):
        if other != seat and s.side[h, other] == old and friends(s, seat, other):
            part(s, t, seat, other)
    s.side[h, seat] = new
    tell_two(s, Event.SWITCH, seat, h, new)
    fall_out(s, t, seat)
    s.remove_hex = h
    s.remove_seat = seat
    s.after_removal = Point.NEXT_ACT
    s.point = Point.NEXT_REMOVAL
