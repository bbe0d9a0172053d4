"""Which tiles go: for pips, for build costs, for the one-tile phases."""

from __future__ import annotations

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.decision_codes import kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.movement import pays_after
from bloodstones.games.bloodstones.engine.raiding import cheapest_target
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import AREAS, NOBODY, UNITS, GameState
from bloodstones.games.bloodstones.rules.register import OVERPAY_LAST_RESORT
from bloodstones.games.bloodstones.strategies.estimates import (
    enemies_near,
    enemy_villages,
    horde_seat,
    horde_way,
    prey_worth,
    tile_worth,
    village_worth,
    wish,
)
from bloodstones.games.bloodstones.strategies.marching import ALL_SUMS, overpaid
from bloodstones.games.bloodstones.strategies.policy import Policy
from bloodstones.games.bloodstones.strategies.posts import LEAST
from bloodstones.games.bloodstones.strategies.timing import burns, drags_on
from bloodstones.games.bloodstones.strategies.weights import Weight

FAR_OFF = 12  # pips to the Chaos Horde from which on a village site is as safe as can be
WASTE_LIMIT = 0.5  # worth of a tile from which on it is not thrown away
WASTE_WORTH = 0.05  # a pip that a payment loses
STANDING_WORTH = 0.02  # of taking from a rival, for each village it has


@kernel
def choose_discard(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the least worthy tile for a build cost."""
    best = 0
    least = -LEAST
    for index in range(n):
        worth = tile_worth(t, p, s.decider, x_of(out[index]))
        if worth < least:
            least = worth
            best = index
    return best


@kernel
def choose_payment(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the tile to pay next: cheap in worth, little waste, soon covered.

    Where more may be paid than is due (AMB-10), the payment ends, but for regroups: then tiles of
    little worth go along.
    """
    seat = s.decider
    first = 0
    if kind_of(out[0]) == Kind.PASS:
        if not burns(s, t, p, seat):
            return 0
        first = 1
    best = 0
    least = -LEAST if first == 0 else WASTE_LIMIT
    thrift = wish(p, t, seat, Weight.THRIFT) * wish(p, t, seat, Weight.PIP)
    for index in range(first, n):
        unit = x_of(out[index])
        pips = int(t.pips[seat, unit])
        worth = tile_worth(t, p, seat, unit)
        short = s.due - pips
        if short > 0:
            worth += wish(p, t, seat, Weight.PIP) * short
        elif first == 0:
            worth -= WASTE_WORTH * short
        if thrift > 0.0 and first == 0:
            worth += thrift * lost_after(s, t, seat, unit)
        if worth < least:
            least = worth
            best = index
    return best


@kernel
def lost_after(s: GameState, t: RuleTables, seat: int, paid: int) -> int:
    """Return the pips that a payment loses at least if it goes on with a tile."""
    rest = int(s.due) - int(t.pips[seat, paid])
    if rest <= 0:
        return -rest
    sums = 1
    kinds = int(s.hand_kinds[seat])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        if pays_after(t, seat, unit, paid):
            for _ in range(s.hand[seat, unit] - (1 if unit == paid else 0)):
                sums |= (sums << int(t.pips[seat, unit])) & ALL_SUMS
    return overpaid(sums, rest)


@kernel
def wastes(s: GameState, t: RuleTables, p: Policy, seat: int, last_resort: bool) -> bool:
    """Whether a tile may go for nothing: for a regroup, as last resort or in a game that drags on.

    `last_resort`: no tile can be spent for anything (AMB-10).
    """
    return bool((last_resort or drags_on(s, seat)) and burns(s, t, p, seat))


@kernel
def raids_nothing(s: GameState, t: RuleTables, seat: int, unit: int) -> bool:
    """Whether the tile is offered for a raid as last resort, to take nothing (AMB-10)."""
    return bool(t.overpay == OVERPAY_LAST_RESORT and cheapest_target(s, t) > t.pips[seat, unit])


@kernel
def choose_raid_tile(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the tile with which a raid gains most.

    Pass when none gains, but for regroups where tiles are wasted.
    """
    seat = s.decider
    best = 0
    last_resort = raids_nothing(s, t, seat, x_of(out[n - 1]))
    most = LEAST if wastes(s, t, p, seat, last_resort) else 0.0
    for index in range(n):
        if kind_of(out[index]) == Kind.PASS:
            continue
        worth = raid_tile_worth(s, t, p, seat, x_of(out[index]))
        if worth > most:
            most = worth
            best = index
    return best


@kernel
def raid_tile_worth(s: GameState, t: RuleTables, p: Policy, seat: int, unit: int) -> float:
    """Return what a raid with the tile gains, less the tile."""
    taken = villages_for(s, t, seat, int(t.pips[seat, unit]))
    if taken == 0:
        return -tile_worth(t, p, seat, unit)
    worth = 0.0
    open_villages = 0
    for place in range(s.areas_held[seat]):
        area = int(s.held[seat, place])
        if enemy_villages(s, seat, area) > 0:
            worth += prey_worth(s, t, p, seat, area)
            open_villages += enemy_villages(s, seat, area)
    return worth / open_villages * taken - tile_worth(t, p, seat, unit)


@kernel
def villages_for(s: GameState, t: RuleTables, seat: int, pips: int) -> int:
    """Return how many enemy villages `pips` can take now, the cheap ones first."""
    taken = 0
    for cost in range(1, pips + 1):
        for place in range(s.areas_held[seat]):
            area = int(s.held[seat, place])
            if t.village_cost[t.terrain[area]] != cost:
                continue
            fits = min(enemy_villages(s, seat, area), pips // cost)
            taken += fits
            pips -= fits * cost
    return taken


@kernel
def choose_raid(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the village worth most for its cost; go on while any is left."""
    seat = s.decider
    best = 0
    most = LEAST
    for index in range(n):
        if kind_of(out[index]) == Kind.PASS:
            continue
        owner = y_of(out[index])
        worth = village_worth(s, t, p, seat, owner)
        worth += STANDING_WORTH * int(s.village_count[owner])
        worth /= int(t.village_cost[t.terrain[x_of(out[index])]])
        if worth > most:
            most = worth
            best = index
    return best


@kernel
def choose_settle_tile(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the tile with the most pips that villages can use, the least worthy."""
    seat = s.decider
    best = 0
    last_resort = t.overpay == OVERPAY_LAST_RESORT and s.pool[seat] == 0
    most = LEAST if wastes(s, t, p, seat, last_resort) else 0.0
    for index in range(n):
        if kind_of(out[index]) == Kind.PASS:
            continue
        unit = x_of(out[index])
        useful = min(int(t.pips[seat, unit]), int(s.pool[seat]))
        worth = float(useful) - tile_worth(t, p, seat, unit) / UNITS
        if worth > most:
            most = worth
            best = index
    return best


@kernel
def choose_settlement(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the best village site: cheap, far from enemies, with room beyond it."""
    seat = s.decider
    best = 0
    most = LEAST
    shelter = wish(p, t, seat, Weight.SHELTER)
    horde = horde_seat(t, seat) if shelter > 0.0 else NOBODY
    for index in range(n):
        if kind_of(out[index]) == Kind.PASS:
            continue
        area = x_of(out[index])
        worth = p.room[area] / AREAS - int(t.village_cost[t.terrain[area]])
        worth -= wish(p, t, seat, Weight.EXPOSURE) * enemies_near(s, t, seat, area)
        if s.force_size[seat, area] > 0:
            worth += wish(p, t, seat, Weight.EXPOSURE)
        if horde != NOBODY:
            worth += shelter * min(FAR_OFF, horde_way(s, t, p, horde, area))
        if worth > most:
            most = worth
            best = index
    return best
