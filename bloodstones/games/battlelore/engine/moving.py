"""After an attack: advance, pursuit, second attacks (BL-ADVANCE, BL-ABILITY-10, -12)."""

from __future__ import annotations

from bloodstones.core.hexes import DIRECTIONS
from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.decks import open_window
from bloodstones.games.battlelore.engine.events import tell
from bloodstones.games.battlelore.engine.pieces import (
    flies,
    has,
    may_enter,
    may_rest,
    near_enemy,
    put,
    seat_of,
    stops,
)
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.sighting import legal_attacks, legal_targets_of
from bloodstones.games.battlelore.engine.state import NOBODY, NOWHERE, UNITS, GameState, Mode, Point
from bloodstones.games.battlelore.events import Event
from bloodstones.games.battlelore.rules.board import HEXES
from bloodstones.games.battlelore.rules.names import Ability, Class, Terrain, Window


@kernel
def base_reach(s: GameState, t: RuleTables, u: int) -> int:
    """Return how many hexes a unit may go in the mode of the moment, without a charge.

    See BL-TURN-12, BL-ABILITY-09, BL-CARD-01.
    """
    if s.mode == Mode.MOVE:
        return int(t.move[t.kind[u]] + s.extra_move[u])
    if s.mode == Mode.ONSLAUGHT:
        return int(s.march * s.by_card[u])
    return has(t, u, Ability.MOBILITY if s.mode == Mode.MOBILITY else Ability.PURSUE)


@kernel
def full_reach(s: GameState, t: RuleTables, u: int) -> int:
    """Return how many hexes it may go with its charge (BL-ABILITY-14)."""
    charge = has(t, u, Ability.CHARGE) if s.mode == Mode.MOVE else 0
    return base_reach(s, t, u) + charge


@kernel
def overruns(s: GameState, t: RuleTables, u: int) -> bool:
    """Return whether a unit may cross enemies (BL-CARD-04)."""
    return bool(s.overrun[seat_of(u)] and t.unit_class[t.kind[u]] == Class.CAVALRY)


@kernel
def is_portal(s: GameState, h: int) -> bool:
    """Return whether a portal lies in a hex, for the units that move now."""
    return bool(s.mode == Mode.MOVE and (s.portal[0] == h or s.portal[1] == h))


@kernel
def halts(s: GameState, t: RuleTables, u: int, h: int) -> bool:
    """Return whether a hex ends the movement of who enters it (BL-TERRAIN-09)."""
    if flies(t, u) or is_portal(s, h) or not stops(s.terrain[h]):
        return False
    if s.mode == Mode.PURSUIT and t.pursue_terrain:
        return False
    crossed = s.at[h] != NOBODY and seat_of(s.at[h]) != seat_of(u) and overruns(s, t, u)
    open_land = s.terrain[h] == Terrain.TENT or s.terrain[h] == Terrain.FORD
    return not (crossed and t.overrun_stop and open_land)  # BL-TERRAIN-09, AMB-44


@kernel
def beyond(s: GameState, t: RuleTables, h: int, direction: int) -> int:
    """Return the hex in a direction, DIRECTIONS being through the portal; NOWHERE without one.

    See BL-CARD-05.
    """
    if direction < DIRECTIONS:
        return int(t.neighbour[h, direction])
    if s.mode != Mode.MOVE or s.portal[0] < 0:
        return NOWHERE
    if s.portal[0] == h:
        return int(s.portal[1])
    return int(s.portal[0]) if s.portal[1] == h else NOWHERE


@kernel
def may_pass(s: GameState, t: RuleTables, u: int, h: int, direction: int) -> bool:
    """Return whether a unit may go into a hex at all, terrain and units there considered."""
    if h < 0 or h == s.origin or not may_enter(s, t, u, h):
        return False
    other = s.at[h]
    same = other == u
    if same or other == NOBODY:
        return True
    if direction == DIRECTIONS:
        return False
    if flies(t, u):
        return True
    if seat_of(other) == seat_of(u):
        return bool(t.pass_friends and not halts(s, t, u, h))  # AMB-13
    return overruns(s, t, u) and not halts(s, t, u, h)


@kernel
def ends_well(s: GameState, t: RuleTables, u: int, h: int, steps: int) -> bool:
    """Return whether a unit may end its movement in a hex after so many steps (BL-BOARD-03)."""
    if not may_rest(s, t, u, h):
        return False
    return steps <= base_reach(s, t, u) or near_enemy(s, t, seat_of(u), h)


@kernel
def can_end(s: GameState, t: RuleTables, u: int, h: int, steps: int, stopped: bool) -> bool:
    """Return whether a unit in a hex after so many steps can end well there or farther on."""
    if ends_well(s, t, u, h, steps):
        return True
    reach = full_reach(s, t, u)
    if stopped or steps >= reach:
        return False
    s.stamp += 1
    s.mark[h] = s.stamp
    s.far[h] = steps
    s.queue[0] = h
    head = 0
    tail = 1
    while head < tail:
        at = int(s.queue[head])
        head += 1
        if s.far[at] >= reach or (at != h and halts(s, t, u, at)):
            continue
        for direction in range(DIRECTIONS + 1):
            to = beyond(s, t, at, direction)
            if to < 0 or s.mark[to] == s.stamp or not may_pass(s, t, u, to, direction):
                continue
            s.mark[to] = s.stamp
            s.far[to] = s.far[at] + 1
            if ends_well(s, t, u, to, int(s.far[to])):
                return True
            s.queue[tail] = to
            tail += 1
    return False


@kernel
def can_go(s: GameState, t: RuleTables, u: int, steps: int, direction: int) -> bool:
    """Return whether a unit that has gone so many steps may go on in a direction (BL-TURN-04)."""
    to = beyond(s, t, int(s.hex[u]), direction)
    if to < 0 or steps >= full_reach(s, t, u) or not may_pass(s, t, u, to, direction):
        return False
    return can_end(s, t, u, to, steps + 1, halts(s, t, u, to))


@kernel
def may_march(s: GameState, t: RuleTables, u: int) -> bool:
    """Return whether a unit still has a movement in this step.

    See BL-TURN-11, BL-TOKEN-02, BL-ABILITY-09.
    """
    if seat_of(u) != s.active or s.hex[u] < 0 or not s.ordered[u] or s.marched[u] or s.stun[u]:
        return False
    return base_reach(s, t, u) > 0


@kernel
def legal_marches(s: GameState, t: RuleTables, out: Array) -> int:
    """Write pass and the first steps of all units that may move now."""
    out[0] = encode(Kind.PASS, 0, 0)
    n = 1
    for u in range(UNITS):
        if not may_march(s, t, u):
            continue
        for direction in range(DIRECTIONS + 1):
            if can_go(s, t, u, 0, direction):
                out[n] = encode(Kind.GO, u, direction)
                n += 1
    return n


@kernel
def legal_steps(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the next steps of the unit on its way, and stop if it may."""
    n = 0
    u = s.mover
    if not s.halted:
        for direction in range(DIRECTIONS + 1):
            if can_go(s, t, u, s.steps, direction):
                out[n] = encode(Kind.GO, u, direction)
                n += 1
    if ends_well(s, t, u, s.hex[u], s.steps):
        out[n] = encode(Kind.STOP, 0, 0)
        n += 1
    return n


@kernel
def next_march(s: GameState, t: RuleTables, out: Array) -> None:
    """Ask which unit moves next, until none can."""
    s.decider = s.active
    if legal_marches(s, t, out) > 1:
        s.point = Point.MARCH
    else:
        marches_over(s)


@kernel
def marches_over(s: GameState) -> None:
    """Go on after the movements of a step."""
    if s.mode == Mode.MOVE:
        s.point = Point.AFTER_MOVES
    elif s.mode == Mode.ONSLAUGHT:
        s.point = Point.AFTER_ONSLAUGHT
    else:
        s.point = Point.UPKEEP


@kernel
def begin_marches(s: GameState, mode: int) -> None:
    """Let units move in a mode."""
    s.mode = mode
    s.origin = NOWHERE
    for u in range(UNITS):
        s.marched[u] = 0
    s.point = Point.NEXT_MARCH


@kernel
def go(s: GameState, t: RuleTables, u: int, direction: int) -> None:
    """Take a step, the first or a later one; crossing an enemy costs it a die (BL-CARD-04)."""
    if s.point == Point.MARCH:
        s.mover = u
        s.steps = 0
        s.halted = 0
        s.marched[u] = 1
        if s.mode == Mode.MOVE:
            s.moved[u] = 1
        for h in range(HEXES):
            s.passed[h] = 0
    to = beyond(s, t, int(s.hex[u]), direction)
    s.halted = int(halts(s, t, u, to))
    over = s.at[to]
    put(s, u, to)
    s.steps += 1
    s.passed[to] = 1
    tell(s, Event.STEP, seat_of(u), u, to)
    s.point = Point.NEXT_STEP
    if over != NOBODY and seat_of(over) != seat_of(u) and overruns(s, t, u):
        s.roll_for = over
        s.point = Point.ROLL


@kernel
def next_step(s: GameState, t: RuleTables, out: Array) -> None:
    """Ask for the next step, unless there is nothing but to stop."""
    n = legal_steps(s, t, out)
    s.decider = seat_of(s.mover)
    if n > 1 or (n == 1 and out[0] != encode(Kind.STOP, 0, 0)):
        s.point = Point.STEP
    else:
        stop(s, t)


@kernel
def stop(s: GameState, t: RuleTables) -> None:
    """End the movement of a unit."""
    u = s.mover
    tell(s, Event.STOP, seat_of(u), u, int(s.hex[u]))
    if s.mode == Mode.PURSUIT:
        s.origin = NOWHERE
        s.point = Point.ATTACK_DONE
    elif s.mode == Mode.MOVE:
        s.passed[s.hex[u]] = 0
        open_window(s, Window.AFTER_MOVE, Point.NEXT_MARCH)
    else:
        s.point = Point.NEXT_MARCH


@kernel
def begin_attacks(s: GameState, t: RuleTables) -> None:
    """Give every ordered unit its attacks (BL-TURN-05, BL-ABILITY-12)."""
    for u in range(UNITS):
        s.attacks[u] = 0
        s.shots[u] = 0
        s.aim[u] = NOBODY
        if s.ordered[u] and seat_of(u) == s.active:
            twice = has(t, u, Ability.DOUBLE_SHOT) and not s.moved[u]
            s.attacks[u] = 1 + int(twice)


@kernel
def next_attack(s: GameState, t: RuleTables, out: Array) -> None:
    """Ask for the next attack: of the unit that must go on, else of any."""
    s.decider = s.active
    if s.follow != NOBODY:
        if legal_targets_of(s, t, s.follow, out) > 0:
            s.point = Point.AGAIN
            return
        no_more(s)
    s.point = Point.ATTACK if legal_attacks(s, t, out) > 1 else Point.MOBILITY


@kernel
def no_more(s: GameState) -> None:
    """Give up the further attacks of the unit that might go on."""
    s.attacks[s.follow] = 0
    s.follow = NOBODY


@kernel
def legal_again(s: GameState, t: RuleTables, out: Array) -> int:
    """Write pass and the targets of the unit that goes on."""
    out[0] = encode(Kind.PASS, 0, 0)
    return 1 + legal_targets_of(s, t, s.follow, out[1:])


@kernel
def next_advance(s: GameState, t: RuleTables) -> None:
    """Offer to follow the target (BL-ADVANCE-01, BL-ATTACK-20, BL-ADVANCE-02, BL-COUNTER-02).

    Who was driven off or stunned does not follow (AMB-33).
    """
    u = s.attacker[0]
    goal = s.goal[0]
    s.point = Point.ATTACK_DONE
    if not s.vacated[0] or t.distance[s.source[0], goal] != 1:
        return
    if s.hex[u] != s.source[0] or s.stun[u] or not may_rest(s, t, u, goal):
        return
    s.decider = seat_of(u)
    s.point = Point.ADVANCE


@kernel
def advance(s: GameState, t: RuleTables) -> None:
    """Follow the target, and pursue if the unit can (AMB-41, BL-ABILITY-10)."""
    u = int(s.attacker[0])
    put(s, u, int(s.goal[0]))
    tell(s, Event.ADVANCE, seat_of(u), u, int(s.goal[0]))
    s.point = Point.ATTACK_DONE
    if has(t, u, Ability.PURSUE) and not s.pursued[u]:
        s.pursued[u] = 1
        s.attacks[u] += 1
        s.follow = u
        s.mover = u
        s.mode = Mode.PURSUIT
        s.steps = 0
        s.origin = s.source[0]
        s.halted = int(halts(s, t, u, int(s.goal[0])))
        s.point = Point.NEXT_STEP


@kernel
def attack_done(s: GameState, t: RuleTables) -> None:
    """Keep a unit with an attack left to it, unless others may come between (AMB-50)."""
    u = s.attacker[0]
    s.origin = NOWHERE
    split = has(t, u, Ability.DOUBLE_SHOT) and t.double_shot_split
    if s.hex[u] >= 0 and s.attacks[u] > 0 and s.follow == NOBODY and not split:
        s.follow = u
    s.point = Point.NEXT_ATTACK
