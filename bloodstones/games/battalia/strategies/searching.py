"""One decision of a searching strategy: the kit's search over the kernels of this game."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battalia.engine.ending import points_of
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.state import GameState, Point
from bloodstones.kit.search.utility import judge_by_points

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
    """Write the utility of each seat by its points, see `kit.search.utility`."""
    for seat in range(t.players):
        out[seat] = points_of(s, seat)
    judge_by_points(s, t.players, knobs, out)


@kernel
def is_searched(s: GameState) -> bool:
    """Whether search covers a decision: actions, placements, fights and their spoils.

    Setup and payments are left to the plan.
    """
    return bool((SEARCHED >> s.point) & 1)
