"""Leaders that keep one companion for a whole move action (`leader_carry=per_action`, AMB-12).

Whoever rides free with a leader for the first time in an action becomes that leader's companion
until the action ends. It rides free again whenever it enters an area together with its leader from
the same place; the leader carries nobody else. Which of several units become companions, and which
of the units of one type in one place a column takes, is settled so:

- Companions that go together with their leaders ride first, the costliest of them before others,
  then the earlier types.
- Leaders without a companion then carry units that are nobody's, in the same order; a unit that
  pays nothing needs no ride. Whoever wants other companions marches them in a column of their own,
  which costs the same.
- One leader of a column walks, as in every step (BS-MOVE-24).
- Of units that do not ride, those without a leader or companion go first, then those that were
  parted before (from the lowest area on), at last those whose leader or companion stands with them.

`GameState.rides` counts the companions by the leader's area, their own area and their type.
"""

from __future__ import annotations

from typing import NamedTuple

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.decision_codes import encode, x_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine import events
from bloodstones.games.bloodstones.engine.decisions import BY_SHIP
from bloodstones.games.bloodstones.engine.pieces import enemy_areas
from bloodstones.games.bloodstones.engine.rule_tables import CLOSED, MOST_COST, RuleTables
from bloodstones.games.bloodstones.engine.state import NOTHING, RIDES, UNITS, WORD_AREAS, GameState
from bloodstones.games.bloodstones.engine.tally import (
    add,
    count_of,
    counted,
    first_of,
    key_of,
    second_of,
    shift,
    unit_of,
)
from bloodstones.games.bloodstones.rules.names import Terrain, Unit


class Reach(NamedTuple):
    """What can be entered from an area; all are bit masks."""

    near: int  # terrains to enter from next door
    links: int  # sea areas that a route uses
    beyond: int  # terrains to enter from the route


@kernel
def open_seas(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the sea areas that can be links of the seat's chains, as a bit mask (BS-MOVE-17, -21).

    See BS-RETREAT-13.

    Each holds at least one of the seat's ships and no other player's unit, be it a dragon (AMB-53).
    """
    seas = 0
    for word in range(t.words):
        areas = int(s.occupied[seat, word]) & int(t.in_terrains[1 << Terrain.SEA, word])
        areas &= ~enemy_areas(s, t, seat, word)
        while areas:
            area = word * WORD_AREAS + least_of(areas)
            areas &= areas - 1
            if s.units[seat, area, Unit.SHIP] > 0:
                seas |= 1 << int(t.sea_index[area])
    return seas


@kernel
def on_a_sea(t: RuleTables, area: int) -> bool:
    """Whether the area is a sea or next to one: no route starts elsewhere (BS-MOVE-16)."""
    return bool(t.touching_seas[area] != 0 or t.sea_index[area] != CLOSED)


@kernel
def reachable_seas(t: RuleTables, area: int, seas: int) -> int:
    """Return the links that a route from `area` can use, as a bit mask (BS-MOVE-16).

    A route starts next to its first link; a unit that stands on an open sea starts inside a chain.
    """
    reached = t.touching_seas[area] & seas
    if t.sea_index[area] != CLOSED:
        reached |= (1 << int(t.sea_index[area])) & seas
    fresh = reached
    while fresh != 0:
        wider = reached
        while fresh != 0:
            wider |= t.touching_seas[t.sea_area[least_of(fresh)]] & seas
            fresh &= fresh - 1
        fresh = wider & ~reached
        reached = wider
    return int(reached)


@kernel
def seas_within(t: RuleTables, area: int, seas: int, most: int) -> int:
    """Return the links of routes from `area`, a land area, over at most `most` links (AMB-16)."""
    reached = 0
    fresh = t.touching_seas[area] & seas
    for _ in range(most):
        reached |= fresh
        wider = 0
        for index in range(t.seas):
            if (fresh >> index) & 1:
                wider |= t.touching_seas[t.sea_area[index]] & seas
        fresh = wider & ~reached
    return int(reached)


@kernel
def append_goals(
    s: GameState,
    t: RuleTables,
    kind: int,
    area: int,
    reach: Reach,
    out: Array,
    n: int,
) -> int:
    """Append decisions for the areas within reach of `area`; return the count.

    An area next door is offered as such even if a route leads there too.
    """
    first = n
    for word in range(t.words):
        goals = int(t.beside[area, word]) & int(t.in_terrains[reach.near, word])
        while goals:
            out[n] = encode(kind, word * WORD_AREAS + least_of(goals), 0)
            goals &= goals - 1
            n += 1
    if reach.links == 0 or reach.beyond == 0:
        return n
    s.stamp += 1
    stamp = s.stamp
    s.mark[area] = stamp
    for index in range(first, n):
        s.mark[x_of(out[index])] = stamp
    for index in range(t.seas):
        if not (reach.links >> index) & 1:
            continue
        sea = t.sea_area[index]
        for place in range(t.degree[sea]):
            goal = t.adjacent[sea, place]
            if s.mark[goal] != stamp and (reach.beyond >> t.terrain[goal]) & 1:
                s.mark[goal] = stamp
                out[n] = encode(kind, goal, BY_SHIP)
                n += 1
    return n


@kernel
def push_route(s: GameState, t: RuleTables, start: int, goal: int, seas: int) -> None:
    """Write the links of a shortest route from `start` to `goal` into the open log entry.

    `seas`: the links that may be used. The search runs backwards from the goal, so that the route
    comes out in the order of travel.
    """
    starts = t.touching_seas[start]
    if t.sea_index[start] != CLOSED:
        starts |= 1 << int(t.sea_index[start])
    s.mark[: t.seas] = NOTHING - 1
    tail = 0
    for index in range(t.seas):
        if ((t.touching_seas[goal] & seas) >> index) & 1:
            s.mark[index] = NOTHING
            s.queue[tail] = index
            tail += 1
    head = 0
    while head < tail and not (starts >> s.queue[head]) & 1:
        here = s.queue[head]
        head += 1
        for index in range(t.seas):
            near = (t.touching_seas[t.sea_area[here]] & seas) >> index
            if near & 1 and s.mark[index] < NOTHING:
                s.mark[index] = here
                s.queue[tail] = index
                tail += 1
    step = s.queue[head]
    while step != NOTHING:
        events.push(s, t.sea_area[step])
        step = s.mark[step]
    s.mark[: t.seas] = 0


@kernel
def landing_terrains(t: RuleTables, terrains: int) -> int:
    """Return those of the terrains, a bit mask, in which a route may end (BS-MOVE-16, AMB-15)."""
    return terrains if t.dragon_route_end_sea else terrains & ~(1 << Terrain.SEA)


@kernel
def idle_leaders(s: GameState, t: RuleTables, seat: int, area: int) -> int:
    """Return how many leaders in an area have no companion in this action."""
    idle = 0
    for unit in range(UNITS):
        if t.leads[unit]:
            idle += int(s.units[seat, area, unit])
    for place in range(RIDES):
        if s.rides[place] == 0:
            break
        if first_of(s.rides[place]) == area:
            idle -= count_of(s.rides[place])
    return idle


@kernel
def unclaimed(s: GameState, seat: int, area: int, unit: int) -> int:
    """Return how many units of a type in an area are no leader's companions."""
    left = int(s.units[seat, area, unit])
    for place in range(RIDES):
        if s.rides[place] == 0:
            break
        if second_of(s.rides[place]) == area and unit_of(s.rides[place]) == unit:
            left -= count_of(s.rides[place])
    return left


@kernel
def share_rides(s: GameState, t: RuleTables, seat: int, terrain: int) -> int:
    """Share out the free rides of the column into a terrain; return the pips that they save.

    Leaves in `s.queue`, by unit type, the companions that ride and, behind them, those that become
    companions by this step.
    """
    start = s.column_area
    s.queue[: 2 * UNITS] = 0
    hands = 0
    for unit in range(UNITS):
        if t.leads[unit]:
            hands += int(s.column[unit])
    saddles = hands - 1  # for leaders: one of them walks
    idle = idle_leaders(s, t, seat, start)
    saved = 0
    for fresh in range(2):
        if fresh:
            hands = min(hands, idle)
        for each in range(MOST_COST, fresh - 1, -1):
            for unit in range(UNITS):
                if s.column[unit] == 0 or t.movement[seat, terrain, unit] != each:
                    continue
                if fresh:
                    riders = min(
                        int(s.column[unit] - s.queue[unit]), unclaimed(s, seat, start, unit)
                    )
                else:
                    riders = min(
                        int(s.column[unit]), counted(s.rides, key_of(0, start, start, unit))
                    )
                riders = min(riders, hands)
                if t.leads[unit]:
                    riders = max(0, min(riders, saddles))
                    saddles -= riders
                s.queue[fresh * UNITS + unit] = riders
                hands -= riders
                saved += riders * each
    return saved


@kernel
def ride(s: GameState, t: RuleTables, seat: int, goal: int) -> None:
    """Note who rides with whom as the column leaves for an area."""
    start = s.column_area
    share_rides(s, t, seat, t.terrain[goal])
    walking = -idle_leaders(s, t, seat, start)  # leaders with a companion who does not ride
    for unit in range(UNITS):
        walking += int(t.leads[unit]) * int(s.column[unit]) - int(s.queue[unit])
    for unit in range(UNITS):
        if s.column[unit] == 0:
            continue
        riding = int(s.queue[unit])
        fresh = int(s.queue[UNITS + unit])
        apart = int(s.column[unit]) - riding - unclaimed(s, seat, start, unit)
        add(s, s.rides, key_of(0, start, start, unit), -riding)
        for area in range(t.areas):
            if area != start:
                apart = part(s, area, start, unit, area, goal, apart)
        part(s, start, start, unit, start, goal, apart)
        add(s, s.rides, key_of(0, goal, goal, unit), riding + fresh)
    for area in range(t.areas):
        if area != start:
            for unit in range(UNITS):
                walking = part(s, start, area, unit, goal, area, walking)
    for unit in range(UNITS):
        walking = part(s, start, start, unit, goal, start, walking)


@kernel
def part(
    s: GameState, leader: int, companion: int, unit: int, leads: int, follows: int, most: int
) -> int:
    """Let at most so many pairs stand elsewhere than before; return how many are left to do.

    `leader`, `companion`: their areas; `leads`, `follows`: their areas from now on.
    """
    if most <= 0:
        return 0
    key = key_of(0, leader, companion, unit)
    number = min(most, counted(s.rides, key))
    shift(s, s.rides, key, key_of(0, leads, follows, unit), number)
    return most - number
