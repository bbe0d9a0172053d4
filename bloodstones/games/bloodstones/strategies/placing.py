"""Setup decisions: where the citadel stands and which units are founded."""

from __future__ import annotations

from bloodstones.core.kernel import kernel
from bloodstones.core.layout import Array
from bloodstones.core.streams import MASK, next_word
from bloodstones.games.bloodstones import decisions
from bloodstones.games.bloodstones.decisions import kind_of, x_of
from bloodstones.games.bloodstones.pieces import SHIP
from bloodstones.games.bloodstones.state import NOWHERE, STRATEGY_STREAM, GameState
from bloodstones.games.bloodstones.strategies.estimates import LUCK, unit_worth
from bloodstones.games.bloodstones.strategies.policy import Policy
from bloodstones.games.bloodstones.tables import RuleTables

DISTANCE_WORTH = 0.3  # a citadel further from the others has more room of its own
USEFUL_DISTANCE = 6
LEAST = -1.0e9
SHIP_WORTH = -1.0  # a starting ship is worth less than its tile in hand
COST_WORTH = 1.0  # dear units cost nothing but points now


@kernel
def choose_citadel(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the site with the most village places around and room of its own.

    Chance, from the seat's own stream, decides between sites of about equal worth.
    """
    stream = STRATEGY_STREAM + s.decider
    best = 0
    most = LEAST
    for index in range(n):
        area = x_of(out[index])
        worth = p.room[area]
        worth += p.weight[s.decider, LUCK] * next_word(s.streams, stream) / MASK
        for seat in range(t.players):
            other = s.citadel[seat]
            if other != NOWHERE:
                worth += DISTANCE_WORTH * min(int(t.land_distance[area, other]), USEFUL_DISTANCE)
        if worth > most:
            most = worth
            best = index
    return best


@kernel
def choose_founding(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the strongest unit per tile, the dearest first; pass when none helps."""
    seat = s.decider
    best = 0
    most = 0.0
    for index in range(n):
        if kind_of(out[index]) == decisions.PASS:
            continue
        unit = x_of(out[index])
        worth = unit_worth(t, seat, unit) + COST_WORTH * t.cost[seat, unit]
        if unit == SHIP:
            worth = SHIP_WORTH
        if worth > most:
            most = worth
            best = index
    return best
