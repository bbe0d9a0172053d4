"""The certain knowledge of seats about the chests of others (AMB-25).

The robbed know which value left, and so what the robber has at least. When somebody else robs the
robber, an onlooker no longer knows whether that chest went along: what is certain is one less of
each value. Where all chests of the kind are known and alike, it knows that one of them moved.
"""

from __future__ import annotations

from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables
from bloodstones.games.bellum_magica.engine.state import NOTHING, VALUES, GameState


@kernel
def note_theft(s: GameState, t: RuleTables, kind: int, value: int) -> None:
    """Bring everybody's knowledge up to date, before the chest moves."""
    robber = s.active
    victim = s.victim
    for seat in range(t.players):
        if seat == victim:
            s.known[seat, robber, kind, value] += 1
        elif seat == robber:
            if s.known[seat, victim, kind, value] > 0:
                s.known[seat, victim, kind, value] -= 1
        else:
            look_on(s, seat, robber, victim, kind)


@kernel
def look_on(s: GameState, seat: int, robber: int, victim: int, kind: int) -> None:
    """Update an onlooker's certain knowledge when a chest of a kind moves unseen."""
    certain = 0
    only = NOTHING
    kinds = 0
    for value in range(VALUES):
        count = s.known[seat, victim, kind, value]
        if count > 0:
            certain += count
            only = value
            kinds += 1
            s.known[seat, victim, kind, value] = count - 1
    if kinds == 1 and certain == s.chest_count[victim, kind]:
        s.known[seat, robber, kind, only] += 1
