"""Playouts: what a position is worth, by strategies that play it to its end with numbered luck.

Playout number j draws from streams keyed by j wherever it begins, so that two positions that are
alike share their luck, and their difference is known better than either of them. The strategies
continue with the plans in the memory of a position: those of the strategy that plays on, or none.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from bloodstones.core.errors import InputError
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import game_key
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.playing import play_on

Z: Final = 1.959964  # two-sided, 95 %
NONE_SEEN: Final = 3.0  # n without a case exclude a rate above 3 / n, with 95 %
WORTHWHILE: Final = 4


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean of `n` playouts with its 95 % interval."""

    value: float
    low: float
    high: float
    n: int

    @property
    def sure(self) -> bool:
        """Whether it differs significantly from 0: the interval leaves 0 out."""
        return self.low > 0 or self.high < 0


def chance_of(credits: Array) -> Estimate:
    """Return a chance of winning from win credits: Wilson's interval where they are 0 or 1.

    Shared wins and chances of winning have a normal interval, see `mean_of`.

    >>> import numpy as np
    >>> estimate = chance_of(np.array([1.0, 0.0, 1.0, 1.0]))
    >>> estimate.value, round(estimate.low, 2), round(estimate.high, 2)
    (0.75, 0.3, 0.95)
    """
    n, rate = len(credits), float(credits.mean())
    if not ((credits == 0.0) | (credits == 1.0)).all():
        estimate = mean_of(credits)
        return Estimate(rate, max(0.0, estimate.low), min(1.0, estimate.high), n)
    centre = (rate + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * math.sqrt(rate * (1 - rate) / n + Z * Z / (WORTHWHILE * n * n)) / (1 + Z * Z / n)
    return Estimate(rate, max(0.0, centre - half), min(1.0, centre + half), n)


def mean_of(differences: Array) -> Estimate:
    """Return the mean of paired differences with a normal interval, never of width 0.

    >>> import numpy as np
    >>> mean_of(np.zeros(300)).high
    0.01
    """
    n, mean = len(differences), float(differences.mean())
    error = float(differences.std(ddof=1)) / math.sqrt(n) if n > 1 else 1.0
    half = max(Z * error, NONE_SEEN / n)
    return Estimate(mean, mean - half, mean + half, n)


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
                "expected a compiled strategy, got a searching or Python strategy (--strategy)"
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
        """Return the decision that the strategy would take; its own stream continues."""
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
        """Return a copy of a position with the luck of a playout; current plans are kept."""
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
