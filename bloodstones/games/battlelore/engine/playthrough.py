"""The engine of the game, and one playthrough for Python code."""

from __future__ import annotations

from typing import Final

from bloodstones.core.contract.engine import Engine
from bloodstones.games.battlelore.engine import turn
from bloodstones.games.battlelore.engine.decisions import MOST_DECISIONS, unpack
from bloodstones.games.battlelore.engine.game_setup import GameSetup
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import SCRATCH, Ending, GameState, Point, Status
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
    unpack=unpack,
    scratch=SCRATCH,
    points=Point,
)


class Playthrough(GamePlaythrough):
    """A playthrough of a setup, from the scenarios to the end."""

    ENGINE = ENGINE
    game_setup: GameSetup
    state: GameState
    tables: RuleTables
