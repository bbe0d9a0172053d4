"""One decision of a searching strategy: the kit's search over the kernels of this game."""

from __future__ import annotations

import math
from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battalia.engine.ending import points_of
from bloodstones.games.battalia.engine.state import GameState, Point
from bloodstones.games.battalia.engine.tables import RuleTables
from bloodstones.kit.search.search_parameters import Knob

SEARCHED: Final = (
    (1 << Point.STEP_ONE)
    | (1 << Point.ACTION)
    | (1 << Point.TARGET)
    | (1 << Point.PLACE)
    | (1 << Point.BATTLE)
    | (1 << Point.RESPOND)
    | (1 << Point.SPOILS)
)


@entry
def judge(s: GameState, t: RuleTables, knobs: Array, out: Array) -> None:
    """Write the utility of each seat, from 0 (worst) to 1: float64 array over seats.

    The share `WIN_SHARE` of it is the seat's part of the victory, the rest a logistic function of
    how many points it has more than the best of the others, of scale `MARGIN`; where a roll-out
    stopped before the end it is all that counts.
    """
    winners = 0
    for seat in range(t.players):
        winners += int(s.rank[seat] == 1)
    for seat in range(t.players):
        best = 0
        for other in range(t.players):
            if other != seat:
                best = max(best, points_of(s, other))
        credit = 1.0 / (1.0 + math.exp((best - points_of(s, seat)) / knobs[Knob.MARGIN]))
        if s.point == Point.OVER:
            won = 1.0 / winners if s.rank[seat] == 1 else 0.0
            credit = knobs[Knob.WIN_SHARE] * won + (1.0 - knobs[Knob.WIN_SHARE]) * credit
        out[seat] = credit


@kernel
def is_searched(s: GameState) -> bool:
    """Whether a decision is looked into: actions, where cards are laid, fights and what they bring.

    Setup and payments are left to the plan.
    """
    return bool((SEARCHED >> s.point) & 1)
