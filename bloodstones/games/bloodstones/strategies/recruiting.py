"""Which unit is built where: for strength, for guard, for raids, for a battle at once."""

from __future__ import annotations

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.decision_codes import kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.horde import is_horde
from bloodstones.games.bloodstones.engine.pieces import count_trait
from bloodstones.games.bloodstones.engine.rule_tables import CLOSED, RuleTables
from bloodstones.games.bloodstones.engine.settling import has_room
from bloodstones.games.bloodstones.engine.state import ATTACKER, NOWHERE, GameState
from bloodstones.games.bloodstones.rules.names import Terrain, Unit
from bloodstones.games.bloodstones.strategies.army import plan_support
from bloodstones.games.bloodstones.strategies.estimates import (
    HALF,
    enemies_up_to,
    enemy_villages,
    face,
    likely_odds,
    lined_up,
    only_enemy,
    own_worth,
    prey_worth,
    scorings_left,
    swap_kind,
    wish,
)
from bloodstones.games.bloodstones.strategies.marching import (
    begin,
    clear_column,
    pip_price,
    remember,
)
from bloodstones.games.bloodstones.strategies.policy import Policy
from bloodstones.games.bloodstones.strategies.posts import alarm_worth, peril_worth
from bloodstones.games.bloodstones.strategies.prey import attack_worth, prey_of
from bloodstones.games.bloodstones.strategies.timing import (
    Timing,
    drags_on,
    spare_pips,
    tiles_price,
    villages_lost_by,
)
from bloodstones.games.bloodstones.strategies.weights import Weight

LANDING = 0.3  # of a raid's worth where a ship lets units land
SITE = 0.25  # VP of a village site that a ship joins to the network
MOST_SITES = 4
ABOARD = 0.3  # of a sea's worth without own units or bases beside it


@kernel
def ship_worth(s: GameState, t: RuleTables, p: Policy, seat: int, sea: int, leaving: int) -> float:
    """Return what a ship in a sea area is worth; the first one there counts.

    `leaving`: own ships there that do not count, for a ship that sails.
    """
    if t.terrain[sea] != Terrain.SEA or s.units[seat, sea, Unit.SHIP] - leaving > 0:
        return 0.0
    if s.total[sea] > s.force_size[seat, sea]:
        return 0.0
    landings = 0.0
    sites = 0
    harbour = False
    for place in range(t.degree[sea]):
        area = t.adjacent[sea, place]
        if t.terrain[area] == Terrain.SEA:
            harbour = harbour or s.units[seat, area, Unit.SHIP] > 0
            continue
        harbour = harbour or s.force_size[seat, area] > 0 or s.villages[seat, area] > 0
        if s.total[area] == 0 and enemy_villages(s, seat, area) > 0:
            landings += prey_worth(s, t, p, seat, area)
        elif s.pool[seat] > 0 and s.villages[seat, area] == 0 and has_room(s, t, seat, area):
            sites += 1
    worth = LANDING * wish(p, t, seat, Weight.RAID) * landings + SITE * min(sites, MOST_SITES)
    if not harbour:
        worth *= ABOARD
    return wish(p, t, seat, Weight.SHIPS) * worth


@kernel
def plan_sail(s: GameState, t: RuleTables, p: Policy, seat: int, least: float) -> float:
    """Remember the ship that gains most by sailing on, if more than `least`; return the more."""
    best = least
    if wish(p, t, seat, Weight.SHIPS) <= 0.0:
        return best
    pip = pip_price(s, t, p, seat, False)
    for index in range(t.seas):
        start = t.sea_area[index]
        if s.units[seat, start, Unit.SHIP] == 0 or s.total[start] > s.force_size[seat, start]:
            continue
        here = ship_worth(s, t, p, seat, start, 1)
        for place in range(t.degree[start]):
            goal = t.adjacent[start, place]
            if t.terrain[goal] != Terrain.SEA or s.total[goal] > 0:
                continue
            worth = ship_worth(s, t, p, seat, goal, 0) - here - pip
            if worth > best:
                best = worth
                clear_column(s)
                s.column[Unit.SHIP] = 1
                s.column_size = 1
                remember(s, seat, start, goal)
    clear_column(s)
    return best


REACH = 0.3  # of a raid's worth for a unit one area away
MOST_MASSED = 6


@kernel
def place_worth(
    s: GameState, t: RuleTables, p: Policy, seat: int, area: int, closing: bool
) -> float:
    """Return what any land unit built in an area is worth for the place alone."""
    own = int(s.force_size[seat, area])
    worth = 0.0 if closing else wish(p, t, seat, Weight.MASS) * min(own, MOST_MASSED)
    if own == 0 and enemy_villages(s, seat, area) > 0:
        if closing:
            held = enemy_villages(s, seat, area) * int(t.vp_per_captured_village[seat])
            worth += wish(p, t, seat, Weight.CLOSING) * held
        else:
            worth += wish(p, t, seat, Weight.RAID) * prey_worth(s, t, p, seat, area)
    if closing:
        return worth
    if own == 0:
        worth -= peril_worth(s, t, p, seat, area)
    if enemies_up_to(s, t, seat, area, 1) > 0:
        stake = own_worth(s, t, seat, area)
        if is_horde(t, seat):
            stake = float(own)
        worth += wish(p, t, seat, Weight.GUARD) * stake / (1 + own)
    if s.villages[seat, area] > 0:
        worth += alarm_worth(s, t, p, seat, area) / (1 + own)
    best = 0.0
    for place in range(t.degree[area]):
        goal = t.adjacent[area, place]
        if s.force_size[seat, goal] == 0 and enemy_villages(s, seat, goal) > 0:
            best = max(best, prey_worth(s, t, p, seat, goal))
    return worth + REACH * wish(p, t, seat, Weight.RAID) * best


@kernel
def fort_worth(s: GameState, t: RuleTables, p: Policy, seat: int, area: int) -> float:
    """Return what a castle in an area is worth beyond its modifiers; the first one counts."""
    if count_trait(s, seat, area, t.fortification) > 0 and s.citadel[seat] != area:
        return -wish(p, t, seat, Weight.UNIT)
    stake = own_worth(s, t, seat, area)
    for place in range(t.degree[area]):
        stake += HALF * own_worth(s, t, seat, t.adjacent[area, place])
    return wish(p, t, seat, Weight.WALLS) * min(1.0, stake / MOST_MASSED)


@kernel
def sortie_worth(
    s: GameState,
    t: RuleTables,
    p: Policy,
    seat: int,
    unit: int,
    area: int,
    timing: Timing,
) -> float:
    """Return what building a unit among enemies is worth: the attack that is owed then.

    Further units from the hand may join it, the strongest first, as far as tiles go.
    """
    foe = face(s, t, seat, only_enemy(s, t, seat, area), area)
    prey = prey_of(s, t, p, seat, foe, swap_kind(s, t, seat), timing.closing)
    clear_column(s)
    s.column[unit] = 1
    s.column_size = 1
    used = 1 + int(t.cost[seat, unit])
    best = attack_worth(s, t, p, foe, prey, lined_up(s, t, seat, foe), timing.closing)
    best -= tiles_price(s, t, p, seat, float(used), timing.burning)
    for modifier in range(2, 0, -1):
        kinds = int(s.hand_kinds[seat])
        while kinds:
            other = least_of(kinds)
            kinds &= kinds - 1
            cost = int(t.cost[seat, other])
            held = int(s.hand[seat, other]) - (1 if other == unit else 0)
            if held <= 0 or cost == CLOSED or other in (Unit.SHIP, Unit.CUTIECORN):
                continue
            if t.modifier[ATTACKER, other, t.terrain[area]] < modifier:
                continue
            if s.column[other] > (1 if other == unit else 0) or used + cost + 1 > s.hand_size[seat]:
                continue
            s.column[other] += 1
            s.column_size += 1
            used += cost + 1
            worth = attack_worth(s, t, p, foe, prey, lined_up(s, t, seat, foe), timing.closing)
            best = max(best, worth - tiles_price(s, t, p, seat, float(used), timing.burning))
    clear_column(s)
    return best


@kernel
def build_price(
    s: GameState, t: RuleTables, p: Policy, seat: int, unit: int, timing: Timing
) -> float:
    """Return what it costs to build a unit: the tiles that it uses up, villages not built."""
    used = int(t.cost[seat, unit])
    if unit != Unit.CUTIECORN:
        used += 1  # the tile itself
    price = tiles_price(s, t, p, seat, float(used), timing.burning)
    if timing.closing and not timing.burning:
        price = 0.0
    return price + villages_lost_by(s, t, seat, unit, used) * scorings_left(s, t, seat)


@kernel
def build_worth(
    s: GameState,
    t: RuleTables,
    p: Policy,
    unit: int,
    area: int,
    place: float,
    price: float,
    timing: Timing,
) -> float:
    """Return the worth to the active seat of building a unit in an area.

    A Cutiecorn that stands alone is anybody's: it is built beside other units only (BS-CUTIE-06).

    Parameters
    ----------
    place
        From `place_worth` of the area, where it is asked (`asks_place`).
    price
        From `build_price` of the unit.
    """
    seat = s.active
    if unit == Unit.CUTIECORN and s.force_size[seat, area] == 0:
        return 0.0
    if unit == Unit.SHIP:
        return ship_worth(s, t, p, seat, area, 0) - price
    if s.total[area] > s.force_size[seat, area]:
        return sortie_worth(s, t, p, seat, unit, area, timing)
    worth = place
    if not timing.closing:
        worth += wish(p, t, seat, Weight.UNIT) * p.unit_worth[unit]
        if t.fortification[unit]:
            worth += fort_worth(s, t, p, seat, area)
    if timing.burning and drags_on(s, seat):
        return max(0.0, worth) - price
    return worth - price


@kernel
def asks_place(s: GameState, t: RuleTables, seat: int, area: int) -> bool:
    """Whether the place counts for what is built in an area: on land, without enemies."""
    return bool(t.terrain[area] != Terrain.SEA and s.total[area] == s.force_size[seat, area])


@kernel
def choose_build(
    s: GameState,
    t: RuleTables,
    p: Policy,
    out: Array,
    n: int,
    timing: Timing,
    least: float,
) -> tuple[int, float]:
    """Return the index of the build that is worth most and its worth; 0, `least` if none is more.

    Builds are listed area by area. Prices of units are in `s.worths` while they are compared.
    """
    seat = s.active
    best = 0
    most = least
    priced = 0  # unit types, a bit mask
    weighed = NOWHERE
    place = 0.0
    for index in range(n):
        if kind_of(out[index]) != Kind.BUILD:
            continue
        unit = x_of(out[index])
        area = y_of(out[index])
        if not (priced >> unit) & 1:
            priced |= 1 << unit
            s.worths[unit] = build_price(s, t, p, seat, unit, timing)
        if area != weighed:
            weighed = area
            place = 0.0
            if asks_place(s, t, seat, area):
                place = place_worth(s, t, p, seat, area, timing.closing)
        price = s.worths[unit]
        worth = build_worth(s, t, p, unit, area, place, price, timing)
        if worth > most:
            most = worth
            best = index
    return best, most


@kernel
def choose_reinforcement(
    s: GameState, t: RuleTables, p: Policy, out: Array, n: int, owed: int
) -> int:
    """Return the index of the build or march that most improves an owed battle, else the battle's.

    `owed`: index of the battle.
    """
    seat = s.active
    area = x_of(out[owed])
    enemy = y_of(out[owed])
    clear_column(s)
    stake = float(int(s.force_size[enemy, area]) + int(s.force_size[seat, area]))
    before = likely_odds(s, t, p, seat, seat, enemy, area)
    best = owed
    most = 0.0
    for index in range(n):
        if kind_of(out[index]) != Kind.BUILD or y_of(out[index]) != area:
            continue
        unit = x_of(out[index])
        s.column[unit] = 1
        s.column_size = 1
        gain = (likely_odds(s, t, p, seat, seat, enemy, area) - before) * stake
        clear_column(s)
        gain -= tiles_price(s, t, p, seat, 1.0 + int(t.cost[seat, unit]), False)
        if gain > most:
            most = gain
            best = index
    spare = spare_pips(s, t, p, seat, True)
    if spare > 0 and plan_support(s, t, p, seat, enemy, area, spare) > most:
        return begin(s, out, n, seat, best)
    return best
