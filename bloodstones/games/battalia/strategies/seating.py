"""Who decides at a table: kernels, searching players, Python strategies."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from bloodstones.core.contract.game import Seat
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battalia.engine.state import GameState
from bloodstones.games.battalia.engine.tables import RuleTables
from bloodstones.games.battalia.engine.view import View, visible
from bloodstones.games.battalia.kernels import DECIDERS
from bloodstones.games.battalia.strategies.policy import FINDER, pack_policy
from bloodstones.kit.players import seating as kit
from bloodstones.kit.players.seating import Seating, policies_of
from bloodstones.kit.players.strategy import Strategy


def look(s: GameState, seat: int, memory: Array, luck: random.Random) -> View:
    """Return what a Python strategy decides from."""
    return visible(s, seat, memory, luck)


def seat_at(seats: Sequence[Seat], tables: RuleTables) -> Seating:
    """Return the strategies of some seats, ready to decide."""
    found = [FINDER.find(seat.strategy, f"seat {place}") for place, seat in enumerate(seats)]
    roles = [seat.role for seat in seats]

    def packed(strategies: Sequence[Strategy]) -> Any:
        return pack_policy(strategies, roles)

    return kit.seat(DECIDERS, look, found, tables, policies_of(packed, FINDER.find, found))
