"""What happened in the last decision, as numbers in `state.log`.

An entry is `code, length, value…`, the first value a seat; `turn.apply` empties the log first.
The table of events names the values.
"""

from __future__ import annotations

from collections.abc import Iterator

from bloodstones.core.kernels.log import (
    close_event,
    open_event,
    push,
    read_entries,
    tell_one,
    tell_two,
)
from bloodstones.core.kernels.log import tell_seat as tell
from bloodstones.games.bellum_magica.engine.state import GameState
from bloodstones.games.bellum_magica.events import Event

__all__ = [
    "close_event",
    "entries",
    "open_event",
    "push",
    "tell",
    "tell_one",
    "tell_two",
]


def entries(s: GameState) -> Iterator[tuple[Event, list[int]]]:
    """Yield what the last decision did: event and its values."""
    for code, values in read_entries(s):
        yield Event(code), values
