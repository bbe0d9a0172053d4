"""The kernels of a game, as the kit calls them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from bloodstones.core.kernels.layout import Layout
from bloodstones.core.kernels.log import Status
from bloodstones.core.names import Name


class Decision(Protocol):
    """A decision or a chance outcome as Python code reads it; its text is for people."""

    def pack(self) -> int:
        """Return its code, see `core.kernels.decision_codes`."""


@dataclass(frozen=True, slots=True)
class Engine:
    """The state machine of a game: it stops where a seat must decide or chance moves.

    Attributes
    ----------
    state
        The record of one playthrough. It has at least `point` (0: over), `decider`, `turn`,
        `status` (0: sound), `ending` (0: none), `rank` (by seat, 1 for winners), `streams`,
        `memory` (by seat), `log` and `log_size`.
    endings
        What the numbers in `ending` mean.
    most_decisions
        Length of the arrays that legal decisions and outcomes are written to.
    start
        `(s, t, key, out)`: from a zeroed state to the first point.
    legal
        `(s, t, out) -> n`: the decisions of `s.decider`, in a fixed order; none at a chance point.
    apply
        `(s, t, code, out)`: carry out a decision or an outcome and continue to the next point.
    is_chance
        `(s) -> bool`: whether chance moves now.
    outcomes
        `(s, t, out, weights) -> n`: what chance may do; its probability is its weight among all.
    draw
        `(s, t) -> code`: one outcome, drawn from the keyed stream for it.
    unpack
        A code as a decision.
    statuses
        What the numbers in `status` mean.
    scratch
        Fields of the state that say nothing about the game.
    points
        What the numbers in `point` mean; None where nobody has names for them.
    """

    state: type[Layout]
    endings: type[Name]
    most_decisions: int
    start: Callable[[Any, Any, Any, Any], None]
    legal: Callable[[Any, Any, Any], int]
    apply: Callable[[Any, Any, Any, Any], None]
    is_chance: Callable[[Any], bool]
    outcomes: Callable[[Any, Any, Any, Any], int]
    draw: Callable[[Any, Any], int]
    unpack: Callable[[int], Any]
    statuses: type[Name] = Status
    scratch: tuple[str, ...] = ()
    points: type[Name] | None = None
