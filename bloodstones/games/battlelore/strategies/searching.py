"""One decision of a searching strategy: the kit's search over the kernels of this game."""

from __future__ import annotations

from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import (
    SEATS,
    GameState,
)
from bloodstones.kit.search.utility import judge_by_points


@entry
def judge(s: GameState, t: RuleTables, knobs: Array, out: Array) -> None:
    """Write the utility of each seat by its victory points, see `kit.search.utility`."""
    for seat in range(SEATS):
        out[seat] = s.noted_vp[seat] + s.vp[seat]
    judge_by_points(s, SEATS, knobs, out)
