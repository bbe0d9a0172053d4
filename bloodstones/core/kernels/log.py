"""What happened since the last decision, as entries of numbers in a state's `log`.

An entry is `code, length, value…`. A state that keeps one has the fields `log` (int16), `log_size`
and `status`, which becomes `LOG_FULL` when the log is too short; `log_open` as well where entries
are written value by value: `open_event`, `push`, `close_event`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.names import Name

LOG_FULL: Final = -1
HEAD: Final = 2  # code and length


class Status(Name):
    """Whether a state is sound, of a game that can only run out of its log."""

    OK = 0
    LOG_FULL = LOG_FULL


@kernel
def tell(s: Any, code: int, values: tuple[int, ...]) -> None:
    """Write an entry with these values, whole or not at all."""
    if s.log_size + HEAD + len(values) > s.log.shape[0]:
        s.status = LOG_FULL
        return
    s.log[s.log_size] = code
    s.log[s.log_size + 1] = len(values)
    for place in range(len(values)):
        s.log[s.log_size + HEAD + place] = values[place]
    s.log_size += HEAD + len(values)


@kernel
def push(s: Any, value: int) -> None:
    """Append a value to the open entry."""
    if s.log_size < s.log.shape[0]:
        s.log[s.log_size] = value
        s.log_size += 1
    else:
        s.status = LOG_FULL


@kernel
def push_all(s: Any, values: Array) -> None:
    """Append values to the open entry."""
    at = s.log_size
    if at + len(values) > s.log.shape[0]:
        s.status = LOG_FULL
        return
    for place in range(len(values)):
        s.log[at + place] = values[place]
    s.log_size = at + len(values)


@kernel
def open_event(s: Any, code: int, seat: int) -> None:
    """Open an entry; its first value is the seat."""
    push(s, code)
    s.log_open = s.log_size
    push(s, 0)
    push(s, seat)


@kernel
def close_event(s: Any) -> None:
    """Close the open entry by writing its length."""
    if s.log_open < s.log.shape[0]:  # a full log has no open entry
        s.log[s.log_open] = s.log_size - s.log_open - 1


@kernel
def tell_seat(s: Any, code: int, seat: int) -> None:
    """Write an entry that holds only the seat."""
    open_event(s, code, seat)
    close_event(s)


@kernel
def tell_one(s: Any, code: int, seat: int, value: int) -> None:
    """Write an entry with the seat and one value."""
    open_event(s, code, seat)
    push(s, value)
    close_event(s)


@kernel
def tell_two(s: Any, code: int, seat: int, first: int, second: int) -> None:
    """Write an entry with the seat and two values."""
    open_event(s, code, seat)
    push(s, first)
    push(s, second)
    close_event(s)


def read_entries(s: Any) -> Iterator[tuple[int, list[int]]]:
    """Yield code and values of the entries, in order."""
    values = s.log[: s.log_size].tolist()
    at = 0
    while at < len(values):
        code, length = values[at : at + HEAD]
        at += HEAD
        yield code, values[at : at + length]
        at += length
