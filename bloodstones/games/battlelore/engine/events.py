"""Writing the log: an entry of a code, a seat, and as many values as its event has keys more."""

from __future__ import annotations

from typing import Final

import numpy as np

from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.log import tell as tell_entry
from bloodstones.games.battlelore.engine.state import GameState
from bloodstones.games.battlelore.events import EVENTS, Event

MOST_VALUES: Final = 2  # beside the seat


def _lengths() -> Array:
    """Return by code how many values an entry has beside the seat: int64 array."""
    lengths = {form.code: len(form.keys) - 1 for form in EVENTS.values() if form.code is not None}
    lengths[Event.ROLL] = MOST_VALUES  # dice, and the number of their faces
    return np.array([lengths.get(code, 0) for code in range(max(lengths) + 1)])


LENGTH: Final = _lengths()


@kernel
def tell(s: GameState, code: int, seat: int, first: int, second: int) -> None:
    """Write an entry of a seat and up to two values; the table of events says what they mean."""
    if LENGTH[code] == 0:
        tell_entry(s, code, (int(seat),))
    elif LENGTH[code] == 1:
        tell_entry(s, code, (int(seat), int(first)))
    else:
        tell_entry(s, code, (int(seat), int(first), int(second)))
