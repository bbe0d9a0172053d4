"""The end: who is richest (BM-END-03)."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.games.bellum_magica.engine.attacking import chests_of
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables
from bloodstones.games.bellum_magica.engine.state import KINDS, VALUES, GameState, Point

TIE_STEP: Final = 1024  # more than any number of chests


@entry
def worth_of(s: GameState, seat: int) -> int:
    """Return the value of all chests of a seat (BM-END-04)."""
    total = 0
    for kind in range(KINDS):
        if s.chest_count[seat, kind] > 0:
            for value in range(VALUES):
                total += value * s.chests[seat, kind, value]
    return int(total)


@entry
def standing(s: GameState, seat: int) -> int:
    """Return the value of a seat's chests from its sources, which is quicker."""
    total = 0
    for source in range(s.points.shape[1]):
        total += int(s.points[seat, source])
    return total


@kernel
def finish(s: GameState, t: RuleTables) -> None:
    """Rank the seats: value first, then number of chests; equal ones share a rank (BM-END-03)."""
    for seat in range(t.players):
        standing = worth_of(s, seat) * TIE_STEP + chests_of(s, seat)
        ahead = 0
        for other in range(t.players):
            if worth_of(s, other) * TIE_STEP + chests_of(s, other) > standing:
                ahead += 1
        s.rank[seat] = ahead + 1
    s.point = Point.OVER
