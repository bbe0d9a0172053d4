"""What happened in the last decision: its own entry, then what followed by the rules.

A decision or outcome stands in the log under its kind with seat, x and y; the codes of what follows
by the rules are those of `Event`. `record.events` tells what the values mean.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.names import Name
from bloodstones.games.battalia.engine.state import LOG, GameState, Status

VALUES: Final = 3
ENTRY: Final = VALUES + 2


class Event(Name):
    """What follows by the rules; values behind the seat in brackets."""

    TURN = 128  # lit kind, turn
    SHUFFLE = 129  # cards
    RECEIVED = 130  # card
    CONVERTED = 131  # card
    LAPSED = 132  # card, NOTHING for half of a lit card
    DEAD = 133  # square
    TOKEN = 134  # square, level
    WON = 135  # square, strength
    LOST = 136  # square, strength
    OFF = 137  # square: a hero goes to stock
    CALLED_OFF = 138  # square


@kernel
def tell(s: GameState, code: int, seat: int, x: int, y: int) -> None:
    """Write an entry with a seat and two values."""
    at = s.log_size
    if at + ENTRY > LOG:
        s.status = Status.LOG_FULL
        return
    s.log[at] = code
    s.log[at + 1] = VALUES
    s.log[at + 2] = seat
    s.log[at + ENTRY - 2] = x
    s.log[at + ENTRY - 1] = y
    s.log_size = at + ENTRY
