"""What a position is worth to each seat, at the end of a playthrough or where a roll-out stops."""

from __future__ import annotations

import math
from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.ending import final_score
from bloodstones.games.bloodstones.engine.state import GameState, Point, Source
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.kit.search.search_parameters import Knob

UNIT_WORTH: Final = 0.5  # VP of a unit on the map where a roll-out stops
TILE_WORTH: Final = 0.3  # VP that a discarded tile brings nearer to the next regroup


@entry
def judge(s: GameState, t: RuleTables, knobs: Array, out: Array) -> None:
    """Write the utility of each seat, from 0 (worst) to 1: float64 array over seats.

    The share `WIN_SHARE` of it is the seat's part of the victory, the rest a logistic function of
    its lead in VP over the best of the others, of scale `MARGIN`.
    """
    over = s.point == Point.OVER
    winners = 0
    for seat in range(t.players):
        if s.rank[seat] == 1:
            winners += 1
    for seat in range(t.players):
        best = -math.inf
        for other in range(t.players):
            if other != seat:
                best = max(best, prospects(s, t, other, over))
        margin = prospects(s, t, seat, over) - best
        credit = 1.0 / (1.0 + math.exp(-margin / knobs[Knob.MARGIN]))
        if over:
            won = 1.0 / winners if s.rank[seat] == 1 else 0.0
            credit = knobs[Knob.WIN_SHARE] * won + (1.0 - knobs[Knob.WIN_SHARE]) * credit
        out[seat] = credit


@kernel
def prospects(s: GameState, t: RuleTables, seat: int, over: bool) -> float:
    """Return the VP of a seat: final ones, or what it has and its pieces promise."""
    score = float(final_score(s, seat))
    if over:
        return score
    score -= s.vp[seat, Source.CAPTURED_VILLAGES] + s.vp[seat, Source.CAPTURED_CITADELS]
    score += int(s.captured[seat]) * int(t.vp_per_captured_village[seat])
    score += int(s.citadels_taken[seat]) * int(t.vp_per_citadel)
    due = max(0, int(t.regroups) - int(s.regroups[seat]))
    score += due * int(s.village_count[seat]) * int(t.vp_per_village)
    if due > 0:
        score += TILE_WORTH * int(s.discard_size[seat])
    for area in range(t.areas):
        score += UNIT_WORTH * int(s.force_size[seat, area])
    return float(score)
