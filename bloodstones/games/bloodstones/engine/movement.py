"""Move actions (BS-MOVE): a column is formed, marches area by area, and the tiles are paid last.

One action may march several columns, one after the other; all are paid from one pool (BS-MOVE-03).
A step is legal while the hand can still pay for all steps so far.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine import events
from bloodstones.games.bloodstones.engine.ban import take_bans
from bloodstones.games.bloodstones.engine.cutiecorn import settle_control
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.pieces import (
    contested,
    discard_from_hand,
    enemy_areas,
    put_unit,
    take_unit,
)
from bloodstones.games.bloodstones.engine.routes import (
    Reach,
    append_goals,
    landing_terrains,
    on_a_sea,
    open_seas,
    push_route,
    reachable_seas,
    ride,
    share_rides,
)
from bloodstones.games.bloodstones.engine.rule_tables import CLOSED, MOST_COST, TERRAINS, RuleTables
from bloodstones.games.bloodstones.engine.state import NOTHING, UNITS, WORD_AREAS, GameState, Point
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.register import (
    LEADER_CARRY_PER_ACTION,
    MOVE_POOLING_PER_GROUP,
    OVERPAY_FREE,
    RETREAT_BAN_UNITS,
)
from bloodstones.games.bloodstones.rules.tiles import MAX_PIPS

EVERY_TERRAIN: Final = (1 << TERRAINS) - 1


@kernel
def column_kinds(s: GameState) -> int:
    """Return unit types among which are all of the column's, a bit mask: those where it is."""
    return int(s.kinds[s.active, s.column_area])


@kernel
def column_cost(s: GameState, t: RuleTables, seat: int, terrain: int) -> int:
    """Return the pips for the column to enter a terrain, CLOSED if a unit of it may not.

    See BS-CHAOS-11.

    Each leader carries one other unit free, the costliest ones, but one leader always pays
    (BS-MOVE-22 to -26). The Cutiecorn, free itself, takes no place of these (AMB-48).
    """
    cost = 0
    leaders = 0
    kinds = column_kinds(s)
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        count = int(s.column[unit])
        each = int(t.movement[seat, terrain, unit])
        if count > 0 and each == CLOSED:
            return CLOSED
        cost += count * each
        leaders += count * int(t.leads[unit])
    free = min(leaders, s.column_size - 1)
    if free <= 0:
        return cost
    if s.rides[0] != 0:  # AMB-12
        return cost - share_rides(s, t, seat, terrain)
    dearest = 0
    leader_cost = 0
    for unit in range(UNITS):
        if s.column[unit] > 0:
            each = int(t.movement[seat, terrain, unit])
            dearest = max(dearest, each)
            if t.leads[unit]:
                leader_cost = each
    for each in range(dearest, 0, -1):  # pragma: no branch - `free` runs out: all but one ride
        carried = -1 if each == leader_cost else 0  # the leader who is not carried
        for unit in range(UNITS):
            if s.column[unit] > 0 and t.movement[seat, terrain, unit] == each:
                carried += int(s.column[unit])
        carried = min(carried, free)
        cost -= carried * each
        free -= carried
        if free == 0:
            break
    return cost


@kernel
def column_enters(s: GameState, t: RuleTables, seat: int, terrain: int, budget: int) -> bool:
    """Whether the column may enter a terrain for at most `budget` pips."""
    cost = column_cost(s, t, seat, terrain)
    return cost != CLOSED and cost <= budget


@kernel
def open_terrains(s: GameState, t: RuleTables, seat: int, budget: int, asked: int) -> int:
    """Return which of the terrains asked for the column may enter for at most `budget` pips.

    Both are bit masks.
    """
    terrains = 0
    for terrain in range(TERRAINS):
        if (asked >> terrain) & 1 and column_enters(s, t, seat, terrain, budget):
            terrains |= 1 << terrain
    return terrains


@kernel
def sole_unit(s: GameState) -> int:
    """Return the unit type of a column of one unit."""
    kinds = column_kinds(s)
    while s.column[least_of(kinds)] == 0:
        kinds &= kinds - 1
    return least_of(kinds)


@kernel
def column_sails(s: GameState, t: RuleTables) -> bool:
    """Whether every unit of the column may use a ship route (BS-MOVE-18)."""
    kinds = column_kinds(s)
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        if s.column[unit] > 0 and not t.by_ships[unit]:
            return False
    return True


@kernel
def has_landing(t: RuleTables, area: int, links: int, terrains: int) -> bool:
    """Whether a route over `links` ends in an area other than `area` with one of the terrains."""
    terrains = landing_terrains(t, terrains)
    for index in range(t.seas):
        if not (links >> index) & 1:
            continue
        sea = t.sea_area[index]
        if t.adjacent_terrains[sea] & terrains == 0:
            continue
        for place in range(t.degree[sea]):
            goal = t.adjacent[sea, place]
            if goal != area and (terrains >> t.terrain[goal]) & 1:
                return True
    return False


@kernel
def can_sail(s: GameState, t: RuleTables, seat: int, area: int, terrains: int) -> bool:
    """Whether units in `area` that may enter `terrains` have anywhere to go over ship routes."""
    if not on_a_sea(t, area):
        return False
    seas = open_seas(s, t, seat)
    if seas == 0 or terrains == 0:
        return False
    links = reachable_seas(t, area, seas)
    return links != 0 and has_landing(t, area, links, terrains)


@kernel
def can_march(
    s: GameState, t: RuleTables, seat: int, area: int, terrains: int, sails: bool
) -> bool:
    """Whether units in `area` that may enter `terrains` have anywhere to go."""
    if t.adjacent_terrains[area] & terrains:
        return True
    return sails and can_sail(s, t, seat, area, terrains)


@kernel
def column_can_march(s: GameState, t: RuleTables, budget: int) -> bool:
    """Whether the column has anywhere to go; like `can_march`, but most often without routes."""
    near = t.adjacent_terrains[s.column_area]
    for terrain in range(TERRAINS):
        if (near >> terrain) & 1 and column_enters(s, t, s.active, terrain, budget):
            return True
    if not on_a_sea(t, s.column_area) or not column_sails(s, t) or open_seas(s, t, s.active) == 0:
        return False
    terrains = open_terrains(s, t, s.active, budget, EVERY_TERRAIN)
    return can_sail(s, t, s.active, s.column_area, terrains)


@kernel
def legal_columns(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Append the areas where a column can be formed that has somewhere to go; return the count.

    See BS-MOVE-01, -06, -28.
    """
    seat = s.active
    budget = min(s.hand_pips[seat] - s.move_cost, MOST_COST)
    if budget <= 0 and not t.cutie_moves_alone:
        return n
    for word in range(t.words):
        areas = int(s.occupied[seat, word]) & ~enemy_areas(s, t, seat, word)  # BS-MOVE-08
        while areas:
            area = word * WORD_AREAS + least_of(areas)
            areas &= areas - 1
            if any_sets_out(s, t, seat, area, budget):
                out[n] = encode(Kind.COLUMN, area, 0)
                n += 1
    return n


@kernel
def any_sets_out(s: GameState, t: RuleTables, seat: int, area: int, budget: int) -> bool:
    """Whether a unit in the area could begin a column that has somewhere to go."""
    kinds = int(s.kinds[seat, area])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        if t.sets_out[unit]:
            terrains = t.affordable[seat, unit, budget]
            if can_march(s, t, seat, area, terrains, t.by_ships[unit] == 1):
                return True
    return False


@kernel
def form_column(s: GameState, area: int) -> None:
    """Begin a column in an area; the first of an action begins the action."""
    s.column_area = area
    s.column_size = 0
    s.column[:] = 0
    s.last_unit = 0
    s.point = Point.SELECT


@kernel
def legal_selections(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the units that may join the column, in the order of their types, and its marches."""
    seat = s.active
    area = s.column_area
    budget = s.hand_pips[seat] - s.move_cost
    n = 0
    s.column_size += 1
    kinds = int(s.kinds[seat, area]) >> s.last_unit << s.last_unit
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        if s.column[unit] >= s.units[seat, area, unit] or not t.walks[unit]:  # AMB-17
            continue
        if s.column_size == 1 and not t.sets_out[unit]:  # BS-CUTIE-05: nobody goes with it
            continue
        s.column[unit] += 1
        if s.column_size == 1:
            terrains = t.affordable[seat, unit, min(budget, MOST_COST)]
            joins = can_march(s, t, seat, area, terrains, t.by_ships[unit] == 1)
        else:
            joins = column_can_march(s, t, budget)
        s.column[unit] -= 1
        if joins:
            out[n] = encode(Kind.SELECT, unit, 0)
            n += 1
    s.column_size -= 1
    if s.column_size > 0:
        n = legal_marches(s, t, out, n)
    return n


@kernel
def select_unit(s: GameState, unit: int) -> None:
    """Let a unit join the column."""
    s.column[unit] += 1
    s.column_size += 1
    s.last_unit = unit


@kernel
def legal_marches(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Append the areas that the column can enter now; return the count."""
    seat = s.active
    area = s.column_area
    budget = s.hand_pips[seat] - s.move_cost
    links = 0
    if on_a_sea(t, area) and column_sails(s, t):
        links = reachable_seas(t, area, open_seas(s, t, seat))
    if s.column_size == 1:
        terrains = int(t.affordable[seat, sole_unit(s), min(budget, MOST_COST)])
    else:
        asked = EVERY_TERRAIN if links else int(t.adjacent_terrains[area])
        terrains = open_terrains(s, t, seat, budget, asked)
    if terrains == 0:
        return n
    reach = Reach(terrains, links, landing_terrains(t, terrains))
    return append_goals(s, t, Kind.MARCH, area, reach, out, n)


@kernel
def march(s: GameState, t: RuleTables, goal: int, by_route: int) -> None:
    """Take the column into an area (BS-MOVE-02, -07, -15, BS-MOVE-09, -10, -20)."""
    seat = s.active
    start = s.column_area
    cost = column_cost(s, t, seat, t.terrain[goal])
    if t.leader_carry == LEADER_CARRY_PER_ACTION:
        ride(s, t, seat, goal)
    events.open_event(s, Event.MARCH, seat)
    events.push(s, start)
    events.push(s, goal)
    events.push(s, cost)
    events.push_all(s, s.column)
    if by_route:
        push_route(s, t, start, goal, open_seas(s, t, seat))
    events.close_event(s)
    kinds = column_kinds(s)
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        if t.retreat_ban == RETREAT_BAN_UNITS:
            take_bans(s, t, seat, start, goal, unit, int(s.column[unit]))
        for _ in range(s.column[unit]):
            take_unit(s, seat, start, unit)
            put_unit(s, seat, goal, unit)
    settle_control(s, t, goal)
    if s.force_size[seat, goal] == 0:  # a Cutiecorn alone among others (BS-CUTIE-06)
        s.column[Unit.CUTIECORN] = 0
        s.column_size = 0
    s.move_cost += cost
    s.column_area = goal
    s.point = Point.MARCHED


@kernel
def legal_continuations(s: GameState, t: RuleTables, out: Array) -> int:
    """Write what may follow a step: end of the action, the column goes on, another column.

    See BS-MOVE-03, -20.
    """
    out[0] = encode(Kind.END_MOVE, 0, 0)
    n = 1
    if s.column_size > 0 and not contested(s, s.active, s.column_area):  # BS-MOVE-07
        n = legal_marches(s, t, out, n)
    if t.move_pooling == MOVE_POOLING_PER_GROUP:  # AMB-13
        return n
    return legal_columns(s, t, out, n)


@kernel
def end_move(s: GameState, t: RuleTables) -> None:
    """End the steps; the tiles are due, if any."""
    s.column[:] = 0
    s.column_size = 0
    s.rides[:] = 0
    s.due = s.move_cost
    s.last_unit = NOTHING
    s.point = Point.PAY
    if s.due == 0 and t.overpay != OVERPAY_FREE:  # a Cutiecorn alone (AMB-48)
        end_payment(s)


@kernel
def legal_payments(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the tiles that may be paid next, larger ones too (BS-MOVE-04, -05, AMB-11).

    Tiles are paid by falling pips (equal pips by type) until the cost is covered, so no payment
    holds a tile that could be left out; where that is allowed (AMB-10), a pass ends the payment.
    """
    seat = s.active
    n = 0
    if s.due == 0:
        out[0] = encode(Kind.PASS, 0, 0)
        n = 1
    for pips in range(MAX_PIPS + 1):  # what tiles of so many pips have together, or fewer
        s.queue[pips] = 0
    kinds = int(s.hand_kinds[seat])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        s.queue[t.pips[seat, unit]] += int(s.hand[seat, unit]) * int(t.pips[seat, unit])
    for pips in range(1, MAX_PIPS + 1):
        s.queue[pips] += s.queue[pips - 1]
    kinds = int(s.hand_kinds[seat])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        pips = int(t.pips[seat, unit])
        if s.queue[pips] >= s.due and pays_after(t, seat, unit, s.last_unit):
            out[n] = encode(Kind.PAY, unit, 0)
            n += 1
        s.queue[pips] -= int(s.hand[seat, unit]) * pips  # it pays before what follows
    return n


@kernel
def pays_after(t: RuleTables, seat: int, unit: int, last: int) -> bool:
    """Whether `unit` may be paid after `last`: fewer pips, or equal pips and no earlier type."""
    if last == NOTHING or t.pips[seat, unit] < t.pips[seat, last]:
        return True
    return t.pips[seat, unit] == t.pips[seat, last] and unit >= last


@kernel
def pay(s: GameState, t: RuleTables, unit: int) -> None:
    """Discard a tile for its pips; pips beyond the cost are lost."""
    seat = s.active
    discard_from_hand(s, t, seat, unit)
    s.last_unit = unit
    s.due -= t.pips[seat, unit]
    if s.due <= 0:
        s.due = 0
        if t.overpay != OVERPAY_FREE or s.hand_size[seat] == 0:
            end_payment(s)


@kernel
def end_payment(s: GameState) -> None:
    """End the move action."""
    s.move_cost = 0
    s.point = Point.MAIN
