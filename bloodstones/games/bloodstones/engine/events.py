"""What happened in the last decision, as numbers in `state.log`.

An entry is `code, length, value…`; `turn.apply` empties the log first. `record` turns entries into
the public record by the table of events.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bloodstones.core.kernels.log import (
    close_event,
    open_event,
    push,
    push_all,
    read_entries,
    tell_one,
    tell_two,
)
from bloodstones.core.kernels.log import tell_seat as tell
from bloodstones.core.names import Name
from bloodstones.games.bloodstones.engine.state import GameState
from bloodstones.games.bloodstones.events import Event

__all__ = [
    "Phase",
    "close_event",
    "entries",
    "open_event",
    "push",
    "push_all",
    "read_log",
    "tell",
    "tell_one",
    "tell_two",
]


class Phase(Name):
    """The phases of a turn (BS-TURN-02)."""

    RAID = 0
    UNDEAD = 1
    MAIN = 2
    SETTLE = 3
    DRAW = 4


# Entries of one tile each; those that follow each other belong together.
TILE_BY_TILE: Final = (Event.DRAW, Event.COMBAT_DRAW)


def entries(s: GameState) -> Iterator[tuple[Event, list[int]]]:
    """Yield the entries of the log as they are, in order, with their values."""
    for code, values in read_entries(s):
        yield Event(code), values


def read_log(s: GameState) -> list[tuple[Event, list[int]]]:
    """Return the events since the last decision; tiles drawn in a row are one event."""
    logged: list[tuple[Event, list[int]]] = []
    for event, values in entries(s):
        if event in TILE_BY_TILE and logged and logged[-1][0] is event:
            _, before = logged[-1]
            if before[0] == values[0]:
                before += values[1:]
                continue
        logged.append((event, values))
    return logged
