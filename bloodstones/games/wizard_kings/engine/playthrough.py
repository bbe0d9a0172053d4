"""The engine of the game, and one playthrough for Python code."""

from __future__ import annotations

from typing import Final

from bloodstones.core.contract.engine import Engine
from bloodstones.games.wizard_kings.engine import turn
from bloodstones.games.wizard_kings.engine.decisions import MOST_DECISIONS, Decision
from bloodstones.games.wizard_kings.engine.game_setup import GameSetup
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.state import SCRATCH, Ending, GameState, Point, Status
from bloodstones.games.wizard_kings.fields import lies_open
from bloodstones.kit.playthrough import GamePlaythrough

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
    points=Point,
)


class Playthrough(GamePlaythrough):
    """A playthrough from the armies to the end.

    Examples
    --------
    >>> from bloodstones.core.contract.game import Seat, Setup
    >>> from bloodstones.games.wizard_kings.engine.game_setup import read_setup
    >>> seats = (Seat("eldryn", "random"), Seat("jurak", "random"))
    >>> game = Playthrough(read_setup(Setup("westmarch+eastfen", seats)), 7)
    >>> game.over, str(game.legal()[0])
    (False, 'place 0 0')
    """

    ENGINE = ENGINE
    game_setup: GameSetup
    state: GameState
    tables: RuleTables

    def shows(self, block: int, seat: int) -> bool:
        """Whether a seat sees now what a block is, see `fields.lies_open`."""
        return bool(lies_open(self.state, self.tables, block, seat))
