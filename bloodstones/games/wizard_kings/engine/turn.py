"""The state machine: `start`, `legal_decisions` and `apply` are the only way to change a game.

Chance goes through the same door: `is_chance`, `chance_outcomes`, `draw_outcome`, `apply`.

Their arguments are those of `kit.kernels`; `kind`, `x` and `y` are the parts of a code, see
`core.kernels.decision_codes`.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import encode, kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.log import tell_one, tell_seat
from bloodstones.core.kernels.streams import next_below, open_streams
from bloodstones.games.wizard_kings.engine import (
    alliances,
    building,
    casting,
    combat,
    ending,
    moving,
    mustering,
    regrouping,
    shooting,
    travel,
)
from bloodstones.games.wizard_kings.engine.decisions import Kind
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.state import (
    DICE_STREAM,
    INITIATIVE_STREAM,
    GameState,
    Point,
    Status,
)
from bloodstones.games.wizard_kings.events import Event
from bloodstones.games.wizard_kings.rules.register import TIES_ALL
from bloodstones.games.wizard_kings.rules.ruleset import DIE

NO_THROW: Final = -99
TWO_DICE: Final = 11  # totals of two dice, from 2 on
EVEN: Final = 6  # ways of the middle total


@entry
def start(s: GameState, t: RuleTables, key: Array, out: Array) -> None:
    """Begin a playthrough in a zeroed state and go on to its first point.

    `key`: int64 array of 3 words (`streams.game_key`); `out`: int32 array of `MOST_DECISIONS`.
    """
    open_streams(s.streams, key)
    mustering.begin_setup(s, t)
    advance(s, t)


@entry
def is_chance(s: GameState) -> bool:
    """Return whether chance moves now."""
    return bool(s.point >= Point.ROLL_INITIATIVE and s.point <= Point.ROLL_DIE)


@entry
def chance_outcomes(s: GameState, t: RuleTables, out: Array, weights: Array) -> int:
    """Write the outcomes of chance and their int64 weights; return how many."""
    if s.point == Point.ROLL_INITIATIVE:
        for place in range(TWO_DICE):
            out[place] = encode(Kind.ROLLED_INITIATIVE, s.decider, place + 2)
            weights[place] = EVEN - abs(place - (EVEN - 1))
        return TWO_DICE
    n = 0
    if s.point == Point.ROLL_HITS:
        ways = 1
        for hits in range(s.dice + 1):
            weight = ways * power(s.rating, hits) * power(DIE - s.rating, s.dice - hits)
            ways = ways * (s.dice - hits) // (hits + 1)
            if weight > 0:
                out[n] = encode(Kind.ROLLED_HITS, hits, 0)
                weights[n] = weight
                n += 1
    if s.point == Point.ROLL_DIE:
        for place in range(DIE):
            out[place] = encode(Kind.ROLLED_DIE, place + 1, 0)
            weights[place] = 1
        n = DIE
    return n


@kernel
def power(base: int, exponent: int) -> int:
    """Return a whole power."""
    result = 1
    for _ in range(exponent):
        result *= base
    return result


@entry
def draw_outcome(s: GameState, t: RuleTables) -> int:
    """Throw the dice of the chance point, from the keyed stream; nothing else changes."""
    if s.point == Point.ROLL_INITIATIVE:
        first = next_below(s.streams, INITIATIVE_STREAM, DIE)
        total = first + next_below(s.streams, INITIATIVE_STREAM, DIE) + 2
        return encode(Kind.ROLLED_INITIATIVE, s.decider, total)
    stream = DICE_STREAM + s.roller
    if s.point == Point.ROLL_DIE:
        return encode(Kind.ROLLED_DIE, next_below(s.streams, stream, DIE) + 1, 0)
    hits = 0
    for _ in range(s.dice):
        hits += int(next_below(s.streams, stream, DIE) < s.rating)
    return encode(Kind.ROLLED_HITS, hits, 0)


@entry
def legal_decisions(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the legal decisions of `s.decider` into `out`, in a fixed order; return how many.

    0 when chance moves or the playthrough is over. `out`: int32 array of `MOST_DECISIONS`.
    """
    point = s.point
    if point == Point.STEP:
        return travel.legal_steps(s, t, out)
    if point == Point.MOVE:
        return moving.legal_moves(s, t, out)
    if point == Point.ACT:
        return combat.legal_acts(s, t, out)
    if point == Point.HIT:
        return shooting.legal_hits(s, t, out)
    if point == Point.BUILD:
        return building.legal_builds(s, t, out)
    if point == Point.REGROUP:
        return regrouping.legal_regroupings(s, t, out)
    if point == Point.PIN:
        return moving.legal_pins(s, t, out)
    if point == Point.TARGET:
        return casting.legal_targets(s, t, out)
    if point == Point.DISPEL:
        return casting.legal_dispels(s, t, out)
    if point == Point.SWARM:
        return combat.legal_swarm(s, t, out)
    if point == Point.BATTLE:
        return combat.legal_battles(s, t, out)
    if point == Point.DECLARE:
        return travel.legal_declarations(s, t, out)
    if point == Point.REMOVE:
        return regrouping.legal_removals(s, t, out)
    if point == Point.BUY:
        return mustering.legal_purchases(s, t, out)
    if point == Point.PLACE:
        return mustering.legal_places(s, t, out)
    return 0


@entry
def apply(s: GameState, t: RuleTables, code: int, out: Array) -> None:
    """Carry out a decision or an outcome and go on to the next point; the log has what happened.

    A decision empties the log, outcomes add to it. `out` is scratch. Legality is not checked here.
    """
    kind = kind_of(code)
    x = x_of(code)
    y = y_of(code)
    if kind < Kind.ROLLED_INITIATIVE:
        s.log_size = 0
    if kind == Kind.PASS:
        end_decision(s, t)
    elif kind < Kind.CAST:
        apply_way(s, t, kind, x, y)
    elif kind < Kind.LEAVE:
        apply_fight(s, t, kind, x, y)
    elif kind < Kind.ROLLED_INITIATIVE:
        apply_rest(s, t, kind, x, y)
    elif kind == Kind.ROLLED_INITIATIVE:
        initiative_thrown(s, t, x, y)
    elif kind == Kind.ROLLED_HITS:
        shooting.dice_thrown(s, t, x)
    else:
        casting.die_thrown(s, t, x)
    advance(s, t)


@kernel
def apply_way(s: GameState, t: RuleTables, kind: int, x: int, y: int) -> None:
    """Carry out a decision of setting up or moving."""
    if kind == Kind.BUY:
        mustering.buy(s, t, x, y)
    elif kind == Kind.PLACE:
        mustering.place(s, t, x, y)
    elif kind == Kind.PIN:
        moving.pin(s, x)
    elif kind == Kind.PICK:
        tell_one(s, Event.PICK, s.decider, x)
        reach = int(t.move[t.kind[x]])
        travel.set_out(s, t, x, 0, reach, Point.MOVE)
    elif kind == Kind.GO:
        travel.go(s, t, x)
    elif kind == Kind.STOP:
        tell_one(s, Event.STOP, s.decider, s.mover)
        travel.stop(s, t)
    elif kind == Kind.SHIP:
        travel.ship(s, t, x, y)
    else:
        travel.declare(s, t, x)


@kernel
def apply_fight(s: GameState, t: RuleTables, kind: int, x: int, y: int) -> None:
    """Carry out a decision of a spell or a battle."""
    if kind == Kind.CAST:
        casting.cast(s, t, x, y)
    elif kind == Kind.TARGET:
        casting.aim(s, t, x)
    elif kind == Kind.DISPEL:
        casting.try_dispel(s, t, x)
    elif kind == Kind.FIGHT:
        combat.choose_battle(s, t, x)
    elif kind == Kind.FIRE:
        shooting.fire(s, t, x)
    elif kind == Kind.RETREAT:
        combat.retreat(s, t, x)
    elif kind == Kind.REST:
        combat.rest(s, x)
    else:
        shooting.hit(s, t, x)


@kernel
def apply_rest(s: GameState, t: RuleTables, kind: int, x: int, y: int) -> None:
    """Carry out a decision of regrouping, building or an alliance."""
    if kind == Kind.LEAVE:
        regrouping.leave(s, t, x)
    elif kind == Kind.COME:
        regrouping.come(s, t, x)
    elif kind == Kind.REMOVE:
        regrouping.remove(s, t, x)
    elif kind == Kind.GAIN:
        building.gain(s, t, x)
    elif kind == Kind.NEW:
        building.appear(s, t, x, t.city_hex[y])
    elif kind == Kind.FORT:
        building.appear(s, t, building.castle_kind(t, s.active), s.hex[x])
    elif kind == Kind.SHIFT:
        building.shift(s, t, x, y)
    elif kind == Kind.DISBAND:
        building.disband(s, t, x)
    elif kind == Kind.BREAK:
        alliances.break_alliance(s, t, s.active, x)
    elif kind == Kind.SWITCH:
        alliances.switch_sides(s, t, s.decider)
    else:
        s.status = Status.BAD_DECISION


@kernel
def end_decision(s: GameState, t: RuleTables) -> None:
    """Carry out a pass, whatever it ends here."""
    tell_seat(s, Event.PASS, s.decider)
    point = s.point
    if point == Point.MOVE:
        s.point = Point.NEXT_MOVER
    elif point == Point.BUILD:
        s.point = Point.NEXT_BUILDER
    elif point == Point.REGROUP:
        regrouping.end_regroup(s, t)
    elif point == Point.DISPEL:
        s.point = Point.NEXT_DISPEL
    elif point == Point.BUY:
        mustering.start_placing(s, t)
    else:
        s.status = Status.BAD_DECISION


@kernel
def advance(s: GameState, t: RuleTables) -> None:
    """Let the rules act until a seat or chance must move, or the playthrough is over."""
    while s.status == Status.OK:
        point = s.point
        if point < Point.NEXT_SETUP:
            return
        if point == Point.NEXT_HIT:
            shooting.next_hit(s, t)
        elif point == Point.NEXT_ACT:
            combat.next_act(s, t)
        elif point == Point.NEXT_DISPEL:
            casting.next_dispel(s, t)
        elif point == Point.EFFECT:
            casting.take_effect(s, t)
        elif point == Point.NEXT_SWARM:
            combat.next_swarm(s, t)
        elif point == Point.NEXT_REGROUP:
            regrouping.next_regroup(s, t)
        elif point == Point.NEXT_REMOVAL:
            regrouping.next_removal(s, t)
        elif point == Point.NEXT_BATTLE:
            combat.next_battle(s, t)
        elif point == Point.NEXT_MOVER:
            moving.next_mover(s, t)
        elif point == Point.NEXT_PIN:
            moving.next_pin(s, t)
        elif point == Point.NEXT_BUILDER:
            building.next_builder(s, t)
        elif point == Point.TURN_END:
            ending.end_turn(s, t)
        elif point == Point.NEXT_TURN:
            next_turn(s, t)
        elif point == Point.NEXT_INITIATIVE:
            next_initiative(s, t)
        else:
            mustering.next_setup(s, t)
    s.point = Point.OVER


@kernel
def next_turn(s: GameState, t: RuleTables) -> None:
    """Open a turn: everybody throws for initiative (WK-TURN-01, WK-TURN-02)."""
    s.turn += 1
    s.moved[:] = 0
    s.pinned[:] = 0
    s.casts[:] = 0
    s.crossed[:] = 0
    s.fled[:] = 0
    for seat in range(t.players):
        s.rolling[seat] = 1 - s.out[seat]
        s.rolled[seat] = 0
    tell_seat(s, Event.TURN, s.turn)
    s.point = Point.NEXT_INITIATIVE


@kernel
def next_initiative(s: GameState, t: RuleTables) -> None:
    """Let the next seat throw; when all have, number the seats or throw a tie again (AMB-21)."""
    for seat in range(t.players):
        if s.rolling[seat]:
            s.decider = seat
            s.point = Point.ROLL_INITIATIVE
            return
    top = NO_THROW
    tied = 0
    first = 0
    for seat in range(t.players):
        if s.out[seat]:
            continue
        if total_of(s, t, seat) > top:
            top = total_of(s, t, seat)
            tied = 0
            first = seat
        tied += int(total_of(s, t, seat) == top)
    if tied > 1 or (t.initiative_ties == TIES_ALL and equal_totals(s, t)):
        for seat in range(t.players):
            leads = t.initiative_ties == TIES_ALL or total_of(s, t, seat) == top
            again = leads and not s.out[seat]
            s.rolling[seat] = int(again)
            s.rolled[seat] = 0 if again else NO_THROW
        return
    for place in range(t.players):
        s.order[place] = (first + place) % t.players
    tell_one(s, Event.ORDER, first, top)
    s.place = -1
    s.point = Point.NEXT_MOVER


@kernel
def total_of(s: GameState, t: RuleTables, seat: int) -> int:
    """Return what a seat has thrown for initiative, with its handicap."""
    return int(s.rolled[seat] + t.handicap[seat])


@kernel
def equal_totals(s: GameState, t: RuleTables) -> bool:
    """Return whether any two seats have thrown the same."""
    for seat in range(t.players):
        for other in range(seat):
            both = not s.out[seat] and not s.out[other]
            if both and total_of(s, t, seat) == total_of(s, t, other):
                return True
    return False


@kernel
def initiative_thrown(s: GameState, t: RuleTables, seat: int, total: int) -> None:
    """Store a seat's total."""
    s.rolled[seat] = total
    s.rolling[seat] = 0
    tell_one(s, Event.INITIATIVE, seat, total)
    s.point = Point.NEXT_INITIATIVE
