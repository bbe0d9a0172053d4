"""Main actions: owed battles, attacks by the main army, raiders, builds, burning tiles.

A move is planned as a whole: goal and units are kept in the seat's memory while the column forms,
marches and is paid.
"""

from __future__ import annotations

from bloodstones.core.kernel import kernel
from bloodstones.core.layout import Array
from bloodstones.games.bloodstones import decisions
from bloodstones.games.bloodstones.building import is_base
from bloodstones.games.bloodstones.decisions import encode, kind_of, x_of, y_of
from bloodstones.games.bloodstones.horde import is_horde
from bloodstones.games.bloodstones.movement import column_cost
from bloodstones.games.bloodstones.pieces import CUTIECORN, SHIP, contested, count_trait
from bloodstones.games.bloodstones.retreat import is_refuge
from bloodstones.games.bloodstones.state import ATTACKER, NOBODY, NOWHERE, UNITS, GameState
from bloodstones.games.bloodstones.strategies.estimates import (
    ADVANCE,
    ARMY,
    ATTACK_ODDS,
    CAUTION,
    GUARD,
    PIP,
    RAID,
    TILE,
    UNIT,
    burns,
    column_odds,
    enemies_near,
    enemy_villages,
    only_enemy,
    unit_worth,
)
from bloodstones.games.bloodstones.strategies.fighting import choose_attack
from bloodstones.games.bloodstones.strategies.policy import Policy
from bloodstones.games.bloodstones.strategies.spending import raid_tile_worth
from bloodstones.games.bloodstones.tables import CLOSED, RuleTables

GOAL = 0  # memory: area the column goes to
START = 1  # memory: area it starts from
PLAN = 8  # memory: from here on, how many of each unit
HIGHEST_MODIFIER = 9
NEAR_ENEMY = 3  # land distance within which the main army looks for a goal
FIGHT_ANYWAY = 0.5
LEAVE_COST = 1.0
CITADEL_SCORE = 5.0
WITHDRAWN_SHARE = 0.4  # of the gain when the defender may slip away
BURN_WORTH = 0.05
RAIDER_RISK = 0.6


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
def gather(s: GameState, t: RuleTables, seat: int, start: int, goal: int, budget: int) -> int:
    """Fill `s.column` with the strongest units that may and can afford to go; return the cost."""
    clear_column(s)
    terrain = t.terrain[goal]
    cost = 0
    for modifier in range(HIGHEST_MODIFIER, -1, -1):
        for unit in range(UNITS):
            if not t.walks[unit] or t.movement[seat, unit, terrain] == CLOSED:
                continue
            if t.modifier[ATTACKER, unit, terrain] != modifier:
                continue
            for _ in range(s.units[seat, start, unit]):
                s.column[unit] += 1
                s.column_size += 1
                wider = column_cost(s, t, seat, terrain)
                if wider > budget:
                    s.column[unit] -= 1
                    s.column_size -= 1
                    break
                cost = wider
    if s.column_size == s.column[CUTIECORN]:
        clear_column(s)  # nobody goes with it (BS-CUTIE-05)
    return cost


@kernel
def attack_worth(s: GameState, t: RuleTables, p: Policy, seat: int, goal: int, cost: int) -> float:
    """Return the expected VP of taking the column into `goal` to fight there; 0 at bad odds."""
    enemy = only_enemy(s, t, seat, goal)
    if enemy == NOBODY or s.column_size == 0:
        return 0.0
    odds = column_odds(s, t, p, seat, enemy, goal)
    if odds < p.weight[seat, ATTACK_ODDS]:
        return 0.0
    gain = float(int(s.force_size[enemy, goal]) * t.vp_per_unit + t.vp_per_victory[seat])
    if s.units[enemy, goal, CUTIECORN] > 0:
        gain += t.cutiecorn_vp
    if s.citadel[enemy] == goal:
        gain += CITADEL_SCORE
    elif count_trait(s, enemy, goal, t.fortification) == 0:
        riders = 0
        barred = False
        for unit in range(UNITS):
            if s.column[unit] > 0:
                riders += int(s.column[unit]) * int(t.mounted[unit])
                barred = barred or t.bars_withdrawal[unit] == 1
        if not barred and count_trait(s, enemy, goal, t.mounted) >= riders:
            gain *= WITHDRAWN_SHARE
    gain += p.weight[seat, RAID] * enemy_villages(s, seat, goal)
    loss = p.weight[seat, CAUTION] * (int(s.column_size) + 1)
    if s.column[CUTIECORN] > 0:
        loss += t.cutiecorn_vp
    worth = odds * gain - (1.0 - odds) * loss - p.weight[seat, PIP] * cost
    for unit in range(UNITS):
        if s.column[unit] > 0 and t.leaves_after_victory[unit]:
            worth -= odds * LEAVE_COST * int(s.column[unit])
    return float(worth)


@kernel
def advance_worth(
    s: GameState, t: RuleTables, p: Policy, seat: int, start: int, goal: int
) -> float:
    """Return the worth of leading the main army one step nearer to an enemy piece."""
    if s.column_size < p.weight[seat, ARMY] or s.total[goal] > s.force_size[seat, goal]:
        return 0.0
    best = 0.0
    for area in range(t.areas):
        before = int(t.land_distance[start, area])
        after = int(t.land_distance[goal, area])
        if before > NEAR_ENEMY or after >= before:
            continue
        prize = float(enemy_villages(s, seat, area))
        for other in range(t.players):
            if other != seat and s.citadel[other] == area:
                prize += CITADEL_SCORE
        if prize > 0.0:
            best = max(best, prize / (1.0 + after))
    return float(p.weight[seat, ADVANCE] * best)


@kernel
def raid_worth(s: GameState, t: RuleTables, p: Policy, seat: int, start: int, goal: int) -> float:
    """Return the worth of one unit standing on enemy villages for the next raid."""
    prey = enemy_villages(s, seat, goal)
    if prey == 0 or s.total[goal] > 0:
        return 0.0
    worth = p.weight[seat, RAID] * prey
    worth -= RAIDER_RISK * min(2, enemies_near(s, t, seat, goal))
    if (
        is_base(s, seat, start)
        and s.force_size[seat, start] == 1
        and enemies_near(s, t, seat, start)
    ):
        worth -= p.weight[seat, GUARD] * (1 + int(s.villages[seat, start]))
    if enemy_villages(s, seat, start) > 0:  # already on a target
        worth -= p.weight[seat, RAID] * enemy_villages(s, seat, start)
    return float(worth)


@kernel
def pick_raider(s: GameState, t: RuleTables, seat: int, start: int, goal: int, budget: int) -> int:
    """Put the least worthy unit that can go into `s.column`; return its cost, CLOSED if none."""
    clear_column(s)
    terrain = t.terrain[goal]
    found = CLOSED
    cheapest = 0.0
    for unit in range(UNITS):
        cost = int(t.movement[seat, unit, terrain])
        if s.units[seat, start, unit] == 0 or not t.walks[unit] or unit == CUTIECORN:
            continue  # alone it would be lost, and a free step spends nothing
        if cost == CLOSED or cost > budget:
            continue
        worth = unit_worth(t, seat, unit) + cost
        if found == CLOSED or worth < cheapest:
            found = unit
            cheapest = worth
    if found == CLOSED:
        return CLOSED
    s.column[found] = 1
    s.column_size = 1
    return int(t.movement[seat, found, terrain])


@kernel
def plan_move(s: GameState, t: RuleTables, p: Policy, seat: int, spare: int) -> float:
    """Find the best march to a neighbouring area and remember it; return its worth, 0 if none.

    `spare`: pips that may be spent.
    """
    best = 0.0
    forget(s, seat)
    for start in range(t.areas):
        if s.force_size[seat, start] == 0 or contested(s, seat, start):
            continue
        for place in range(t.degree[start]):
            goal = t.adjacent[start, place]
            if s.total[goal] > s.force_size[seat, goal]:
                cost = gather(s, t, seat, start, goal, spare)
                worth = attack_worth(s, t, p, seat, goal, cost)
            else:
                cost = pick_raider(s, t, seat, start, goal, spare)
                worth = 0.0
                if cost != CLOSED:
                    worth = raid_worth(s, t, p, seat, start, goal) - p.weight[seat, PIP] * cost
                if worth <= best and p.weight[seat, ADVANCE] > 0.0:
                    cost = gather(s, t, seat, start, goal, spare)
                    worth = advance_worth(s, t, p, seat, start, goal)
                    worth -= p.weight[seat, PIP] * cost
            if worth > best and s.column_size > 0:
                best = worth
                remember(s, seat, start, goal)
    clear_column(s)
    return best


@kernel
def plan_stroll(s: GameState, t: RuleTables, seat: int, spare: int) -> bool:
    """Plan a harmless step of one unit, to spend tiles; return whether there is one."""
    for start in range(t.areas):
        if s.force_size[seat, start] == 0 or contested(s, seat, start):
            continue
        for place in range(t.degree[start]):
            goal = t.adjacent[start, place]
            if s.total[goal] > s.force_size[seat, goal] or not is_refuge(s, t, seat, start, goal):
                continue
            if pick_raider(s, t, seat, start, goal, spare) != CLOSED:
                remember(s, seat, start, goal)
                clear_column(s)
                return True
    clear_column(s)
    return False


@kernel
def build_worth(
    s: GameState, t: RuleTables, p: Policy, seat: int, unit: int, area: int, burning: bool
) -> float:
    """Return the worth of building a unit in an area, less the tiles that it uses up.

    A Cutiecorn that stands alone is anybody's: it is built beside other units only (BS-CUTIE-06).
    """
    if unit == SHIP or (unit == CUTIECORN and s.force_size[seat, area] == 0):
        worth = 0.0
    elif is_horde(t, seat):
        worth = p.weight[seat, UNIT] * unit_worth(t, seat, unit)
        if s.force_size[seat, area] == 0:
            worth += p.weight[seat, RAID] * enemy_villages(s, seat, area)
        worth += (
            p.weight[seat, GUARD] * enemies_near(s, t, seat, area) / (1 + s.force_size[seat, area])
        )
    else:
        worth = p.weight[seat, UNIT] * unit_worth(t, seat, unit)
        stake = 1 + int(s.villages[seat, area])
        if enemies_near(s, t, seat, area) > 0:
            worth += p.weight[seat, GUARD] * stake
        if s.citadel[seat] == area:
            worth += p.weight[seat, GUARD]
        worth -= p.weight[seat, GUARD] * max(0, int(s.force_size[seat, area]) - 2) / 2
    used = int(t.cost[seat, unit])
    if unit != CUTIECORN:
        used += 1  # the tile itself
    if burning:
        return float(worth + BURN_WORTH * used)
    return float(worth - p.weight[seat, TILE] * used)


@kernel
def choose_action(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the best main action."""
    seat = s.active
    forget(s, seat)
    owed = choose_attack(s, t, p, out, n)
    burning = burns(s, t, p, seat)
    best = owed if owed >= 0 else 0
    most = 0.0
    if owed >= 0:
        odds = column_odds(s, t, p, seat, y_of(out[owed]), x_of(out[owed]))
        if odds >= FIGHT_ANYWAY:
            return owed
    raid = find_raid(s, t, p, out, n)
    if raid >= 0:
        return raid
    for index in range(n):
        if kind_of(out[index]) != decisions.BUILD:
            continue
        worth = build_worth(s, t, p, seat, x_of(out[index]), y_of(out[index]), burning)
        if owed >= 0 and y_of(out[index]) != x_of(out[owed]):
            continue
        if worth > most:
            most = worth
            best = index
    if owed >= 0:
        return best
    spare = int(s.hand_pips[seat]) - reserve(s, t, p, seat)
    if spare <= 0:
        return best
    if plan_move(s, t, p, seat, spare) > most:
        return find(out, n, encode(decisions.COLUMN, s.memory[seat, START], 0), best)
    forget(s, seat)
    if best == 0 and burning and plan_stroll(s, t, seat, spare):
        return find(out, n, encode(decisions.COLUMN, s.memory[seat, START], 0), best)
    return best


@kernel
def find_raid(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the Horde's best raid tile, -1 if none gains."""
    best = -1
    most = 0.0
    for index in range(n):
        if kind_of(out[index]) != decisions.RAID_TILE:
            continue
        worth = raid_tile_worth(s, t, p, s.active, x_of(out[index]))
        if worth > most:
            most = worth
            best = index
    return best


@kernel
def reserve(s: GameState, t: RuleTables, p: Policy, seat: int) -> int:
    """Return the pips to keep: the best tile, while villages are still to be built."""
    if s.pool[seat] == 0:
        return 0
    most = 0
    for unit in range(UNITS):
        if s.hand[seat, unit] > 0:
            most = max(most, int(t.pips[seat, unit]))
    return most


@kernel
def find(out: Array, n: int, decision: int, otherwise: int) -> int:
    """Return the index of a decision among the legal ones, or `otherwise`."""
    for index in range(n):
        if out[index] == decision:
            return index
    return otherwise


@kernel
def choose_march(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Follow the plan while the column forms: select its units, then march; return the index."""
    seat = s.active
    goal = s.memory[seat, GOAL]
    for index in range(n):
        if kind_of(out[index]) != decisions.SELECT:
            continue
        unit = x_of(out[index])
        if s.column[unit] < s.memory[seat, PLAN + unit]:
            return index
    return find(out, n, encode(decisions.MARCH, goal, 0), n - 1)


@kernel
def choose_next_step(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """End the move: one step fulfils a plan."""
    forget(s, s.active)
    return 0
