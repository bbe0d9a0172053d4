"""A playthrough whose chance is told from outside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bloodstones.core.kernels.decision_codes import BYTE
from bloodstones.games.bloodstones.engine.battles import combat_tiles
from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.options import DEFAULTS, Readings
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset


def packed(decision: Decision) -> Any:
    """Return a packed decision as int32, the type that kernels are compiled for when warmed up."""
    return np.int32(Decision(decision.kind, int(decision.x), int(decision.y)).pack())


class ToldGame:
    """A playthrough with told chance, as the decisions behind a record look at it.

    Parameters
    ----------
    rules, board, line_up
        As for `Playthrough`.
    first_seat
        The start player.
    turn_limit
        Turns after which it stops unfinished.
    readings
        The rule options that differ from the default.

    Raises
    ------
    RunError
        If the map leaves no legal site for a citadel.
    """

    def __init__(
        self,
        rules: Ruleset,
        board: BoardMap,
        line_up: Sequence[Faction],
        first_seat: int,
        turn_limit: int,
        readings: Readings = DEFAULTS,
    ) -> None:
        self.game = Playthrough(
            rules, board, line_up, 0, turn_limit=turn_limit, readings=readings, told=True
        )
        self.game.apply_code(packed(Decision(Kind.FIRST_SEAT, first_seat)))

    @property
    def point(self) -> Point:
        """What must be decided now, or what chance does."""
        return Point(int(self.game.state.point))

    @property
    def drawer(self) -> int:
        """The seat for which chance draws tiles now."""
        state = self.game.state
        if self.point is Point.TILE:
            return int(state.drawer)
        return int(state.side_seat[combat_tiles.drawing_side(state)])

    @property
    def tiles_due(self) -> int:
        """How many tiles it draws before anything else happens."""
        state, seat = self.game.state, self.drawer
        if self.point is Point.TILE:
            return int(min(state.draw_goal - state.hand_size[seat], state.bag_size[seat]))
        return int(state.draws_due[combat_tiles.drawing_side(state)])

    def is_legal(self, decision: Decision) -> bool:
        """Whether the decision is legal, or the outcome possible, now."""
        if not (0 <= decision.x <= BYTE and 0 <= decision.y <= BYTE):
            return False
        return self.game.allows(packed(decision))
