"""What a position is worth to each seat: by rank, and where some hold another one down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bloodstones.core.kernel import kernel
from bloodstones.core.layout import Array
from bloodstones.kit.search.knobs import Bench, Knob
from bloodstones.kit.values.judging import EVERYBODY, judge_by_values


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


@kernel
def judge_end(
    judge: Callable[..., None],
    describe: Callable[..., None],
    s: Any,
    t: Any,
    knobs: Array,
    viewer: int,
    values: Array,
    b: Bench,
) -> None:
    """Write into `b.utility` what the end of a simulation is worth to `viewer`, or to everybody."""
    whose = viewer if b.opposed < 0 else EVERYBODY
    judge_by_values(
        judge, describe, s, t, knobs, whose, values, b.features, b.inputs, b.hidden, b.utility
    )
    if b.opposed >= 0:
        oppose(knobs, b)


@kernel
def seat_opposed(
    describe: Callable[..., None], s: Any, t: Any, knobs: Array, seats: int, features: Array
) -> int:
    """Return the seat that all others hold down: that with the feature `OPPOSED`; -1 for none."""
    mark = int(knobs[Knob.OPPOSED])
    if mark < 0:
        return -1
    describe(s, t, features)
    for seat in range(seats):
        if features[seat, mark] > 0.0:
            return seat
    return -1


@kernel
def oppose(knobs: Array, b: Bench) -> None:
    """Let all others count what the position is worth to the seat `b.opposed` as their own loss."""
    loss = knobs[Knob.OPPOSITION] * b.utility[b.opposed]
    for seat in range(b.utility.shape[0]):
        if seat != b.opposed:
            b.utility[seat] -= loss
