"""One decision of a searching strategy."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernel import entry
from bloodstones.core.layout import Array
from bloodstones.core.streams import next_word
from bloodstones.games.bloodstones.state import STRATEGY_STREAM
from bloodstones.games.bloodstones.strategies.choosing import choose_by_plan
from bloodstones.games.bloodstones.strategies.policy import Family
from bloodstones.games.bloodstones.strategies.search.candidates import is_searched, propose
from bloodstones.games.bloodstones.strategies.search.knobs import KEY_WORDS, WIDTH, Bench
from bloodstones.games.bloodstones.strategies.search.monte_carlo import halve
from bloodstones.games.bloodstones.strategies.search.tree import grow
from bloodstones.games.bloodstones.tables import RuleTables

MONTE_CARLO: Final = int(Family.MONTE_CARLO)
PROPOSER: Final = -1  # place in the memory: who proposed the plan under way


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
        return choose_by_plan(s, t, policies[s.memory[seat, PROPOSER]], out, n)
    s.memory[seat, PROPOSER] = 0
    for word in range(KEY_WORDS):
        root.key[word] = next_word(s.streams, STRATEGY_STREAM + seat)
    propose(s, t, policies, int(knobs[WIDTH]), out, n, root)
    best = 0
    if root.count > 1:
        if family == MONTE_CARLO:
            best = halve(states, t, policies, knobs, root)
        else:
            best = grow(states, t, policies, knobs, root, b)
    s.memory[seat, :] = root.plan[best, :]
    s.memory[seat, PROPOSER] = root.proposer[best]
    for index in range(n):
        if out[index] == root.code[best]:
            return index
    return 0
