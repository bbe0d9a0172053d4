"""One playthrough for Python code: legal decisions, apply, copy, what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from bloodstones.core.contract.engine import Engine
from bloodstones.core.errors import RunError
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.bloodstones.engine import turn
from bloodstones.games.bloodstones.engine.decisions import MOST_DECISIONS, Decision
from bloodstones.games.bloodstones.engine.state import SCRATCH, Ending, GameState, Status
from bloodstones.games.bloodstones.engine.tables import DEFAULT_TURN_LIMIT, RuleTables, pack
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.options import DEFAULTS, Readings
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset
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
    """Return a buffer for legal decisions: int32 array of `MOST_DECISIONS`."""
    return np.zeros(MOST_DECISIONS, np.int32)


def check_status(state: GameState, map_id: str) -> None:
    """Raise RunError if the engine could not go on."""
    if int(state.status) == Status.OK:
        return
    status = Status(int(state.status))
    if status is Status.NO_CITADEL_SITE:
        raise RunError(
            f"no legal site is left for a citadel on {map_id} (seat {int(state.decider)})",
            tip="use a larger map or fewer players",
        )
    raise RunError(f"the engine stopped: {status.id} (turn {int(state.turn)})")


class Playthrough(kit.Playthrough):
    """A playthrough from the deal to the winner.

    Parameters
    ----------
    rules, board
        The rules in force and the map.
    line_up
        Factions by seat, clockwise.
    seed, label, replicate
        What the random streams are keyed by, see `streams.game_key`.
    turn_limit
        Turns (of all seats) after which the playthrough stops unfinished.
    readings
        The rule options that differ from the default, from `options.read_options`.
    told, notation
        Whether it stops where chance moves, and how errors tell the position, see
        `kit.playthrough.Playthrough`.

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
    >>> line_up = [Faction.HILL_FOLK, Faction.HORSE_LORDS]
    >>> game = Playthrough(load_ruleset(), load_map("tyrants_lament"), line_up, 7)
    >>> game.over, str(game.legal()[0])
    (False, 'citadel 1')

    With chance told, it stops before anything is drawn:

    >>> game = Playthrough(load_ruleset(), load_map("tyrants_lament"), line_up, 7, told=True)
    >>> [(str(outcome), chance) for outcome, chance in game.chance_outcomes()]
    [('first_seat 0', Fraction(1, 2)), ('first_seat 1', Fraction(1, 2))]
    """

    state: GameState
    tables: RuleTables

    def __init__(
        self,
        rules: Ruleset,
        board: BoardMap,
        line_up: Sequence[Faction],
        seed: int,
        label: str = "",
        replicate: int = 0,
        turn_limit: int = DEFAULT_TURN_LIMIT,
        readings: Readings = DEFAULTS,
        told: bool = False,
        notation: kit.Notation | None = None,
    ) -> None:
        self.rules = rules
        self.board = board
        self.line_up = tuple(line_up)
        self.seed = seed
        self.readings = readings
        tables = pack(rules, board, line_up, turn_limit, readings)
        key = game_key(seed, label, replicate)
        super().__init__(ENGINE, tables, len(self.line_up), key, told, notation)

    @property
    def scores(self) -> tuple[int, ...]:
        """VP by seat, from all sources."""
        return tuple(int(vp) for vp in self.state.vp[: self.seats].sum(axis=1))

    def check(self) -> None:
        """Raise RunError if the engine could not go on."""
        check_status(self.state, self.board.id)
