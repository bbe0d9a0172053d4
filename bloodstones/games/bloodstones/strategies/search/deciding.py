"""One decision of a searching strategy."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernel import entry, kernel
from bloodstones.core.layout import Array
from bloodstones.core.streams import next_word
from bloodstones.games.bloodstones.engine.state import STRATEGY_STREAM
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.strategies.choosing import choose
from bloodstones.games.bloodstones.strategies.policy import Family
from bloodstones.games.bloodstones.strategies.search.candidates import is_searched, propose
from bloodstones.games.bloodstones.strategies.search.copying import copy_state
from bloodstones.games.bloodstones.strategies.search.knobs import KEY_WORDS, Bench, Knob
from bloodstones.games.bloodstones.strategies.search.monte_carlo import (
    begin_halving,
    leader,
    note_gain,
    to_next_candidate,
)
from bloodstones.games.bloodstones.strategies.search.simulating import plan_of, simulate
from bloodstones.games.bloodstones.strategies.search.tree import (
    climb,
    credit,
    leading_branch,
    plant,
)
from bloodstones.games.bloodstones.strategies.search.worlds import deal_world

PROPOSER: Final = -1  # place in the memory: who proposed the plan under way


@kernel
def next_simulation(
    family: int, states: Array, t: RuleTables, knobs: Array, root: Bench, b: Bench
) -> bool:
    """Set up the next simulation in `states[2]` and `b`; False when the budget is spent.

    Monte Carlo plays every candidate still in on in one world before it deals the next.
    """
    if family == Family.MONTE_CARLO:
        if to_next_candidate(root):
            copy_state(states, 0, 1)
            deal_world(states[1], t, root.key, root.world)
        copy_state(states, 1, 2)
        b.chosen = root.chosen
        return bool(root.chosen < root.count)
    if root.simulations >= knobs[Knob.SIMULATIONS]:
        return False
    copy_state(states, 0, 2)
    deal_world(states[2], t, root.key, root.simulations)
    climb(root, b)
    return True


@entry
def decide(
    family: int,
    states: Array,
    t: RuleTables,
    policies: Array,
    knobs: Array,
    out: Array,
    n: int,
    root: Bench,
    b: Bench,
) -> int:
    """Return the index of the decider's choice among the `n` legal decisions in `out`.

    Parameters
    ----------
    family
        `Family.MONTE_CARLO` or `Family.TREE_SEARCH`.
    states
        Three states. The first is the true one; only its decider's stream and memory change.
    policies
        The scripted policies that propose; roll-outs go by the first.
    knobs
        float64 array over `Knob`.
    out
        int32 array of `decisions.MOST_DECISIONS`.
    root, b
        Two benches. `root.simulations` tells afterwards how many simulations were made.
    """
    s = states[0]
    seat = s.decider
    root.simulations = 0
    if n == 1:
        return 0
    if not is_searched(s):
        return choose(s, t, policies[s.memory[seat, PROPOSER]], out, n)
    s.memory[seat, PROPOSER] = 0
    for word in range(KEY_WORDS):
        root.key[word] = next_word(s.streams, STRATEGY_STREAM + seat)
    propose(s, t, policies, int(knobs[Knob.WIDTH]), out, n, root)
    begin_halving(root, knobs)
    plant(root, b)
    while root.count > 1 and next_simulation(family, states, t, knobs, root, b):
        simulate(states[2], t, policies, knobs, b, family != Family.MONTE_CARLO)
        root.simulations += 1
        if family == Family.MONTE_CARLO:
            note_gain(root, b.utility[seat])
        else:
            credit(b)
    best = leader(root, knobs) if family == Family.MONTE_CARLO else leading_branch(root, b, knobs)
    root.chosen = best
    code = plan_of(s, root)
    s.memory[seat, PROPOSER] = root.proposer[best]
    for index in range(n):
        if out[index] == code:
            return index
    return 0
