"""Which decisions are worth a simulation: what scripted strategies propose, and what is plain.

A proposal may be more than its first decision: the plan that the proposer keeps in the seat's
memory belongs to the candidate. A game says by the nature of a decision whether it counts only
with such a plan. Beside what it thinks best the first policy may be asked for further ideas, each
the best decision of one kind: which kinds there are is the game's affair.
"""

from __future__ import annotations

from typing import Any, Final

from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import WORDS
from bloodstones.kit.kernels import Nature, choose, nature_of, strategy_stream
from bloodstones.kit.search.search_parameters import Bench, Knob

IDEA: Final = -2  # place in the memory: the kind of decision that a policy is asked for
HEEDED: Final = 0  # there: any kind; a policy that has ideas for the decision writes it
NOBODY_PROPOSES: Final = 0  # what scripted strategies do not propose is played on by the first


@kernel
def propose(
    s: Any, t: Any, policies: Array, first: int, tried: int, legal: Array, n: int, b: Bench
) -> None:
    """Write up to `Knob.WIDTH` candidates into the bench, the choice of the policy `first` first.

    The others that count are the open ones and, if all legal ones are no more than that, all but
    planned ones that nobody planned. Memory and stream of the decider stay as they were.

    Parameters
    ----------
    policies
        The policies that propose, one after the other from `first` on, round the end. The first of
        them is asked for so many further ideas as `Knob.IDEAS`.
    tried
        So many of them are tried at most, and no more are written; 0: there is no such limit.
    legal, n
        The legal decisions.
    """
    seat, width = s.decider, int(b.knobs[Knob.WIDTH])
    most = width if tried == 0 else min(width, tried)
    b.count = 0
    keep(s, b, seat)
    for place in range(len(policies)):
        if b.count == most:
            return
        number = (first + place) % len(policies)
        index = choose(s, t, policies[number], legal, n)
        b.work += 1
        add(s, b, seat, legal[index], nature_of(s, legal[index]), number)
        restore(s, b, seat)
    propose_ideas(s, t, policies[0], most, legal, n, b)
    for index in range(n):
        code = legal[index]
        nature = nature_of(s, code)
        few = n <= width and nature != Nature.PLANNED
        if (few or nature == Nature.OPEN) and b.count < most and not listed(b, code):
            add(s, b, seat, code, nature, NOBODY_PROPOSES)


@kernel
def propose_ideas(s: Any, t: Any, policy: Any, most: int, legal: Array, n: int, b: Bench) -> None:
    """Add what a policy thinks best of each kind, while there are fewer than `most` candidates.

    It is not asked on once it leaves the number of a kind in `IDEA`: it has no ideas there.
    """
    seat = s.decider
    for idea in range(1, int(b.knobs[Knob.IDEAS]) + 1):
        if b.count == most:
            return
        before = s.memory[seat, IDEA]
        s.memory[seat, IDEA] = idea
        index = choose(s, t, policy, legal, n)
        b.work += 1
        heeded = s.memory[seat, IDEA] == HEEDED
        s.memory[seat, IDEA] = before
        if heeded:
            add(s, b, seat, legal[index], nature_of(s, legal[index]), 0)
        restore(s, b, seat)
        if not heeded:
            return


@kernel
def keep(s: Any, b: Bench, seat: int) -> None:
    """Note what a policy may change when it is asked."""
    for place in range(s.memory.shape[1]):
        b.kept_memory[place] = s.memory[seat, place]
    stream = strategy_stream(s) + seat
    for place in range(WORDS):
        b.kept_words[place] = s.streams[stream, place]


@kernel
def restore(s: Any, b: Bench, seat: int) -> None:
    """Take back what a policy changed."""
    for place in range(s.memory.shape[1]):
        s.memory[seat, place] = b.kept_memory[place]
    stream = strategy_stream(s) + seat
    for place in range(WORDS):
        s.streams[stream, place] = b.kept_words[place]


@kernel
def add(s: Any, b: Bench, seat: int, code: int, nature: int, proposer: int) -> None:
    """Add a candidate with the seat's memory as its plan, unless it is there."""
    for index in range(b.count):
        same = b.code[index] == code
        if same and nature == Nature.PLANNED:
            for place in range(s.memory.shape[1]):
                same = same and b.plan[index, place] == s.memory[seat, place]
        if same:
            return
    b.code[b.count] = code
    b.nature[b.count] = nature
    b.proposer[b.count] = proposer
    for place in range(s.memory.shape[1]):
        b.plan[b.count, place] = s.memory[seat, place]
    b.count += 1


@kernel
def listed(b: Bench, code: int) -> bool:
    """Whether a decision is among the candidates."""
    for index in range(b.count):
        if b.code[index] == code:
            return True
    return False
