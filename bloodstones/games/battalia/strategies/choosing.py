"""One decision of a searching strategy: the kit's search over the kernels of this game."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.battalia.engine import cards
from bloodstones.games.battalia.engine.decisions import TARGETS
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.ending import heroes_out, points_of
from bloodstones.games.battalia.engine.rule_tables import DIRECTIONS, RuleTables
from bloodstones.games.battalia.engine.state import (
    NOTHING,
    STRATEGY_STREAM,
    GameState,
    Point,
    Square,
)
from bloodstones.games.battalia.rules.names import CITY_BUILDS, FACTIONS, LEVELS, RANKS, Kind
from bloodstones.games.battalia.strategies import picking, values
from bloodstones.games.battalia.strategies.policy import Bar, Policy, Weight
from bloodstones.kit.players.strategy import Family
from bloodstones.kit.search.utility import judge_by_points

HORN_WORTH: Final = 20.0
EXIT_WORTH: Final = 0.05
TOP_WORTH: Final = 2.0  # of the highest level, beside its point
NEVER: Final = -1.0
STEP_COST: Final = 0.15
STAPLE_WORTH: Final = 0.2  # of friman without whom nothing can be built
READY: Final = 9.0  # emptying a tent whose card is wanted
CITY_BITS: Final = (1 << CITY_BUILDS) - 1


@kernel
def best_action(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the action worth most."""
    seat = s.decider
    main = values.main_faction(s, seat)
    values.spread_pulls(s, t, p, seat)
    best = 0
    most = 0.0
    for index in range(n):
        worth = action_worth(s, t, p, int(out[index]), main)
        if worth > most:
            most = worth
            best = index
    return best


@kernel
def action_worth(s: GameState, t: RuleTables, p: Policy, code: int, main: int) -> float:
    """Return what an action is worth to the decider."""
    seat = s.decider
    weight = p.weight[seat]
    kind = kind_of(code)
    x = x_of(code)
    y = y_of(code)
    if kind == Move.GAIN:
        return gain_worth(s, t, p, x, y, main)
    if kind == Move.CITY:
        return float(weight[Weight.CITY] * x + EXIT_WORTH * (CITY_BUILDS - y))
    if kind == Move.ROAD:
        room = s.placeable & CITY_BITS
        return float(weight[Weight.ROAD if room else Weight.ROOM] + EXIT_WORTH * x)
    if kind == Move.UPGRADE:
        level = s.level[x] + 1
        return float(weight[Weight.UPGRADE] + (TOP_WORTH if level == LEVELS - 1 else 0.0))
    if kind == Move.HIRE:
        if heroes_out(s, seat) >= weight[Weight.HEROES]:
            return NEVER
        return float(weight[Weight.HIRE] + values.pull_at(s, x))
    if kind in (Move.WALK, Move.RIDE, Move.GALLOP, Move.WINGS):
        return move_worth(s, p, kind, x, y)
    if kind == Move.FIGHT:
        return fight_worth(s, t, p, x, y)
    return odd_worth(s, p, kind, x, y, main)


@kernel
def gain_worth(s: GameState, t: RuleTables, p: Policy, deck: int, search: int, main: int) -> float:
    """Return what a new card is worth: less the later it comes, and for artifacts in plenty."""
    seat = s.decider
    rounds = s.turn / t.players
    left = max(0.0, 1.0 - rounds / p.weight[seat, Weight.HORIZON])
    worth = float(p.weight[seat, deck])
    if deck == Kind.FRIMAN and values.labour(s, seat) < values.NEEDED_FRIMAN:
        return STAPLE_WORTH
    if deck >= RANKS:
        worth /= 1.0 + p.weight[seat, Weight.ENOUGH] * values.owned_kind(s, seat, deck)
    if search == main + 1:
        worth += p.weight[seat, Weight.HARMONY]
    return float(worth * left)


@kernel
def move_worth(s: GameState, p: Policy, kind: int, hero: int, square: int) -> float:
    """Return the value of moving a hero to a square."""
    seat = s.decider
    closer = values.pull_at(s, square) - values.pull_at(s, s.hero[seat, hero])
    cost = STEP_COST if kind == Move.WALK else 2 * STEP_COST
    return float(p.weight[seat, Weight.MARCH] * closer - cost)


@kernel
def fight_worth(s: GameState, t: RuleTables, p: Policy, square: int, how: int) -> float:
    """Return what an attack is worth; one that cannot win is not made."""
    seat = s.decider
    target = how // TARGETS
    strength = values.reach(s, t, how % TARGETS)
    weight = p.weight[seat]
    if target > 0:
        held = cards.size_of(s, target - 1) + cards.ambushed(s, target - 1)
        if strength <= weight[Weight.CAUTION] * held:
            return NEVER
        return float(weight[Weight.HUNT])
    worth = values.target_worth(s, p, seat, square)
    if s.what[square] == Square.RUINS:
        return worth if strength > t.ruins_level else NEVER
    owner = s.owner[square]
    if owner == NOTHING:
        easy = s.reverted[square] and not t.reverted_city
        return worth if easy or strength > s.level[square] else NEVER
    held = cards.size_of(s, owner) + cards.ambushed(s, owner)
    if strength <= s.level[square] + weight[Weight.CAUTION] * held:
        return NEVER
    return worth


@kernel
def odd_worth(s: GameState, p: Policy, kind: int, x: int, y: int, main: int) -> float:
    """Return what conversions, ambush, tents and the Horn are worth."""
    seat = s.decider
    weight = p.weight[seat]
    if kind == Move.USE:
        idle = y == Kind.TITLE and not raises_somebody(s, p)
        return NEVER if idle else float(weight[Weight.CONVERT])
    if kind == Move.HORN:
        return HORN_WORTH
    if kind == Move.AMBUSH:
        kept = weight[Weight.KEEP] * values.card_worth(s, p, seat, x, main)
        worst = values.worst_card(s, p, seat, main)
        if worst in (NOTHING, x):
            return NEVER
        return float(kept + weight[Weight.THIN] - values.card_worth(s, p, seat, worst, main))
    if kind in (Move.TENT, Move.FILL):
        best = 0.0
        for card in range(RANKS * FACTIONS):
            if s.hand[seat, card] > 0:
                best = max(best, values.card_worth(s, p, seat, card, main))
        return float(weight[Weight.KEEP] * best - STEP_COST)
    if kind == Move.EMPTY:
        held = s.held[seat, x, 0]
        wanted = values.kinds_held(s, seat, cards.kind_of_card(held)) > 0
        return READY if wanted else NEVER
    return 0.0


@kernel
def raises_somebody(s: GameState, p: Policy) -> bool:
    """Whether a title has a unit to raise that the decider can do without."""
    seat = s.decider
    for card in range(RANKS * FACTIONS):
        if s.hand[seat, card] > 0 and not values.is_staple(s, p, seat, card):
            return True
    return False


@kernel
def best_place(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the best square and rotation for a map card."""
    best = 0
    most = -1.0
    for index in range(n):
        square = x_of(out[index])
        mask = y_of(out[index])
        worth = values.nearness(s, p, s.decider, square)
        for direction in range(DIRECTIONS):
            beyond = t.neighbour[square, direction]
            if mask >> direction & 1 and beyond != NOTHING and s.what[beyond] == Square.EMPTY:
                worth += 1.0
        if worth > most:
            most = worth
            best = index
    return best


FIRST_GREAT_BAR: Final = int(Bar.HAMMER)


@entry
def choose(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the decider's choice among the `n` legal decisions in `out`.

    May write to the decider's own stream and to scratch, and to nothing else; a strategy that goes
    without something moves what it allows itself to the front of `out`.
    """
    if p.barred[s.decider]:
        n = keep_allowed(s, p, out, n)
    if n == 1:
        return 0
    if p.family[s.decider] == Family.RANDOM:
        return next_below(s.streams, STRATEGY_STREAM + s.decider, n)
    if s.point == Point.ACTION:
        return best_action(s, t, p, out, n)
    if s.point == Point.PLACE:
        return best_place(s, t, p, out, n)
    return picking.pick(s, t, p, out, n)


@kernel
def keep_allowed(s: GameState, p: Policy, out: Array, n: int) -> int:
    """Move the decisions that the decider allows itself to the front; return how many."""
    kept = 0
    for index in range(n):
        if not is_barred(p.barred[s.decider], int(out[index])):
            out[kept] = out[index]
            kept += 1
    return kept if kept > 0 else n


@kernel
def is_barred(bars: int, code: int) -> bool:
    """Whether the strategy is restricted from a decision."""
    kind = kind_of(code)
    bar = 0
    if kind == Move.GAIN:
        bar = x_of(code)
    elif kind == Move.SPOIL:
        bar = FIRST_GREAT_BAR + x_of(code)
    elif kind == Move.FIGHT:
        bar = Bar.FIGHTS
    elif kind == Move.HIRE:
        bar = Bar.HEROES
    elif kind == Move.COHORT:
        bar = Bar.COHORTS
    elif kind == Move.AMBUSH:
        bar = Bar.AMBUSH
    return bool(bars >> bar & 1)


SEARCHED: Final = (
    (1 << Point.STEP_ONE)
    | (1 << Point.ACTION)
    | (1 << Point.TARGET)
    | (1 << Point.PLACE)
    | (1 << Point.BATTLE)
    | (1 << Point.RESPOND)
    | (1 << Point.SPOILS)
)


@entry
def judge(s: GameState, t: RuleTables, knobs: Array, out: Array) -> None:
    """Write the utility of each seat by its points, see `kit.search.utility`."""
    for seat in range(t.players):
        out[seat] = points_of(s, seat)
    judge_by_points(s, t.players, knobs, out)


@kernel
def is_searched(s: GameState) -> bool:
    """Whether search covers a decision: actions, placements, fights and their spoils.

    Setup and payments are left to the plan.
    """
    return bool((SEARCHED >> s.point) & 1)
