"""How scripted strategies move: which unit goes where, step by step.

A unit's target is a city of another team or a neighbouring stack of enemies; the seat keeps it in
`memory` while the unit is on its way.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import kind_of, x_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.wizard_kings.engine.decisions import Kind
from bloodstones.games.wizard_kings.engine.pieces import enemies_at, friends, hostile, seat_of
from bloodstones.games.wizard_kings.engine.rule_tables import FAR_AWAY, RuleTables
from bloodstones.games.wizard_kings.engine.state import BLOCKS, DIRECTIONS, GameState, Mode
from bloodstones.games.wizard_kings.rules.names import Terrain
from bloodstones.games.wizard_kings.strategies.policy import Policy, Weight

TARGET: Final = 0  # places of a seat's memory: the city aimed at
MOVER: Final = 1  # the unit that aims
NONE: Final = -1
MEAN_STRENGTH: Final = 3.0  # guessed of a hidden block
NEARBY: Final = 2
BAD: Final = -50.0
ATTACK: Final = 20.0


@kernel
def distance(t: RuleTables, block: int, city: int, h: int) -> int:
    """Return the hexes from a hex to a city as a unit goes."""
    if t.flyer[t.kind[block]]:
        return int(t.flight[h, city])
    return int(t.walk[h, city])


@kernel
def count_at(s: GameState, t: RuleTables, seat: int, h: int) -> int:
    """Count the units of a seat and its allies in a hex."""
    count = 0
    for other in range(t.players):
        if friends(s, seat, other):
            count += s.count[h, other]
    return count


@kernel
def survey(s: GameState, t: RuleTables, seat: int) -> None:
    """Leave in `queue` the enemies in each city, or `NONE` where there is nothing to march for.

    In `far` the own strength that stands within a move of it.
    """
    for city in range(t.cities):
        h = t.city_hex[city]
        enemies = enemies_at(s, t, h, seat)
        owner = s.control[h]
        held = (owner >= 0 and friends(s, seat, owner)) or count_at(s, t, seat, h) > 0
        s.queue[city] = NONE if held and enemies == 0 else enemies
        s.far[city] = 0
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        if s.hex[block] < 0 or t.castle[t.kind[block]]:
            continue
        for city in range(t.cities):
            if distance(t, block, city, s.hex[block]) <= NEARBY:
                s.far[city] += s.strength[block]


@kernel
def city_score(s: GameState, t: RuleTables, p: Policy, block: int, city: int) -> float:
    """Return the value to a unit of marching on a city, after a `survey` of its seat."""
    enemies = int(s.queue[city])
    if enemies == NONE:
        return BAD
    way = distance(t, block, city, s.hex[block])
    if way >= FAR_AWAY:
        return BAD
    seat = seat_of(block)
    close = float(s.far[city])
    if way <= NEARBY and close < p.weight[seat, Weight.BOLDNESS] * enemies * MEAN_STRENGTH:
        return BAD / 2
    value = p.weight[seat, Weight.CITY] * t.value[t.city_hex[city]]
    value -= p.weight[seat, Weight.FAR] * way
    value += p.weight[seat, Weight.HUNT] * enemies
    value += p.weight[seat, Weight.MASS] * close / MEAN_STRENGTH
    return float(value)


@kernel
def best_city(s: GameState, t: RuleTables, p: Policy, block: int) -> int:
    """Return the city that a surveyed seat's unit marches on, NONE without any."""
    best = NONE
    top = BAD
    for city in range(t.cities):
        value = city_score(s, t, p, block, city)
        if value > top:
            top = value
            best = city
    return best


@kernel
def set_target(s: GameState, t: RuleTables, p: Policy, block: int) -> None:
    """Store the target of a unit, after a `survey` of its seat."""
    seat = seat_of(block)
    s.memory[seat, TARGET] = best_city(s, t, p, block)
    s.memory[seat, MOVER] = block


@kernel
def is_free(s: GameState, t: RuleTables, p: Policy, block: int) -> bool:
    """Return whether a unit may leave its hex: cities in reach of enemies keep their garrison."""
    h = s.hex[block]
    seat = seat_of(block)
    if t.value[h] == 0:
        return True
    kept = s.count[h, seat] - 1
    if t.home[h] != seat:
        return bool(kept >= 1)
    if kept >= p.weight[seat, Weight.GARRISON]:
        return True
    return not enemy_within(s, t, p, seat, h)


@kernel
def enemy_within(s: GameState, t: RuleTables, p: Policy, seat: int, h: int) -> bool:
    """Return whether enemy units are near a city."""
    reach = p.weight[seat, Weight.ALARM]
    for city in range(t.cities):
        if t.city_hex[city] != h:
            continue
        for other in range(t.players):
            if other == seat:
                continue
            for block in range(other * BLOCKS, (other + 1) * BLOCKS):
                at = s.hex[block]
                if at >= 0 and t.flight[at, city] <= reach and hostile(s, at, seat, other):
                    return True
    return False


@kernel
def choose_unit(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the unit that moves next: the one with most to gain; else pass."""
    survey(s, t, s.decider)
    best = 0
    top = 0.0
    for index in range(n):
        if kind_of(out[index]) != Kind.PICK:
            continue
        block = x_of(out[index])
        if not is_free(s, t, p, block):
            continue
        city = best_city(s, t, p, block)
        if city == NONE:
            continue
        value = city_score(s, t, p, block, city)
        value += 1.0 / (1.0 + distance(t, block, city, s.hex[block]))
        if value > top:
            top = value
            best = index
    if best > 0:
        set_target(s, t, p, x_of(out[best]))
    return best


@kernel
def step_score(s: GameState, t: RuleTables, p: Policy, seat: int, kind: int, x: int) -> float:
    """Return the value of a step: nearer to the target; a retreat goes towards friends."""
    block = s.mover
    h = s.hex[block]
    if kind == Kind.SHIP:
        return BAD
    beyond = t.neighbour[h, x] if kind == Kind.GO else h
    if s.mode > Mode.TRACK or s.memory[seat, TARGET] == NONE:
        ours = float(count_at(s, t, seat, beyond))
        return ours + float(t.value[beyond]) - float(int(t.land[beyond] == Terrain.SEA))
    city = s.memory[seat, TARGET]
    value = -float(distance(t, block, city, beyond))
    enemies = enemies_at(s, t, beyond, seat)
    if enemies > 0 and kind == Kind.GO and beyond != t.city_hex[city]:
        near = 0.0
        for direction in range(DIRECTIONS):
            at = t.neighbour[beyond, direction]
            if at >= 0:
                near += MEAN_STRENGTH * count_at(s, t, seat, at)
        if near < p.weight[seat, Weight.BOLDNESS] * enemies * MEAN_STRENGTH:
            value -= ATTACK
    return value
