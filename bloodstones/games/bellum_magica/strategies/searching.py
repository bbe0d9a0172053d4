"""One decision of a searching strategy: the kit's search with the kernels of this game."""

from __future__ import annotations

from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bellum_magica.engine.ending import worth_of
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables
from bloodstones.games.bellum_magica.engine.state import GameState
from bloodstones.kit.search.utility import judge_by_points


@entry
def judge(s: GameState, t: RuleTables, knobs: Array, out: Array) -> None:
    """Write the utility of each seat by what its chests are worth, see `kit.search.utility`."""
    for seat in range(t.players):
        out[seat] = worth_of(s, seat)
    judge_by_points(s, t.players, knobs, out)
