"""What a seat cannot see, dealt anew for Python code."""

from __future__ import annotations

from bloodstones.core.kernel import entry
from bloodstones.core.layout import Array
from bloodstones.games.battlelore.engine.state import GameState
from bloodstones.games.battlelore.engine.tables import RuleTables
from bloodstones.games.battlelore.engine.worlds import deal_world


@entry
def deal(s: GameState, t: RuleTables, seat: int, key: Array, number: int) -> None:
    """Turn a copy of the true state into one that fits what a seat knows, see `worlds`."""
    deal_world(s, t, seat, key, number)
