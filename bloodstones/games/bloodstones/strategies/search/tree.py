"""Information-set tree search (ISMCTS; Cowling, Powley and Whitehouse 2012), single observer.

Every iteration deals one world and walks down one tree that all worlds share: its branches are the
candidates of whoever must decide, as far as they are legal in that world. UCB1 with counts of
availability picks a branch; how many branches are looked at grows with the visits (progressive
widening), in the order of the proposals. A new branch is played on by the roll-out policy.
"""

from __future__ import annotations

import math
from typing import Final

from bloodstones.core.kernel import kernel
from bloodstones.core.layout import Array
from bloodstones.games.bloodstones.decisions import COLUMN, kind_of
from bloodstones.games.bloodstones.state import MEMORY, OVER, GameState
from bloodstones.games.bloodstones.strategies.choosing import choose_by_plan
from bloodstones.games.bloodstones.strategies.search.candidates import is_searched, propose
from bloodstones.games.bloodstones.strategies.search.copying import copy_state
from bloodstones.games.bloodstones.strategies.search.knobs import (
    EXPLORATION,
    LEAD,
    MOST_DEPTH,
    MOST_NODES,
    SIMULATIONS,
    WIDENING,
    WIDTH,
    Bench,
)
from bloodstones.games.bloodstones.strategies.search.rollouts import play_on, take
from bloodstones.games.bloodstones.strategies.search.worlds import deal_world
from bloodstones.games.bloodstones.tables import RuleTables
from bloodstones.games.bloodstones.turn import apply, legal_decisions

NO_NODE: Final = -1
ROOT: Final = 0
HASH_STEP: Final = 1000003
HASH_MASK: Final = (1 << 40) - 1


@kernel
def grow(
    states: Array, t: RuleTables, policies: Array, knobs: Array, root: Bench, b: Bench
) -> int:
    """Return the best candidate of the bench `root` for the decider of `states[0]`.

    `states`: the true state and a world, which is written over; `b`: a second bench.
    """
    b.nodes = 0
    b.key[:] = root.key
    add_node(b, 0)
    for number in range(int(knobs[SIMULATIONS])):
        copy_state(states, 0, 1)
        deal_world(states[1], t, root.key, number)
        lay_out(root, b)
        iterate(states[1], t, policies, knobs, b)
        root.simulations += 1
    return leading_branch(root, b, knobs[LEAD])


@kernel
def lay_out(root: Bench, b: Bench) -> None:
    """Copy the candidates of the root."""
    b.count = root.count
    for candidate in range(root.count):
        b.code[candidate] = root.code[candidate]
        b.proposer[candidate] = root.proposer[candidate]
        b.plan[candidate, :] = root.plan[candidate, :]


@kernel
def iterate(s: GameState, t: RuleTables, policies: Array, knobs: Array, b: Bench) -> None:
    """Walk down to a new branch, play on from there and credit the branches on the way."""
    node = ROOT
    depth = 0
    seat = s.decider
    proposer = 0
    while depth < MOST_DEPTH:
        seat = s.decider
        candidate = pick(b, node, knobs)
        child = child_of(b, node, key_of(b, candidate))
        fresh = child == NO_NODE
        if fresh:
            if b.nodes == MOST_NODES:
                break
            child = add_child(b, node, key_of(b, candidate))
        b.path[depth] = child
        b.path_seat[depth] = seat
        depth += 1
        proposer = int(b.proposer[candidate])
        take(s, t, b, candidate)
        node = child
        if fresh or not go_to_choice(s, t, policies, int(knobs[WIDTH]), b):
            break
    play_on(s, t, policies, seat, proposer, knobs, b)
    b.visits[ROOT] += 1
    for place in range(depth):
        gain = b.utility[b.path_seat[place]]
        b.visits[b.path[place]] += 1
        b.value[b.path[place]] += gain
        b.squared[b.path[place]] += gain * gain


@kernel
def go_to_choice(s: GameState, t: RuleTables, policies: Array, width: int, b: Bench) -> bool:
    """Play by the first policy up to a searched decision with two candidates; False at the end."""
    while s.point != OVER:
        n = legal_decisions(s, t, b.legal)
        index = 0
        if n > 1:
            if is_searched(s):
                propose(s, t, policies, width, b.legal, n, b)
                if b.count > 1:
                    return True
            index = choose_by_plan(s, t, policies[0], b.legal, n)
        apply(s, t, b.legal[index], b.legal)
    return False


@kernel
def pick(b: Bench, node: int, knobs: Array) -> int:
    """Return the candidate to follow: the first one without a branch, else the one of most UCB."""
    allowed = 1 + int(knobs[WIDENING] * math.sqrt(b.visits[node]))
    allowed = min(int(b.count), allowed)
    best = 0
    most = -math.inf
    for candidate in range(allowed):
        child = child_of(b, node, key_of(b, candidate))
        if child == NO_NODE:
            return candidate
        b.available[child] += 1
        bonus = math.sqrt(math.log(b.available[child]) / b.visits[child])
        worth = b.value[child] / b.visits[child] + knobs[EXPLORATION] * bonus
        if worth > most:
            most = worth
            best = candidate
    return best


@kernel
def key_of(b: Bench, candidate: int) -> int:
    """Return a number for a candidate: its decision and, for a march, its plan."""
    key = int(b.code[candidate])
    if kind_of(b.code[candidate]) == COLUMN:
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
def add_child(b: Bench, node: int, key: int) -> int:
    """Add a branch to a node; return it."""
    child = add_node(b, key)
    b.next_sibling[child] = b.first_child[node]
    b.first_child[node] = child
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
def leading_branch(root: Bench, b: Bench, least: float) -> int:
    """Return the candidate with the best mean among those that clearly beat the first."""
    first = child_of(b, ROOT, key_of(root, 0))
    best = 0
    most = -math.inf
    for candidate in range(1, root.count):
        child = child_of(b, ROOT, key_of(root, candidate))
        if child == NO_NODE or b.visits[child] < 2 or b.visits[first] < 2:
            continue
        lead = b.value[child] / b.visits[child] - b.value[first] / b.visits[first]
        error = math.sqrt(error_squared(b, child) + error_squared(b, first))
        if lead > least * error and lead > most:
            most = lead
            best = candidate
    return best


@kernel
def error_squared(b: Bench, node: int) -> float:
    """Return the squared standard error of a branch's mean."""
    visits = int(b.visits[node])
    mean = b.value[node] / visits
    return float(max(0.0, b.squared[node] / visits - mean * mean) / (visits - 1))
