"""One playthrough for Python code: legal decisions, apply, copy, what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bloodstones.core.errors import RunError, expected
from bloodstones.core.layout import Array
from bloodstones.core.streams import game_key
from bloodstones.games.bloodstones.engine import turn
from bloodstones.games.bloodstones.engine.decisions import MOST_DECISIONS, Decision
from bloodstones.games.bloodstones.engine.state import Ending, GameState, Point, Status
from bloodstones.games.bloodstones.engine.tables import DEFAULT_TURN_LIMIT, RuleTables, pack
from bloodstones.games.bloodstones.position.notation import describe
from bloodstones.games.bloodstones.position.writer import format_position
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.options import DEFAULTS, Readings
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset


def decision_buffer() -> Array:
    """Return a buffer for legal decisions: int32 array of `MOST_DECISIONS`."""
    return np.zeros(MOST_DECISIONS, np.int32)


def check_status(state: GameState, map_id: str) -> None:
    """Raise RunError if the engine could not go on."""
    status = Status(int(state.status))
    if status is Status.NO_CITADEL_SITE:
        raise RunError(
            f"no legal site is left for a citadel on {map_id} (seat {int(state.decider)})",
            tip="use a larger map or fewer players",
        )
    if status is not Status.OK:
        raise RunError(f"the engine stopped: {status.id} (turn {int(state.turn)})")


class Playthrough:
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
    >>> game = Playthrough(
    ...     load_ruleset(), load_map("tyrants_lament"), [Faction.HILL_FOLK, Faction.HORSE_LORDS], 7
    ... )
    >>> game.over, str(game.legal()[0])
    (False, 'citadel 1')
    """

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
    ) -> None:
        self.rules = rules
        self.board = board
        self.line_up = tuple(line_up)
        self.seed = seed
        self.readings = readings
        self.tables: RuleTables = pack(rules, board, line_up, turn_limit, readings)
        self.state: GameState = GameState.new()
        self.buffer = decision_buffer()
        turn.start(self.state, self.tables, game_key(seed, label, replicate), self.buffer)
        check_status(self.state, self.board.id)

    @property
    def over(self) -> bool:
        """Whether the playthrough has ended."""
        return bool(self.state.point == Point.OVER)

    @property
    def decider(self) -> int:
        """The seat that must decide now."""
        return int(self.state.decider)

    @property
    def scores(self) -> tuple[int, ...]:
        """VP by seat, from all sources."""
        players = len(self.line_up)
        return tuple(int(vp) for vp in self.state.vp[:players].sum(axis=1))

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats; several share the victory (BS-END-14), none while it goes on."""
        seats = range(len(self.line_up))
        return tuple(seat for seat in seats if self.state.rank[seat] == 1)

    @property
    def ending(self) -> Ending:
        """Why it ended."""
        return Ending(int(self.state.ending))

    def legal_codes(self) -> Array:
        """Return the legal decisions, packed: int32 array, a fresh copy."""
        count = turn.legal_decisions(self.state, self.tables, self.buffer)
        return self.buffer[:count].copy()

    def legal(self) -> list[Decision]:
        """Return the legal decisions of the decider, in a fixed order; empty when over."""
        return [Decision.unpack(code) for code in self.legal_codes().tolist()]

    def apply(self, decision: Decision) -> None:
        """Carry out a decision.

        Raises
        ------
        InputError
            If the decision is not legal now; the playthrough stays as it was. The tip tells the
            position in the notation of `position.notation`.
        """
        if decision.pack() not in self.legal_codes():
            where, line = describe(self), format_position(self)
            raise expected("a legal decision", str(decision), where, f"the position is {line}")
        self.apply_code(decision.pack())

    def apply_code(self, code: int) -> None:
        """Carry out a packed decision known to be legal."""
        packed: Any = np.int32(code)  # as in the buffer: `apply` is compiled for one type
        turn.apply(self.state, self.tables, packed, self.buffer)
        check_status(self.state, self.board.id)

    def copy(self) -> Playthrough:
        """Return an independent copy, streams included."""
        twin = object.__new__(Playthrough)
        twin.__dict__.update(self.__dict__)
        twin.state = GameState.copy(self.state)
        twin.buffer = decision_buffer()
        return twin
