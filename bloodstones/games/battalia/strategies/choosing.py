"""One decision of any strategy, inside the kernels."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import kind_of, x_of
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.state import STRATEGY_STREAM, GameState, Point
from bloodstones.games.battalia.strategies import picking, planning
from bloodstones.games.battalia.strategies.policy import Bar, Policy
from bloodstones.kit.players.strategy import Family

FIRST_GREAT_BAR: Final = int(Bar.HAMMER)


@entry
def choose(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the decider's choice among the `n` legal decisions in `out`.

    May write to the decider's own stream and to scratch, and to nothing else; a strategy that goes
    without something moves what it allows itself to the front of `out`.
    """
    if p.barred[s.decider]:
        n = keep_allowed(s, p, out, n)
    if n == 1:
        return 0
    if p.family[s.decider] == Family.RANDOM:
        return next_below(s.streams, STRATEGY_STREAM + s.decider, n)
    if s.point == Point.ACTION:
        return planning.best_action(s, t, p, out, n)
    if s.point == Point.PLACE:
        return planning.best_place(s, t, p, out, n)
    return picking.pick(s, t, p, out, n)


@kernel
def keep_allowed(s: GameState, p: Policy, out: Array, n: int) -> int:
    """Move the decisions that the decider allows itself to the front; return how many."""
    kept = 0
    for index in range(n):
        if not is_barred(p.barred[s.decider], int(out[index])):
            out[kept] = out[index]
            kept += 1
    return kept if kept > 0 else n


@kernel
def is_barred(bars: int, code: int) -> bool:
    """Whether the strategy is restricted from a decision."""
    kind = kind_of(code)
    bar = 0
    if kind == Move.GAIN:
        bar = x_of(code)
    elif kind == Move.SPOIL:
        bar = FIRST_GREAT_BAR + x_of(code)
    elif kind == Move.FIGHT:
        bar = Bar.FIGHTS
    elif kind == Move.HIRE:
        bar = Bar.HEROES
    elif kind == Move.COHORT:
        bar = Bar.COHORTS
    elif kind == Move.AMBUSH:
        bar = Bar.AMBUSH
    return bool(bars >> bar & 1)
