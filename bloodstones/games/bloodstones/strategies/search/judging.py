"""The utility of a position for each seat, at the end of the game or where a roll-out stops."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.ending import final_score
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import GameState, Point, Source
from bloodstones.kit.search.utility import judge_by_points

UNIT_WORTH: Final = 0.5  # VP of a unit on the map where a roll-out stops
TILE_WORTH: Final = 0.3  # VP that a discarded tile brings nearer to the next regroup


@entry
def judge(s: GameState, t: RuleTables, knobs: Array, out: Array) -> None:
    """Write the utility of each seat by its expected VP into `out`, see `kit.search.utility`.

    Parameters
    ----------
    s, t
        A state and the packed rules.
    knobs
        float64 array: the parameters of the search.
    out
        float64 array over seats; written.
    """
    for seat in range(t.players):
        out[seat] = prospects(s, t, seat, s.point == Point.OVER)
    judge_by_points(s, t.players, knobs, out)


@kernel
def prospects(s: GameState, t: RuleTables, seat: int, over: bool) -> float:
    """Return the VP of a seat: the final ones if the game is over, else an estimate.

    The estimate adds to the VP so far those of captures, of villages at the regroups still due
    (BS-REGROUP-03), and a share for discarded tiles and units on the map.
    """
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
