"""The engine of the game, and one playthrough for Python code."""

from __future__ import annotations

from typing import Final

import numpy as np

from bloodstones.core.contract.engine import Engine
from bloodstones.core.errors import RunError
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine import turn
from bloodstones.games.bloodstones.engine.decisions import MOST_DECISIONS, Decision
from bloodstones.games.bloodstones.engine.game_setup import GameSetup
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import SCRATCH, Ending, GameState, Point, Status
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.register import Readings
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset
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


SOUND: Final = int(Status.OK)


def decision_buffer() -> Array:
    """Return a buffer for legal decisions: int32 array of `MOST_DECISIONS`."""
    return np.zeros(MOST_DECISIONS, np.int32)


def failure(state: GameState, map_id: str) -> RunError:
    """Return the message about an engine that could not go on."""
    status = Status(int(state.status))
    if status is Status.NO_CITADEL_SITE:
        return RunError(
            f"no legal site is left for a citadel on {map_id} (seat {int(state.decider)})",
            tip="use a larger map or fewer players",
            clause="BS-SETUP-11",
        )
    return RunError(f"the engine stopped: {status.id} (turn {int(state.turn)})")


def check_status(state: GameState, map_id: str) -> None:
    """Raise RunError if the engine could not go on."""
    if state.status != SOUND:
        raise failure(state, map_id)


class Playthrough(GamePlaythrough):
    """A playthrough from the deal to the winner.

    Raises
    ------
    InputError
        If the player count is not in the rules.
    RunError
        If the map leaves no legal site for a citadel.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.maps.reading import load_map
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> line_up = (Faction.HILL_FOLK, Faction.HORSE_LORDS)
    >>> setup = GameSetup(load_ruleset(), load_map("tyrants_lament"), line_up)
    >>> game = Playthrough(setup, 7)
    >>> game.over, str(game.legal()[0])
    (False, 'citadel 1')

    With scripted chance, it stops before anything is drawn:

    >>> game = Playthrough(setup, 7, scripted_chance=True)
    >>> [(str(outcome), chance) for outcome, chance in game.chance_outcomes()]
    [('first_seat 0', Fraction(1, 2)), ('first_seat 1', Fraction(1, 2))]
    """

    ENGINE = ENGINE
    game_setup: GameSetup
    state: GameState
    tables: RuleTables

    @property
    def rules(self) -> Ruleset:
        """The rules in force."""
        return self.game_setup.rules

    @property
    def board(self) -> BoardMap:
        """The map."""
        return self.game_setup.board

    @property
    def line_up(self) -> tuple[Faction, ...]:
        """The factions by seat, clockwise."""
        return tuple(self.game_setup.line_up)

    @property
    def readings(self) -> Readings:
        """The rule options that differ from the default."""
        return self.game_setup.readings

    @property
    def scores(self) -> tuple[int, ...]:
        """VP by seat, from all sources."""
        return tuple(int(vp) for vp in self.state.vp[: self.seats].sum(axis=1))

    def check(self) -> None:
        """Raise RunError if the engine could not go on."""
        check_status(self.state, self.board.id)
