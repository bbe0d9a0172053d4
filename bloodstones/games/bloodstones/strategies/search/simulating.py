"""One simulation: a candidate is carried out in a world, and the world is played on and judged."""

from __future__ import annotations

from bloodstones.core.kernel import kernel
from bloodstones.core.layout import Array
from bloodstones.games.bloodstones.engine.state import MEMORY, GameState, Point
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.engine.turn import (
    apply,
    draw_outcome,
    is_chance,
    legal_decisions,
)
from bloodstones.games.bloodstones.strategies.choosing import choose
from bloodstones.games.bloodstones.strategies.search.candidates import is_searched, propose
from bloodstones.games.bloodstones.strategies.search.judging import judge
from bloodstones.games.bloodstones.strategies.search.knobs import Bench, Knob
from bloodstones.games.bloodstones.strategies.search.tree import walk


@kernel
def simulate(
    s: GameState, t: RuleTables, policies: Array, knobs: Array, b: Bench, in_tree: bool
) -> None:
    """Play a world on for `HORIZON` turns (0: to the end) and judge it in `b.utility`.

    It begins with the candidate `b.chosen`; `in_tree`: with a walk down the tree to a new branch.
    Then everybody plays by the first policy, but who took the last candidate goes on by that of
    its proposer to the end of the turn if it is its own. One place each calls the engine, which
    keeps the time to compile it low.
    """
    if in_tree:
        in_tree = walk(s, b, knobs)
    code = plan_of(s, b)
    seat = s.decider
    own_turn = s.turn if s.active == seat else -1
    horizon = int(knobs[Knob.HORIZON])
    until = s.turn + horizon
    while True:
        apply(s, t, code, b.legal)
        if s.point == Point.OVER or (horizon > 0 and s.turn >= until and not in_tree):
            break
        if is_chance(s):
            code = draw_outcome(s, t)
            continue
        n = legal_decisions(s, t, b.legal)
        code = b.legal[0]
        if n == 1:
            continue
        if in_tree and is_searched(s):
            propose(s, t, policies, int(knobs[Knob.WIDTH]), b.legal, n, b)
            if b.count > 1:
                in_tree = walk(s, b, knobs)
                code = plan_of(s, b)
                seat = s.decider
                own_turn = s.turn if s.active == seat else -1
                until = s.turn + horizon
                continue
        goes_on = s.decider == seat and s.turn == own_turn
        proposer = b.proposer[b.chosen] if goes_on and not in_tree else 0
        code = b.legal[choose(s, t, policies[proposer], b.legal, n)]
    judge(s, t, knobs, b.utility)


@kernel
def plan_of(s: GameState, b: Bench) -> int:
    """Let the decider remember the plan of the chosen candidate; return its decision."""
    for place in range(MEMORY):
        s.memory[s.decider, place] = b.plan[b.chosen, place]
    return int(b.code[b.chosen])
