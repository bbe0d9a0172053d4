"""Information-set tree search (ISMCTS; Cowling, Powley and Whitehouse 2012), single observer.

Every iteration deals one world and walks down one tree that all worlds share: its branches are the
candidates of the seat that must decide, as far as they are legal in that world. UCB1 with counts of
availability picks a branch; how many branches are looked at grows with the visits (progressive
widening), in the order of the proposals. A new branch is played on by the roll-out policy.
"""

from __future__ import annotations

import math
from typing import Any, Final

from bloodstones.core.kernels.kernel import kernel
from bloodstones.kit.kernels import Nature
from bloodstones.kit.search.search_parameters import (
    MEMORY,
    MOST_DEPTH,
    MOST_NODES,
    PRIOR_SPREAD,
    PRIOR_TRIES,
    Bench,
    Knob,
)

NO_NODE: Final = -1
ROOT: Final = 0
FEWEST_TRIES: Final = 2  # for a standard error
HASH_STEP: Final = 1000003
HASH_MASK: Final = (1 << 40) - 1


@kernel
def plant(root: Bench, b: Bench) -> None:
    """Begin a tree in `b` for the decision of the bench `root`."""
    b.nodes = 0
    add_node(b, 0)
    climb(root, b)


@kernel
def climb(root: Bench, b: Bench) -> None:
    """Go back to the root: its candidates are those to choose from."""
    b.node = ROOT
    b.depth = 0
    b.count = root.count
    for candidate in range(root.count):
        b.code[candidate] = root.code[candidate]
        b.nature[candidate] = root.nature[candidate]
        b.proposer[candidate] = root.proposer[candidate]
        for place in range(MEMORY):
            b.plan[candidate, place] = root.plan[candidate, place]


@kernel
def walk(s: Any, b: Bench) -> bool:
    """Choose a branch for the decider (`b.chosen`) and go there; False if it is a new one.

    A tree that is full or deep enough does not grow: the way on is no longer noted.
    """
    b.chosen = pick(b, b.node)
    key = key_of(b, b.chosen)
    child = child_of(b, b.node, key)
    fresh = child == NO_NODE
    if fresh and b.nodes < MOST_NODES:
        child = add_node(b, key)
        b.next_sibling[child] = b.first_child[b.node]
        b.first_child[b.node] = child
    if child == NO_NODE or b.depth == MOST_DEPTH:
        return False
    b.path[b.depth] = child
    b.path_seat[b.depth] = s.decider
    b.depth += 1
    b.node = child
    return not fresh


@kernel
def credit(b: Bench) -> None:
    """Credit the branches on the way with what the simulation gained."""
    b.visits[ROOT] += 1
    for place in range(b.depth):
        gain = b.utility[b.path_seat[place]]
        b.visits[b.path[place]] += 1
        b.value[b.path[place]] += gain
        b.squared[b.path[place]] += gain * gain


@kernel
def pick(b: Bench, node: int) -> int:
    """Return the candidate to follow: the first one without a branch, else the one of most UCB."""
    allowed = 1 + int(b.knobs[Knob.WIDENING] * math.sqrt(b.visits[node]))
    allowed = min(int(b.count), allowed)
    best = 0
    most = -math.inf
    for candidate in range(allowed):
        child = child_of(b, node, key_of(b, candidate))
        if child == NO_NODE:
            return candidate
        b.available[child] += 1
        bonus = math.sqrt(math.log(b.available[child]) / b.visits[child])
        worth = b.value[child] / b.visits[child] + b.knobs[Knob.EXPLORATION] * bonus
        if worth > most:
            most = worth
            best = candidate
    return best


@kernel
def key_of(b: Bench, candidate: int) -> int:
    """Return a number for a candidate: its decision and, if it belongs to it, its plan."""
    key = int(b.code[candidate])
    if b.nature[candidate] == Nature.PLANNED:
        for place in range(MEMORY):
            key = (key * HASH_STEP + int(b.plan[candidate, place]) + 1) & HASH_MASK
    return key


@kernel
def child_of(b: Bench, node: int, key: int) -> int:
    """Return the branch of a node with a key, NO_NODE if there is none."""
    child = int(b.first_child[node])
    while child != NO_NODE and b.node_key[child] != key:
        child = int(b.next_sibling[child])
    return child


@kernel
def add_node(b: Bench, key: int) -> int:
    """Add a node without branches; return it."""
    node = int(b.nodes)
    b.nodes += 1
    b.node_key[node] = key
    b.first_child[node] = NO_NODE
    b.next_sibling[node] = NO_NODE
    b.visits[node] = 0
    b.available[node] = 1
    b.value[node] = 0.0
    b.squared[node] = 0.0
    return node


@kernel
def leading_branch(root: Bench, b: Bench) -> int:
    """Return the candidate with the best mean among those that clearly beat the first."""
    first = child_of(b, ROOT, key_of(root, 0))
    best = 0
    if first == NO_NODE:
        return best
    most = -math.inf
    for candidate in range(1, root.count):
        child = child_of(b, ROOT, key_of(root, candidate))
        if child == NO_NODE or min(b.visits[child], b.visits[first]) < FEWEST_TRIES:
            continue
        lead = b.value[child] / b.visits[child] - b.value[first] / b.visits[first]
        error = math.sqrt(error_squared(b, child) + error_squared(b, first))
        if lead > b.knobs[Knob.LEAD] * error and lead > most:
            most = lead
            best = candidate
    return best


@kernel
def error_squared(b: Bench, node: int) -> float:
    """Return the squared standard error of a branch's mean."""
    visits = int(b.visits[node])
    mean = b.value[node] / visits
    spread = max(0.0, b.squared[node] - visits * mean * mean)
    variance = (spread + PRIOR_TRIES * PRIOR_SPREAD**2) / (visits + PRIOR_TRIES)
    return float(variance / visits)
