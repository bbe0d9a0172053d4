"""Whole playthroughs inside the kernels of any game."""

from __future__ import annotations

from typing import Any

from bloodstones.core.kernel import kernel
from bloodstones.core.layout import Array


@kernel
def play_out(
    start: Any,
    legal_decisions: Any,
    apply: Any,
    is_chance: Any,
    draw_outcome: Any,
    choose: Any,
    s: Any,
    t: Any,
    p: Any,
    key: Array,
    out: Array,
) -> int:
    """Play from a zeroed state to the end; return the number of decisions.

    The first six are the kernels of the game, handed over by its own entry, see `core.engine`.
    """
    start(s, t, key, out)
    return play_on(legal_decisions, apply, is_chance, draw_outcome, choose, s, t, p, out)


@kernel
def play_on(
    legal_decisions: Any,
    apply: Any,
    is_chance: Any,
    draw_outcome: Any,
    choose: Any,
    s: Any,
    t: Any,
    p: Any,
    out: Array,
) -> int:
    """Play from a state to the end; return the number of decisions. See `play_out`."""
    decisions = 0
    while s.point != 0:
        if is_chance(s):
            out[0] = draw_outcome(s, t)  # as int32, like decisions: one compiled version of `apply`
            code = out[0]
        else:
            n = legal_decisions(s, t, out)
            code = out[choose(s, t, p, out, n)]
            decisions += 1
        apply(s, t, code, out)
    return decisions
