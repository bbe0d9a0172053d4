"""What happened in the last decision, as numbers in `state.log`.

An entry is `code, length, value…`; `turn.apply` empties the log first. `record` turns entries into
the public record.
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

__all__ = [
    "Event",
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


class Event(Name):
    """Entries of the log with their values; `…` repeats."""

    DRAW = 1  # seat, tile…
    CITADEL = 2  # seat, area
    FOUND = 3  # seat, unit, area
    TURN = 4  # seat
    PHASE = 5  # seat, phase
    RAID_VILLAGE = 6  # seat, area, owner
    BUILD = 7  # seat, unit, area
    MARCH = 8  # seat, from, to, cost, count of unit 0, 1, …, then via…
    BATTLE = 9  # seat, defender, area
    WITHDRAW = 10  # seat, from, to, number of via, via…, lost unit…
    STAND = 11  # seat
    COMBAT_DRAW = 12  # seat, value…
    SWAP = 13  # seat, value out, unit in (NOTHING, NOTHING: keeps)
    REVEAL = 14  # seat, value…
    CLASH = 15  # attacker's modifier, defender's modifier, counted values of both
    REFIGHT = 16
    VICTORY = 17  # seat, loser, vp
    CASUALTY = 18  # seat, unit…
    CAPTURE_CITADEL = 19  # seat, owner
    RETREAT = 20  # seat, from, to (NOWHERE: none), number of via, via…, lost unit…
    DRAGONS_LEAVE = 21  # seat, count
    SETTLE = 22  # seat, area
    RESETTLE = 23  # seat, area
    DESERT = 24  # seat, area, unit…
    REGROUP = 25  # seat, number, vp
    FINAL = 26  # seat
    FINAL_TURN = 27  # seat
    FINAL_CAPTURE = 28  # seat, (area, owner)…
    HOME = 29  # seat, area
    UNDEAD_STEP = 30  # seat, from, to, 1 with the Cutiecorn, via…
    RAISE_UNDEAD = 31  # seat, area, count
    REENTER = 32  # seat, unit, area
    ELIMINATED = 33  # seat
    KEEP_OUT = 37  # seat, unit…
    CUTIECORN = 34  # seat that gains control, seat that loses it, area


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
    """Return what happened since the last decision; tiles drawn one after another are together."""
    found: list[tuple[Event, list[int]]] = []
    for event, values in entries(s):
        if event in TILE_BY_TILE and found and found[-1][0] is event:
            _, before = found[-1]
            if before[0] == values[0]:
                before += values[1:]
                continue
        found.append((event, values))
    return found
