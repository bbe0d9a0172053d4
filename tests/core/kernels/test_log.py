"""The log of events in a state: entries whole, and a full log that harms nothing."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.kernels.log import (
    LOG_FULL,
    close_event,
    open_event,
    push,
    read_entries,
    tell,
    tell_one,
    tell_seat,
    tell_two,
)

LOG = 12
SOUND = 7


class State(Layout):
    log: Annotated[Array, np.int16, (LOG,)]
    beyond: Annotated[int, np.int64]
    log_size: Annotated[int, np.int64]
    log_open: Annotated[int, np.int64]
    status: Annotated[int, np.int64]


@entry
def tell_all(s: State, count: int) -> None:
    for _ in range(count):
        tell_seat(s, 1, 4)
        tell_one(s, 2, 4, 5)
        open_event(s, 3, 4)
        push(s, 6)
        close_event(s)


@entry
def tell_pairs(s: State) -> None:
    tell(s, 1, (4, 5))
    tell_two(s, 2, 4, 5, 6)


def test_entries_are_read_as_they_were_written() -> None:
    s = State.new()
    tell_all(s, 1)
    assert list(read_entries(s)) == [(1, [4]), (2, [4, 5]), (3, [4, 6])]
    assert s.status == 0
    s = State.new()
    tell_pairs(s)
    assert list(read_entries(s)) == [(1, [4, 5]), (2, [4, 5, 6])]


def test_a_full_log_is_reported_and_nothing_beyond_it_is_written() -> None:
    s = State.new()
    s.beyond = SOUND
    tell_all(s, 5)
    assert s.status == LOG_FULL
    assert s.log_size == LOG
    assert s.beyond == SOUND
