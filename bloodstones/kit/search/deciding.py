"""One decision of a searching strategy, in any game."""

from __future__ import annotations

from typing import Any, Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_word
from bloodstones.kit.kernels import (
    admit,
    apply,
    begins_action,
    choose,
    deal_world,
    draw_in_world,
    features,
    is_chance,
    is_decided_anew,
    is_searched,
    legal_decisions,
    strategy_stream,
)
from bloodstones.kit.players.strategy import Family
from bloodstones.kit.search.candidates import propose
from bloodstones.kit.search.monte_carlo import begin_halving, leader, note_gain, to_next_candidate
from bloodstones.kit.search.search_parameters import KEY_WORDS, MOST_LOOKS, Bench, Knob
from bloodstones.kit.search.tree import climb, credit, leading_branch, plant, walk
from bloodstones.kit.search.utility import judge_end, seat_opposed
from bloodstones.kit.search.worlds import copy_state
from bloodstones.kit.values.network import EVERYBODY, FEATURES, PLAYERS, see

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


PROPOSER: Final = -1  # place in the memory: who proposed the plan under way
TURN: Final = -3  # the turn of that plan, where a search is loyal (`candidates.IDEA` is at -2)


@entry
def decide(states: Array, t: Any, search: Any, out: Array, n: int) -> int:
    """Return the index of the decider's choice among the `n` legal decisions in `out`.

    Parameters
    ----------
    states
        Three states. The first is the true one; only its decider's stream and memory change.
    t
        The packed rules.
    search
        What was bound before the search started, a tuple of
        the scripted policies that propose (roll-outs go by the first),
        a packed network that judges playthroughs under way (`network.NOTHING_LEARNED` for none),
        one that judges the ends of actions where candidates are only looked at, and
        two benches with its family and knobs: `root.simulations` has afterwards how many
        simulations were made; they are added to `root.made`.
    out
        int32 array of `search_parameters.MOST_DECISIONS` at most.
    """
    policies, values, looks, root, b = search
    s = states[0]
    n = admit(s, t, policies, values, out, n)
    root.simulations = 0
    b.noted = 0
    if n == 1:
        return 0
    if root.knobs[Knob.LOYALTY] > 0.0 and s.memory[s.decider, TURN] != s.turn:
        s.memory[s.decider, TURN] = s.turn
        s.memory[s.decider, PROPOSER] = 0
    if not is_decided_anew(s, root.knobs[Knob.FOCUS] > 0.0):
        return choose(s, t, policies[who_goes_on(s, root)], out, n)
    begin(s, t, policies, out, n, root)
    begin_halving(root)
    plant(root, b)
    b.opposed = seat_opposed(s, t, int(values[PLAYERS]), b)
    while root.count > 1 and next_simulation(states, t, root, b):
        run_simulation(states, t, policies, looks if root.looking else values, root, b)
    best = leader(root) if root.family == Family.MONTE_CARLO else leading_branch(root, b)
    return take(s, root, best, out, n)


@kernel
def who_goes_on(s: Any, root: Bench) -> int:
    """Return the policy that makes a decision which is not searched: that of the plan under way.

    A search with `Knob.FOCUS` leaves what it must decide in another seat's turn to the first.
    """
    if root.knobs[Knob.FOCUS] > 0.0 and s.active != s.decider:
        return 0
    return int(max(0, s.memory[s.decider, PROPOSER]))


@kernel
def begin(s: Any, t: Any, policies: Array, out: Array, n: int, root: Bench) -> None:
    """Key a search by the decider's own luck and write its candidates into `root`."""
    seat = s.decider
    first = int(max(0, s.memory[seat, PROPOSER])) if root.knobs[Knob.LOYALTY] > 0.0 else 0
    each_tried = root.family == Family.MONTE_CARLO and root.knobs[Knob.RETAINED] == 0.0
    tried = int(root.knobs[Knob.SIMULATIONS]) if each_tried else 0
    s.memory[seat, PROPOSER] = 0
    for word in range(KEY_WORDS):
        root.key[word] = next_word(s.streams, strategy_stream(s) + seat)
    propose(s, t, policies, first, tried, out, n, root)


@kernel
def next_simulation(states: Array, t: Any, root: Bench, b: Bench) -> bool:
    """Set up the next simulation in `states[2]` and `b`; False when the budget is spent.

    Monte Carlo plays every candidate still in on in one world before it deals the next.
    """
    monte_carlo = root.family == Family.MONTE_CARLO
    goal = 1 if monte_carlo else 2
    number = root.simulations
    if monte_carlo:
        fresh = to_next_candidate(root)
        number = root.world
    else:
        fresh = root.simulations < root.knobs[Knob.SIMULATIONS]
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
def run_simulation(
    states: Array, t: Any, policies: Array, values: Array, root: Bench, b: Bench
) -> None:
    """Run the simulation that is set up and note what it is worth to the decider."""
    seat = states[0].decider
    monte_carlo = root.family == Family.MONTE_CARLO
    b.looking = root.looking
    simulate(states[2], t, policies, values, b, seat if monte_carlo else EVERYBODY)
    root.simulations += 1 - root.looking
    root.made += 1 - root.looking
    if monte_carlo:
        note_gain(root, b.utility[seat])
    else:
        credit(b)


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
