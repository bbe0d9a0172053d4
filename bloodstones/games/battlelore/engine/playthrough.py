"""One playthrough for Python code, and the kernels of the game as the kit calls them."""

from __future__ import annotations

from typing import Final

from bloodstones.core.contract.engine import Engine
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine import turn
from bloodstones.games.battlelore.engine.choices import Chosen
from bloodstones.games.battlelore.engine.decisions import MOST_DECISIONS, unpack
from bloodstones.games.battlelore.engine.state import SCRATCH, SEATS, Ending, GameState, Status
from bloodstones.games.battlelore.engine.tables import RuleTables
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
    unpack=unpack,
    scratch=SCRATCH,
)


class Playthrough(kit.Playthrough):
    """A playthrough of a setup, from the scenarios to the end.

    Parameters
    ----------
    chosen
        What it is played with.
    tables
        The same, packed.
    key, told
        See `kit.playthrough.Playthrough`.
    """

    state: GameState
    tables: RuleTables

    def __init__(self, chosen: Chosen, tables: RuleTables, key: Array, told: bool = False) -> None:
        self.chosen = chosen
        super().__init__(ENGINE, tables, SEATS, key, told)
