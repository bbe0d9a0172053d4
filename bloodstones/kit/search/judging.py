"""What a position is worth to each seat, for games that do not judge for themselves."""

from __future__ import annotations

from typing import Any

from bloodstones.core.kernel import kernel
from bloodstones.core.layout import Array


@kernel
def judge_by_rank(s: Any, t: Any, knobs: Array, out: Array) -> None:
    """Write the win credit of each seat: 1/k for each of k winners, else 0.

    Nothing is known of a playthrough under way: simulations must go to its end, `horizon` 0.

    Parameters
    ----------
    out
        float64 array over seats, as many as the state's `rank` has at least.
    """
    seats = s.rank.shape[0]
    winners = 0
    for seat in range(seats):
        if s.rank[seat] == 1:
            winners += 1
    for seat in range(seats):
        out[seat] = 1.0 / winners if s.rank[seat] == 1 else 0.0
