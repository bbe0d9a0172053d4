"""The decision of a seat: the legal one with the best score, from the seat's information."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.wizard_kings.engine.decisions import Kind
from bloodstones.games.wizard_kings.engine.pieces import friends, hostile, seat_of
from bloodstones.games.wizard_kings.engine.rule_tables import FAR_AWAY, SPELLS, RuleTables
from bloodstones.games.wizard_kings.engine.state import (
    ALL,
    BLOCKS,
    NOBODY,
    STRATEGY_STREAM,
    GameState,
    Mode,
    Point,
)
from bloodstones.games.wizard_kings.engine.ways import may_stand
from bloodstones.games.wizard_kings.rules.names import Effect
from bloodstones.games.wizard_kings.rules.ruleset import DIE
from bloodstones.games.wizard_kings.strategies import marching
from bloodstones.games.wizard_kings.strategies.policy import WEIGHTS, Policy, Weight
from bloodstones.kit.players.strategy import Family

WIZARD_POWER: Final = 0.3
CAST: Final = 3.0
FIRE: Final = 2.0
LEAVE: Final = 4.0


@kernel
def worth(s: GameState, t: RuleTables, block: int) -> float:
    """Return the GP of a step of a unit, the strength a little counted."""
    return float(t.cost[t.kind[block]] + s.strength[block] / ALL)


@kernel
def power(s: GameState, t: RuleTables, h: int, seat: int, ours: int) -> float:
    """Return the hits a round of a side in a battle times its strength; the blocks lie open."""
    hits = 0.0
    strength = 0.0
    for block in range(t.players * BLOCKS):
        if s.hex[block] != h or hostile(s, h, seat, seat_of(block)) == (ours == 1):
            continue
        kind = t.kind[block]
        rating = t.rating[kind, t.land[h]] / DIE
        if t.wizard[kind]:
            rating = WIZARD_POWER
        hits += rating * s.strength[block]
        strength += s.strength[block]
    return hits * strength


@kernel
def fight_score(
    s: GameState, t: RuleTables, p: Policy, seat: int, kind: int, x: int, y: int
) -> float:
    """Return the value of a decision in a battle or on a spell."""
    if kind == Kind.FIRE:
        return FIRE
    if kind == Kind.RETREAT:
        ours = power(s, t, s.fight_hex, seat, 1)
        enemy = power(s, t, s.fight_hex, seat, 0)
        losing = ours < p.weight[seat, Weight.STAND] * enemy
        return LEAVE if losing else -1.0
    if kind == Kind.CAST:
        return cast_score(s, t, p, seat, x, y)
    if kind == Kind.TARGET:
        if t.spell_effect[s.spell] >= Effect.FLY and t.spell_effect[s.spell] < Effect.PANIC:
            return worth(s, t, x)
        rating = t.rating[t.kind[x], t.land[s.fight_hex]]
        return float(s.strength[x] * (int(rating) + int(t.cost[t.kind[x]])))
    if kind == Kind.DISPEL:
        if p.mute[seat, dispel_of(t)]:
            return -1.0
        return float(int(t.spell_level[s.spell] > 1))
    return 0.0


@kernel
def dispel_of(t: RuleTables) -> int:
    """Return the number of the spell that breaks others."""
    for spell in range(SPELLS):
        if t.spell_effect[spell] == Effect.DISPEL:
            return spell
    return 0


@kernel
def cast_score(s: GameState, t: RuleTables, p: Policy, seat: int, block: int, spell: int) -> float:
    """Return the value of casting a spell: damage spells by their hits, in battle only."""
    left = s.strength[block] - t.spell_level[spell]
    effect = t.spell_effect[spell]
    if p.mute[seat, spell] or not s.fighting or left < p.weight[seat, Weight.SPELLS]:
        return -1.0
    if effect == Effect.DAMAGE:
        hits = t.spell_dice[spell] * t.spell_hits[spell] / DIE
        return float(CAST + hits / t.spell_level[spell])
    if effect == Effect.PANIC:
        return CAST
    return -1.0


@kernel
def regroup_score(s: GameState, t: RuleTables, seat: int, kind: int, block: int) -> float:
    """Return the value of regrouping a unit: only units that cannot stay leave."""
    if kind == Kind.LEAVE and not may_stand(t, block, s.fight_hex):
        return 1.0
    return -1.0


EMPTY_CITY: Final = 50.0
NEAR: Final = 10.0
REFUSED: Final = -1e6  # only where nothing else may be bought
AT_FRONT: Final = 5


@kernel
def take_stock(s: GameState, t: RuleTables, p: Policy, seat: int) -> None:
    """Leave in `far` the GP that a seat has spent on what each parameter wants, then all of them.

    What `mark` says in `stamp` is forgotten, see `front`.
    """
    s.stamp += 1
    for wanted in range(WEIGHTS + 1):
        s.far[wanted] = 0
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        gp = int(t.cost[t.kind[block]]) * int(s.strength[block])
        s.far[p.share[t.kind[block]]] += gp
        s.far[WEIGHTS] += gp


@kernel
def need(s: GameState, t: RuleTables, p: Policy, seat: int, kind: int) -> float:
    """Return by how much the share spent on a kind of units is below the plan's share."""
    wanted = p.share[kind]
    return float(p.weight[seat, wanted] - s.far[wanted] / (1.0 + s.far[WEIGHTS]))


@kernel
def front(s: GameState, t: RuleTables, seat: int, h: int) -> int:
    """Return the hexes from a hex to the nearest city of another team's map.

    It is looked for once a decision: `mark` is `stamp` where `queue` has it.
    """
    if s.mark[h] != s.stamp:
        nearest = FAR_AWAY
        for city in range(t.cities):
            if not friends(s, seat, t.home[t.city_hex[city]]):
                nearest = min(nearest, t.walk[h, city])
        s.mark[h] = s.stamp
        s.queue[h] = nearest
    return int(s.queue[h])


@kernel
def muster_score(
    s: GameState, t: RuleTables, p: Policy, seat: int, kind: int, x: int, y: int
) -> float:
    """Return the value of buying or placing a unit."""
    if kind == Kind.BUY:
        if p.barred[seat, x]:
            return REFUSED
        return 1.0 + need(s, t, p, seat, x) + y / NEAR
    h = t.city_hex[y]
    value = float(t.value[h])
    if s.count[h, seat] == 0:
        return EMPTY_CITY + (value if t.castle[t.kind[x]] else -value)
    if t.castle[t.kind[x]]:
        return value
    return NEAR / (1.0 + front(s, t, seat, h))


@kernel
def build_score(
    s: GameState, t: RuleTables, p: Policy, seat: int, kind: int, x: int, y: int
) -> float:
    """Return the value of a step or a new unit, more near the front."""
    if kind == Kind.FORT:
        return -1.0
    unit = t.kind[x] if kind == Kind.GAIN else x
    if p.barred[seat, unit]:
        return REFUSED
    h = s.hex[x] if kind == Kind.GAIN else t.city_hex[y]
    if h == NOBODY:
        return -1.0
    close = 1.0 / (1.0 + max(0, front(s, t, seat, h) - AT_FRONT))
    fresh = 0.0 if kind == Kind.GAIN else 1.0 / NEAR
    return 1.0 + need(s, t, p, seat, unit) + close - fresh


NEVER = -1e9


@entry
def choose(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the decision in `out` that the decider takes."""
    seat = s.decider
    stream = STRATEGY_STREAM + seat
    if n == 1:
        return 0
    if p.family[seat] == Family.RANDOM:
        return by_lot(s, out, n, stream)
    if s.point == Point.MOVE:
        return marching.choose_unit(s, t, p, out, n)
    if s.point == Point.STEP and s.mode <= Mode.TRACK and s.memory[seat, 1] != s.mover:
        marching.survey(s, t, seat)
        marching.set_target(s, t, p, s.mover)
    if s.point == Point.BUILD or s.point <= Point.PLACE:
        take_stock(s, t, p, seat)
    best = -1
    ties = 0
    top = NEVER
    for index in range(n):
        value = score(s, t, p, seat, out[index])
        if value > top:
            top = value
            best = index
            ties = 1
        elif value == top:
            ties += 1
            if next_below(s.streams, stream, ties) == 0:
                best = index
    return max(best, 0)


@kernel
def by_lot(s: GameState, out: Array, n: int, stream: int) -> int:
    """Return the index of a decision drawn evenly from those that disband no unit."""
    kept = 0
    for index in range(n):
        kept += int(kind_of(out[index]) != Kind.DISBAND)
    left = next_below(s.streams, stream, kept)
    for index in range(n):
        left -= int(kind_of(out[index]) != Kind.DISBAND)
        if left < 0:
            return index
    return 0


@kernel
def score(s: GameState, t: RuleTables, p: Policy, seat: int, code: int) -> float:
    """Return the value of a decision to a seat."""
    kind = kind_of(code)
    x = x_of(code)
    y = y_of(code)
    if kind == Kind.PASS:
        return 0.0
    if kind == Kind.GO or kind == Kind.STOP or kind == Kind.SHIP:
        return marching.step_score(s, t, p, seat, kind, x)
    if kind <= Kind.PLACE:
        return muster_score(s, t, p, seat, kind, x, y)
    if kind == Kind.GAIN or kind == Kind.NEW or kind == Kind.FORT:
        return build_score(s, t, p, seat, kind, x, y)
    if kind == Kind.PIN or kind == Kind.HIT or kind == Kind.REMOVE:
        return -worth(s, t, x)
    if kind == Kind.COME or kind == Kind.LEAVE:
        return regroup_score(s, t, seat, kind, x)
    if kind == Kind.DISBAND or kind == Kind.SHIFT or kind == Kind.BREAK or kind == Kind.SWITCH:
        return NEVER
    return fight_score(s, t, p, seat, kind, x, y)
