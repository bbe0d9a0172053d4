"""Whole playthroughs inside the kernels while searching strategies decide for some seats."""

from __future__ import annotations

from typing import Any

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.names import Name
from bloodstones.kit.kernels import (
    apply,
    choose,
    draw_outcome,
    follow,
    is_chance,
    legal_decisions,
)
from bloodstones.kit.search.deciding import decide


class Chooser(Name):
    """Who decides for a seat."""

    KERNEL = 0  # a strategy that kernels play
    SEARCH = 1  # the search that is handed over
    OTHER = 2  # nobody here


@kernel
def choose_or_search(
    chooser: int, states: Array, t: Any, p: Any, search: Any, out: Array, n: int
) -> int:
    """Return the index of a kernel's choice or of a search's."""
    if chooser == Chooser.KERNEL:
        return choose(states[0], t, p, out, n)
    return decide(states, t, search, out, n)


@entry
def search_on(
    choosers: Array, states: Array, t: Any, p: Any, search: Any, out: Array, course: Array
) -> int:
    """Play `states[0]` on to its end or until `Chooser.OTHER` must decide; return the decisions.

    Parameters
    ----------
    choosers
        Array of a `Chooser` by seat.
    states, t, search, out
        Of the search, see `deciding.decide`.
    p
        The packed strategies of the seats that kernels play.
    course
        What `kernels.follow` writes to.
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
            code = out[choose_or_search(chooser, states, t, p, search, out, n)]
            decisions += 1
        apply(s, t, code, out)
        follow(s, t, course)
    return decisions
