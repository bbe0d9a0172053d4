"""What learned values read of each seat: numbers of a position, see features.toml.

They are read from a whole state. A search gives them worlds that were dealt from what its seat may
see, so nothing hidden comes through.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.names import Name
from bloodstones.games.wizard_kings.engine.ending import team_gp
from bloodstones.games.wizard_kings.engine.pieces import controller, friends, seat_of
from bloodstones.games.wizard_kings.engine.rule_tables import FAR_AWAY, RuleTables
from bloodstones.games.wizard_kings.engine.state import BLOCKS, SEATS, GameState
from bloodstones.games.wizard_kings.rules.names import Letter
from bloodstones.games.wizard_kings.rules.ruleset import DIE
from bloodstones.games.wizard_kings.strategies.marching import distance

NEAR: Final = 2  # hexes to a city: most units are there in a turn
FAR: Final = 5  # in two turns or three


class Feature(Name):
    """A number that is read of each seat, in the order of features.toml."""

    CITIES_GP = 0
    HOME_GP = 1
    CITIES = 2
    EMPTY_GP = 3
    LONE_GP = 4
    GOAL_GP = 5
    TURNS_LEFT = 6
    ARMY = 7
    UNITS = 8
    STEPS = 9
    ARMY_GP = 10
    HITS_A = 11
    HITS_B = 12
    HITS_C = 13
    WIZARD_STEPS = 14
    CASTLE_STEPS = 15
    FLYER_GP = 16
    LARGEST_GP = 17
    SECOND_GP = 18
    ROOM = 19
    GUARD_GP = 20
    MARCH = 21
    HELD = 22
    HELD_FAR = 23
    PREY = 24
    PREY_FAR = 25
    OUTMATCHED = 26
    OPEN_PREY = 27
    OPEN_RISK = 28


FEATURES: Final = len(Feature)


@entry
def features(s: GameState, t: RuleTables, out: Array) -> None:
    """Write the features of all seats: float64 array over seats and features."""
    for seat in range(t.players):
        out[seat, :FEATURES] = 0.0
        out[seat, Feature.TURNS_LEFT] = t.turns - s.turn
        out[seat, Feature.GOAL_GP] = max(0, t.goal - team_gp(s, t, seat))
        out[seat, Feature.ARMY] = t.army[seat]
        troops(s, t, seat, out[seat])
        stacks(s, t, seat, out[seat])
    for city in range(t.cities):
        muster_near(s, t, city)
        owner = controller(s, t, t.city_hex[city])
        for seat in range(t.players):
            if owner == seat:
                write_city(s, t, city, seat, out[seat])
            elif owner < 0 or not friends(s, seat, owner):
                other_city(s, t, city, seat, out[seat])


@kernel
def gp_of(s: GameState, t: RuleTables, block: int) -> int:
    """Return the GP of a unit."""
    return int(t.cost[t.kind[block]]) * int(s.strength[block])


@kernel
def troops(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write what a seat has on the map, kind by kind, and how far it is from cities of others."""
    marching = 0
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        h = s.hex[block]
        if h < 0:
            continue
        kind = t.kind[block]
        steps = float(s.strength[block])
        gp = float(gp_of(s, t, block))
        out[Feature.UNITS] += 1.0
        out[Feature.STEPS] += steps
        out[Feature.ARMY_GP] += gp
        out[Feature.ROOM] += t.most[kind] - steps
        if t.letter[kind] > Letter.FIRST:
            hits = steps * t.rating[kind, t.land[h]] / DIE
            out[Feature.HITS_A + t.letter[kind] - Letter.A] += hits
        if t.wizard[kind]:
            out[Feature.WIZARD_STEPS] += steps
        elif t.castle[kind]:
            out[Feature.CASTLE_STEPS] += steps
        elif t.flyer[kind]:
            out[Feature.FLYER_GP] += gp
        if t.value[h] > 0:
            out[Feature.GUARD_GP] += gp
        if not t.castle[kind]:
            out[Feature.MARCH] += to_prey(s, t, seat, block)
            marching += 1
    out[Feature.MARCH] /= max(1, marching)


@kernel
def to_prey(s: GameState, t: RuleTables, seat: int, block: int) -> int:
    """Return the hexes of a unit to the nearest city that its side does not control."""
    nearest = FAR_AWAY
    for city in range(t.cities):
        owner = s.control[t.city_hex[city]]
        if owner < 0 or not friends(s, seat, owner):
            nearest = min(nearest, distance(t, block, city, s.hex[block]))
    return min(nearest, t.width)


@kernel
def stacks(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write the GP of the two largest stacks; `far` is scratch."""
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        if s.hex[block] >= 0:
            s.far[s.hex[block]] = 0
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        if s.hex[block] >= 0:
            s.far[s.hex[block]] += gp_of(s, t, block)
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        if s.hex[block] < 0:
            continue
        size = float(s.far[s.hex[block]])
        s.far[s.hex[block]] = 0
        if size > out[Feature.LARGEST_GP]:
            out[Feature.SECOND_GP] = out[Feature.LARGEST_GP]
            out[Feature.LARGEST_GP] = size
        elif size > out[Feature.SECOND_GP]:
            out[Feature.SECOND_GP] = size


@kernel
def muster_near(s: GameState, t: RuleTables, city: int) -> None:
    """Leave in `queue` the GP of units by seat near a city, then of those not far from it."""
    for place in range(SEATS + SEATS):
        s.queue[place] = 0
    for block in range(t.players * BLOCKS):
        if s.hex[block] < 0:
            continue
        way = distance(t, block, city, s.hex[block])
        if way > FAR or (way > 0 and t.castle[t.kind[block]]):
            continue
        seat = seat_of(block)
        gp = gp_of(s, t, block)
        s.queue[SEATS + seat] += gp
        if way <= NEAR:
            s.queue[seat] += gp


@kernel
def enemies_near(s: GameState, t: RuleTables, seat: int, ring: int) -> int:
    """Return the GP of a seat's enemies near a city (`ring` 0), or not far from it (1)."""
    total = 0
    for other in range(t.players):
        if not friends(s, seat, other):
            total += s.queue[ring * SEATS + other]
    return total


@kernel
def write_city(s: GameState, t: RuleTables, city: int, seat: int, out: Array) -> None:
    """Add what a city is to the seat that controls it, after `muster_near`."""
    h = t.city_hex[city]
    value = float(t.value[h])
    out[Feature.CITIES_GP] += value
    out[Feature.CITIES] += 1.0
    if t.home[h] == seat:
        out[Feature.HOME_GP] += value
    near = enemies_near(s, t, seat, 0)
    if s.count[h, seat] == 0:
        out[Feature.EMPTY_GP] += value
        if near > 0:
            out[Feature.OPEN_RISK] += value
    elif s.count[h, seat] == 1:
        out[Feature.LONE_GP] += value
    if near > s.queue[seat]:
        out[Feature.OUTMATCHED] += value
    for ring in range(2):
        ours = int(s.queue[ring * SEATS + seat])
        against = enemies_near(s, t, seat, ring)
        out[Feature.HELD + ring] += value * ours / (ours + against) if against > 0 else value


@kernel
def other_city(s: GameState, t: RuleTables, city: int, seat: int, out: Array) -> None:
    """Add what a city that others control is to a seat, after `muster_near`."""
    h = t.city_hex[city]
    value = float(t.value[h])
    empty = True
    for other in range(t.players):
        empty = empty and s.count[h, other] == 0
    if empty and s.queue[seat] > 0:
        out[Feature.OPEN_PREY] += value
    for ring in range(2):
        ours = int(s.queue[ring * SEATS + seat])
        if ours > 0:
            out[Feature.PREY + ring] += value * ours / (ours + enemies_near(s, t, seat, ring))
