"""Whole playthroughs inside the kernels."""

from __future__ import annotations

from bloodstones.core.kernel import loop
from bloodstones.core.layout import Array
from bloodstones.games.wizard_kings.engine.state import GameState, Point
from bloodstones.games.wizard_kings.engine.tables import RuleTables
from bloodstones.games.wizard_kings.engine.turn import (
    apply,
    draw_outcome,
    is_chance,
    legal_decisions,
    start,
)
from bloodstones.games.wizard_kings.strategies.choosing import choose
from bloodstones.games.wizard_kings.strategies.policy import Policy
from bloodstones.kit import playing


@loop
def play_out(s: GameState, t: RuleTables, p: Policy, key: Array, out: Array) -> int:
    """Play from a zeroed state to the end; return the number of decisions.

    `key`: int64 array of 3 words; `out`: int32 array of `decisions.MOST_DECISIONS`.
    """
    start(s, t, key, out)
    decisions = 0
    while s.point != Point.OVER:
        if is_chance(s):
            code = draw_outcome(s, t)
        else:
            n = legal_decisions(s, t, out)
            code = out[choose(s, t, p, out, n)]
            decisions += 1
        apply(s, t, code, out)
    return decisions


@loop
def play_on(s: GameState, t: RuleTables, p: Policy, out: Array) -> int:
    """Play from a state to the end, see `kit.playing.play_on`."""
    return playing.play_on(legal_decisions, apply, is_chance, draw_outcome, choose, s, t, p, out)
