"""What a position is worth to each seat where some hold another one down."""

from __future__ import annotations

from typing import Any

from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.kernels import features
from bloodstones.kit.search.search_parameters import Bench, Knob
from bloodstones.kit.values.judging import EVERYBODY, judge_by_values


@kernel
def judge_end(s: Any, t: Any, viewer: int, values: Array, b: Bench) -> None:
    """Write into `b.utility` what the end of a simulation is worth to `viewer`, or to everybody."""
    judge_by_values(s, t, viewer if b.opposed < 0 else EVERYBODY, values, b)
    if b.opposed >= 0:
        oppose(b)


@kernel
def seat_opposed(s: Any, t: Any, seats: int, b: Bench) -> int:
    """Return the seat that all others hold down: that with the feature `OPPOSED`; -1 for none."""
    mark = int(b.knobs[Knob.OPPOSED])
    if mark < 0:
        return -1
    features(s, t, b.features)
    for seat in range(seats):
        if b.features[seat, mark] > 0.0:
            return seat
    return -1


@kernel
def oppose(b: Bench) -> None:
    """Let all others count what the position is worth to the seat `b.opposed` as their own loss."""
    loss = b.knobs[Knob.OPPOSITION] * b.utility[b.opposed]
    for seat in range(b.utility.shape[0]):
        if seat != b.opposed:
            b.utility[seat] -= loss
