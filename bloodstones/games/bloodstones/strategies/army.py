"""Attacks: which force goes where with which units, and support for owed battles."""

from __future__ import annotations

from typing import NamedTuple

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.decision_codes import kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.pieces import enemy_areas
from bloodstones.games.bloodstones.engine.routes import open_seas, reachable_seas
from bloodstones.games.bloodstones.engine.rule_tables import CLOSED, RuleTables
from bloodstones.games.bloodstones.engine.state import (
    AREAS,
    ATTACKER,
    NOWHERE,
    UNITS,
    WORD_AREAS,
    GameState,
)
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


class Means(NamedTuple):
    """What a seat has for an attack now, whatever the goal."""

    seat: int
    spare: int  # pips that may be spent
    pip: float  # price of one
    closing: bool  # the end is near
    careful: bool  # it attacks at the odds that the plan asks for only
    spared: int  # unit types that stay behind where an attack is as good without, a bit mask
    own: int  # place of its best tile in SWAP_PIPS
    seas: int  # links of ship routes, a bit mask
    starts: int  # areas in `s.queue`, see `list_starts`


class Origin(NamedTuple):
    """Where an attack comes from."""

    area: int
    units: int  # the unit types there that may attack, a bit mask
    way: int  # pips a unit to the goal


@kernel
def means_of(
    s: GameState, t: RuleTables, p: Policy, seat: int, spare: int, closing: bool, least: float
) -> Means:
    """Return what the seat has for an attack worth more than `least`; its starts are listed."""
    return Means(
        seat,
        spare,
        pip_price(s, t, p, seat, closing),
        closing,
        least >= 0.0 and not closing,  # an attack at bad odds is worth 0
        int(p.leavers) if wish(p, t, seat, Weight.SPARING) > 0.0 else 0,
        swap_kind(s, t, seat),
        open_seas(s, t, seat),
        list_starts(s, t, seat),
    )


@kernel
def origin_of(s: GameState, place: int, able: int) -> Origin:
    """Return the start in a place of `s.queue`, its way as `least_way` left it.

    `able`: the unit types that may attack the goal, a bit mask.
    """
    start = int(s.queue[place])
    return Origin(start & LAST_AREA, (start >> AREA_BITS) & able, int(s.worths[place]))


@kernel
def without_spared(means: Means, origin: Origin) -> Origin:
    """Return where an attack comes from if the units to spare stay behind."""
    return Origin(origin.area, origin.units & ~means.spared, origin.way)


@kernel
def muster(
    s: GameState,
    t: RuleTables,
    p: Policy,
    means: Means,
    origin: Origin,
    foe: Foe,
    prey: Prey,
    there: Ranks,
) -> tuple[float, int]:
    """Fill `s.column` with units for an attack; return its most worth less the pips, and its size.

    The strongest units go first; a leader takes one along free (BS-MOVE-22). The column may hold
    more units than the best attack, which is that of the first ones. `there`: own units that are in
    the area already.
    """
    clear_column(s)
    ranks = there
    leaders = 0
    best = 0.0
    size = 0
    waiting = origin.units
    while waiting > 0:
        unit = strongest(t, waiting, foe.terrain)
        waiting &= ~(1 << unit)
        for _ in range(s.units[means.seat, origin.area, unit]):
            leaders += int(t.leads[unit])
            paying = max(1, int(s.column_size) + 1 - leaders)
            if paying * origin.way > means.spare:
                break
            s.column[unit] += 1
            s.column_size += 1
            ranks = joined(t, ranks, foe, unit, 1)
            worth = attack_worth(s, t, p, foe, prey, ranks, means.closing)
            worth -= means.pip * paying * origin.way
            if worth > best:
                best = worth
                size = int(s.column_size)
    return best, size


@kernel
def muster_best(
    s: GameState,
    t: RuleTables,
    p: Policy,
    means: Means,
    origin: Origin,
    foe: Foe,
    prey: Prey,
    there: Ranks,
) -> tuple[float, int]:
    """Fill `s.column` as `muster`, without the units to spare where that is no worse."""
    worth, size = muster(s, t, p, means, origin, foe, prey, there)
    if origin.units & means.spared:
        others = without_spared(means, origin)
        other, few = muster(s, t, p, means, others, foe, prey, there)
        if other >= worth and few > 0:
            return other, few
        muster(s, t, p, means, origin, foe, prey, there)  # the column anew
    return worth, size


@kernel
def attackers(s: GameState, t: RuleTables, seat: int, start: int) -> int:
    """Return the unit types in an area that may march to attack, as a bit mask."""
    movable = int(s.kinds[seat, start]) & ~(1 << Unit.CUTIECORN)
    kinds = movable
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        if not t.walks[unit]:
            movable &= ~(1 << unit)
    return movable


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
    means = means_of(s, t, p, seat, spare, closing, least)
    for word in range(t.words):
        goals = enemy_areas(s, t, seat, word)
        while goals:
            goal = word * WORD_AREAS + least_of(goals)
            goals &= goals - 1
            best, first = attack_on(s, t, p, means, goal, best, first)
    clear_column(s)
    return best


@kernel
def attack_on(
    s: GameState, t: RuleTables, p: Policy, means: Means, goal: int, best: float, first: int
) -> tuple[float, int]:
    """Remember the best attack on the enemies in an area if it is better than the `best` so far.

    Returns worth and start of the better of the two; `first` is the start of the best so far.
    """
    seat = means.seat
    able = int(p.invaders[t.faction[seat], t.terrain[goal]])
    if least_way(s, t, p, means, able, goal) > means.spare:
        return best, first
    foe = face(s, t, seat, only_enemy(s, t, seat, goal), goal)
    clear_column(s)
    there = lined_up(s, t, seat, foe)
    if means.careful and not any_dares(s, t, p, means, able, foe, there):
        return best, first
    prey = prey_of(s, t, p, seat, foe, means.own, means.closing)
    limit = most_worth(t, p, seat, prey)
    for place in range(means.starts):
        origin = origin_of(s, place, able)
        if origin.way > means.spare or limit - means.pip * origin.way < best:
            continue
        worth, size = muster_best(s, t, p, means, origin, foe, prey, there)
        if worth < best or (worth == best and origin.area >= first):
            continue
        links = links_to(t, origin.area, goal, means.seas)
        if way_is_open(s, t, p, seat, origin.area, goal, links):
            best = worth
            first = origin.area
            trim(s, t, foe.terrain, size)
            remember(s, seat, first, goal)
    return best, first


@kernel
def any_dares(
    s: GameState, t: RuleTables, p: Policy, means: Means, able: int, foe: Foe, there: Ranks
) -> bool:
    """Whether an attack on a foe from any start has the odds that the plan asks for.

    `able`: as in `origin_of`.
    """
    swaps = swaps_of(s, t, p, means.seat, foe.seat)
    for place in range(means.starts):
        origin = origin_of(s, place, able)
        if origin.way > means.spare:
            continue
        if dares(s, t, p, means, origin, foe, there, swaps):
            return True
        if not origin.units & means.spared:
            continue
        if dares(s, t, p, means, without_spared(means, origin), foe, there, swaps):
            return True
    return False


@kernel
def dares(
    s: GameState,
    t: RuleTables,
    p: Policy,
    means: Means,
    origin: Origin,
    foe: Foe,
    there: Ranks,
    swaps: float,
) -> bool:
    """Whether any column that `muster` would weigh has the odds that the plan asks for.

    `swaps`: as in `swapped_odds`.
    """
    least = wish(p, t, means.seat, Weight.ATTACK_ODDS)
    ranks = there
    leaders = 0
    size = 0
    waiting = origin.units
    while waiting > 0:
        unit = strongest(t, waiting, foe.terrain)
        waiting &= ~(1 << unit)
        for _ in range(s.units[means.seat, origin.area, unit]):
            leaders += int(t.leads[unit])
            if max(1, size + 1 - leaders) * origin.way > means.spare:
                break
            size += 1
            ranks = joined(t, ranks, foe, unit, 1)
            if swapped_odds(t, p, foe, ranks, means.own, swaps) >= least:
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
def least_way(s: GameState, t: RuleTables, p: Policy, means: Means, able: int, goal: int) -> int:
    """Return the pips from the nearest start of an attack, see `list_starts` and `attack_way`.

    Those from every start are left in `s.worths`. `able`: the unit types that may attack there, a
    bit mask.
    """
    least = NO_WAY
    seat, seas = means.seat, means.seas
    dry = seas == 0 and t.terrain[goal] != Terrain.SEA
    for place in range(means.starts):
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
