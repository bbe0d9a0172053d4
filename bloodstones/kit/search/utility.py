"""What a position is worth to each seat where some hold another one down."""

from __future__ import annotations

import math
from typing import Any

from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.kernels import features
from bloodstones.kit.search.search_parameters import Bench, Knob
from bloodstones.kit.values.network import EVERYBODY, judge_by_values


@kernel
def judge_by_points(s: Any, players: int, knobs: Array, out: Array) -> None:
    """Write the utility of each seat in place of its points: its lead is over the best other."""
    most = -math.inf
    second = -math.inf
    for seat in range(players):
        if out[seat] > most:
            second = most
            most = out[seat]
        elif out[seat] > second:
            second = out[seat]
    for seat in range(players):
        out[seat] -= second if out[seat] == most else most
    judge_by_leads(s, players, knobs, out)


@kernel
def judge_by_leads(s: Any, players: int, knobs: Array, out: Array) -> None:
    """Write the utility of each seat in place of its lead."""
    winners = 0
    for seat in range(players):
        winners += int(s.rank[seat] == 1)
    for seat in range(players):
        credit = 1.0 / (1.0 + math.exp(-out[seat] / knobs[Knob.MARGIN]))
        if s.point == 0:
            won = 1.0 / winners if s.rank[seat] == 1 else 0.0
            credit = knobs[Knob.WIN_SHARE] * won + (1.0 - knobs[Knob.WIN_SHARE]) * credit
        out[seat] = credit


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
