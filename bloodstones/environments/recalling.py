"""All that a seat has seen and done, as a string: its information state, with perfect recall.

The string begins with what the seat saw first. Behind it stands, for each move of anybody that
changed what it sees, what has changed, as `place=value` by places of the flat observation; and
before that its own action (`!number`) where the move was its own. A move of others, or of chance,
that shows it nothing leaves no trace. Two histories have the same string for a seat if and only if
it has seen and done the same in both.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bloodstones.core.kernels.layout import Array
from bloodstones.environments.game_table import Table
from bloodstones.kit.playthrough import Playthrough

MOVE = "|"  # before each move that the seat knows of
OWN = "!"


class Recall:
    """What every seat recalls, worked out as far as it has been asked for.

    Parameters
    ----------
    table
        Of the playthrough.
    beginning
        The playthrough before the first move; it is copied when it is needed.
    """

    def __init__(self, table: Table, beginning: Playthrough) -> None:
        self.table = table
        self._at = beginning
        self._moves = 0  # of the history up to `_at`
        self._parts: tuple[list[str], ...] = ()
        self._seen: list[Array] = []  # by seat what it saw last

    def copy(self) -> Recall:
        """Return one that goes its own way."""
        twin = Recall(self.table, self._at.copy() if self._parts else self._at)
        twin._moves = self._moves
        twin._parts = tuple(parts.copy() for parts in self._parts)
        twin._seen = self._seen.copy()
        return twin

    def text(self, history: Sequence[int], seat: int) -> str:
        """Return what a seat recalls of a history that continues the one of the call before.

        Parameters
        ----------
        history
            Actions of seats, and places of outcomes among those of chance.
        seat
            Whose information state.
        """
        seats = range(self.table.players)
        if not self._parts:
            self._at = self._at.copy()
            self._seen = [self.table.observe(self._at.state, each) for each in seats]
            self._parts = tuple([" ".join(map(str, row.tolist()))] for row in self._seen)
        for action in history[self._moves :]:
            decider = -1 if self._at.is_chance else self._at.decider
            self._at.apply_code(self.table.code(self._at, action))
            for each in seats:
                row = self.table.observe(self._at.state, each)
                places = np.flatnonzero(row != self._seen[each]).tolist()
                changes = [f"{place}={row[place]}" for place in places]
                chosen = [f"{OWN}{action}"] if each == decider else []
                if chosen or changes:
                    self._parts[each].append(" ".join((MOVE, *chosen, *changes)))
                self._seen[each] = row
        self._moves = len(history)
        return " ".join(self._parts[seat])
