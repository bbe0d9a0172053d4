"""What happened in the last decision, as numbers in `state.log`.

An entry is `code, length, value…`, the first value a seat; `turn.apply` empties the log first.
`record.shapes` names the values.
"""

from __future__ import annotations

from collections.abc import Iterator

from bloodstones.core.kernel import kernel
from bloodstones.core.names import Name
from bloodstones.games.bellum_magica.engine.state import LOG, GameState, Status


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


@kernel
def push(s: GameState, value: int) -> None:
    """Append a value to the log."""
    if s.log_size < LOG:
        s.log[s.log_size] = value
        s.log_size += 1
    else:
        s.status = Status.LOG_FULL


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


def entries(state: GameState) -> Iterator[tuple[Event, tuple[int, ...]]]:
    """Yield what the last decision did: event and its values."""
    place = 0
    while place < state.log_size:
        length = int(state.log[place + 1])
        first = place + 2
        yield Event(int(state.log[place])), tuple(int(v) for v in state.log[first : first + length])
        place = first + length
