"""What a position under way is worth to each seat: by learned values."""

from __future__ import annotations

from typing import Any, Final

from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.kernels import features, judge
from bloodstones.kit.values.network import FEATURES, PLAYERS, output, see

EVERYBODY: Final = -1


@kernel
def judge_by_values(s: Any, t: Any, viewer: int, values: Array, b: Any) -> None:
    """Write the utility of each seat into `b.utility`: by the game's `judge` where it is over.

    Parameters
    ----------
    viewer
        The seat whose utility is wanted, `EVERYBODY` for that of all seats; where the game judges
        for itself, it returns that of all.
    values
        A packed network (`network.pack_network`) or `network.NOTHING_LEARNED`; without one the
        game's `judge` covers unfinished playthroughs as well.
    b
        A `search.search_parameters.Bench`: its knobs are those of `judge`, the rest of what is
        read is scratch.
    """
    seats = int(values[PLAYERS])
    if s.point == 0 or seats == 0:
        judge(s, t, b.knobs, b.utility)
        return
    features(s, t, b.features)
    for seat in range(seats):
        if viewer in (seat, EVERYBODY):
            see(b.features, seats, seat, int(values[FEATURES]), b.inputs)
            b.utility[seat] = output(values, b.inputs, b.hidden)
