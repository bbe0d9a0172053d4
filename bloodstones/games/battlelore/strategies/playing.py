"""Whole playthroughs inside the kernels."""

from __future__ import annotations

from bloodstones.core.kernel import loop
from bloodstones.core.layout import Array
from bloodstones.games.battlelore.engine.state import GameState
from bloodstones.games.battlelore.engine.tables import RuleTables
from bloodstones.games.battlelore.engine.turn import (
    apply,
    draw_outcome,
    is_chance,
    legal_decisions,
    start,
)
from bloodstones.games.battlelore.strategies.choosing import choose
from bloodstones.games.battlelore.strategies.policy import Policy
from bloodstones.kit import playing


@loop
def play_out(s: GameState, t: RuleTables, p: Policy, key: Array, out: Array) -> int:
    """Play from a zeroed state to the end; return the number of decisions."""
    return playing.play_out(
        start, legal_decisions, apply, is_chance, draw_outcome, choose, s, t, p, key, out
    )


@loop
def play_on(s: GameState, t: RuleTables, p: Policy, out: Array) -> int:
    """Play from a state to the end, see `kit.playing.play_on`."""
    return playing.play_on(legal_decisions, apply, is_chance, draw_outcome, choose, s, t, p, out)
