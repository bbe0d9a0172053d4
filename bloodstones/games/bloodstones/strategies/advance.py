"""The advance: the largest force marches towards what enemies hold, and halts short of them."""

from __future__ import annotations

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.bloodstones.engine.retreat import is_refuge
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import UNITS, GameState
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.strategies.estimates import prey_worth, wish
from bloodstones.games.bloodstones.strategies.marching import (
    clear_column,
    pip_price,
    remember,
    way_is_open,
)
from bloodstones.games.bloodstones.strategies.policy import Policy
from bloodstones.games.bloodstones.strategies.posts import may_stay
from bloodstones.games.bloodstones.strategies.weights import Weight

HOLD_CITADEL = 5.0
FAR_AWAY = 12  # pips beyond which an army does not look


@kernel
def plan_advance(
    s: GameState, t: RuleTables, p: Policy, seat: int, spare: int, least: float
) -> float:
    """Remember the largest force's march towards the best target, if worth more than `least`.

    Returns the greater worth.
    """
    if wish(p, t, seat, Weight.ADVANCE) <= 0.0:
        return least
    start = largest_army(s, t, seat)
    if start < 0 or army_size(s, t, seat, start) < wish(p, t, seat, Weight.ARMY):
        return least
    line_up_army(s, t, seat, start)
    best = advance_from(s, t, p, seat, start, spare, least)
    clear_column(s)
    return best


@kernel
def advance_from(
    s: GameState, t: RuleTables, p: Policy, seat: int, start: int, spare: int, least: float
) -> float:
    """Remember the march of the army in `s.column`, as in `plan_advance`."""
    ways = p.walk[t.faction[seat]]
    target = best_target(s, t, p, seat, start)
    if target < 0 or target == start:
        return least
    paying = max(1, int(s.column_size) - leaders_in_column(s, t))
    goal = halt(s, t, p, seat, start, target, spare // paying)
    if goal < 0:
        return least
    before = lure(s, t, p, seat, target, int(ways[start, target]))
    after = lure(s, t, p, seat, target, int(ways[goal, target]))
    price = pip_price(s, t, p, seat, False) * paying * int(ways[start, goal])
    worth = wish(p, t, seat, Weight.ADVANCE) * (after - before) - price
    if worth <= least:
        return least
    remember(s, seat, start, goal)
    return worth


@kernel
def largest_army(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the first area with the largest `army_size` that no enemy is in, -1 without any."""
    chosen = -1
    most = 0
    for place in range(s.areas_held[seat]):
        area = int(s.held[seat, place])
        if s.force_size[seat, area] > most and s.total[area] == s.force_size[seat, area]:
            size = army_size(s, t, seat, area)
            if size > most:
                most = size
                chosen = area
    return chosen


@kernel
def joins_army(t: RuleTables, unit: int) -> bool:
    """Whether units of a type march on land with an army."""
    return bool(t.walks[unit] and t.by_ships[unit])


@kernel
def army_size(s: GameState, t: RuleTables, seat: int, area: int) -> int:
    """Return how many units of the seat would march from an area; 0 at sea."""
    if t.terrain[area] == Terrain.SEA:
        return 0
    size = 0
    kinds = int(s.kinds[seat, area])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        if joins_army(t, unit):
            size += int(s.units[seat, area, unit])
    return size


@kernel
def line_up_army(s: GameState, t: RuleTables, seat: int, area: int) -> None:
    """Put the units that `army_size` counts into `s.column`."""
    clear_column(s)
    kinds = int(s.kinds[seat, area])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        if joins_army(t, unit):
            s.column[unit] = s.units[seat, area, unit]
            s.column_size += s.column[unit]


@kernel
def leaders_in_column(s: GameState, t: RuleTables) -> int:
    """Return the leaders in `s.column`; each takes one unit along free (BS-MOVE-22)."""
    leaders = 0
    for unit in range(UNITS):
        leaders += int(s.column[unit]) * int(t.leads[unit])
    return leaders


@kernel
def target_worth(s: GameState, t: RuleTables, p: Policy, seat: int, area: int) -> float:
    """Return what the enemy's pieces in an area are worth to an army that comes to stay."""
    worth = prey_worth(s, t, p, seat, area)
    for other in range(t.players):
        if other != seat and s.citadel[other] == area:
            worth += HOLD_CITADEL
    return worth


@kernel
def lure(s: GameState, t: RuleTables, p: Policy, seat: int, target: int, way: int) -> float:
    """Return what a target is worth to an army that is so many pips away: less if it is far."""
    return target_worth(s, t, p, seat, target) / (1.0 + way)


@kernel
def best_target(s: GameState, t: RuleTables, p: Policy, seat: int, start: int) -> int:
    """Return the area that lures an army in `start` most, -1 if none does."""
    ways = p.walk[t.faction[seat]]
    target = -1
    best = 0.0
    for area in range(t.areas):
        way = int(ways[start, area])
        if way > FAR_AWAY:
            continue
        worth = lure(s, t, p, seat, area, way)
        if worth > best:
            best = worth
            target = area
    return target


@kernel
def halt(
    s: GameState, t: RuleTables, p: Policy, seat: int, start: int, target: int, reach: int
) -> int:
    """Return the area within reach that is nearest to the target and safe, -1 without one.

    It is safe for the army in `s.column` if no enemy is there, none of its units is lost in a
    desert, and it could retreat.
    """
    ways = p.walk[t.faction[seat]]
    least = int(ways[start, target])
    goal = -1
    for area in range(t.areas):
        if ways[start, area] > reach or ways[area, target] >= least:
            continue
        if s.total[area] > s.force_size[seat, area] or not may_stay(s, t, area):
            continue
        if has_exit(s, t, seat, area) and way_is_open(s, t, p, seat, start, area, 0):
            least = int(ways[area, target])
            goal = area
    return goal


@kernel
def has_exit(s: GameState, t: RuleTables, seat: int, area: int) -> bool:
    """Whether a force beaten in the area could retreat next door."""
    for place in range(t.degree[area]):
        near = t.adjacent[area, place]
        if t.terrain[near] != Terrain.SEA and is_refuge(s, t, seat, area, near):
            return True
    return False
