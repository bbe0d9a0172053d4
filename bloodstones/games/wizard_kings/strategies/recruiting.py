"""How scripted strategies buy, place and build."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.wizard_kings.engine.decisions import Kind
from bloodstones.games.wizard_kings.engine.distances import FAR_AWAY
from bloodstones.games.wizard_kings.engine.pieces import friends
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.state import BLOCKS, NOBODY, GameState
from bloodstones.games.wizard_kings.strategies.policy import WEIGHTS, Policy

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
