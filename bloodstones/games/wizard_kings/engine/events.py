"""What happened in the last decision, as numbers in `state.log`: `code, length, value…` each."""

from __future__ import annotations

from collections.abc import Iterator

from bloodstones.core.kernel import kernel
from bloodstones.core.names import Name
from bloodstones.games.wizard_kings.engine.state import LOG, GameState, Status


class Event(Name):
    """Entries of the log; `record.events` names their values."""

    BUY = 1
    PLACE = 2
    TURN = 3
    INITIATIVE = 4
    ORDER = 5
    PIN = 6
    STEP = 7
    SHIP = 8
    DECLARE = 10
    CAST = 11
    TARGET = 12
    DISPEL = 13
    DIE = 14
    HITS = 15
    LOSS = 16
    BATTLE = 17
    ROUND = 18
    FIRE = 19
    RETREAT = 20
    REST = 21
    VICTORY = 22
    LEAVE = 23
    COME = 24
    REMOVED = 25
    TREASURY = 26
    GAIN = 27
    NEW = 28
    SHIFT = 29
    DISBAND = 30
    BREAK = 31
    SWITCH = 32
    OUT = 33
    SUMMON = 34
    CANCELLED = 35
    GOAL = 36


@kernel
def push(s: GameState, value: int) -> None:
    """Append a value to the open entry."""
    if s.log_size < LOG:
        s.log[s.log_size] = value
        s.log_size += 1
    else:
        s.status = Status.LOG_FULL


@kernel
def tell(s: GameState, code: int, seat: int, first: int, second: int) -> None:
    """Write an entry of a seat and two values; `record.events` says what they mean."""
    push(s, code)
    push(s, 2 + 1)
    push(s, seat)
    push(s, first)
    push(s, second)


def read_log(s: GameState) -> Iterator[tuple[Event, list[int]]]:
    """Yield the entries of the last decision, in order, with their values."""
    values = s.log[: s.log_size].tolist()
    at = 0
    while at < len(values):
        code, length = values[at], values[at + 1]
        at += 2
        yield Event(code), values[at : at + length]
        at += length
