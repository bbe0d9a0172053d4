"""What happened in the last decision, as numbers in `state.log`.

An entry is `code, length, value…`, the first value a seat; `turn.apply` empties the log first.
`record.events` names the values.
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
from bloodstones.core.names import Name
from bloodstones.games.bellum_magica.engine.state import GameState

__all__ = [
    "Event",
    "close_event",
    "entries",
    "open_event",
    "push",
    "tell",
    "tell_one",
    "tell_two",
]


class Event(Name):
    """Entries of the log."""

    CAPTAIN = 1
    CASTLE = 2
    DEAL = 3
    GOBLIN = 4
    OPEN_LOCATION = 5
    OFFER = 6
    DAY = 7
    ROLL = 8
    SPELL = 9
    BARREL = 10
    REFUSE = 11
    GATHER = 12
    CHEST = 13
    PASS = 14
    PLUNDER = 15
    TAVERN = 16
    RAID = 17
    NAME = 18
    ENOUGH = 19
    STOLEN = 20
    SHIELD = 21
    RECRUIT = 22
    PLACE = 23
    DONE = 24
    RESHUFFLE = 25


def entries(s: GameState) -> Iterator[tuple[Event, list[int]]]:
    """Yield what the last decision did: event and its values."""
    for code, values in read_entries(s):
        yield Event(code), values
