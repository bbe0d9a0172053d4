"""The decision of a seat: the legal one with the best score, from the seat's information."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.wizard_kings.engine.decisions import Kind
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.state import (
    STRATEGY_STREAM,
    GameState,
    Mode,
    Point,
)
from bloodstones.games.wizard_kings.strategies import fighting, marching, recruiting
from bloodstones.games.wizard_kings.strategies.policy import Policy
from bloodstones.kit.players.strategy import Family

NEVER = -1e9


@entry
def choose(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the decision in `out` that the decider takes."""
    seat = s.decider
    stream = STRATEGY_STREAM + seat
    if n == 1:
        return 0
    if p.family[seat] == Family.RANDOM:
        return by_lot(s, out, n, stream)
    if s.point == Point.MOVE:
        return marching.choose_unit(s, t, p, out, n)
    if s.point == Point.STEP and s.mode <= Mode.TRACK and s.memory[seat, 1] != s.mover:
        marching.survey(s, t, seat)
        marching.set_target(s, t, p, s.mover)
    if s.point == Point.BUILD or s.point <= Point.PLACE:
        recruiting.take_stock(s, t, p, seat)
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
def by_lot(s: GameState, out: Array, n: int, stream: int) -> int:
    """Return the index of a decision drawn evenly from those that disband no unit."""
    kept = 0
    for index in range(n):
        kept += int(kind_of(out[index]) != Kind.DISBAND)
    left = next_below(s.streams, stream, kept)
    for index in range(n):
        left -= int(kind_of(out[index]) != Kind.DISBAND)
        if left < 0:
            return index
    return 0


@kernel
def score(s: GameState, t: RuleTables, p: Policy, seat: int, code: int) -> float:
    """Return the value of a decision to a seat."""
    kind = kind_of(code)
    x = x_of(code)
    y = y_of(code)
    if kind == Kind.PASS:
        return 0.0
    if kind == Kind.GO or kind == Kind.STOP or kind == Kind.SHIP:
        return marching.step_score(s, t, p, seat, kind, x)
    if kind <= Kind.PLACE:
        return recruiting.muster_score(s, t, p, seat, kind, x, y)
    if kind == Kind.GAIN or kind == Kind.NEW or kind == Kind.FORT:
        return recruiting.build_score(s, t, p, seat, kind, x, y)
    if kind == Kind.PIN or kind == Kind.HIT or kind == Kind.REMOVE:
        return -fighting.worth(s, t, x)
    if kind == Kind.COME or kind == Kind.LEAVE:
        return fighting.regroup_score(s, t, seat, kind, x)
    if kind == Kind.DISBAND or kind == Kind.SHIFT or kind == Kind.BREAK or kind == Kind.SWITCH:
        return NEVER
    return fighting.fight_score(s, t, p, seat, kind, x, y)
