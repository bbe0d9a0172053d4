"""Spells: casters, targets, dispelling and effects (WK-WIZ)."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.log import tell_two
from bloodstones.games.wizard_kings.engine import shooting, travel
from bloodstones.games.wizard_kings.engine.decisions import Kind
from bloodstones.games.wizard_kings.engine.pieces import (
    eliminate,
    enemies_at,
    friends,
    has_room,
    hostile,
    put,
    seat_of,
    show,
    show_hex,
)
from bloodstones.games.wizard_kings.engine.rule_tables import ARMY_SPELLS, RuleTables
from bloodstones.games.wizard_kings.engine.state import (
    ALL,
    BLOCKS,
    NOBODY,
    POOL,
    GameState,
    Mode,
    Point,
)
from bloodstones.games.wizard_kings.engine.ways import can_go, may_stand, retreat_reach
from bloodstones.games.wizard_kings.events import Event
from bloodstones.games.wizard_kings.rules.names import Effect
from bloodstones.games.wizard_kings.rules.register import (
    CASTS_ONE,
    DAMAGE_BOTH,
    DISPEL_ANY,
    DISPEL_COSTS_LEVEL,
    PANIC_ELIMINATED,
)


@kernel
def legal_casts(s: GameState, t: RuleTables, seat: int, out: Array, n: int) -> int:
    """Append the spells of a seat's movement (WK-WIZ-05, WK-WIZ-06); return the new count."""
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        if s.hex[block] < 0 or not t.wizard[t.kind[block]]:
            continue
        if s.moved[block] and not t.cast_after_move:  # WK-WIZ-06, AMB-39
            continue
        if s.casts[block] and t.movement_casts == CASTS_ONE:  # WK-WIZ-05, AMB-38
            continue
        n = spells_of(s, t, block, out, n)
    return n


@kernel
def spells_of(s: GameState, t: RuleTables, block: int, out: Array, n: int) -> int:
    """Append what a wizard can cast now (WK-WIZ-04); return the new count."""
    first = t.army[seat_of(block)] * ARMY_SPELLS
    for spell in range(first, first + ARMY_SPELLS):
        if s.strength[block] > t.spell_level[spell] and in_time(s, t, block, spell):
            out[n] = encode(Kind.CAST, block, spell)
            n += 1
    return n


@kernel
def in_time(s: GameState, t: RuleTables, block: int, spell: int) -> bool:
    """Return whether a spell has its place and an object now (WK-WIZ-05, AMB-09)."""
    effect = t.spell_effect[spell]
    h = s.hex[block]
    seat = seat_of(block)
    if effect == Effect.FLY or effect == Effect.TROLL_TRACK or effect == Effect.SUMMON:
        if s.fighting and effect != Effect.SUMMON:
            return False
        return has_target(s, t, block, spell)
    if effect == Effect.SWARM:
        if not s.fighting:
            return False
        for other in range(seat * BLOCKS, (seat + 1) * BLOCKS):
            if s.hex[other] == h and not t.wizard[t.kind[other]] and not s.acted[other]:
                return True
        return False
    if not s.fighting and t.damage_spell_phase != DAMAGE_BOTH:
        return False
    if effect == Effect.PANIC and s.fighting:
        return has_target(s, t, block, spell)
    return enemies_at(s, t, h, seat) > 0


@kernel
def has_target(s: GameState, t: RuleTables, caster: int, spell: int) -> bool:
    """Return whether a spell has an object."""
    h = s.hex[caster]
    afar = t.spell_effect[spell] == Effect.SUMMON
    for owner in range(t.players):
        if owner != seat_of(caster) if afar else s.count[h, owner] == 0:
            continue
        for block in range(owner * BLOCKS, (owner + 1) * BLOCKS):
            if (afar or s.hex[block] == h) and may_target(s, t, caster, spell, block):
                return True
    return False


@kernel
def may_target(s: GameState, t: RuleTables, caster: int, spell: int, block: int) -> bool:
    """Return whether a spell may be cast on a block."""
    seat = seat_of(caster)
    owner = seat_of(block)
    kind = t.kind[block]
    effect = t.spell_effect[spell]
    if owner >= t.players:
        return False
    if effect == Effect.SUMMON:
        return bool(owner == seat and t.chaos[kind] == 1) and may_summon(s, t, caster, block)
    if s.hex[block] != s.hex[caster]:
        return False
    if effect == Effect.FLY or effect == Effect.TROLL_TRACK:  # AMB-40
        if t.castle[kind] or s.pinned[block] or not friends(s, seat, owner):
            return False
        if effect == Effect.TROLL_TRACK and t.aquatic[kind]:
            return False
        if effect == Effect.FLY and not t.fly_is_move:
            return True
        return bool(s.moved[block] == 0)
    if not hostile(s, s.hex[block], seat, owner):
        return False
    return bool(effect != Effect.PANIC or t.castle[kind] == 0)


@kernel
def may_summon(s: GameState, t: RuleTables, caster: int, block: int) -> bool:
    """Return whether a chaos unit can come to a wizard (WK-WIZ-12, AMB-41).

    In battle it may overfill the hex (AMB-11).
    """
    h = s.hex[caster]
    at = s.hex[block]
    seat = seat_of(caster)
    if at == h or not may_stand(t, block, h):
        return False
    if at < 0:
        if not t.summon_from_pool or at != POOL:
            return False
    elif s.pinned[block] or enemies_at(s, t, at, seat) > 0:
        return False
    return bool(s.fighting) or has_room(s, t, h, seat, s.side[h, seat], 0)


@kernel
def cast(s: GameState, t: RuleTables, block: int, spell: int) -> None:
    """Name a spell, pay for it, and go on to its object or to who may dispel it."""
    seat = seat_of(block)
    s.caster = block
    s.spell = spell
    s.target = NOBODY
    s.asked = 0
    s.strength[block] -= t.spell_level[spell]
    s.spells[seat] += 1
    s.quiet = 0
    if s.fighting:
        s.acted[block] = 1
    else:
        s.casts[block] += 1
        s.fight_hex = s.hex[block]
    show(s, t, block)
    tell_two(s, Event.CAST, seat, block, spell)
    effect = t.spell_effect[spell]
    if effect == Effect.DAMAGE or effect == Effect.PANIC:
        show_hex(s, t, s.hex[block])
    aimed = t.spell_targeted[spell] == 1 or (effect != Effect.DAMAGE and effect != Effect.SWARM)
    if aimed and has_target(s, t, block, spell):
        s.decider = seat
        s.point = Point.TARGET
    else:
        s.point = Point.NEXT_DISPEL


@kernel
def legal_targets(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the objects that the spell named may have."""
    n = 0
    for block in range(ALL):
        if may_target(s, t, s.caster, s.spell, block):
            out[n] = encode(Kind.TARGET, block, 0)
            n += 1
    return n


@kernel
def aim(s: GameState, t: RuleTables, block: int) -> None:
    """Choose the object of a spell."""
    s.target = block
    show(s, t, block)
    tell_two(s, Event.TARGET, seat_of(s.caster), block, s.spell)
    s.point = Point.NEXT_DISPEL


@kernel
def dispel_cost(t: RuleTables, spell: int) -> int:
    """Return what Dispel costs against a spell (AMB-05)."""
    if t.dispel_cost == DISPEL_COSTS_LEVEL:
        return int(t.spell_level[spell])
    return int(t.spell_level[t.spell_level.shape[0] - 1])


@kernel
def may_dispel(s: GameState, t: RuleTables, block: int) -> bool:
    """Return whether a wizard can try to break the spell under way (AMB-42, WK-WIZ-17)."""
    if s.hex[block] < 0 or not t.wizard[t.kind[block]]:
        return False
    if t.dispel_range != DISPEL_ANY and s.hex[block] != s.hex[s.caster]:
        return False
    if not hostile(s, s.hex[s.caster], seat_of(s.caster), seat_of(block)):
        return False
    return bool(s.strength[block] > dispel_cost(t, s.spell))


@kernel
def next_dispel(s: GameState, t: RuleTables) -> None:
    """Ask the seats whose wizards can dispel, one by one; then the spell takes effect."""
    for place in range(t.players if t.dispel else 0):
        seat = s.order[place]
        if (s.asked >> seat) & 1:
            continue
        for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
            if may_dispel(s, t, block):
                s.asked |= 1 << seat
                s.decider = seat
                s.point = Point.DISPEL
                return
    s.dispeller = NOBODY
    s.point = Point.EFFECT


@kernel
def legal_dispels(s: GameState, t: RuleTables, out: Array) -> int:
    """Write whether and by which wizard the decider dispels."""
    out[0] = encode(Kind.PASS, 0, 0)
    n = 1
    for block in range(s.decider * BLOCKS, (s.decider + 1) * BLOCKS):
        if may_dispel(s, t, block):
            out[n] = encode(Kind.DISPEL, block, 0)
            n += 1
    return n


@kernel
def try_dispel(s: GameState, t: RuleTables, block: int) -> None:
    """Pay for Dispel and throw its die (WK-WIZ-18, WK-WIZ-19)."""
    s.strength[block] -= dispel_cost(t, s.spell)
    s.dispeller = block
    s.roller = seat_of(block)
    show(s, t, block)
    tell_two(s, Event.DISPEL, seat_of(block), block, s.spell)
    s.point = Point.ROLL_DIE


@kernel
def die_thrown(s: GameState, t: RuleTables, die: int) -> None:
    """Settle what a single die was thrown for: Dispel, Fly or Panic."""
    tell_two(s, Event.DIE, s.roller, die, s.spell)
    if s.dispeller != NOBODY:
        s.dispeller = NOBODY
        if die - t.spell_level[s.spell] >= t.dispel_least:
            tell_two(s, Event.CANCELLED, seat_of(s.caster), s.caster, s.spell)
            shooting.resume(s)
        else:
            s.point = Point.EFFECT
    elif t.spell_effect[s.spell] == Effect.FLY:
        travel.set_out(s, t, s.target, Mode.FLY, die, Point.MOVE)
    elif die <= t.spell_hits[s.spell]:
        panic(s, t, s.target)
    else:
        shooting.resume(s)


@kernel
def panic(s: GameState, t: RuleTables, block: int) -> None:
    """Make a unit retreat at once (AMB-36)."""
    reach = retreat_reach(t, block)
    if can_go(s, t, block, Mode.RETREAT, reach):
        after = Point.NEXT_ACT if s.fighting else Point.MOVE
        travel.set_out(s, t, block, Mode.RETREAT, reach, after)
        return
    if t.panic_no_retreat == PANIC_ELIMINATED:
        eliminate(s, t, block)
    shooting.resume(s)


@kernel
def take_effect(s: GameState, t: RuleTables) -> None:
    """Let the spell named work (WK-WIZ-13, -16, WK-WIZ-10, -11)."""
    spell = s.spell
    effect = t.spell_effect[spell]
    seat = seat_of(s.caster)
    s.roller = seat
    if effect == Effect.DAMAGE:
        s.dice = int(t.spell_dice[spell])
        s.rating = int(t.spell_hits[spell])
        s.point = Point.ROLL_HITS
    elif s.target == NOBODY and effect != Effect.SWARM:
        shooting.resume(s)
    elif effect == Effect.FLY or effect == Effect.PANIC:
        s.point = Point.ROLL_DIE
    elif effect == Effect.TROLL_TRACK:
        reach = t.move[t.kind[s.target]]
        travel.set_out(s, t, s.target, Mode.TRACK, reach, Point.MOVE)
    elif effect == Effect.SUMMON:
        summon(s, t)
    else:
        s.point = Point.NEXT_SWARM


@kernel
def summon(s: GameState, t: RuleTables) -> None:
    """Bring the chaos unit to the wizard."""
    block = s.target
    h = s.hex[s.caster]
    if s.hex[block] < 0:
        s.strength[block] = 1
    put(s, t, block, h)
    s.walked[block] = 1
    s.acted[block] = 0
    if not s.fighting:
        s.moved[block] = 1
    show(s, t, block)
    tell_two(s, Event.SUMMON, seat_of(block), block, h)
    shooting.resume(s)
