"""Ship routes: chains of sea areas with own ships (BS-MOVE-15 to -21), as bit masks over seas."""

from __future__ import annotations

from typing import NamedTuple

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.decision_codes import encode, x_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine import events
from bloodstones.games.bloodstones.engine.decisions import BY_SHIP
from bloodstones.games.bloodstones.engine.pieces import enemy_areas
from bloodstones.games.bloodstones.engine.rule_tables import CLOSED, RuleTables
from bloodstones.games.bloodstones.engine.state import NOTHING, WORD_AREAS, GameState
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
