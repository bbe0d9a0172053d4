"""One decision of a searching strategy: the kit's search over the kernels of this game."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.battlelore.engine.attacking import for_heroic
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.mustering import limit, price
from bloodstones.games.battlelore.engine.pieces import near_enemy, seat_of
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import (
    DECOY,
    SEATS,
    STRATEGY_STREAM,
    TENT_CARD,
    GameState,
    Point,
)
from bloodstones.games.battlelore.rules.board import HEXES
from bloodstones.games.battlelore.rules.checks import KINDS
from bloodstones.games.battlelore.rules.names import Ability, Class, Face, Rule, Terrain
from bloodstones.games.battlelore.strategies import commanding, marching
from bloodstones.games.battlelore.strategies import commanding as spending
from bloodstones.games.battlelore.strategies.policy import Policy, Weight
from bloodstones.games.battlelore.strategies.valuation import attack_worth
from bloodstones.kit.players.strategy import Family
from bloodstones.kit.search.utility import judge_by_points

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


NEVER: Final = -1e9
SLIGHT: Final = 1e-3
DIE_WORTH: Final = (1.0, 0.9, 0.2, 0.6, 0.3, 0.5)  # faces of Rune Blade, hand to hand
STAYS: Final = 2.0


@entry
def choose(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the decision in `out` that the decider takes.

    For a strategy that goes without something it moves what it allows itself to the front of `out`.
    """
    seat = s.decider
    stream = STRATEGY_STREAM + seat
    if p.bars[seat]:
        n = keep_allowed(p, seat, out, n)
    if n == 1:
        return 0
    if p.family[seat] == Family.RANDOM:
        return next_below(s.streams, stream, n)
    if s.point == Point.MARCH:
        return marching.choose_march(s, t, p, out, n)
    if s.point == Point.STEP:
        return marching.choose_step(s, t, p, out, n)
    if s.point == Point.COMMAND:
        return commanding.best_command(s, t, p, out, n)
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
def keep_allowed(p: Policy, seat: int, out: Array, n: int) -> int:
    """Move the decisions that a seat allows itself to the front; return how many, all if none."""
    kept = 0
    for index in range(n):
        if not is_barred(p, seat, out[index]):
            kept += 1
    if kept == 0:
        return n
    kept = 0
    for index in range(n):
        if not is_barred(p, seat, out[index]):
            out[kept] = out[index]
            kept += 1
    return kept


@kernel
def is_barred(p: Policy, seat: int, code: int) -> bool:
    """Return whether a seat is restricted from what a decision uses."""
    kind = kind_of(code)
    x = x_of(code)
    if kind == Kind.TAKE:
        return bool(y_of(code) > 0 and p.no_card[seat, x])
    if kind == Kind.COMMAND:
        return bool(p.no_command[seat, x])
    return bool(kind == Kind.PLAY and p.no_lore[seat, x])


@kernel
def score(s: GameState, t: RuleTables, p: Policy, seat: int, code: int) -> float:
    """Return what a decision is worth to a seat; passing is 0."""
    kind = kind_of(code)
    x = x_of(code)
    y = y_of(code)
    if kind == Kind.PASS:
        return 0.0
    if kind == Kind.ORDER:
        return commanding.order_score(s, t, p, x, y)
    if kind == Kind.ATTACK:
        return attack_worth(s, t, p, seat, x, y)
    if kind < Kind.CAPTURE:
        return preparation_score(s, t, p, seat, code)
    if kind == Kind.PLAY:
        return spending.play_score(s, t, p, seat, x)
    if kind == Kind.TARGET:
        return spending.target_score(s, t, seat, code)
    if kind == Kind.CURE:
        return commanding.cure_score(s, t, p, code)
    if kind == Kind.GAIN:
        return commanding.gain_score(s, p, seat, x)
    if kind == Kind.DISCARD_LORE:
        return float(-t.lore_cost[seat, x])
    if kind == Kind.ADVANCE:
        return advance_score(s, t, p, seat)
    return answer_score(s, t, p, seat, kind, x)


@kernel
def advance_score(s: GameState, t: RuleTables, p: Policy, seat: int) -> float:
    """Return the value of an advance: banners left and won, and the plan's weight."""
    u = s.attacker[0]
    won = float(s.banner[s.goal[0]]) - float(s.banner[s.hex[u]])
    more = STAYS * SLIGHT if near_enemy(s, t, seat, s.goal[0]) else 0.0
    return float(won * p.weight[seat, Weight.BANNER] + p.weight[seat, Weight.FOLLOW] + more)


@kernel
def answer_score(s: GameState, t: RuleTables, p: Policy, seat: int, kind: int, x: int) -> float:
    """Return what a small answer in an attack is worth."""
    f = s.level
    if kind == Kind.USE:
        u = s.attacker[f]
        if for_heroic(t, u) != Ability.FRENZY:
            return float(x)
        kills = x >= s.figures[s.target[f]]
        spare = s.figures[u] - x >= 1
        return float(x) if spare and (kills or x <= 1) else -float(x)
    if kind == Kind.KEEP:
        if s.keeping[f] > 1 and x not in (Face.STRIKE, Face.CLEAVE):
            return SLIGHT
        return DIE_WORTH[x]
    if kind == Kind.REROLL:
        return STAYS * SLIGHT
    if kind == Kind.WAY:
        return 0.0
    if kind == Kind.PREVENT:  # a card can still help where the building is left behind
        return float(x if seat == seat_of(s.attacker[f]) else 1 - x)
    return 1.0


@entry
def judge(s: GameState, t: RuleTables, knobs: Array, out: Array) -> None:
    """Write the utility of each seat by its victory points, see `kit.search.utility`."""
    for seat in range(SEATS):
        out[seat] = s.noted_vp[seat] + s.vp[seat]
    judge_by_points(s, SEATS, knobs, out)
