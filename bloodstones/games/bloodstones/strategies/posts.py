"""Posts: areas where one unit is worth having, to raid, to hold villages at the end, to guard."""

from __future__ import annotations

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.decision_codes import kind_of, x_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import MASK, next_word
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.retreat import is_refuge
from bloodstones.games.bloodstones.engine.routes import open_seas, reachable_seas
from bloodstones.games.bloodstones.engine.rule_tables import CLOSED, RuleTables
from bloodstones.games.bloodstones.engine.state import (
    NOBODY,
    NOWHERE,
    STRATEGY_STREAM,
    WORD_AREAS,
    GameState,
)
from bloodstones.games.bloodstones.rules.names import Terrain, Unit
from bloodstones.games.bloodstones.strategies.estimates import (
    enemies_up_to,
    enemy_villages,
    horde_seat,
    horde_way,
    movers,
    own_worth,
    prey_worth,
    wish,
)
from bloodstones.games.bloodstones.strategies.marching import (
    clear_column,
    pick_one,
    pip_price,
    remember,
    way_cost,
    way_is_open,
)
from bloodstones.games.bloodstones.strategies.policy import Policy
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


RAID_WAY = 8  # pips that the Chaos Horde pays for a unit to get to a raid
MOST_FEARED = 3  # more enemies next to a lone unit are no worse
STALKING_WAY = 3  # pips that an enemy pays for each unit that it sends against a lone one
PACK = 2  # units that beat a lone one
DETACHED = 0.3  # VP that a force loses with one of its units


@kernel
def hunting(s: GameState, t: RuleTables, p: Policy, seat: int) -> bool:
    """Whether more raiders are wanted: few enemy villages are under own units yet."""
    pips = 0
    for place in range(s.areas_held[seat]):
        area = int(s.held[seat, place])
        if s.village_total[area] > s.villages[seat, area]:
            pips += enemy_villages(s, seat, area) * int(t.village_cost[t.terrain[area]])
    return bool(pips < wish(p, t, seat, Weight.RAIDERS))


@kernel
def post_worth(
    s: GameState, t: RuleTables, p: Policy, seat: int, area: int, hunts: bool, closing: bool
) -> float:
    """Return the VP that the first unit in an area is worth there, less its risk."""
    worth = 0.0
    villages = enemy_villages(s, seat, area)
    if villages > 0 and closing:
        worth = wish(p, t, seat, Weight.CLOSING) * villages * int(t.vp_per_captured_village[seat])
    elif villages > 0 and hunts:
        worth = wish(p, t, seat, Weight.RAID) * prey_worth(s, t, p, seat, area)
    guarded = s.villages[seat, area] > 0 and not closing
    if worth == 0.0 and not guarded:
        return 0.0
    near = min(MOST_FEARED, enemies_up_to(s, t, seat, area, MOST_FEARED))
    if guarded and near > 0:
        worth += wish(p, t, seat, Weight.GUARD) * own_worth(s, t, seat, area)
    if guarded:
        worth += alarm_worth(s, t, p, seat, area)
    worth -= wish(p, t, seat, Weight.RISK) * near
    return worth if closing else worth - peril_worth(s, t, p, seat, area)


@kernel
def peril_worth(s: GameState, t: RuleTables, p: Policy, seat: int, area: int) -> float:
    """Return what is lost by a lone unit in an area to which several enemies can march."""
    loss = wish(p, t, seat, Weight.PERIL)
    if loss <= 0.0:
        return 0.0
    for other in range(t.players):
        if other == seat:
            continue
        for place in range(s.areas_held[other]):
            start = int(s.held[other, place])
            way = p.walk[t.faction[other], start, area]
            if way <= STALKING_WAY and movers(s, t, other, start) >= PACK:
                return loss
    return 0.0


@kernel
def alarm_worth(s: GameState, t: RuleTables, p: Policy, seat: int, area: int) -> float:
    """Return what a guard of own villages in reach of the Chaos Horde is worth."""
    weight = wish(p, t, seat, Weight.ALARM)
    if weight <= 0.0:
        return 0.0
    horde = horde_seat(t, seat)
    if horde == NOBODY or horde_way(s, t, p, horde, area) > RAID_WAY:
        return 0.0
    return weight * own_worth(s, t, seat, area)


@kernel
def deserted(s: GameState, t: RuleTables, word: int) -> int:
    """Return where villages are and no unit: a word of a set of areas."""
    settled = 0
    occupied = 0
    for seat in range(t.players):
        settled |= int(s.settled[seat, word])
        occupied |= int(s.occupied[seat, word])
    return settled & ~occupied


@kernel
def plan_post(
    s: GameState, t: RuleTables, p: Policy, seat: int, spare: int, closing: bool, least: float
) -> float:
    """Remember the march of one unit that gains most, if more than `least`; return the more.

    `spare`: pips that may be spent.
    """
    hunts = hunting(s, t, p, seat)
    posts = 0  # areas where a unit is worth something, listed in `queue`
    for area in range(t.areas):
        s.worths[area] = 0.0
    for word in range(t.words):
        areas = deserted(s, t, word)
        while areas:
            area = word * WORD_AREAS + least_of(areas)
            areas &= areas - 1
            s.worths[area] = post_worth(s, t, p, seat, area, hunts, closing)
            if s.worths[area] > 0.0:
                s.queue[posts] = area
                posts += 1
    best = least
    if posts == 0:
        return best
    seas = open_seas(s, t, seat)
    pip = pip_price(s, t, p, seat, closing)
    start, goal = 0, 0
    for number in range(s.areas_held[seat]):
        area = int(s.held[seat, number])
        if s.total[area] > s.force_size[seat, area] or t.terrain[area] == Terrain.SEA:
            continue
        loss = DETACHED
        if s.force_size[seat, area] == 1:
            loss = post_worth(s, t, p, seat, area, True, closing)
        links = reachable_seas(t, area, seas) if seas else 0
        anywhere = -loss > best  # it is glad to leave
        for place in range(t.areas if anywhere else posts):
            post = place if anywhere else int(s.queue[place])
            if s.worths[post] - loss <= best:
                continue
            cost = way_cost(s, t, p, seat, area, post, links)
            worth = s.worths[post] - loss - pip * cost
            if cost > spare or worth <= best:
                continue
            if not way_is_open(s, t, p, seat, area, post, links):
                continue
            if pick_one(s, t, seat, area, post):
                best = worth
                start, goal = area, post
    if best > least:
        pick_one(s, t, seat, start, goal)
        remember(s, seat, start, goal)
    clear_column(s)
    return best


@kernel
def plan_stroll(s: GameState, t: RuleTables, seat: int, spare: int) -> bool:
    """Plan a harmless step of one unit, to spend tiles; return whether there is one."""
    for number in range(s.areas_held[seat]):
        start = int(s.held[seat, number])
        if s.total[start] > s.force_size[seat, start]:
            continue
        if s.village_total[start] > s.villages[seat, start]:
            continue  # it stands well
        for place in range(t.degree[start]):
            goal = t.adjacent[start, place]
            if s.total[goal] > s.force_size[seat, goal] or not is_refuge(s, t, seat, start, goal):
                continue
            if not pick_one(s, t, seat, start, goal):
                continue
            if may_stay(s, t, goal) and 0 <= step_cost(s, t, seat, goal) <= spare:
                remember(s, seat, start, goal)
                clear_column(s)
                return True
    clear_column(s)
    return False


@kernel
def step_cost(s: GameState, t: RuleTables, seat: int, goal: int) -> int:
    """Return the pips for the one unit in `s.column` to enter an area."""
    for unit in range(s.column.size):
        if s.column[unit] > 0:
            return int(t.movement[seat, t.terrain[goal], unit])
    return CLOSED


@kernel
def may_stay(s: GameState, t: RuleTables, goal: int) -> bool:
    """Whether no unit in `s.column` would be lost in a desert (BS-DESERT-01)."""
    if t.terrain[goal] != Terrain.DESERT:
        return True
    for unit in range(s.column.size):
        if s.column[unit] > 0 and not t.desert_proof[unit]:
            return False
    return True
