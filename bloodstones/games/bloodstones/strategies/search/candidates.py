"""Which decisions are worth a simulation: what scripted strategies propose, and what is plain.

A march is more than its first decision: the plan that the proposer keeps in the seat's memory
belongs to the candidate. Decisions of moving that only follow such a plan are not searched.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.coding import kind_of
from bloodstones.core.kernel import kernel
from bloodstones.core.layout import Array
from bloodstones.core.streams import WORDS
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.state import MEMORY, STRATEGY_STREAM, GameState, Point
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.strategies.choosing import choose
from bloodstones.games.bloodstones.strategies.search.knobs import Bench

NOBODY_PROPOSES: Final = 0  # what scripted strategies do not propose is played on by the first
SEARCHED: Final = (
    (1 << Point.CITADEL)
    | (1 << Point.MAIN)
    | (1 << Point.RAID)
    | (1 << Point.SETTLE)
    | (1 << Point.WITHDRAW)
    | (1 << Point.SWAP)
    | (1 << Point.RETREAT)
    | (1 << Point.FINAL)
    | (1 << Point.REENTER)
)


@kernel
def is_searched(s: GameState) -> bool:
    """Whether the decision now due is one that a search looks into."""
    return bool((SEARCHED >> s.point) & 1)


@kernel
def propose(
    s: GameState, t: RuleTables, policies: Array, width: int, legal: Array, n: int, b: Bench
) -> None:
    """Write up to `width` candidates into the bench, the first policy's choice first.

    The others that count are passing, attacks and, if they are no more than `width`, all but a
    march that nobody planned. Memory and stream of the decider stay as they were. `policies`: the
    policies that propose.
    """
    seat = s.decider
    b.count = 0
    keep(s, b, seat)
    for number in range(len(policies)):
        index = choose(s, t, policies[number], legal, n)
        if b.count < width:
            add(s, b, seat, legal[index], number)
        restore(s, b, seat)
    for index in range(n):
        code = legal[index]
        few = n <= width and kind_of(code) != Kind.COLUMN
        open_to_all = kind_of(code) == Kind.PASS or kind_of(code) == Kind.ATTACK
        if (few or open_to_all) and b.count < width and not listed(b, code):
            add(s, b, seat, code, NOBODY_PROPOSES)


@kernel
def keep(s: GameState, b: Bench, seat: int) -> None:
    """Note what a policy may change when it is asked."""
    for place in range(MEMORY):
        b.kept_memory[place] = s.memory[seat, place]
    for place in range(WORDS):
        b.kept_words[place] = s.streams[STRATEGY_STREAM + seat, place]


@kernel
def restore(s: GameState, b: Bench, seat: int) -> None:
    """Take back what a policy changed."""
    for place in range(MEMORY):
        s.memory[seat, place] = b.kept_memory[place]
    for place in range(WORDS):
        s.streams[STRATEGY_STREAM + seat, place] = b.kept_words[place]


@kernel
def add(s: GameState, b: Bench, seat: int, code: int, proposer: int) -> None:
    """Add a candidate with the seat's memory as its plan, unless it is there."""
    for known in range(b.count):
        same = b.code[known] == code
        if same and kind_of(code) == Kind.COLUMN:
            for place in range(MEMORY):
                same = same and b.plan[known, place] == s.memory[seat, place]
        if same:
            return
    b.code[b.count] = code
    b.proposer[b.count] = proposer
    for place in range(MEMORY):
        b.plan[b.count, place] = s.memory[seat, place]
    b.count += 1


@kernel
def listed(b: Bench, code: int) -> bool:
    """Whether a decision is among the candidates."""
    for known in range(b.count):
        if b.code[known] == code:
            return True
    return False
