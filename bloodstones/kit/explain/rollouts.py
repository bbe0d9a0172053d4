"""Playouts: what a position is worth, by strategies that play it to its end with numbered luck.

Playout number j draws from streams keyed by j wherever it begins, so that two positions that are
alike share their luck, and their difference is known better than either of them. The strategies go
on by the plans that the memory of a position holds: those of whoever plays on, or none.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from bloodstones.core.errors import InputError
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import game_key
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.playing import play_on

LABEL: Final = "playout"


class Playouts:
    """Plays positions of one setup to their end.

    Parameters
    ----------
    seating
        Who plays on, for all seats; their strategies must be compiled.
    seats, seed
        How many play, and what the luck is keyed by.

    Raises
    ------
    InputError
        A strategy is not compiled: it would take too long.
    """

    def __init__(self, seating: Seating, seats: int, seed: int) -> None:
        if not seating.compiled:
            raise InputError(
                "expected a compiled strategy, got one that searches or is Python (--strategy)"
            )
        self.seating = seating
        self.seats = seats
        self.seed = seed
        self.engine = seating.deciders.engine
        self.buffer = np.zeros(self.engine.most_decisions, np.int32)
        self._streams: dict[int, Any] = {}

    def credits(self, state: Any, numbers: range) -> Array:
        """Return the win credits after a position: float64 array (playouts, seats)."""
        rows = np.zeros((len(numbers), self.seats))
        if state.point == 0:
            rows[:] = self.credit(state)
            return rows
        for row, number in enumerate(numbers):
            rows[row] = self.credit(self._played_out(state, number))
        return rows

    def chosen(self, state: Any) -> int:
        """Return the decision that the strategy would take; its own stream goes on."""
        count = self.engine.legal(state, self.seating.tables, self.buffer)
        return int(self.buffer[self.seating.index(state, self.buffer, count)])

    def credit(self, state: Any) -> Array:
        """Return the win credits at the end: 1/k for each of k winners."""
        won: Array = np.asarray(state.rank[: self.seats]) == 1
        credit: Array = won / max(1, int(won.sum()))
        return credit

    def _played_out(self, state: Any, number: int) -> Any:
        """Return the end of a playout."""
        twin = self.begun(state, number)
        play_on(twin, self.seating.tables, self.seating.policy, self.buffer)
        return twin

    def begun(self, state: Any, number: int) -> Any:
        """Return a copy of a position with the luck of a playout; plans under way are kept."""
        twin: Any = self.engine.state.copy(state)
        twin.streams[:] = self._fresh(number)
        return twin

    def played_until(self, state: Any, turn: int) -> Any:
        """Return a position, played on in place until a turn begins or the end is reached."""
        while state.point != 0 and state.turn < turn:
            self._go_on(state)
        return state

    def _go_on(self, state: Any) -> None:
        """Carry out one decision or outcome."""
        engine, tables = self.engine, self.seating.tables
        if engine.is_chance(state):
            code: Any = np.int32(engine.draw(state, tables))
        else:
            count = engine.legal(state, tables, self.buffer)
            code = self.buffer[self.seating.index(state, self.buffer, count)]
        engine.apply(state, tables, code, self.buffer)

    def _fresh(self, number: int) -> Any:
        """Return the streams of a playout, as a playthrough with its key begins with them."""
        if number not in self._streams:
            blank: Any = self.engine.state.new()
            key = game_key(self.seed, LABEL, number)
            self.engine.start(blank, self.seating.tables, key, self.buffer)
            self._streams[number] = np.array(blank.streams)
        return self._streams[number]
