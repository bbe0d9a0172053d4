"""One decision of a searching strategy, in any game.

A game compiles it by one entry of its own that hands its kernels over:

    @entry
    def decide(family, states, t, policies, knobs, values, out, n, root, b):
        return deciding.decide(
            apply, legal_decisions, is_chance, draw_outcome, choose, deal_world,
            judge_by_rank, nothing_to_describe, search_everything, ordinary, STRATEGY_STREAM,
            family, states, t, policies, knobs, values, out, n, root, b,
        )
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bloodstones.core.kernel import kernel
from bloodstones.core.layout import Array
from bloodstones.core.streams import next_word
from bloodstones.kit.players.strategy import Family
from bloodstones.kit.search.candidates import propose
from bloodstones.kit.search.copying import copy_state
from bloodstones.kit.search.judging import seat_opposed
from bloodstones.kit.search.knobs import KEY_WORDS, Bench, Knob
from bloodstones.kit.search.monte_carlo import (
    begin_halving,
    leader,
    note_gain,
    to_next_candidate,
)
from bloodstones.kit.search.simulating import plan_of, simulate
from bloodstones.kit.search.tree import climb, credit, leading_branch, plant
from bloodstones.kit.values.judging import EVERYBODY
from bloodstones.kit.values.network import PLAYERS

PROPOSER: Final = -1  # place in the memory: who proposed the plan under way
TURN: Final = -3  # the turn of that plan, where a search is loyal (`candidates.IDEA` is at -2)


@kernel
def next_simulation(
    deal_world: Callable[..., None],
    family: int,
    states: Array,
    t: Any,
    knobs: Array,
    root: Bench,
    b: Bench,
) -> bool:
    """Set up the next simulation in `states[2]` and `b`; False when the budget is spent.

    Monte Carlo plays every candidate still in on in one world before it deals the next.
    """
    monte_carlo = family == Family.MONTE_CARLO
    goal = 1 if monte_carlo else 2
    number = root.simulations
    if monte_carlo:
        fresh = to_next_candidate(root, knobs)
        number = root.world
    else:
        fresh = root.simulations < knobs[Knob.SIMULATIONS]
        if not fresh:
            return False
    if fresh:
        copy_state(states, 0, goal)
        deal_world(states[goal], t, states[goal].decider, root.key, number)
    if monte_carlo:
        copy_state(states, 1, 2)
        b.chosen = root.chosen
        return bool(root.chosen < root.count)
    climb(root, b)
    return True


@kernel
def decide(
    apply: Callable[..., None],
    legal_decisions: Callable[..., int],
    is_chance: Callable[..., bool],
    draw_outcome: Callable[..., int],
    choose: Callable[..., int],
    deal_world: Callable[..., None],
    judge: Callable[..., None],
    describe: Callable[..., None],
    is_searched: Callable[..., bool],
    nature_of: Callable[..., int],
    strategy_stream: int,
    family: int,
    states: Array,
    t: Any,
    policies: Array,
    knobs: Array,
    values: Array,
    out: Array,
    n: int,
    root: Bench,
    b: Bench,
) -> int:
    """Return the index of the decider's choice among the `n` legal decisions in `out`.

    Parameters
    ----------
    apply, legal_decisions, is_chance, draw_outcome
        The engine of the game, see `core.engine.Engine`.
    choose
        `(s, t, p, out, n) -> index`: the choice of a scripted policy.
    deal_world
        `(s, t, seat, key, number)`: deals anew what the seat cannot see, see `worlds`.
    judge
        `(s, t, knobs, out)`: writes the utility of each seat, 0 to 1; without one of its own a game
        gives `judging.judge_by_rank`.
    describe
        `(s, t, out)`: writes the features of all seats, see `kit.values`; without them a game gives
        `kit.values.judging.nothing_to_describe`.
    is_searched
        `(s) -> bool`: whether the decision is looked into; others are of the policy whose plan is
        under way, the first one before any. Without one of its own a game gives
        `candidates.search_everything`.
    nature_of
        `(code) -> candidates.Nature`; without one of its own a game gives `candidates.ordinary`.
    strategy_stream
        The stream of the first seat's strategy; those of the others follow it.
    family
        `Family.MONTE_CARLO` or `Family.TREE_SEARCH`.
    states
        Three states. The first is the true one; only its decider's stream and memory change.
    t
        The packed rules.
    policies
        The scripted policies that propose; roll-outs go by the first.
    knobs
        float64 array over `Knob`.
    values
        A packed network that judges playthroughs under way, `kit.values.network.NOTHING_LEARNED`
        without one.
    out
        int32 array of `knobs.MOST_DECISIONS` at most.
    root, b
        Two benches. `root.simulations` tells afterwards how many simulations were made; they are
        added to `root.made`.
    """
    s = states[0]
    seat = s.decider
    root.simulations = 0
    if n == 1:
        return 0
    if knobs[Knob.LOYALTY] > 0.0 and s.memory[seat, TURN] != s.turn:
        s.memory[seat, TURN] = s.turn
        s.memory[seat, PROPOSER] = 0
    if not is_searched(s):
        return choose(s, t, policies[max(0, s.memory[seat, PROPOSER])], out, n)
    begin(choose, nature_of, strategy_stream, family, s, t, policies, knobs, out, n, root)
    begin_halving(root, knobs)
    plant(root, b)
    b.opposed = seat_opposed(describe, s, t, knobs, int(values[PLAYERS]), b.features)
    while root.count > 1 and next_simulation(deal_world, family, states, t, knobs, root, b):
        simulate(
            apply,
            legal_decisions,
            is_chance,
            draw_outcome,
            choose,
            judge,
            describe,
            is_searched,
            nature_of,
            strategy_stream,
            states[2],
            t,
            policies,
            knobs,
            values,
            b,
            seat if family == Family.MONTE_CARLO else EVERYBODY,
        )
        root.simulations += 1
        root.made += 1
        if family == Family.MONTE_CARLO:
            note_gain(root, b.utility[seat])
        else:
            credit(b)
    best = leader(root, knobs) if family == Family.MONTE_CARLO else leading_branch(root, b, knobs)
    return take(s, root, best, out, n)


@kernel
def begin(
    choose: Callable[..., int],
    nature_of: Callable[..., int],
    strategy_stream: int,
    family: int,
    s: Any,
    t: Any,
    policies: Array,
    knobs: Array,
    out: Array,
    n: int,
    root: Bench,
) -> None:
    """Key a search by the decider's own luck and write its candidates into `root`."""
    seat = s.decider
    first = int(max(0, s.memory[seat, PROPOSER])) if knobs[Knob.LOYALTY] > 0.0 else 0
    tried = int(knobs[Knob.SIMULATIONS]) if family == Family.MONTE_CARLO else 0
    s.memory[seat, PROPOSER] = 0
    for word in range(KEY_WORDS):
        root.key[word] = next_word(s.streams, strategy_stream + seat)
    propose(choose, nature_of, strategy_stream, s, t, policies, knobs, first, tried, out, n, root)


@kernel
def take(s: Any, root: Bench, best: int, out: Array, n: int) -> int:
    """Let the decider go on by the plan of a candidate; return the index of its decision."""
    root.chosen = best
    code = plan_of(s, root)
    s.memory[s.decider, PROPOSER] = root.proposer[best]
    for index in range(n):
        if out[index] == code:
            return index
    return 0
