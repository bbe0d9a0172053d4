"""Which decisions are searched, and which candidates include a plan.

A march is more than its first decision: the candidate includes the plan that the proposer keeps in
the memory of the seat. Later decisions of such a march follow the plan and are not searched. Nor
are main actions once the game drags on: all passes are worth the same to a search, so that nobody
would end the game. The scripts then spend the tiles.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import kind_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.state import GameState, Point
from bloodstones.games.bloodstones.strategies.scripted.timing import drags_on
from bloodstones.kit.kernels import Nature

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
    | (1 << Point.UNDEAD)
    | (1 << Point.UNDEAD_STEP)
)


@kernel
def is_searched(s: GameState) -> bool:
    """Whether the decision that is due is searched; a script makes the others."""
    if s.point == Point.MAIN and drags_on(s, s.decider):
        return False
    return bool((SEARCHED >> s.point) & 1)


@kernel
def begins_action(s: GameState) -> bool:
    """Whether a seat may act freely: with a main decision."""
    return bool(s.point == Point.MAIN or s.point == Point.CITADEL)


@kernel
def nature_of(s: GameState, code: int) -> int:
    """Return the `Nature` of a decision: a march is planned; passes and attacks are open."""
    kind = kind_of(code)
    if kind == Kind.COLUMN:
        return int(Nature.PLANNED)
    if kind in (Kind.PASS, Kind.ATTACK):
        return int(Nature.OPEN)
    return int(Nature.ORDINARY)
