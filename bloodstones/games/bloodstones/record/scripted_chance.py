"""A playthrough whose chance outcomes come from outside instead of random streams."""

from __future__ import annotations

from typing import Any

import numpy as np

from bloodstones.core.kernels.decision_codes import BYTE
from bloodstones.games.bloodstones.engine.battles import combat_tiles
from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.game_setup import GameSetup
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import Point


def packed(decision: Decision) -> Any:
    """Return a packed decision as int32, the type that kernels are compiled for when warmed up."""
    return np.int32(Decision(decision.kind, int(decision.x), int(decision.y)).pack())


class ScriptedGame:
    """A playthrough with scripted chance, as the plans of a record see it.

    Parameters
    ----------
    setup
        What it is played with.
    first_seat
        The start player.

    Raises
    ------
    RunError
        If the map leaves no legal site for a citadel.
    """

    def __init__(self, setup: GameSetup, first_seat: int) -> None:
        self.game = Playthrough(setup, 0, scripted_chance=True)
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
