"""The lines of a record in words, by the game's table of events."""

from __future__ import annotations

from collections.abc import Mapping

from bloodstones.kit.records.events import EventForm
from bloodstones.kit.records.forms import Names
from bloodstones.kit.records.reading import RecordLine


class Words:
    """Every line of a record as a sentence.

    Parameters
    ----------
    events
        The game's table of events.
    names
        Names of seats and of all else that the header numbers.
    """

    def __init__(self, events: Mapping[str, EventForm], names: Names) -> None:
        self.events = events
        self.names = names

    def tell(self, line: RecordLine) -> str:
        """Return the line as a sentence; what it says of nobody in particular has no subject."""
        return self.events[line.event].tell(line.keys, self.names)
