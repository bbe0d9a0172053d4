"""The decision of a seat: the legal one with the best score, from the seat's information."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.battlelore.engine.attacks.attacking import for_heroic
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.pieces import near_enemy, seat_of
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import (
    STRATEGY_STREAM,
    GameState,
    Point,
)
from bloodstones.games.battlelore.rules.names import Ability, Face
from bloodstones.games.battlelore.strategies import armies, commanding, marching, spending
from bloodstones.games.battlelore.strategies.policy import Policy, Weight
from bloodstones.games.battlelore.strategies.valuation import attack_worth
from bloodstones.kit.players.strategy import Family

NEVER: Final = -1e9
SLIGHT: Final = 1e-3
DIE_WORTH: Final = (1.0, 0.9, 0.2, 0.6, 0.3, 0.5)  # faces of Rune Blade, hand to hand
STAYS: Final = 2.0


@entry
def choose(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the decision in `out` that the decider takes.

    For a strategy that goes without something it moves what it allows itself to the front of `out`.
    """
    seat = s.decider
    stream = STRATEGY_STREAM + seat
    if p.bars[seat]:
        n = keep_allowed(p, seat, out, n)
    if n == 1:
        return 0
    if p.family[seat] == Family.RANDOM:
        return next_below(s.streams, stream, n)
    if s.point == Point.MARCH:
        return marching.choose_march(s, t, p, out, n)
    if s.point == Point.STEP:
        return marching.choose_step(s, t, p, out, n)
    if s.point == Point.COMMAND:
        return commanding.best_command(s, t, p, out, n)
    best = -1
    ties = 0
    top = NEVER
    for index in range(n):
        value = score(s, t, p, seat, out[index])
        if value > top:
            top = value
            best = index
            ties = 1
        elif value == top:
            ties += 1
            if next_below(s.streams, stream, ties) == 0:
                best = index
    return max(best, 0)


@kernel
def keep_allowed(p: Policy, seat: int, out: Array, n: int) -> int:
    """Move the decisions that a seat allows itself to the front; return how many, all if none."""
    kept = 0
    for index in range(n):
        if not is_barred(p, seat, out[index]):
            kept += 1
    if kept == 0:
        return n
    kept = 0
    for index in range(n):
        if not is_barred(p, seat, out[index]):
            out[kept] = out[index]
            kept += 1
    return kept


@kernel
def is_barred(p: Policy, seat: int, code: int) -> bool:
    """Return whether a seat is restricted from what a decision uses."""
    kind = kind_of(code)
    x = x_of(code)
    if kind == Kind.TAKE:
        return bool(y_of(code) > 0 and p.no_card[seat, x])
    if kind == Kind.COMMAND:
        return bool(p.no_command[seat, x])
    return bool(kind == Kind.PLAY and p.no_lore[seat, x])


@kernel
def score(s: GameState, t: RuleTables, p: Policy, seat: int, code: int) -> float:
    """Return what a decision is worth to a seat; passing is 0."""
    kind = kind_of(code)
    x = x_of(code)
    y = y_of(code)
    if kind == Kind.PASS:
        return 0.0
    if kind == Kind.ORDER:
        return commanding.order_score(s, t, p, x, y)
    if kind == Kind.ATTACK:
        return attack_worth(s, t, p, seat, x, y)
    if kind < Kind.CAPTURE:
        return armies.preparation_score(s, t, p, seat, code)
    if kind == Kind.PLAY:
        return spending.play_score(s, t, p, seat, x)
    if kind == Kind.TARGET:
        return spending.target_score(s, t, seat, code)
    if kind == Kind.CURE:
        return commanding.cure_score(s, t, p, code)
    if kind == Kind.GAIN:
        return commanding.gain_score(s, p, seat, x)
    if kind == Kind.DISCARD_LORE:
        return float(-t.lore_cost[seat, x])
    if kind == Kind.ADVANCE:
        return advance_score(s, t, p, seat)
    return answer_score(s, t, p, seat, kind, x)


@kernel
def advance_score(s: GameState, t: RuleTables, p: Policy, seat: int) -> float:
    """Return the value of an advance: banners left and won, and the plan's weight."""
    u = s.attacker[0]
    won = float(s.banner[s.goal[0]]) - float(s.banner[s.hex[u]])
    more = STAYS * SLIGHT if near_enemy(s, t, seat, s.goal[0]) else 0.0
    return float(won * p.weight[seat, Weight.BANNER] + p.weight[seat, Weight.FOLLOW] + more)


@kernel
def answer_score(s: GameState, t: RuleTables, p: Policy, seat: int, kind: int, x: int) -> float:
    """Return what a small answer in an attack is worth."""
    f = s.level
    if kind == Kind.USE:
        u = s.attacker[f]
        if for_heroic(t, u) != Ability.FRENZY:
            return float(x)
        kills = x >= s.figures[s.target[f]]
        spare = s.figures[u] - x >= 1
        return float(x) if spare and (kills or x <= 1) else -float(x)
    if kind == Kind.KEEP:
        if s.keeping[f] > 1 and x not in (Face.STRIKE, Face.CLEAVE):
            return SLIGHT
        return DIE_WORTH[x]
    if kind == Kind.REROLL:
        return STAYS * SLIGHT
    if kind == Kind.WAY:
        return 0.0
    if kind == Kind.PREVENT:  # a card can still help where the building is left behind
        return float(x if seat == seat_of(s.attacker[f]) else 1 - x)
    return 1.0
