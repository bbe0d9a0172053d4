"""Whole playthroughs inside the kernels while searching strategies decide for some seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bloodstones.core.kernel import kernel
from bloodstones.core.layout import Array
from bloodstones.core.names import Name
from bloodstones.kit.search.knobs import Bench


class Chooser(Name):
    """Who decides for a seat."""

    KERNEL = 0  # a strategy that kernels play
    SEARCH = 1  # the search that is handed over
    OTHER = 2  # nobody here


@kernel
def play_on(
    legal_decisions: Callable[..., int],
    apply: Callable[..., None],
    is_chance: Callable[..., bool],
    draw_outcome: Callable[..., int],
    choose: Callable[..., int],
    decide: Callable[..., int],
    follow: Callable[..., None],
    choosers: Array,
    family: int,
    states: Array,
    t: Any,
    p: Any,
    policies: Array,
    knobs: Array,
    values: Array,
    out: Array,
    root: Bench,
    b: Bench,
    course: Array,
) -> int:
    """Play `states[0]` on to its end or until `Chooser.OTHER` must decide; return the decisions.

    Parameters
    ----------
    legal_decisions, apply, is_chance, draw_outcome, choose
        Kernels of the game, see `kit.playing`.
    decide
        Its entry for searching strategies, see `deciding`.
    follow
        `(s, t, course)`: called when a seat must decide anew and at the end; or `follow_nothing`.
    choosers
        Array of a `Chooser` by seat.
    family, states, t, policies, knobs, values, out, root, b
        Of the search, see `deciding.decide`.
    p
        The packed strategies of the seats that kernels play.
    course
        What `follow` writes to.
    """
    s = states[0]
    decisions = 0
    while s.point != 0:
        if is_chance(s):
            out[0] = draw_outcome(s, t)  # as int32, like decisions: one compiled version of `apply`
            code = out[0]
        else:
            chooser = choosers[s.decider]
            if chooser == Chooser.OTHER:
                break
            n = legal_decisions(s, t, out)
            if chooser == Chooser.KERNEL:
                code = out[choose(s, t, p, out, n)]
            else:
                code = out[decide(family, states, t, policies, knobs, values, out, n, root, b)]
            decisions += 1
        apply(s, t, code, out)
        if not is_chance(s):
            follow(s, t, course)
    return decisions


@kernel
def follow_nothing(s: Any, t: Any, course: Array) -> None:
    """Note nothing."""
