"""What a position under way is worth to each seat: by learned values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bloodstones.core.kernel import kernel
from bloodstones.core.layout import Array
from bloodstones.kit.values.network import FEATURES, PLAYERS, output, see

EVERYBODY: Final = -1


@kernel
def judge_by_values(
    judge: Callable[..., None],
    describe: Callable[..., None],
    s: Any,
    t: Any,
    knobs: Array,
    viewer: int,
    values: Array,
    features: Array,
    inputs: Array,
    hidden: Array,
    out: Array,
) -> None:
    """Write the utility of each seat into `out`: by the game's `judge` where it is over.

    Parameters
    ----------
    judge
        `(s, t, knobs, out)`: the game's own; it tells of unfinished playthroughs as well where
        nothing was learned.
    describe
        `(s, t, out)`: writes the features of all seats.
    viewer
        The seat whose utility is wanted, `EVERYBODY` for that of all seats; where the game judges
        for itself, it tells that of all.
    values
        A packed network (`network.pack_network`) or `network.NOTHING_LEARNED`.
    features, inputs, hidden
        Scratch, see `network`.
    """
    seats = int(values[PLAYERS])
    if s.point == 0 or seats == 0:
        judge(s, t, knobs, out)
        return
    describe(s, t, features)
    for seat in range(seats):
        if viewer in (seat, EVERYBODY):
            see(features, seats, seat, int(values[FEATURES]), inputs)
            out[seat] = output(values, inputs, hidden)


@kernel
def nothing_to_describe(s: Any, t: Any, out: Array) -> None:
    """Describe nothing, for a game that declares no features."""
