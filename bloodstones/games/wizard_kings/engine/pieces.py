"""Blocks on and off the map, who is whose friend, and how many stand where.

A block moves only through `put` and `take`, which keep the counts.
"""

from __future__ import annotations

from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.log import tell_two
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.state import (
    ALL,
    ATTACKING,
    BLOCKS,
    GONE,
    HEXES,
    NOBODY,
    POOL,
    SEATS,
    GameState,
)
from bloodstones.games.wizard_kings.events import Event
from bloodstones.games.wizard_kings.rules.register import CONTROL_IMMEDIATE


@kernel
def seat_of(block: int) -> int:
    """Whose block it is."""
    return block // BLOCKS


@kernel
def show_counts(s: GameState) -> None:
    """Let all seats see how many blocks of whom stand where, until the next time (AMB-44)."""
    for h in range(HEXES):
        for seat in range(SEATS):
            s.seen[h, seat] = s.count[h, seat]


@kernel
def put(s: GameState, t: RuleTables, block: int, h: int) -> None:
    """Put a block of the pool on the map, or move one there."""
    seat = seat_of(block)
    old = s.hex[block]
    if old >= 0:
        s.count[old, seat] -= 1
        s.wizards[old, seat] -= t.wizard[t.kind[block]]
    s.hex[block] = h
    s.berth[block] = 0
    s.count[h, seat] += 1
    s.wizards[h, seat] += t.wizard[t.kind[block]]


@kernel
def take(s: GameState, t: RuleTables, block: int, for_good: int) -> None:
    """Take a block off the map; `for_good` keeps a wizard out of the game (WK-WIZ-09)."""
    seat = seat_of(block)
    h = s.hex[block]
    wizard = t.wizard[t.kind[block]]
    s.count[h, seat] -= 1
    s.wizards[h, seat] -= wizard
    s.hex[block] = GONE if wizard and for_good else POOL
    s.strength[block] = 0
    s.shown[block] = 0
    s.last_seen[block] = 0
    s.walked[block] = 0


@kernel
def weaken(s: GameState, t: RuleTables, block: int) -> None:
    """Take a step of a unit, and with the last one the unit (WK-UNIT-03)."""
    s.strength[block] -= 1
    s.last_seen[block] = s.strength[block]
    s.lost_steps[seat_of(block)] += 1
    tell_two(s, Event.LOSS, seat_of(block), block, s.strength[block])
    if s.strength[block] == 0:
        take(s, t, block, 1)


@kernel
def eliminate(s: GameState, t: RuleTables, block: int) -> None:
    """Remove a unit whole."""
    s.lost_steps[seat_of(block)] += s.strength[block]
    tell_two(s, Event.REMOVED, seat_of(block), block, s.hex[block])
    take(s, t, block, 1)


@kernel
def end_spell(s: GameState) -> None:
    """Clear the caster and the object of a spell: both are hidden again (AMB-47)."""
    s.caster = NOBODY
    s.target = NOBODY


@kernel
def friends(s: GameState, a: int, b: int) -> bool:
    """Return whether two seats are one, or allies (WK-ALLY-01).

    Who fights beside another in one battle is its ally there alone: see `hostile` (AMB-48).
    """
    return bool(a == b or s.team[a] == s.team[b])


@kernel
def hostile(s: GameState, h: int, a: int, b: int) -> bool:
    """Return whether two seats are enemies in a hex: by the sides of its battle, if any."""
    if s.side[h, a] > 0 and s.side[h, b] > 0:
        return bool(s.side[h, a] != s.side[h, b])
    return not friends(s, a, b)


@kernel
def enemies_at(s: GameState, t: RuleTables, h: int, seat: int) -> int:
    """Count the enemy units in a hex."""
    count = 0
    for other in range(t.players):
        if s.count[h, other] > 0 and hostile(s, h, seat, other):
            count += s.count[h, other]
    return count


@kernel
def on_side(s: GameState, h: int, seat: int, side: int, other: int) -> bool:
    """Return whether another seat's units count with those of a seat that is on a side there."""
    if other == seat:
        return True
    if side > 0:
        return bool(s.side[h, other] == side)
    return friends(s, seat, other)


@kernel
def has_room(s: GameState, t: RuleTables, h: int, seat: int, side: int, wizard: int) -> bool:
    """Return whether one more unit fits into a hex (WK-MOVE-03, WK-WIZ-02, WK-ALLY-02)."""
    units = 0
    wizards = 0
    for other in range(t.players):
        if s.count[h, other] > 0 and on_side(s, h, seat, side, other):
            wizards += s.wizards[h, other]
            units += s.count[h, other] - s.wizards[h, other]
    if s.transit and s.hex[s.mover] == h and seat_of(s.mover) == seat:
        wizards -= t.wizard[t.kind[s.mover]]
        units -= 1 - t.wizard[t.kind[s.mover]]
    if wizard:
        return wizards == 0
    return bool(units < t.stack)


@kernel
def controller(s: GameState, t: RuleTables, h: int) -> int:
    """Who controls a hex now, as units stand (WK-MOVE-06, AMB-49, WK-MOVE-07, WK-MOVE-08).

    One that is left empty is nobody's (AMB-16), an empty city that of whose map it is on (AMB-06).
    """
    best = NOBODY
    for seat in range(t.players):
        if s.count[h, seat] > 0:
            if t.value[h] > 0 and t.home[h] == seat:
                return seat
            if best == NOBODY or s.count[h, seat] > s.count[h, best]:
                best = seat
    if best == NOBODY and t.value[h] > 0:
        return int(t.home[h])
    return best


@kernel
def control_of(s: GameState, t: RuleTables, h: int) -> int:
    """Who controls a hex as far as movement asks (WK-MOVE-09, AMB-30)."""
    if t.control_timing == CONTROL_IMMEDIATE:
        return controller(s, t, h)
    return int(s.control[h])


@kernel
def enemy_control(s: GameState, t: RuleTables, h: int, seat: int) -> bool:
    """Return whether an enemy controls a hex."""
    owner = control_of(s, t, h)
    return owner != NOBODY and not friends(s, seat, owner)


@kernel
def show(s: GameState, t: RuleTables, block: int) -> None:
    """Let every seat see a block."""
    for seat in range(t.players):
        s.shown[block] |= 1 << seat
    s.last_seen[block] = s.strength[block]


@kernel
def show_hex(s: GameState, t: RuleTables, h: int) -> None:
    """Lay the blocks of a battle open (WK-COMBAT-01)."""
    for block in range(ALL):
        if s.hex[block] == h:
            show(s, t, block)


@kernel
def battle_on(s: GameState, h: int) -> bool:
    """Return whether a battle is still to be fought or under way in a hex."""
    return bool(s.attacker[h] != NOBODY)


@kernel
def side_units(s: GameState, t: RuleTables, h: int, side: int) -> int:
    """Count the units of a side in its battle."""
    count = 0
    for seat in range(t.players):
        if s.side[h, seat] == side:
            count += s.count[h, seat]
    return count


@kernel
def end_battle_at(s: GameState, t: RuleTables, h: int) -> None:
    """Forget the sides of a battle, free who was held in it, and begin what follows from it.

    Who are no allies without the battle fight at once (AMB-48, AMB-50); blocks that no other battle
    holds may move and be summoned again (AMB-26).
    """
    s.attacker[h] = NOBODY
    for seat in range(t.players):
        s.side[h, seat] = 0
    for place in range(t.players):
        seat = s.order[place]
        if s.count[h, seat] > 0 and not battle_on(s, h):
            fall_out_at(s, t, h, seat)
    for block in range(ALL):
        if s.pinned[block] and (s.hex[block] < 0 or not battle_on(s, s.hex[block])):
            s.pinned[block] = 0


@kernel
def fall_out_at(s: GameState, t: RuleTables, h: int, seat: int) -> None:
    """Begin a battle if enemies of a seat stand in its hex at peace."""
    for enemy in range(t.players):
        if s.count[h, enemy] > 0 and not friends(s, seat, enemy):
            set_sides(s, t, h, seat)
            return


@kernel
def set_sides(s: GameState, t: RuleTables, h: int, seat: int) -> None:
    """Begin a battle in which a seat attacks the blocks hostile to it (WK-COMBAT-02)."""
    s.attacker[h] = seat
    for other in range(t.players):
        if s.count[h, other] > 0:
            s.side[h, other] = ATTACKING if friends(s, seat, other) else 2
    s.side[h, seat] = ATTACKING
