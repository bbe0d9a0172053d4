"""Setup decisions: where the citadel stands and which units are founded."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import kind_of, x_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import MASK, next_word
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.state import NOWHERE, STRATEGY_STREAM, GameState
from bloodstones.games.bloodstones.engine.tables import CLOSED, RuleTables
from bloodstones.games.bloodstones.rules.names import Terrain, Unit
from bloodstones.games.bloodstones.strategies.policy import Policy
from bloodstones.games.bloodstones.strategies.scripted.estimates import wish
from bloodstones.games.bloodstones.strategies.weights import Weight

USEFUL_DISTANCE = 6
ENOUGH_ROOM = 18.0  # village places around, nearer ones counting more, beyond which more is luxury
LUXURY = 0.2
LEAST = -1.0e9
SHIP_WORTH = -1.0  # a starting ship is worth less than its tile in hand
COST_WORTH = 1.0  # dear units cost nothing but points now


@kernel
def choose_citadel(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the site with enough village places, by the sea or closed as wanted.

    Chance, from the seat's own stream, decides between sites of about equal worth.
    """
    seat = s.decider
    best = 0
    most = LEAST
    for index in range(n):
        worth = site_worth(s, t, p, seat, x_of(out[index]))
        chance = next_word(s.streams, STRATEGY_STREAM + seat) / MASK
        worth += wish(p, t, seat, Weight.LUCK) * chance
        if worth > most:
            most = worth
            best = index
    return best


@kernel
def site_worth(s: GameState, t: RuleTables, p: Policy, seat: int, area: int) -> float:
    """Return what a citadel site is worth: room, coast, closed borders, distance from others."""
    room = min(p.room[area], ENOUGH_ROOM) + LUXURY * max(0.0, p.room[area] - ENOUGH_ROOM)
    worth = wish(p, t, seat, Weight.ROOM) * room
    for place in range(t.degree[area]):
        near = t.adjacent[area, place]
        if t.terrain[near] == Terrain.SEA:
            worth += wish(p, t, seat, Weight.COAST)
        if t.village_cost[t.terrain[near]] == CLOSED:
            worth += wish(p, t, seat, Weight.CHOKE) / int(t.degree[area])
    for other in range(t.players):
        home = s.citadel[other]
        if home != NOWHERE:
            steps = min(int(t.land_distance[area, home]), USEFUL_DISTANCE)
            worth += wish(p, t, seat, Weight.APART) * steps
    return float(worth)


@kernel
def choose_founding(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the strongest unit per tile, the dearest first; pass when none helps."""
    seat = s.decider
    best = 0
    most = 0.0
    for index in range(n):
        if kind_of(out[index]) == Kind.PASS:
            continue
        unit = x_of(out[index])
        worth = p.unit_worth[unit] + COST_WORTH * t.cost[seat, unit]
        if unit == Unit.SHIP:
            worth = SHIP_WORTH + wish(p, t, seat, Weight.SHIPS)
        if worth > most:
            most = worth
            best = index
    return best
