"""One decision of a searching strategy: the kit's search with the kernels of this game."""

from __future__ import annotations

import math

from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bellum_magica.engine.ending import worth_of
from bloodstones.games.bellum_magica.engine.state import GameState, Point
from bloodstones.games.bellum_magica.engine.tables import RuleTables
from bloodstones.kit.search.search_parameters import Knob


@entry
def judge(s: GameState, t: RuleTables, knobs: Array, out: Array) -> None:
    """Write the utility of each seat, from 0 (worst) to 1: float64 array over seats.

    The share `WIN_SHARE` of it is the seat's part of the victory, the rest a logistic function of
    how much more its chests are worth than those of the best of the others, of scale `MARGIN`;
    where a roll-out stopped before the end it is all that counts.
    """
    over = s.point == Point.OVER
    winners = 0
    for seat in range(t.players):
        if s.rank[seat] == 1:
            winners += 1
    for seat in range(t.players):
        best = 0
        for other in range(t.players):
            if other != seat:
                best = max(best, worth_of(s, other))
        margin = worth_of(s, seat) - best
        credit = 1.0 / (1.0 + math.exp(-margin / knobs[Knob.MARGIN]))
        if over:
            won = 1.0 / winners if s.rank[seat] == 1 else 0.0
            credit = knobs[Knob.WIN_SHARE] * won + (1.0 - knobs[Knob.WIN_SHARE]) * credit
        out[seat] = credit
