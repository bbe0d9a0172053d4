"""The engine of the game, and one playthrough for Python code."""

from __future__ import annotations

from typing import Final

from bloodstones.core.contract.engine import Engine
from bloodstones.games.battalia.engine import turn
from bloodstones.games.battalia.engine.decisions import MOST_DECISIONS, unpack
from bloodstones.games.battalia.engine.ending import points_of
from bloodstones.games.battalia.engine.game_setup import GameSetup
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.state import Ending, GameState, Point, Status
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
    scratch=("work", "funds"),
    points=Point,
)


class Playthrough(GamePlaythrough):
    """A playthrough from setup to the full board or the fifth city.

    Examples
    --------
    >>> from bloodstones.games.battalia.rules.reading import load_ruleset
    >>> game = Playthrough(GameSetup(load_ruleset(), ("", "")), 7, scripted_chance=True)
    >>> [(str(outcome), str(chance)) for outcome, chance in game.chance_outcomes()][:2]
    [('start_city 8', '1/4'), ('start_city 8 1', '1/4')]
    """

    ENGINE = ENGINE
    game_setup: GameSetup
    state: GameState
    tables: RuleTables

    @property
    def scores(self) -> tuple[int, ...]:
        """Victory points by seat."""
        return tuple(int(points_of(self.state, seat)) for seat in range(self.seats))
