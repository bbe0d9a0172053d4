"""What happened in the last decision, as entries of the log: a code, a seat, up to two values."""

from __future__ import annotations

from typing import Final

import numpy as np

from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.log import tell as tell_entry
from bloodstones.core.names import Name
from bloodstones.games.battlelore.engine.state import GameState


class Event(Name):
    """Entries of the log; `record.events` names their values."""

    DEALT_SCENARIO = 1
    SCENARIO = 2
    FIRST = 3
    FORD = 4
    TAKE = 5
    LAY = 6
    REVEAL = 7
    DRAW = 8
    DRAW_LORE = 9
    PUT = 10
    PUT_LORE = 11
    TURN = 12
    CAPTURE = 13
    COMMAND = 14
    DISCARD = 15
    ORDER = 16
    CURE = 17
    PLAY = 18
    CANCELLED = 19
    TARGET = 20
    STEP = 21
    STOP = 22
    ATTACK = 23
    ROLL = 24
    KEEP = 25
    REROLL = 26
    USE = 27
    WAY = 28
    IGNORE = 29
    DAMAGE = 30
    FIGURES = 31
    DESTROYED = 32
    RETREAT = 33
    COUNTER = 34
    ADVANCE = 35
    PUSHED = 36
    SCORE = 37
    GAIN = 38
    DISCARD_LORE = 39
    TOKEN = 40
    BATTLE = 41
    DECLINE = 42
    CHOOSE = 43
    PLACE = 44
    PREVENT = 45


# Entries with one value beside the seat, and without any; others have two.
ONE: Final = (
    *(Event.DEALT_SCENARIO, Event.CHOOSE, Event.SCENARIO, Event.FORD, Event.DRAW, Event.DRAW_LORE),
    *(Event.PUT, Event.PUT_LORE, Event.TURN, Event.CAPTURE, Event.COMMAND, Event.DISCARD),
    *(Event.PLAY, Event.CANCELLED, Event.KEEP, Event.REROLL, Event.USE, Event.WAY, Event.IGNORE),
    *(Event.GAIN, Event.DISCARD_LORE, Event.DECLINE, Event.PLACE, Event.BATTLE),
    Event.PREVENT,
)
NONE: Final = (Event.FIRST,)
LENGTH: Final = np.array([0 if code in NONE else 1 if code in ONE else 2 for code in range(99)])


@kernel
def tell(s: GameState, code: int, seat: int, first: int, second: int) -> None:
    """Write an entry of a seat and up to two values; `record.events` says what they mean."""
    if LENGTH[code] == 0:
        tell_entry(s, code, (int(seat),))
    elif LENGTH[code] == 1:
        tell_entry(s, code, (int(seat), int(first)))
    else:
        tell_entry(s, code, (int(seat), int(first), int(second)))
