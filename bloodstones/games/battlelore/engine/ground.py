"""What the ground gives an attack that is not made yet: hexes to retreat, support, more dice.

Questions about a position ask it; the attack itself goes its way in `retreating`.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.games.battlelore.engine.attacking import dice_beside
from bloodstones.games.battlelore.engine.pieces import flies, has, may_rest, seat_of, stops
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import NOBODY, NOWHERE, GameState
from bloodstones.games.battlelore.rules.names import Ability

UNEVEN: Final = -1


@kernel
def most_owed(s: GameState, t: RuleTables, f: int, u: int, v: int) -> int:
    """Return a bound on the hexes that an attack (0) or counter (1) can make a unit retreat."""
    kind = t.kind[u]
    most = int(t.attack[kind]) + dice_beside(s, t, f, u, v)
    if has(t, u, Ability.RAGE):
        most += int(t.health[kind]) - (1 if f == 1 else int(s.figures[u]))
    return max(most, int(t.minimum_dice))


@entry
def room_behind(s: GameState, t: RuleTables, f: int, u: int, v: int, side: int) -> int:
    """Return how many hexes a unit could retreat from another one (BL-RETREAT-03).

    Of an attack (`f` 0) or a counter (1); at a corner there are two ways, by `side`. `UNEVEN`: a
    flyer could not land in some hex, but beyond it, so that it depends on how many it must go.
    """
    way = t.back[s.hex[u], s.hex[v], side]
    h = s.hex[v]
    room = 0
    closed = False
    for _ in range(most_owed(s, t, f, u, v)):
        h = t.neighbour[h, way] if h >= 0 else NOWHERE
        rests = h >= 0 and may_rest(s, t, v, h)
        if rests and closed:
            return UNEVEN
        if rests:
            room += 1
        closed = closed or not rests
        if not flies(t, v) and (closed or stops(s.terrain[h])):
            break
    return room


@entry
def is_held(s: GameState, t: RuleTables, u: int, v: int, side: int) -> bool:
    """Return whether a friend stands behind a unit that is attacked (BL-RETREAT-04)."""
    behind = t.neighbour[s.hex[v], t.back[s.hex[u], s.hex[v], side]]
    return bool(behind >= 0 and s.at[behind] != NOBODY and seat_of(s.at[behind]) == seat_of(v))


@entry
def more_dice(s: GameState, t: RuleTables, f: int, u: int, v: int) -> int:
    """Return the dice beside those of unit and terrain, of an attack (0) or a counter (1)."""
    return int(dice_beside(s, t, f, u, v))
