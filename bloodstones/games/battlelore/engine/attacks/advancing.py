"""After an attack: advance, pursuit, second attacks (BL-ADVANCE, BL-ABILITY-10, -12)."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine.attacks.sighting import legal_attacks, legal_targets_of
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.events import tell
from bloodstones.games.battlelore.engine.moving import halts
from bloodstones.games.battlelore.engine.pieces import has, may_rest, put, seat_of
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import (
    NOBODY,
    NOWHERE,
    UNITS,
    GameState,
    Mode,
    Point,
)
from bloodstones.games.battlelore.events import Event
from bloodstones.games.battlelore.rules.names import Ability


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
