"""Ideas: the best action of one kind, though another kind, or none, seems better to the plan.

A search asks for them one by one (`kit.search.candidates.IDEA`), so that it does not choose among
what its plans think best alone.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.names import Name
from bloodstones.games.bloodstones.engine.state import GameState
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.strategies.policy import Policy
from bloodstones.games.bloodstones.strategies.scripted.advance import plan_advance
from bloodstones.games.bloodstones.strategies.scripted.army import plan_attack
from bloodstones.games.bloodstones.strategies.scripted.marching import begin
from bloodstones.games.bloodstones.strategies.scripted.posts import plan_post
from bloodstones.games.bloodstones.strategies.scripted.recruiting import choose_build
from bloodstones.games.bloodstones.strategies.scripted.shipping import plan_sail
from bloodstones.games.bloodstones.strategies.scripted.timing import Timing, spare_pips
from bloodstones.kit.search.candidates import HEEDED, IDEA

BOLD: Final = -2.0  # VP that an idea is worth at least by the plan's own estimate


class Idea(Name):
    """The kind of action that is asked for."""

    ANY = 0
    BUILD = 1
    ATTACK = 2
    POST = 3
    ADVANCE = 4
    SAIL = 5


@kernel
def asked_for(s: GameState, seat: int) -> int:
    """Return the `Idea` that the seat is asked for."""
    return max(int(Idea.ANY), int(s.memory[seat, IDEA]))


@kernel
def choose_idea(s: GameState, t: RuleTables, p: Policy, out: Array, n: int, timing: Timing) -> int:
    """Return the index of the best action of the kind that is asked for, 0 without one."""
    seat = s.active
    idea = asked_for(s, seat)
    s.memory[seat, IDEA] = HEEDED
    if idea == Idea.BUILD:
        best, _ = choose_build(s, t, p, out, n, timing, BOLD)
        return best
    closing = timing.closing
    spare = spare_pips(s, t, p, seat, closing)
    if spare <= 0:
        return 0
    if idea == Idea.ATTACK:
        worth = plan_attack(s, t, p, seat, spare, closing, BOLD)
    elif idea == Idea.POST:
        worth = plan_post(s, t, p, seat, spare, closing, BOLD)
    elif idea == Idea.ADVANCE:
        worth = plan_advance(s, t, p, seat, spare, BOLD)
    else:
        worth = plan_sail(s, t, p, seat, BOLD)
    return begin(s, out, n, seat, 0) if worth > BOLD else 0
