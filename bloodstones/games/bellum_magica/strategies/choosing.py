"""One decision of a searching strategy: the kit's search with the kernels of this game."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.bellum_magica.engine.attacking import chests_of
from bloodstones.games.bellum_magica.engine.decisions import Kind, Price
from bloodstones.games.bellum_magica.engine.ending import worth_of
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables
from bloodstones.games.bellum_magica.engine.state import KINDS, STRATEGY_STREAM, GameState, Point
from bloodstones.games.bellum_magica.rules.cards import ICONS, ROWS
from bloodstones.games.bellum_magica.rules.names import Icon, Side
from bloodstones.games.bellum_magica.strategies import estimates
from bloodstones.games.bellum_magica.strategies.policy import Policy, Weight
from bloodstones.kit.players.strategy import Family
from bloodstones.kit.search.utility import judge_by_points


@kernel
def choose_by_plan(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index that a plan chooses."""
    point = s.point
    if point == Point.RECRUIT:
        return choose_creature(s, t, p, out, n)
    if point in (Point.PLACE, Point.GOBLIN):
        return choose_side(s, t, p, x_of(out[0]))
    if point == Point.ATTACK:
        return choose_target(s, t, p, out, n)
    if point == Point.REROLL:
        return choose_reroll(s, t, p, out, n)
    if point == Point.GIVE:
        return 0  # the least value
    if point == Point.CASTLE:
        return 0
    return n - 1  # the best kind to steal


@kernel
def choose_side(s: GameState, t: RuleTables, p: Policy, card: int) -> int:
    """Return the side on which a creature is worth more; the decisions are left, right."""
    left = estimates.left_worth(s, t, p, s.decider, card)
    right = estimates.right_worth(s, t, p, s.decider, card)
    return Side.RIGHT if right > left else Side.LEFT


@kernel
def price_of(t: RuleTables, p: Policy, seat: int, price: int) -> float:
    """Return what a way to pay costs."""
    food = float(p.weight[seat, Weight.FOOD_PRICE])
    glyph = float(p.weight[seat, Weight.GLYPH_PRICE])
    if price == Price.FOOD:
        return food * t.evil_food
    if price == Price.GLYPH_AND_FOOD:
        return glyph * t.most_evil_glyph + food * t.most_evil_food
    return glyph * t.most_evil_glyphs_alone


@kernel
def choose_creature(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the purchase worth most above its price, or the pass."""
    seat = s.decider
    best = 0
    most = p.weight[seat, Weight.LEAST]
    for index in range(1, n):
        card = x_of(out[index])
        left = estimates.left_worth(s, t, p, seat, card)
        right = estimates.right_worth(s, t, p, seat, card)
        worth = max(left, right) + estimates.token_worth(s, t, p, seat, card)
        worth -= price_of(t, p, seat, y_of(out[index]))
        if worth > most:
            most = worth
            best = index
    return best


@kernel
def chests_in(t: RuleTables, place: int) -> int:
    """Return how many chests a location shows as loot."""
    total = 0
    for kind in range(KINDS):
        total += int(t.loot[place, KINDS + kind])
    return total


@kernel
def choose_target(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the attack worth most, or the pass if none is worth anything."""
    seat = s.decider
    best = 0
    most = 0.0
    for index in range(1, n):
        kind = kind_of(out[index])
        x = x_of(out[index])
        chests = 0
        if kind == Kind.RAID:
            thieves = int(s.troop[seat, s.row, Icon.THIEF])
            worth = estimates.theft_worth(s, t, p, seat, x, thieves)
            chests = min(thieves, chests_of(s, x))
        else:
            place = x if kind == Kind.LOCATION else int(t.locations)
            worth = estimates.loot_worth(s, t, p, seat, place)
            chests = chests_in(t, place)
        worth -= estimates.closing_cost(s, t, p, seat, chests, worth)
        if worth > most:
            most = worth
            best = index
    return best


@kernel
def choose_reroll(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return a spell or a barrel if another roll is worth so much more, else the pass."""
    total = 0.0
    for row in range(ROWS):
        total += estimates.roll_worth(s, t, p, row)
    gain = total / ROWS - estimates.roll_worth(s, t, p, s.row)
    w = p.weight[s.decider]
    for index in range(1, n):
        spell = kind_of(out[index]) == Kind.SPELL
        if gain > w[Weight.SPELL_GAIN if spell else Weight.BARREL_GAIN]:
            return index
    return 0


@entry
def choose(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the decider's choice among the `n` legal decisions in `out`.

    May write to the decider's own stream, and to nothing else; for a strategy that goes without a
    creature it moves what it allows itself to the front of `out`.
    """
    if p.bars[s.decider] and s.point == Point.RECRUIT:
        n = keep_allowed(s, p, out, n)
    if n == 1:
        return 0
    family = p.family[s.decider]
    if family == Family.RANDOM:
        return next_below(s.streams, STRATEGY_STREAM + s.decider, n)
    if family == Family.GREEDY:
        return choose_greedily(s, t, p, out, n)
    return choose_by_plan(s, t, p, out, n)


@kernel
def keep_allowed(s: GameState, p: Policy, out: Array, n: int) -> int:
    """Move the purchases that the decider allows itself to the front; return how many."""
    kept = 0
    for index in range(n):
        if kind_of(out[index]) == Kind.PASS or not p.barred[s.decider, x_of(out[index])]:
            out[kept] = out[index]
            kept += 1
    return kept


@kernel
def choose_greedily(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the most value at once: the best loot, the dearest creature, the weaker side."""
    if s.point in (Point.RECRUIT, Point.STEAL):
        return n - 1
    if s.point in (Point.PLACE, Point.GOBLIN):
        return weaker_side(s)
    if s.point != Point.ATTACK:
        return 0
    best = 0
    most = -1.0
    for index in range(1, n):
        worth = booty(s, t, p, out[index])
        if worth > most:
            most = worth
            best = index
    return best


@kernel
def weaker_side(s: GameState) -> int:
    """Return the side on which the decider has fewer icons so far, the left one if equal."""
    lead = 0
    for row in range(ROWS):
        for icon in range(ICONS):
            number = int(s.troop[s.decider, row, icon])
            lead += number if icon < Icon.SWORD else -number
    return Side.LEFT if lead <= 0 else Side.RIGHT


@kernel
def booty(s: GameState, t: RuleTables, p: Policy, code: int) -> float:
    """Return the value in chests that an attack brings by expectation."""
    kind = kind_of(code)
    if kind == Kind.RAID:
        thieves = int(s.troop[s.decider, s.row, Icon.THIEF])
        return estimates.stolen_worth(s, p, x_of(code), thieves)
    place = x_of(code) if kind == Kind.LOCATION else int(t.locations)
    total = 0.0
    for chest in range(KINDS):
        total += p.mean[chest] * t.loot[place, KINDS + chest]
    return total


@entry
def judge(s: GameState, t: RuleTables, knobs: Array, out: Array) -> None:
    """Write the utility of each seat by what its chests are worth, see `kit.search.utility`."""
    for seat in range(t.players):
        out[seat] = worth_of(s, seat)
    judge_by_points(s, t.players, knobs, out)
