"""One simulation: a candidate is carried out in a world, and the world is played on and judged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bloodstones.core.kernel import kernel
from bloodstones.core.layout import Array
from bloodstones.kit.search.candidates import propose
from bloodstones.kit.search.judging import judge_end
from bloodstones.kit.search.knobs import Bench, Knob
from bloodstones.kit.search.tree import walk
from bloodstones.kit.values.judging import EVERYBODY


@kernel
def simulate(
    apply: Callable[..., None],
    legal_decisions: Callable[..., int],
    is_chance: Callable[..., bool],
    draw_outcome: Callable[..., int],
    choose: Callable[..., int],
    judge: Callable[..., None],
    describe: Callable[..., None],
    is_searched: Callable[..., bool],
    nature_of: Callable[..., int],
    strategy_stream: int,
    s: Any,
    t: Any,
    policies: Array,
    knobs: Array,
    values: Array,
    b: Bench,
    viewer: int,
) -> None:
    """Play a world on for `HORIZON` turns (0: to the end) and judge it in `b.utility`.

    It begins with the candidate `b.chosen`; for all seats (`viewer` EVERYBODY) with a walk down the
    tree to a new branch. Then all play by the first policy, but who took the last candidate goes on
    by that of its proposer to the end of its turn. One place each calls the engine (see
    `deciding.decide`), which keeps the time to compile it low.
    """
    in_tree = viewer == EVERYBODY
    if in_tree:
        in_tree = walk(s, b, knobs)
    code = plan_of(s, b)
    seat = s.decider
    own_turn = s.turn if s.active == seat else -1
    horizon = int(knobs[Knob.HORIZON])
    until = s.turn + horizon
    while True:
        apply(s, t, code, b.legal)
        if s.point == 0 or (horizon > 0 and s.turn >= until and not in_tree):
            break
        if is_chance(s):
            code = draw_outcome(s, t)
            continue
        n, code = legal_decisions(s, t, b.legal), b.legal[0]
        if n == 1:
            continue
        if in_tree and is_searched(s):
            propose(choose, nature_of, strategy_stream, s, t, policies, knobs, 0, 0, b.legal, n, b)
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
    judge_end(judge, describe, s, t, knobs, viewer, values, b)


@kernel
def plan_of(s: Any, b: Bench) -> int:
    """Let the decider remember the plan of the chosen candidate; return its decision."""
    for place in range(s.memory.shape[1]):
        s.memory[s.decider, place] = b.plan[b.chosen, place]
    return int(b.code[b.chosen])
