"""Attacks: which force goes where with which units, and support for owed battles."""

from __future__ import annotations

from bloodstones.core.bits import least_of
from bloodstones.core.coding import kind_of, x_of, y_of
from bloodstones.core.kernel import kernel
from bloodstones.core.layout import Array
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.routes import open_seas, reachable_seas
from bloodstones.games.bloodstones.engine.state import (
    AREAS,
    ATTACKER,
    NOWHERE,
    UNITS,
    GameState,
)
from bloodstones.games.bloodstones.engine.tables import CLOSED, RuleTables
from bloodstones.games.bloodstones.rules.names import Terrain, Unit
from bloodstones.games.bloodstones.strategies.estimates import (
    Foe,
    Ranks,
    face,
    joined,
    likely_odds,
    lined_up,
    only_enemy,
    swap_kind,
    swapped_odds,
    swaps_of,
    wish,
)
from bloodstones.games.bloodstones.strategies.marching import (
    clear_column,
    pip_price,
    remember,
    way_cost,
    way_is_open,
)
from bloodstones.games.bloodstones.strategies.policy import HIGHEST_MODIFIER, NO_WAY, Policy
from bloodstones.games.bloodstones.strategies.prey import Prey, attack_worth, most_worth, prey_of
from bloodstones.games.bloodstones.strategies.weights import Weight

LAST_AREA = AREAS - 1
AREA_BITS = LAST_AREA.bit_length()


@kernel
def muster(
    s: GameState,
    t: RuleTables,
    p: Policy,
    start: int,
    foe: Foe,
    prey: Prey,
    there: Ranks,
    waiting: int,
    way: int,
    spare: int,
    closing: bool,
) -> tuple[float, int]:
    """Fill `s.column` with units for an attack; return its most worth less the pips, and its size.

    The strongest units go first; a leader takes one along free (BS-MOVE-22). The column may hold
    more units than the best attack, which is that of the first ones.

    Parameters
    ----------
    there
        Own units that are in the area already.
    waiting
        The unit types in `start` that may attack there, a bit mask.
    way
        Pips a unit.
    """
    clear_column(s)
    seat = there.seat
    pip = pip_price(s, t, p, seat, closing)
    ranks = there
    leaders = 0
    best = 0.0
    size = 0
    while waiting > 0:
        unit = strongest(t, waiting, foe.terrain)
        waiting &= ~(1 << unit)
        for _ in range(s.units[seat, start, unit]):
            leaders += int(t.leads[unit])
            paying = max(1, int(s.column_size) + 1 - leaders)
            if paying * way > spare:
                break
            s.column[unit] += 1
            s.column_size += 1
            ranks = joined(t, ranks, foe, unit, 1)
            worth = attack_worth(s, t, p, foe, prey, ranks, closing) - pip * paying * way
            if worth > best:
                best = worth
                size = int(s.column_size)
    return best, size


@kernel
def attackers(s: GameState, t: RuleTables, seat: int, start: int) -> int:
    """Return the unit types in an area that may march to attack, as a bit mask."""
    found = int(s.kinds[seat, start]) & ~(1 << Unit.CUTIECORN)
    kinds = found
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        if not t.walks[unit]:
            found &= ~(1 << unit)
    return found


@kernel
def strongest(t: RuleTables, units: int, terrain: int) -> int:
    """Return the first of the strongest attackers among unit types, a bit mask with any."""
    best = least_of(units)
    units &= units - 1
    while units:
        unit = least_of(units)
        units &= units - 1
        if t.modifier[ATTACKER, unit, terrain] > t.modifier[ATTACKER, best, terrain]:
            best = unit
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
def list_starts(s: GameState, t: RuleTables, seat: int) -> int:
    """List in `s.queue` the areas that an attack may start from; return how many.

    Above the bits of the area stand those of its `attackers`.
    """
    starts = 0
    for place in range(s.areas_held[seat]):
        area = int(s.held[seat, place])
        if s.total[area] == s.force_size[seat, area]:
            units = attackers(s, t, seat, area)
            if units > 0:
                s.queue[starts] = (units << AREA_BITS) | area
                starts += 1
    return starts


@kernel
def plan_attack(
    s: GameState, t: RuleTables, p: Policy, seat: int, spare: int, closing: bool, least: float
) -> float:
    """Remember the best attack by one force if it is worth more than `least`; return the more.

    Of attacks that are worth the same, the one from the first area, and there on the first.
    """
    best = least
    first = NOWHERE
    seas = open_seas(s, t, seat)
    starts = list_starts(s, t, seat)
    pip = pip_price(s, t, p, seat, closing)
    spared = int(p.leavers) if wish(p, t, seat, Weight.SPARING) > 0.0 else 0
    own = swap_kind(s, t, seat)
    for goal in range(t.areas):
        if s.total[goal] == s.force_size[seat, goal]:
            continue
        able = int(p.invaders[t.faction[seat], t.terrain[goal]])
        if least_way(s, t, p, seat, starts, able, goal, seas) > spare:
            continue
        foe = face(s, t, seat, only_enemy(s, t, seat, goal), goal)
        clear_column(s)
        there = lined_up(s, t, seat, foe)
        if least >= 0.0 and not closing:  # an attack at bad odds is worth 0
            swaps = swaps_of(s, t, p, seat, foe.seat)
            if not any_dares(s, t, p, foe, there, starts, able, spared, spare, own, swaps):
                continue
        prey = prey_of(s, t, p, seat, foe, own, closing)
        limit = most_worth(t, p, seat, prey)
        for place in range(starts):
            start = s.queue[place] & LAST_AREA
            units = (s.queue[place] >> AREA_BITS) & able
            way = int(s.worths[place])
            if way > spare or limit - pip * way < best:
                continue
            worth, size = muster(s, t, p, start, foe, prey, there, units, way, spare, closing)
            if units & spared:
                rest = units & ~spared
                other, few = muster(s, t, p, start, foe, prey, there, rest, way, spare, closing)
                if other >= worth and few > 0:
                    worth, size = other, few
                else:  # the column anew
                    muster(s, t, p, start, foe, prey, there, units, way, spare, closing)
            if worth < best or (worth == best and start >= first):
                continue
            if way_is_open(s, t, p, seat, start, goal, links_to(t, start, goal, seas)):
                best = worth
                first = start
                trim(s, t, foe.terrain, size)
                remember(s, seat, start, goal)
    clear_column(s)
    return best


@kernel
def any_dares(
    s: GameState,
    t: RuleTables,
    p: Policy,
    foe: Foe,
    there: Ranks,
    starts: int,
    able: int,
    spared: int,
    spare: int,
    own: int,
    swaps: float,
) -> bool:
    """Whether an attack on a foe from any start has the odds that the plan asks for.

    Starts and their ways are in `s.queue` and `s.worths`, see `list_starts` and `least_way`.
    """
    for place in range(starts):
        way = int(s.worths[place])
        if way > spare:
            continue
        start = s.queue[place] & LAST_AREA
        units = (s.queue[place] >> AREA_BITS) & able
        if dares(s, t, p, start, foe, there, units, way, spare, own, swaps):
            return True
        if units & spared:
            rest = units & ~spared
            if dares(s, t, p, start, foe, there, rest, way, spare, own, swaps):
                return True
    return False


@kernel
def dares(
    s: GameState,
    t: RuleTables,
    p: Policy,
    start: int,
    foe: Foe,
    there: Ranks,
    waiting: int,
    way: int,
    spare: int,
    own: int,
    swaps: float,
) -> bool:
    """Whether any column that `muster` would weigh has the odds that the plan asks for.

    `own`, `swaps`: as in `swapped_odds`.
    """
    least = wish(p, t, there.seat, Weight.ATTACK_ODDS)
    ranks = there
    leaders = 0
    size = 0
    while waiting > 0:
        unit = strongest(t, waiting, foe.terrain)
        waiting &= ~(1 << unit)
        for _ in range(s.units[there.seat, start, unit]):
            leaders += int(t.leads[unit])
            if max(1, size + 1 - leaders) * way > spare:
                break
            size += 1
            ranks = joined(t, ranks, foe, unit, 1)
            if swapped_odds(t, p, foe, ranks, own, swaps) >= least:
                return True
    return False


@kernel
def links_to(t: RuleTables, start: int, goal: int, seas: int) -> int:
    """Return the links of ship routes from area to area, 0 if none leads there; a bit mask.

    `seas`: from `open_seas`.
    """
    return reachable_seas(t, start, seas) if t.touching_seas[goal] & seas else 0


@kernel
def attack_way(
    s: GameState, t: RuleTables, p: Policy, seat: int, start: int, goal: int, seas: int
) -> int:
    """Return the pips for one unit to attack from area to area, NO_WAY where none leads there."""
    if t.terrain[goal] == Terrain.SEA or t.terrain[start] == Terrain.SEA:
        return 1 if next_to(t, start, goal) else NO_WAY
    return way_cost(s, t, p, seat, start, goal, links_to(t, start, goal, seas))


@kernel
def least_way(
    s: GameState, t: RuleTables, p: Policy, seat: int, starts: int, able: int, goal: int, seas: int
) -> int:
    """Return the pips from the nearest start of an attack, see `list_starts` and `attack_way`.

    Those from every start are left in `s.worths`. `able`: the unit types that may attack there, a
    bit mask.
    """
    least = NO_WAY
    dry = seas == 0 and t.terrain[goal] != Terrain.SEA
    for place in range(starts):
        way = NO_WAY
        if (s.queue[place] >> AREA_BITS) & able:
            start = s.queue[place] & LAST_AREA
            if dry and t.terrain[start] != Terrain.SEA:
                way = int(p.walk[t.faction[seat], start, goal])
            else:
                way = attack_way(s, t, p, seat, start, goal, seas)
        s.worths[place] = way
        least = min(least, way)
    return least


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
    for place in range(s.areas_held[seat]):
        start = int(s.held[seat, place])
        if s.total[start] > s.force_size[seat, start]:
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
            if t.movement[seat, t.terrain[goal], unit] == CLOSED:
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
def choose_attack(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the attack with the best win probability among the owed battles."""
    best = -1
    most = -1.0
    for index in range(n):
        if kind_of(out[index]) != Kind.ATTACK:
            break  # attacks are listed first
        odds = likely_odds(s, t, p, s.active, s.active, y_of(out[index]), x_of(out[index]))
        if odds > most:
            most = odds
            best = index
    return best
