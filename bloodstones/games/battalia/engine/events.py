"""Writing the log: a decision or outcome, or what followed by the rules, with seat, x and y."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.battalia.engine.state import LOG, GameState, Status

VALUES: Final = 3
ENTRY: Final = VALUES + 2


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
