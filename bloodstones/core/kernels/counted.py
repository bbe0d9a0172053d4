"""Chance out of counts: a die with its sides, a deck with so many cards of each value."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below


@kernel
def list_counted(kind: int, counts: Array, out: Array, weights: Array) -> int:
    """Write an outcome of this kind for each place of `counts`, weighted by what is there.

    Returns
    -------
    int
        How many are written: places with nothing have none.
    """
    n = 0
    for place in range(len(counts)):
        if counts[place] > 0:
            out[n] = encode(kind, place, 0)
            weights[n] = counts[place]
            n += 1
    return n


@kernel
def next_counted(streams: Array, index: int, counts: Array) -> int:
    """Return a place of `counts`, as likely as what is there; of one at least there is something.

    `index` is that of the random stream to draw from.
    """
    left = next_below(streams, index, counts.sum())
    place = 0
    while left >= counts[place]:
        left -= counts[place]
        place += 1
    return place
