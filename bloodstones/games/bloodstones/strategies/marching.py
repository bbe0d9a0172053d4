"""A planned march: goal and units are kept in the seat's memory until the column arrives."""

from __future__ import annotations

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.decision_codes import encode, kind_of, x_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.rule_tables import CLOSED, RuleTables
from bloodstones.games.bloodstones.engine.state import ATTACKER, NOWHERE, UNITS, GameState, Point
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.strategies.estimates import wish
from bloodstones.games.bloodstones.strategies.policy import NO_WAY, Policy
from bloodstones.games.bloodstones.strategies.weights import Weight

GOAL = 0  # memory: area the column goes to
START = 1  # memory: area it starts from
RIVAL = 2  # memory: the rival who is ahead, NOBODY where it does not matter
PLAN = 8  # memory: from here on, how many of each unit
SUM_BITS = 62  # sums of pips beyond are not looked at
ALL_SUMS = (1 << SUM_BITS) - 1


@kernel
def forget(s: GameState, seat: int) -> None:
    """Drop the plan."""
    s.memory[seat, GOAL] = NOWHERE


@kernel
def clear_column(s: GameState) -> None:
    """Empty the scratch column used for estimates."""
    s.column[:] = 0
    s.column_size = 0


@kernel
def remember(s: GameState, seat: int, start: int, goal: int) -> None:
    """Keep the column in `s.column` as the plan."""
    s.memory[seat, GOAL] = goal
    s.memory[seat, START] = start
    for unit in range(UNITS):
        s.memory[seat, PLAN + unit] = s.column[unit]


@kernel
def find(out: Array, n: int, decision: int, otherwise: int) -> int:
    """Return the index of a decision among the legal ones, or `otherwise`."""
    for index in range(n):
        if out[index] == decision:
            return index
    return otherwise


@kernel
def begin(s: GameState, out: Array, n: int, seat: int, otherwise: int) -> int:
    """Return the index of the decision that begins the planned march, or `otherwise`."""
    return find(out, n, encode(Kind.COLUMN, s.memory[seat, START], 0), otherwise)


@kernel
def way_cost(
    s: GameState, t: RuleTables, p: Policy, seat: int, start: int, goal: int, links: int
) -> int:
    """Return the pips for one ordinary unit from area to area, over land or by own ships.

    `links`: seas that a route from `start` can use, as a bit mask.
    """
    cost = int(p.walk[t.faction[seat], start, goal])
    if links & t.touching_seas[goal] and cost > 1:
        entry = entry_cost(t, p, seat, goal)
        cost = min(cost, entry)
    return cost


@kernel
def pip_price(s: GameState, t: RuleTables, p: Policy, seat: int, closing: bool) -> float:
    """Return what a pip for a march is worth: little where it would be lost otherwise."""
    if closing:
        return 0.0
    price = wish(p, t, seat, Weight.PIP)
    if s.point == Point.MARCHED:
        price *= 1.0 - wish(p, t, seat, Weight.POOLING)
    return price


@kernel
def hand_sums(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the sums of pips that tiles of the seat's hand make, as a bit mask."""
    sums = 1
    kinds = int(s.hand_kinds[seat])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        for _ in range(s.hand[seat, unit]):
            sums |= (sums << int(t.pips[seat, unit])) & ALL_SUMS
    return sums


@kernel
def overpaid(sums: int, cost: int) -> int:
    """Return the pips that are lost at least when tiles of these `hand_sums` pay a cost."""
    lost = 0
    while cost + lost < SUM_BITS and not (sums >> (cost + lost)) & 1:
        lost += 1
    return lost


@kernel
def entry_cost(t: RuleTables, p: Policy, seat: int, goal: int) -> int:
    """Return the pips for an ordinary unit to enter an area from any neighbour."""
    for place in range(t.degree[goal]):
        near = t.adjacent[goal, place]
        if p.walk[t.faction[seat], near, goal] < NO_WAY:
            return int(p.walk[t.faction[seat], near, goal])
    return NO_WAY


@kernel
def pick_one(s: GameState, t: RuleTables, seat: int, start: int, goal: int) -> bool:
    """Put the unit that is missed least and can enter `goal` into `s.column`; False if none."""
    clear_column(s)
    terrain = t.terrain[goal]
    rider = CLOSED
    cheapest = 0
    kinds = int(s.kinds[seat, start])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        if not t.walks[unit] or unit == Unit.CUTIECORN:
            continue  # alone it would be lost, and a free step spends nothing
        if t.movement[seat, terrain, unit] == CLOSED:
            continue
        worth = 2 * int(t.cost[seat, unit]) + int(t.modifier[ATTACKER, unit, terrain])
        if rider == CLOSED or worth < cheapest:
            rider = unit
            cheapest = worth
    if rider == CLOSED:
        return False
    s.column[rider] = 1
    s.column_size = 1
    return True


@kernel
def way_is_open(
    s: GameState, t: RuleTables, p: Policy, seat: int, start: int, goal: int, links: int
) -> bool:
    """Whether a march that keeps clear of enemies, as `next_step` leads it, gets to the goal."""
    faction = t.faction[seat]
    if links & t.touching_seas[goal]:
        return True
    here = start
    for _ in range(t.areas):
        best = -1
        least = int(p.walk[faction, here, goal])
        for place in range(t.degree[here]):
            area = t.adjacent[here, place]
            if area == goal:
                return True
            rest = int(p.walk[faction, area, goal])
            if rest >= least or s.total[area] > s.force_size[seat, area]:
                continue
            if p.walk[faction, here, area] < NO_WAY:
                least = rest
                best = area
        if best < 0:
            return False
        here = best
    return False


@kernel
def next_step(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the march that leads on to the planned goal, -1 without one.

    It keeps clear of enemies on the way.
    """
    seat = s.active
    goal = s.memory[seat, GOAL]
    if goal == NOWHERE or s.column_area == goal:
        return -1
    best = -1
    least = int(p.walk[t.faction[seat], s.column_area, goal])
    for index in range(n):
        if kind_of(out[index]) != Kind.MARCH:
            continue
        area = x_of(out[index])
        if area == goal:
            return index
        rest = int(p.walk[t.faction[seat], area, goal])
        if rest < least and s.total[area] == s.force_size[seat, area]:
            least = rest
            best = index
    return best


@kernel
def choose_march(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Follow the plan while the column forms: select its units, then march; return the index."""
    seat = s.active
    for index in range(n):
        if kind_of(out[index]) != Kind.SELECT:
            continue
        unit = x_of(out[index])
        if s.column[unit] < s.memory[seat, PLAN + unit]:
            return index
    step = next_step(s, t, p, out, n)
    return step if step >= 0 else n - 1
