"""The Necromancers' undead: their own phase, and how they rise (BS-UNDEAD, BS-NECRO-04)."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode, x_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine import events
from bloodstones.games.bloodstones.engine.cutiecorn import settle_control
from bloodstones.games.bloodstones.engine.decisions import BY_SHIP, WITH_CUTIECORN, Kind
from bloodstones.games.bloodstones.engine.events import Phase
from bloodstones.games.bloodstones.engine.fighters import fighters_with
from bloodstones.games.bloodstones.engine.pieces import contested, put_unit, take_unit
from bloodstones.games.bloodstones.engine.routes import (
    Reach,
    append_goals,
    open_seas,
    push_route,
    reachable_seas,
    seas_within,
)
from bloodstones.games.bloodstones.engine.rule_tables import MOST_COST, RuleTables
from bloodstones.games.bloodstones.engine.state import GameState, Point
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.register import UNDEAD_SEA_STEPS_EACH_AREA


@kernel
def start_undead(s: GameState, t: RuleTables) -> None:
    """Open phase 2 for a faction that has undead (BS-TURN-04)."""
    seat = s.active
    s.point = Point.START_MAIN
    if t.undead[seat] == 0:
        return
    events.tell_one(s, Event.PHASE, seat, Phase.UNDEAD)
    for area in range(t.areas):
        s.undead_ready[area] = s.units[seat, area, Unit.UNDEAD]
    s.undead_area = 0
    s.point = Point.UNDEAD


@kernel
def legal_undead(s: GameState, t: RuleTables, out: Array) -> int:
    """Write pass and the areas from which an undead can move, in rising order (BS-UNDEAD-01).

    See BS-UNDEAD-05.
    """
    out[0] = encode(Kind.PASS, 0, 0)
    n = 1
    for area in range(s.undead_area, t.areas):
        if s.undead_ready[area] == 0 or contested(s, s.active, area):  # BS-UNDEAD-06
            continue
        if append_steps(s, t, area, t.undead_steps, out, n) > n:
            out[n] = encode(Kind.UNDEAD, area, 0)
            n += 1
    return n


@kernel
def choose_undead(s: GameState, t: RuleTables, area: int) -> None:
    """One undead sets out."""
    s.undead_ready[area] -= 1
    s.undead_area = 0 if t.cutiecorn else area  # with a Cutiecorn their order matters
    s.column_area = area
    s.steps_left = t.undead_steps
    s.point = Point.UNDEAD_STEP


@kernel
def append_steps(s: GameState, t: RuleTables, area: int, steps: int, out: Array, n: int) -> int:
    """Append the land areas next to `area` or beyond a ship route; return the count.

    BS-UNDEAD-02 to -04: a crossing uses one of the `steps` left, for the land area entered, or by
    AMB-16 one for each area. A Cutiecorn in the area may come along (BS-CUTIE-05, AMB-48).
    """
    seat = s.active
    seas = open_seas(s, t, seat)
    if t.undead_sea_steps == UNDEAD_SEA_STEPS_EACH_AREA:  # AMB-16
        links = seas_within(t, area, seas, steps - 1)
    else:
        links = reachable_seas(t, area, seas)
    open_to = int(t.affordable[seat, Unit.UNDEAD, MOST_COST])
    last = append_goals(s, t, Kind.UNDEAD_STEP, area, Reach(open_to, links, open_to), out, n)
    if s.units[seat, area, Unit.CUTIECORN] == 0:
        return last
    return offer_rides(t, t.affordable[seat, Unit.CUTIECORN, MOST_COST], out, n, last)


@kernel
def offer_rides(t: RuleTables, terrains: int, out: Array, first: int, last: int) -> int:
    """Offer each step into one of the terrains, a bit mask, once more with the Cutiecorn.

    The steps are those from `first` to before `last`; return the count.
    """
    rides = 0
    for index in range(first, last):
        rides += (terrains >> t.terrain[x_of(out[index])]) & 1
    at = last + rides
    for index in range(last - 1, first - 1, -1):
        if (terrains >> t.terrain[x_of(out[index])]) & 1:
            at -= 1
            out[at] = out[index] | encode(0, 0, WITH_CUTIECORN)
        at -= 1
        out[at] = out[index]
    return last + rides


@kernel
def legal_steps(s: GameState, t: RuleTables, out: Array) -> int:
    """Write where the undead may go and, after its first step, pass."""
    n = 0
    if s.steps_left < t.undead_steps:
        out[0] = encode(Kind.PASS, 0, 0)
        n = 1
    return append_steps(s, t, s.column_area, s.steps_left, out, n)


@kernel
def step(s: GameState, t: RuleTables, goal: int, way: int) -> None:
    """Move the undead one land area; it stops where enemies are (BS-UNDEAD-06).

    `way`: BY_SHIP for a ship route, WITH_CUTIECORN added if the Cutiecorn comes along.
    """
    seat = s.active
    start = s.column_area
    events.open_event(s, Event.UNDEAD_STEP, seat)
    events.push(s, start)
    events.push(s, goal)
    events.push(s, way // WITH_CUTIECORN)
    before = s.log_size
    if way & BY_SHIP:
        push_route(s, t, start, goal, open_seas(s, t, seat))
    if t.undead_sea_steps == UNDEAD_SEA_STEPS_EACH_AREA:
        s.steps_left -= s.log_size - before
    events.close_event(s)
    take_unit(s, seat, start, Unit.UNDEAD)
    put_unit(s, seat, goal, Unit.UNDEAD)
    if way & WITH_CUTIECORN:
        take_unit(s, seat, start, Unit.CUTIECORN)
        put_unit(s, seat, goal, Unit.CUTIECORN)
    settle_control(s, t, goal)
    s.column_area = goal
    s.steps_left -= 1
    if s.steps_left == 0 or contested(s, seat, goal):
        s.point = Point.UNDEAD


@kernel
def most_risen(s: GameState, t: RuleTables, winner: int) -> int:
    """Return how many undead may rise after the battle (BS-NECRO-04, -05, -08)."""
    if fighters_with(s, 1 - s.loser_side, t.raises_undead) == 0:
        return 0
    return min(int(s.removed), int(s.undead_supply[winner]))


@kernel
def legal_risings(s: GameState, t: RuleTables, out: Array) -> int:
    """Write every number of undead that may rise, none included (AMB-25)."""
    most = most_risen(s, t, s.decider)
    for count in range(most + 1):
        out[count] = encode(Kind.RAISE, count, 0)
    return most + 1


@kernel
def raise_undead(s: GameState, count: int) -> None:
    """Place undead in the battle area (BS-NECRO-07)."""
    seat = s.decider
    for _ in range(count):
        put_unit(s, seat, s.battle_area, Unit.UNDEAD)
    s.undead_supply[seat] -= count
    if count > 0:
        events.open_event(s, Event.RAISE_UNDEAD, seat)
        events.push(s, s.battle_area)
        events.push(s, count)
        events.close_event(s)
