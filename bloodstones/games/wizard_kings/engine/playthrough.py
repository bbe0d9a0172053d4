"""A playthrough of the game for Python code: the kit's, with this game's kernels."""

from __future__ import annotations

from typing import Final

import numpy as np

from bloodstones.core.contract.engine import Engine
from bloodstones.core.contract.game import Setup
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.wizard_kings.engine import turn
from bloodstones.games.wizard_kings.engine.decisions import MOST_DECISIONS, Decision
from bloodstones.games.wizard_kings.engine.setup import Game, read_setup
from bloodstones.games.wizard_kings.engine.state import SCRATCH, Ending, GameState, Status
from bloodstones.games.wizard_kings.engine.tables import RuleTables
from bloodstones.kit import playthrough as kit

ENGINE: Final = Engine(
    state=GameState,
    endings=Ending,
    statuses=Status,
    most_decisions=MOST_DECISIONS,
    start=turn.start,
    legal=turn.legal_decisions,
    apply=turn.apply,
    is_chance=turn.is_chance,
    outcomes=turn.chance_outcomes,
    draw=turn.draw_outcome,
    unpack=Decision.unpack,
    scratch=SCRATCH,
)


def decision_buffer() -> Array:
    """Return a buffer for codes: int32 array of `MOST_DECISIONS`."""
    return np.zeros(MOST_DECISIONS, np.int32)


class Playthrough(kit.Playthrough):
    """A playthrough from the armies to the end.

    Examples
    --------
    >>> from bloodstones.core.contract.game import Seat
    >>> seats = (Seat("eldryn", "random"), Seat("jurak", "random"))
    >>> game = Playthrough(Setup("westmarch+eastfen", seats), 7)
    >>> game.over, str(game.legal()[0])
    (False, 'place 0 0')
    """

    state: GameState
    tables: RuleTables

    def __init__(
        self, setup: Setup, seed: int, label: str = "", replicate: int = 0, told: bool = False
    ) -> None:
        self.game: Game = read_setup(setup)
        key = game_key(seed, label, replicate)
        super().__init__(ENGINE, self.game.tables(), len(setup.seats), key, told)
