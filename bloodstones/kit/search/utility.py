"""What a position is worth to each seat, from the points that it has or its lead.

A game's `judge` writes one of them into `out` and leaves the rest to this module. The utility is
from 0 (worst) to 1: the share `WIN_SHARE` of it is the seat's part of the victory, the rest a
logistic function of its lead, of scale `MARGIN`; where a roll-out stopped before the end that is
all that counts.
"""

from __future__ import annotations

import math
from typing import Any

from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.search.search_parameters import Knob


@kernel
def judge_by_points(s: Any, players: int, knobs: Array, out: Array) -> None:
    """Write the utility of each seat in place of its points: its lead is over the best other."""
    most = -math.inf
    second = -math.inf
    for seat in range(players):
        if out[seat] > most:
            second = most
            most = out[seat]
        elif out[seat] > second:
            second = out[seat]
    for seat in range(players):
        out[seat] -= second if out[seat] == most else most
    judge_by_leads(s, players, knobs, out)


@kernel
def judge_by_leads(s: Any, players: int, knobs: Array, out: Array) -> None:
    """Write the utility of each seat in place of its lead."""
    winners = 0
    for seat in range(players):
        winners += int(s.rank[seat] == 1)
    for seat in range(players):
        credit = 1.0 / (1.0 + math.exp(-out[seat] / knobs[Knob.MARGIN]))
        if s.point == 0:
            won = 1.0 / winners if s.rank[seat] == 1 else 0.0
            credit = knobs[Knob.WIN_SHARE] * won + (1.0 - knobs[Knob.WIN_SHARE]) * credit
        out[seat] = credit
