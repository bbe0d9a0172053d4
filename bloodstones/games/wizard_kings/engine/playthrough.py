"""One playthrough for Python code: legal decisions, chance, apply, copy."""

from __future__ import annotations

from typing import Any

import numpy as np

from bloodstones.core.errors import RunError, expected
from bloodstones.core.game import Setup
from bloodstones.core.layout import Array
from bloodstones.core.streams import game_key
from bloodstones.games.wizard_kings.engine import turn
from bloodstones.games.wizard_kings.engine.decisions import MOST_DECISIONS, Decision
from bloodstones.games.wizard_kings.engine.setup import read_setup
from bloodstones.games.wizard_kings.engine.state import Ending, GameState, Point, Status


def decision_buffer() -> Array:
    """Return a buffer for codes: int32 array of `MOST_DECISIONS`."""
    return np.zeros(MOST_DECISIONS, np.int32)


def check_status(state: GameState) -> None:
    """Raise RunError if the engine could not go on."""
    status = Status(int(state.status))
    if status is not Status.OK:
        raise RunError(f"the engine stopped: {status.id} (turn {int(state.turn)})")


class Playthrough:
    """A playthrough from the armies to the end.

    Examples
    --------
    >>> from bloodstones.games.wizard_kings.engine.setup import setup_of
    >>> seats = [("eldryn", "random"), ("jurak", "random")]
    >>> game = Playthrough(setup_of(seats, "westmarch+eastfen"), 7)
    >>> game.over, str(game.legal()[0])
    (False, 'place 0 0')
    """

    def __init__(self, setup: Setup, seed: int, label: str = "", replicate: int = 0) -> None:
        self.setup = setup
        self.game = read_setup(setup)
        self.tables = self.game.tables()
        self.state: GameState = GameState.new()
        self.buffer = decision_buffer()
        self.weights = np.zeros(MOST_DECISIONS, np.int64)
        turn.start(self.state, self.tables, game_key(seed, label, replicate), self.buffer)
        check_status(self.state)

    @property
    def over(self) -> bool:
        """Whether the playthrough has ended."""
        return bool(self.state.point == Point.OVER)

    @property
    def chance(self) -> bool:
        """Whether chance moves now."""
        return bool(turn.is_chance(self.state))

    @property
    def decider(self) -> int:
        """The seat that must decide now."""
        return int(self.state.decider)

    @property
    def ending(self) -> Ending:
        """Why it ended."""
        return Ending(int(self.state.ending))

    def legal_codes(self) -> Array:
        """Return the legal decisions, packed: int32 array, a fresh copy."""
        count = turn.legal_decisions(self.state, self.tables, self.buffer)
        return self.buffer[:count].copy()

    def legal(self) -> list[Decision]:
        """Return the legal decisions of the decider, in a fixed order."""
        return [Decision.unpack(code) for code in self.legal_codes().tolist()]

    def outcomes(self) -> list[tuple[Decision, int]]:
        """Return the outcomes of chance with their weights."""
        count = turn.chance_outcomes(self.state, self.tables, self.buffer, self.weights)
        codes, weights = self.buffer[:count].tolist(), self.weights[:count].tolist()
        return [(Decision.unpack(c), w) for c, w in zip(codes, weights, strict=True)]

    def draw(self) -> Decision:
        """Throw the dice of the chance point."""
        return Decision.unpack(int(turn.draw_outcome(self.state, self.tables)))

    def apply(self, decision: Decision) -> None:
        """Carry out a decision or an outcome; InputError if it is not legal now."""
        legal = [outcome for outcome, _ in self.outcomes()] if self.chance else self.legal()
        if decision not in legal:
            where = f"{Point(int(self.state.point)).id} of seat {self.decider}"
            raise expected("a legal decision", str(decision), where)
        self.apply_code(decision.pack())

    def apply_code(self, code: int) -> None:
        """Carry out a packed decision or outcome known to be legal."""
        packed: Any = np.int32(code)
        turn.apply(self.state, self.tables, packed, self.buffer)
        check_status(self.state)

    def copy(self) -> Playthrough:
        """Return an independent copy, streams included."""
        twin = object.__new__(Playthrough)
        twin.__dict__.update(self.__dict__)
        twin.state = GameState.copy(self.state)
        twin.buffer = decision_buffer()
        twin.weights = self.weights.copy()
        return twin
