"""Actions of several decisions that are one line of a record: a move, a build with its cost."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bloodstones.kit.records.events import EventForm, Line
from bloodstones.kit.records.forms import ListOf, Names


@dataclass(frozen=True, slots=True)
class Action:
    """How the line of an event comes together, decision by decision.

    Attributes
    ----------
    begins
        The kind of the decision that begins it.
    opening
        `(decision) -> keys` of the line that this decision settles, besides the seat.
    during
        The points of the state at which it is still in progress.
    part
        The code of the log entries that belong to it.
    grow
        `(line, values)`: adds such an entry to the line; None if the decisions say everything.
    adds
        Kind of a decision -> the key of the list that its first number adds a name to: a tile that
        pays.
    """

    begins: int
    opening: Callable[[Any], Line]
    during: frozenset[int]
    part: int
    grow: Callable[[Line, list[int]], None] | None = None
    adds: Mapping[int, str] = field(default_factory=dict)

    def take(self, line: Line, decision: Any, form: EventForm, names: Names) -> None:
        """Add to the line what a decision of the action says.

        Parameters
        ----------
        line
            Of the action in progress.
        decision
            With its kind and its first number, `x`.
        form
            Of the event.
        names
            Those of the header.
        """
        if decision.kind in self.adds:
            key = form.key(self.adds[decision.kind])
            assert isinstance(key.form, ListOf)
            line[key.name].append(key.form.item.read(deque([int(decision.x)]), names))
