"""The values of units and hexes to scripted strategies, from open information."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.battlelore.engine.attacking import in_forest, is_flanked
from bloodstones.games.battlelore.engine.pieces import (
    flies,
    has,
    is_weak,
    may_rest,
    seat_of,
)
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.sighting import reach_of
from bloodstones.games.battlelore.engine.state import NOBODY, NOWHERE, GameState
from bloodstones.games.battlelore.rules.board import HEXES
from bloodstones.games.battlelore.rules.checks import SLOTS
from bloodstones.games.battlelore.rules.names import Ability, Terrain
from bloodstones.games.battlelore.strategies.policy import Policy, Weight

FACE: Final = 1.0 / 6.0
HEROIC_HIT: Final = 0.1  # what an ability for a heroic face adds to a die
WEAK_BONUS: Final = 0.5  # of an enemy that one more hit destroys


@kernel
def hits_a_die(s: GameState, t: RuleTables, u: int) -> float:
    """Return the damage that a die of a unit deals by expectation."""
    rate = FACE
    if not t.ranged[t.kind[u]] and not is_weak(s, t, u):
        rate += FACE
    if has(t, u, Ability.FRENZY) or has(t, u, Ability.STUN) or has(t, u, Ability.POISON):
        rate += HEROIC_HIT
    return rate


@kernel
def expected_hits(s: GameState, t: RuleTables, u: int, v: int) -> float:
    """Return about the damage of an attack from where the unit stands."""
    dice = int(t.attack[t.kind[u]] + s.extra_dice[u])
    if in_forest(s, t, u, v):
        dice = min(dice, int(t.two_dice + s.extra_dice[u]))
    if has(t, u, Ability.RAGE):
        dice += int(t.health[t.kind[u]] - s.figures[u])
    if is_flanked(s, t, u, v):
        dice += 1
    if flies(t, v) and not t.ranged[t.kind[u]]:
        dice -= 1
    hits = max(1, dice) * hits_a_die(s, t, u)
    if s.terrain[s.hex[v]] == Terrain.BUILDING and not flies(t, v) and not flies(t, u):
        hits *= WEAK_BONUS
    return hits


@kernel
def attack_worth(s: GameState, t: RuleTables, p: Policy, seat: int, u: int, v: int) -> float:
    """Return what an attack is worth: damage done, less damage of the counter."""
    hits = min(expected_hits(s, t, u, v), float(s.figures[v]))
    worth = hits
    if hits >= s.figures[v] - WEAK_BONUS:
        worth += WEAK_BONUS
    worth *= 1.0 + s.banner[s.hex[v]]
    counters = t.distance[s.hex[u], s.hex[v]] == 1 and not s.stun[v]
    if counters and not has(t, u, Ability.VIGILANT):
        back = t.attack[t.kind[v]] * hits_a_die(s, t, v) * (1.0 - hits / (s.figures[v] + 1.0))
        worth -= p.weight[seat, Weight.BOLDNESS] * WEAK_BONUS * back
    return float(worth)


@kernel
def banner_worth(s: GameState, p: Policy, seat: int, u: int, h: int) -> float:
    """Return the value to a unit of holding a hex."""
    if s.banner[h] == 0:
        return 0.0
    holder = s.at[h]
    mine = holder == u
    if not mine and holder != NOBODY and seat_of(holder) == seat:
        return 0.0
    return float(p.weight[seat, Weight.BANNER] * s.banner[h])


@kernel
def prey_worth(s: GameState, t: RuleTables, p: Policy, seat: int, u: int, v: int) -> float:
    """Return the value to a unit of coming within reach of an enemy."""
    hits = t.attack[t.kind[u]] * hits_a_die(s, t, u)
    worth = min(hits, float(s.figures[v]))
    if hits >= s.figures[v]:
        worth += WEAK_BONUS
    return float(p.weight[seat, Weight.HUNT] * worth * (1.0 + s.banner[s.hex[v]]))


@kernel
def stand_off(s: GameState, t: RuleTables, p: Policy, seat: int, u: int) -> int:
    """Return how near a unit comes to its prey."""
    if not t.ranged[t.kind[u]]:
        return 1
    return min(reach_of(s, t, u), int(p.weight[seat, Weight.STAND_OFF]))


@kernel
def goal_worth(s: GameState, t: RuleTables, p: Policy, u: int, h: int) -> float:
    """Return what a hex is worth as the goal of a unit, the way to it not counted."""
    seat = seat_of(u)
    other = s.at[h]
    if other != NOBODY and seat_of(other) != seat:
        return prey_worth(s, t, p, seat, u, other)
    mine = other == u
    if not (mine or other == NOBODY) or not may_rest(s, t, u, h):
        return 0.0
    if h == s.tent[1 - seat]:
        return float(p.weight[seat, Weight.BANNER] * t.tent_vp * WEAK_BONUS)
    return banner_worth(s, p, seat, u, h)


@kernel
def best_goal(s: GameState, t: RuleTables, p: Policy, u: int) -> int:
    """Return the hex that a unit makes for, NOWHERE without any."""
    seat = seat_of(u)
    best = NOWHERE
    top = 0.0
    far = p.weight[seat, Weight.FAR]
    first = (1 - seat) * SLOTS
    for h in range(HEXES):
        if s.banner[h] == 0 and h != s.tent[1 - seat]:
            continue
        worth = goal_worth(s, t, p, u, h) - far * t.distance[s.hex[u], h]
        if worth > top:
            top = worth
            best = h
    near = stand_off(s, t, p, seat, u)
    for v in range(first, first + SLOTS):
        if s.hex[v] < 0:
            continue
        way = max(0, int(t.distance[s.hex[u], s.hex[v]]) - near)
        worth = prey_worth(s, t, p, seat, u, v) - far * way
        if worth > top:
            top = worth
            best = int(s.hex[v])
    return best
