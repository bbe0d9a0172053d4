"""The engine of the game, and one playthrough for Python code."""

from __future__ import annotations

from typing import Final

from bloodstones.core.contract.engine import Engine
from bloodstones.games.bellum_magica.engine import turn
from bloodstones.games.bellum_magica.engine.decisions import MOST_DECISIONS, Decision
from bloodstones.games.bellum_magica.engine.ending import worth_of
from bloodstones.games.bellum_magica.engine.game_setup import GameSetup
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables
from bloodstones.games.bellum_magica.engine.state import Ending, GameState, Point, Status
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
    points=Point,
)


class Playthrough(GamePlaythrough):
    """A playthrough from setup to the richest.

    Examples
    --------
    >>> from bloodstones.games.bellum_magica.rules.reading import load_ruleset
    >>> game = Playthrough(GameSetup(load_ruleset(), ("C1", "C2")), 7, scripted_chance=True)
    >>> [(str(outcome), weight) for outcome, weight in game.outcomes().items()]
    [('first_captain 0 0', 1), ('first_captain 1 0', 1)]
    >>> game.apply(game.draw())
    >>> game.is_chance, len(game.outcomes())
    (True, 10)
    """

    ENGINE = ENGINE
    game_setup: GameSetup
    state: GameState
    tables: RuleTables

    @property
    def scores(self) -> tuple[int, ...]:
        """The value of all chests by seat."""
        return tuple(int(worth_of(self.state, seat)) for seat in range(self.seats))

    def outcomes(self) -> dict[Decision, int]:
        """Return what chance may do now with weights; nothing where a seat decides."""
        codes, weights = self.weighted_outcomes()
        decisions = (Decision.unpack(code) for code in codes.tolist())
        return dict(zip(decisions, weights.tolist(), strict=True))
