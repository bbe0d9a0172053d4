"""One decision of a searching strategy: the kit's search over the kernels of this game."""

from __future__ import annotations

import math

from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine.state import (
    SEATS,
    GameState,
    Point,
)
from bloodstones.games.battlelore.engine.tables import RuleTables
from bloodstones.kit.search.search_parameters import Knob


@entry
def judge(s: GameState, t: RuleTables, knobs: Array, out: Array) -> None:
    """Write the utility of each seat, from 0 (worst) to 1: float64 array over seats.

    The share `WIN_SHARE` of it is the seat's part of the victory, the rest a logistic function of
    its lead in victory points, of scale `MARGIN`; where a roll-out stopped before the end it is all
    that counts.
    """
    for seat in range(SEATS):
        lead = s.noted_vp[seat] + s.vp[seat] - s.noted_vp[1 - seat] - s.vp[1 - seat]
        credit = 1.0 / (1.0 + math.exp(-lead / knobs[Knob.MARGIN]))
        if s.point == Point.OVER:
            won = int(s.rank[seat] == 1) / int(1 + (s.rank[0] == s.rank[1]))
            credit = knobs[Knob.WIN_SHARE] * won + (1.0 - knobs[Knob.WIN_SHARE]) * credit
        out[seat] = credit
