"""One decision of any strategy, inside the kernels."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import kind_of, x_of
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.bellum_magica.engine.decisions import Kind
from bloodstones.games.bellum_magica.engine.state import (
    KINDS,
    STRATEGY_STREAM,
    GameState,
    Point,
)
from bloodstones.games.bellum_magica.engine.tables import RuleTables
from bloodstones.games.bellum_magica.rules.cards import ICONS, ROWS
from bloodstones.games.bellum_magica.rules.names import Icon, Side
from bloodstones.games.bellum_magica.strategies import estimates
from bloodstones.games.bellum_magica.strategies.planning import choose_by_plan
from bloodstones.games.bellum_magica.strategies.policy import Policy
from bloodstones.kit.players.strategy import Family


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
