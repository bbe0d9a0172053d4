"""The main army: attacks at good odds, the advance towards what enemies hold, owed battles."""

from __future__ import annotations

from bloodstones.core.coding import kind_of, x_of, y_of
from bloodstones.core.kernel import kernel
from bloodstones.core.layout import Array
from bloodstones.games.bloodstones.engine.battle import (
    corsairs_land,
    may_withdraw,
    notional_cavalry,
)
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.pieces import contested, count_trait
from bloodstones.games.bloodstones.engine.retreat import is_refuge
from bloodstones.games.bloodstones.engine.routes import open_seas, reachable_seas
from bloodstones.games.bloodstones.engine.state import ATTACKER, NOBODY, UNITS, GameState
from bloodstones.games.bloodstones.engine.tables import CLOSED, RuleTables
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.strategies.estimates import (
    enemy_villages,
    horde_seat,
    likely_odds,
    only_enemy,
    own_worth,
    prey_worth,
    wish,
)
from bloodstones.games.bloodstones.strategies.marching import (
    RIVAL,
    clear_column,
    remember,
    way_cost,
    way_is_open,
)
from bloodstones.games.bloodstones.strategies.policy import NO_WAY, Policy
from bloodstones.games.bloodstones.strategies.posts import RAID_WAY, may_stay
from bloodstones.games.bloodstones.strategies.timing import tiles_to_regroup
from bloodstones.games.bloodstones.strategies.weights import Weight

HIGHEST_MODIFIER = 9
BACK_SOON = 6  # tiles to a regroup that brings it back
THIRD_PARTY = 0.5  # share of an attack's worth where a further enemy waits
NEXT_DOOR = 0.25  # share of own villages next to an enemy that it threatens
MOST_THREATENED = 8.0  # VP that one enemy force can threaten at a time
HOLD_CITADEL = 5.0
FAR_AWAY = 12  # pips beyond which an army does not look


@kernel
def slips_away(s: GameState, t: RuleTables, seat: int, enemy: int, goal: int) -> bool:
    """Whether the enemy might withdraw from the column's attack."""
    riders = int(notional_cavalry(corsairs_land(s, t, seat, goal)))
    barred = False
    for unit in range(UNITS):
        count = int(s.column[unit]) + int(s.units[seat, goal, unit])
        if count > 0:
            barred = barred or t.bars_withdrawal[unit] == 1
            riders += count * int(t.mounted[unit])
    return bool(
        may_withdraw(
            riders,
            count_trait(s, enemy, goal, t.mounted),
            barred,
            count_trait(s, enemy, goal, t.fortification) > 0,
            count_trait(s, enemy, goal, t.frees_withdrawal) > 0,
            t.terrain[goal] == Terrain.SEA,
        )
    )


@kernel
def victory_worth(
    s: GameState, t: RuleTables, p: Policy, seat: int, enemy: int, goal: int
) -> float:
    """Return the VP that beating the enemy's force in an area is worth."""
    gain = float(int(s.force_size[enemy, goal]) * int(t.vp_per_unit))
    if s.memory[seat, RIVAL] == enemy:
        gain += wish(p, t, seat, Weight.LEADER) * int(s.force_size[enemy, goal])
    gain += int(t.vp_per_victory[seat])
    if s.units[enemy, goal, Unit.CUTIECORN] > 0:
        gain += t.cutiecorn_vp
    if s.units[enemy, goal, Unit.CITADEL] > 0:
        gain += t.vp_per_citadel
    return gain + wish(p, t, seat, Weight.RAISING) * rising(s, t, seat, enemy, goal)


@kernel
def rising(s: GameState, t: RuleTables, seat: int, enemy: int, goal: int) -> int:
    """Return how many undead the column would raise if it beat the enemy (BS-NECRO-04)."""
    if t.undead[seat] == 0:
        return 0
    for unit in range(UNITS):
        if t.raises_undead[unit] and s.column[unit] + s.units[seat, goal, unit] > 0:
            return min(int(s.force_size[enemy, goal]), int(s.undead_supply[seat]))
    return 0


@kernel
def ground_worth(
    s: GameState, t: RuleTables, p: Policy, seat: int, goal: int, closing: bool
) -> float:
    """Return the VP that driving an enemy off is worth for the villages in the area."""
    if closing:
        held = enemy_villages(s, seat, goal) * int(t.vp_per_captured_village[seat])
        return wish(p, t, seat, Weight.CLOSING) * held
    worth = wish(p, t, seat, Weight.RAID) * prey_worth(s, t, p, seat, goal)
    threatened = own_worth(s, t, seat, goal)
    for place in range(t.degree[goal]):
        near = t.adjacent[goal, place]
        if s.villages[seat, near] > 0 and s.force_size[seat, near] == 0:
            threatened += NEXT_DOOR * own_worth(s, t, seat, near)
    worth += wish(p, t, seat, Weight.RESCUE) * min(threatened, MOST_THREATENED)
    return worth + hunt_worth(s, t, p, seat, goal)


@kernel
def hunt_worth(s: GameState, t: RuleTables, p: Policy, seat: int, goal: int) -> float:
    """Return what own villages in reach of the Chaos Horde's force in an area are worth.

    It raids where it marches, before others can act (BS-CHAOS-07); what is far counts less.
    """
    weight = wish(p, t, seat, Weight.HUNT)
    horde = horde_seat(t, seat)
    if weight <= 0.0 or horde == NOBODY or s.force_size[horde, goal] == 0:
        return 0.0
    threatened = 0.0
    for area in range(t.areas):
        way = int(p.walk[Faction.CHAOS_HORDE, goal, area])
        if s.villages[seat, area] > 0 and way <= RAID_WAY:
            threatened += own_worth(s, t, seat, area) / (1.0 + way)
    return weight * min(threatened, MOST_THREATENED)


@kernel
def attack_worth(
    s: GameState, t: RuleTables, p: Policy, seat: int, enemy: int, goal: int, closing: bool
) -> float:
    """Return the expected VP of the column's attack in `goal`; 0 at bad odds."""
    odds = likely_odds(s, t, p, seat, seat, enemy, goal)
    if odds < wish(p, t, seat, Weight.ATTACK_ODDS) and not closing:
        return 0.0
    gain = victory_worth(s, t, p, seat, enemy, goal)
    ground = ground_worth(s, t, p, seat, goal, closing)
    if slips_away(s, t, seat, enemy, goal):
        gain *= wish(p, t, seat, Weight.WITHDRAWN)
    own = int(s.column_size) + int(s.force_size[seat, goal])
    loss = (0.0 if closing else wish(p, t, seat, Weight.CAUTION)) * (own + 1)
    if s.column[Unit.CUTIECORN] > 0:
        loss += t.cutiecorn_vp
    worth = odds * (gain + ground) - (1.0 - odds) * loss
    if tiles_to_regroup(s, t, seat) > BACK_SOON:
        for unit in range(UNITS):
            if s.column[unit] > 0 and t.leaves_after_victory[unit]:
                worth -= odds * wish(p, t, seat, Weight.LEAVE) * int(s.column[unit])
    if s.total[goal] > s.force_size[seat, goal] + s.force_size[enemy, goal]:
        worth *= THIRD_PARTY
    return worth


@kernel
def muster(
    s: GameState,
    t: RuleTables,
    p: Policy,
    seat: int,
    start: int,
    goal: int,
    way: int,
    spare: int,
    closing: bool,
) -> float:
    """Fill `s.column` with the force for the best attack; return its worth less the pips.

    The strongest units go first; a leader takes one along free (BS-MOVE-22). `way`: pips a unit.
    """
    clear_column(s)
    enemy = only_enemy(s, t, seat, goal)
    if enemy == NOBODY:
        return 0.0
    terrain = t.terrain[goal]
    pip = 0.0 if closing else wish(p, t, seat, Weight.PIP)
    leaders = 0
    best = 0.0
    size = 0
    for modifier in range(HIGHEST_MODIFIER, -1, -1):
        for unit in range(UNITS):
            held = int(s.units[seat, start, unit])
            if held == 0 or t.modifier[ATTACKER, unit, terrain] != modifier or not t.walks[unit]:
                continue
            if t.movement[seat, unit, terrain] == CLOSED or unit == Unit.CUTIECORN:
                continue
            for _ in range(held):
                leaders += int(t.leads[unit])
                paying = max(1, int(s.column_size) + 1 - leaders)
                if paying * way > spare:
                    break
                s.column[unit] += 1
                s.column_size += 1
                worth = attack_worth(s, t, p, seat, enemy, goal, closing) - pip * paying * way
                if worth > best:
                    best = worth
                    size = int(s.column_size)
    trim(s, t, terrain, size)
    return best


@kernel
def trim(s: GameState, t: RuleTables, terrain: int, size: int) -> None:
    """Take the weakest units out of the column until `size` are left."""
    for modifier in range(HIGHEST_MODIFIER + 1):
        for unit in range(UNITS - 1, -1, -1):
            while (
                s.column_size > size
                and s.column[unit] > 0
                and t.modifier[ATTACKER, unit, terrain] == modifier
            ):
                s.column[unit] -= 1
                s.column_size -= 1


@kernel
def plan_attack(
    s: GameState, t: RuleTables, p: Policy, seat: int, spare: int, closing: bool, least: float
) -> float:
    """Remember the best attack by one force if it is worth more than `least`; return the more."""
    best = least
    seas = open_seas(s, t, seat)
    for start in range(t.areas):
        if s.force_size[seat, start] == 0 or contested(s, seat, start):
            continue
        links = reachable_seas(t, start, seas) if seas else 0
        for goal in range(t.areas):
            if s.total[goal] == s.force_size[seat, goal]:
                continue
            if t.terrain[goal] == Terrain.SEA or t.terrain[start] == Terrain.SEA:
                way = 1 if next_to(t, start, goal) else NO_WAY
            else:
                way = way_cost(s, t, p, seat, start, goal, links)
            if way > spare or not way_is_open(s, t, p, seat, start, goal, links):
                continue
            worth = muster(s, t, p, seat, start, goal, way, spare, closing)
            if worth > best and s.column_size > 0:
                best = worth
                remember(s, seat, start, goal)
    clear_column(s)
    return best


@kernel
def plan_support(
    s: GameState, t: RuleTables, p: Policy, seat: int, enemy: int, goal: int, spare: int
) -> float:
    """Remember the march of one unit that most improves an owed battle; return its worth, or 0."""
    clear_column(s)
    stake = float(int(s.force_size[enemy, goal]) + int(s.force_size[seat, goal]))
    before = likely_odds(s, t, p, seat, seat, enemy, goal)
    seas = open_seas(s, t, seat)
    best = 0.0
    for start in range(t.areas):
        if s.force_size[seat, start] == 0 or contested(s, seat, start):
            continue
        if t.terrain[start] == Terrain.SEA or t.terrain[goal] == Terrain.SEA:
            continue
        links = reachable_seas(t, start, seas) if seas else 0
        way = way_cost(s, t, p, seat, start, goal, links)
        if way > spare or not way_is_open(s, t, p, seat, start, goal, links):
            continue
        for unit in range(UNITS):
            if s.units[seat, start, unit] == 0 or not t.walks[unit] or unit == Unit.CUTIECORN:
                continue
            if t.movement[seat, unit, t.terrain[goal]] == CLOSED:
                continue
            s.column[unit] = 1
            s.column_size = 1
            gain = (likely_odds(s, t, p, seat, seat, enemy, goal) - before) * stake
            gain -= wish(p, t, seat, Weight.PIP) * way
            if gain > best:
                best = gain
                remember(s, seat, start, goal)
            clear_column(s)
    return best


@kernel
def next_to(t: RuleTables, area: int, other: int) -> bool:
    """Whether two areas share a border."""
    for place in range(t.degree[area]):
        if t.adjacent[area, place] == other:
            return True
    return False


@kernel
def has_exit(s: GameState, t: RuleTables, seat: int, area: int) -> bool:
    """Whether a force beaten in the area could retreat next door."""
    for place in range(t.degree[area]):
        near = t.adjacent[area, place]
        if t.terrain[near] != Terrain.SEA and is_refuge(s, t, seat, area, near):
            return True
    return False


@kernel
def target_worth(s: GameState, t: RuleTables, p: Policy, seat: int, area: int) -> float:
    """Return what the enemy's pieces in an area are worth to an army that comes to stay."""
    worth = prey_worth(s, t, p, seat, area)
    for other in range(t.players):
        if other != seat and s.citadel[other] == area:
            worth += HOLD_CITADEL
    return worth


@kernel
def plan_advance(
    s: GameState, t: RuleTables, p: Policy, seat: int, spare: int, least: float
) -> float:
    """Remember the largest force's march towards the best target, if worth more than `least`.

    Returns the greater worth. It stops short of enemies, where it can retreat from, and not in a
    desert.
    """
    drive = wish(p, t, seat, Weight.ADVANCE)
    if drive <= 0.0:
        return least
    start = -1
    most = 0
    for area in range(t.areas):
        if s.force_size[seat, area] > most and not contested(s, seat, area):
            size = column_of_all(s, t, seat, area)
            if size > most:
                most = size
                start = area
    if start < 0 or most < wish(p, t, seat, Weight.ARMY):
        clear_column(s)
        return least
    leaders = 0
    column_of_all(s, t, seat, start)
    for unit in range(UNITS):
        leaders += int(s.column[unit]) * int(t.leads[unit])
    paying = max(1, most - leaders)
    ways = p.walk[t.faction[seat]]
    target = -1
    best = 0.0
    for area in range(t.areas):
        if ways[start, area] > FAR_AWAY:
            continue
        worth = target_worth(s, t, p, seat, area) / (1.0 + ways[start, area])
        if worth > best:
            best = worth
            target = area
    goal = -1
    if target >= 0 and target != start:
        goal = halt(s, t, p, seat, start, target, spare // paying)
    if goal >= 0:
        before = target_worth(s, t, p, seat, target) / (1.0 + int(ways[start, target]))
        after = target_worth(s, t, p, seat, target) / (1.0 + int(ways[goal, target]))
        worth = drive * (after - before) - wish(p, t, seat, Weight.PIP) * paying * ways[start, goal]
        if worth > least:
            least = worth
            remember(s, seat, start, goal)
    clear_column(s)
    return least


@kernel
def halt(
    s: GameState, t: RuleTables, p: Policy, seat: int, start: int, target: int, reach: int
) -> int:
    """Return the area within reach that is nearest to the target and safe, -1 without one."""
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
def column_of_all(s: GameState, t: RuleTables, seat: int, area: int) -> int:
    """Put all units that march on land into `s.column`; return how many."""
    clear_column(s)
    if t.terrain[area] == Terrain.SEA:
        return 0
    for unit in range(UNITS):
        if t.walks[unit] and t.by_ships[unit]:
            s.column[unit] = s.units[seat, area, unit]
            s.column_size += s.column[unit]
    return int(s.column_size)


@kernel
def choose_attack(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the attack with the best win probability among the owed battles."""
    best = -1
    most = -1.0
    for index in range(n):
        if kind_of(out[index]) != Kind.ATTACK:
            continue
        odds = likely_odds(s, t, p, s.active, s.active, y_of(out[index]), x_of(out[index]))
        if odds > most:
            most = odds
            best = index
    return best
