"""How scripted strategies choose scenarios, muster and deploy."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.mustering import limit, price
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import (
    DECOY,
    TENT_CARD,
    GameState,
)
from bloodstones.games.battlelore.rules.board import HEXES
from bloodstones.games.battlelore.rules.checks import KINDS
from bloodstones.games.battlelore.rules.names import Class, Rule, Terrain
from bloodstones.games.battlelore.strategies.policy import Policy, Weight

HALF: Final = 0.5
NEARBY: Final = 4
TENT_ROW: Final = 3.0
SMALL: Final = 0.01


@kernel
def preparation_score(s: GameState, t: RuleTables, p: Policy, seat: int, code: int) -> float:
    """Return what a decision before the first turn is worth."""
    kind = kind_of(code)
    x = x_of(code)
    y = y_of(code)
    if kind == Kind.CHOOSE:
        return scenario_score(t, seat, x)
    if kind == Kind.TAKE:
        return -abs(float(y) - wanted(s, t, p, seat, x))
    if kind == Kind.LAY:
        return place_score(s, t, p, seat, x, y)
    if kind == Kind.FORD:
        return banner_near(s, t, x)
    if kind == Kind.PUT:
        return -card_reach(t, x)
    return 0.0


@kernel
def scenario_score(t: RuleTables, seat: int, card: int) -> float:
    """Return the points of banners in the rows of deployment, and a little for a rule."""
    worth = 0.0
    for h in range(HEXES):
        if t.row[seat, h] <= t.sc_rows[seat, card]:
            worth += t.sc_banner[seat, card, h]
    return float(worth + HALF * int(t.sc_rule[seat, card] != Rule.NONE))


@kernel
def share(t: RuleTables, p: Policy, seat: int, kind: int) -> float:
    """Return the share of the points that a plan gives to a kind of unit."""
    unit = seat * KINDS + kind
    if t.ranged[unit]:
        return float(p.weight[seat, Weight.TAKE_RANGED])
    of_class = t.unit_class[unit]
    if of_class == Class.INFANTRY:
        return float(p.weight[seat, Weight.TAKE_INFANTRY])
    if of_class == Class.CAVALRY:
        return float(p.weight[seat, Weight.TAKE_CAVALRY])
    if of_class == Class.ELITE:
        return float(p.weight[seat, Weight.TAKE_ELITE])
    return float(p.weight[seat, Weight.TAKE_LEGEND])


@kernel
def wanted(s: GameState, t: RuleTables, p: Policy, seat: int, kind: int) -> float:
    """Return how many cards of a kind a plan buys with its remaining points."""
    if kind == TENT_CARD:
        return float(int(p.weight[seat, Weight.TENT] > HALF))
    shares = SMALL
    points = float(limit(s, t, seat))
    for each in range(KINDS):
        if each >= kind:
            shares += share(t, p, seat, each)
        else:
            points -= s.army[seat, each] * price(s, t, seat, each)
    return points * share(t, p, seat, kind) / shares / max(1, price(s, t, seat, kind))


@kernel
def banner_near(s: GameState, t: RuleTables, h: int) -> float:
    """Return the points of banners near a hex, nearer ones counted more."""
    worth = 0.0
    for place in range(HEXES):
        if s.banner[place] > 0 and t.distance[h, place] <= NEARBY:
            worth += s.banner[place] / (1.0 + t.distance[h, place])
    return float(worth)


@kernel
def place_score(s: GameState, t: RuleTables, p: Policy, seat: int, kind: int, h: int) -> float:
    """Return the value of laying a card on a hex."""
    row = float(t.row[seat, h])
    if kind == TENT_CARD:
        return float(-abs(row - TENT_ROW) - s.banner[h])
    if kind == DECOY:
        return -row - banner_near(s, t, h)
    near = banner_near(s, t, h) * p.weight[seat, Weight.BANNER]
    front = row if not t.ranged[seat * KINDS + kind] else -abs(row - 2.0)
    worth = near + front * p.weight[seat, Weight.FRONT]
    if s.terrain[h] == Terrain.HILL and t.ranged[seat * KINDS + kind]:
        worth += 1.0
    if s.terrain[h] == Terrain.BUILDING and not t.ranged[seat * KINDS + kind]:
        worth += HALF
    return float(worth)


@kernel
def card_reach(t: RuleTables, card: int) -> float:
    """Return how many units a command card may order, and what else it gives."""
    orders = 0.0
    for place in range(t.quota.shape[1]):
        orders += t.quota[card, place]
    return float(orders + HALF * (t.card_dice[card] + t.card_move[card] + t.card_lore[card]))
