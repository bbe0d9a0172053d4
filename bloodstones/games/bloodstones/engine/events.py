"""What happened in the last decision, as numbers in `state.log`.

An entry is `code, length, value…`; `turn.apply` empties the log first. `record` turns entries into
the public record.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Final

from bloodstones.core.kernel import kernel
from bloodstones.games.bloodstones.engine.state import LOG, LOG_FULL, GameState


class Event(IntEnum):
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


DRAW: Final = int(Event.DRAW)
CITADEL_PLACED: Final = int(Event.CITADEL)
FOUNDED: Final = int(Event.FOUND)
TURN: Final = int(Event.TURN)
PHASE: Final = int(Event.PHASE)
RAIDED: Final = int(Event.RAID_VILLAGE)
BUILT: Final = int(Event.BUILD)
MARCHED: Final = int(Event.MARCH)
BATTLE: Final = int(Event.BATTLE)
WITHDREW: Final = int(Event.WITHDRAW)
STOOD: Final = int(Event.STAND)
COMBAT_DRAW: Final = int(Event.COMBAT_DRAW)
SWAPPED: Final = int(Event.SWAP)
REVEALED: Final = int(Event.REVEAL)
CLASHED: Final = int(Event.CLASH)
REFIGHT: Final = int(Event.REFIGHT)
VICTORY: Final = int(Event.VICTORY)
CASUALTIES: Final = int(Event.CASUALTY)
CAPTURE_CITADEL: Final = int(Event.CAPTURE_CITADEL)
RETREATED: Final = int(Event.RETREAT)
DRAGONS_LEAVE: Final = int(Event.DRAGONS_LEAVE)
SETTLED: Final = int(Event.SETTLE)
RESETTLED: Final = int(Event.RESETTLE)
DESERT: Final = int(Event.DESERT)
REGROUP: Final = int(Event.REGROUP)
FINAL: Final = int(Event.FINAL)
FINAL_TURN: Final = int(Event.FINAL_TURN)
FINAL_CAPTURE: Final = int(Event.FINAL_CAPTURE)
HOME_CHOSEN: Final = int(Event.HOME)
UNDEAD_STEPPED: Final = int(Event.UNDEAD_STEP)
RAISED: Final = int(Event.RAISE_UNDEAD)
REENTERED: Final = int(Event.REENTER)
ELIMINATED: Final = int(Event.ELIMINATED)
KEPT_OUT: Final = int(Event.KEEP_OUT)
CUTIECORN_PASSED: Final = int(Event.CUTIECORN)


class Phase(IntEnum):
    """The phases of a turn (BS-TURN-02)."""

    RAID = 0
    UNDEAD = 1
    MAIN = 2
    SETTLE = 3
    DRAW = 4


PHASE_RAID: Final = int(Phase.RAID)
PHASE_UNDEAD: Final = int(Phase.UNDEAD)
PHASE_MAIN: Final = int(Phase.MAIN)
PHASE_SETTLE: Final = int(Phase.SETTLE)
PHASE_DRAW: Final = int(Phase.DRAW)


@kernel
def push(s: GameState, value: int) -> None:
    """Append a value to the open entry."""
    if s.log_size < LOG:
        s.log[s.log_size] = value
        s.log_size += 1
    else:
        s.status = LOG_FULL


@kernel
def open_event(s: GameState, code: int, seat: int) -> None:
    """Open an entry; its first value is the seat."""
    push(s, code)
    s.log_open = s.log_size
    push(s, 0)
    push(s, seat)


@kernel
def close_event(s: GameState) -> None:
    """Close the open entry by writing its length."""
    s.log[s.log_open] = s.log_size - s.log_open - 1


@kernel
def tell(s: GameState, code: int, seat: int) -> None:
    """Write an entry that holds only the seat."""
    open_event(s, code, seat)
    close_event(s)


@kernel
def tell_one(s: GameState, code: int, seat: int, value: int) -> None:
    """Write an entry with the seat and one value."""
    open_event(s, code, seat)
    push(s, value)
    close_event(s)


@kernel
def tell_two(s: GameState, code: int, seat: int, first: int, second: int) -> None:
    """Write an entry with the seat and two values."""
    open_event(s, code, seat)
    push(s, first)
    push(s, second)
    close_event(s)


def read_log(s: GameState) -> Iterator[tuple[Event, list[int]]]:
    """Yield the entries of the last decision, in order, with their values."""
    values = s.log[: s.log_size].tolist()
    at = 0
    while at < len(values):
        code, length = values[at], values[at + 1]
        at += 2
        yield Event(code), values[at : at + length]
        at += length
