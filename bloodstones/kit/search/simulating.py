"""One simulation: a candidate is carried out in a world, and the world is played on and judged."""

from __future__ import annotations

from typing import Any

from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.kernels import (
    apply,
    begins_action,
    choose,
    draw_in_world,
    features,
    is_chance,
    is_searched,
    legal_decisions,
)
from bloodstones.kit.search.candidates import propose
from bloodstones.kit.search.judging import judge_end
from bloodstones.kit.search.search_parameters import MOST_LOOKS, Bench, Knob
from bloodstones.kit.search.tree import walk
from bloodstones.kit.values.judging import EVERYBODY
from bloodstones.kit.values.network import FEATURES, PLAYERS, see

NO_LIMIT = 0


@kernel
def simulate(s: Any, t: Any, policies: Array, values: Array, b: Bench, viewer: int) -> None:
    """Play a world on for `HORIZON` turns (0: to the end) and judge it in `b.utility`.

    It begins with the candidate `b.chosen`; for all seats (`viewer` EVERYBODY) with a walk down the
    tree to a new branch. Then all play by the first policy, but who took the last candidate goes on
    by that of its proposer to the end of its turn. The engine is called in one place each, which
    keeps the time to compile it low.
    """
    in_tree = viewer == EVERYBODY
    if in_tree:
        in_tree = walk(s, b)
    code = plan_of(s, b)
    seat = s.decider
    seats_turn = s.turn if s.active == seat else -1
    horizon = int(b.knobs[Knob.HORIZON])
    until = s.turn + horizon
    noting = bool(b.noting) and b.noted < MOST_LOOKS and viewer != EVERYBODY
    place = -1
    while True:
        apply(s, t, code, b.legal)
        b.work += 1
        if s.point == 0 or (horizon > 0 and s.turn >= until and not in_tree):
            break
        if is_chance(s):
            code = draw_in_world(s, t)
            continue
        if (b.looking or noting) and begins_action(s):
            if b.looking:
                break
            place = b.noted
            note_look(s, t, viewer, values, b)
            noting = False
        n, code = legal_decisions(s, t, b.legal), b.legal[0]
        if n == 1:
            continue
        if in_tree and is_searched(s):
            propose(s, t, policies, 0, NO_LIMIT, b.legal, n, b)
            if b.count > 1:
                in_tree = walk(s, b)
                code = plan_of(s, b)
                seat = s.decider
                seats_turn = s.turn if s.active == seat else -1
                until = s.turn + horizon
                continue
        goes_on = s.decider == seat and s.turn == seats_turn
        proposer = b.proposer[b.chosen] if goes_on and not in_tree else 0
        code = b.legal[choose(s, t, policies[proposer], b.legal, n)]
        b.work += 1
    judge_end(s, t, viewer, values, b)
    if place >= 0:
        b.reached[place] = b.utility[viewer]


@kernel
def note_look(s: Any, t: Any, viewer: int, values: Array, b: Bench) -> None:
    """Note what a network sees from a seat where the action of a candidate has ended."""
    features(s, t, b.features)
    see(b.features, int(values[PLAYERS]), viewer, int(values[FEATURES]), b.seen[b.noted])
    b.noted += 1


@kernel
def plan_of(s: Any, b: Bench) -> int:
    """Let the decider remember the plan of the chosen candidate; return its decision."""
    for place in range(s.memory.shape[1]):
        s.memory[s.decider, place] = b.plan[b.chosen, place]
    return int(b.code[b.chosen])
