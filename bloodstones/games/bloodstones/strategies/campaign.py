"""Main actions: owed battles first, then whatever gains most; last, tiles are burnt."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.names import Name
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.horde import is_horde
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import NOBODY, NOWHERE, UNITS, GameState
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.strategies.advance import plan_advance
from bloodstones.games.bloodstones.strategies.army import choose_attack, plan_attack
from bloodstones.games.bloodstones.strategies.estimates import enemy_villages, likely_odds, wish
from bloodstones.games.bloodstones.strategies.marching import (
    RIVAL,
    begin,
    clear_column,
    forget,
    hand_sums,
    next_step,
    overpaid,
    remember,
)
from bloodstones.games.bloodstones.strategies.policy import Policy
from bloodstones.games.bloodstones.strategies.posts import LEAST, plan_post, plan_stroll
from bloodstones.games.bloodstones.strategies.recruiting import (
    choose_build,
    choose_reinforcement,
    plan_sail,
)
from bloodstones.games.bloodstones.strategies.spending import raid_tile_worth, raids_nothing
from bloodstones.games.bloodstones.strategies.timing import (
    Timing,
    drags_on,
    end_is_near,
    rival_ahead,
    spare_pips,
    timing_of,
)
from bloodstones.games.bloodstones.strategies.weights import Weight
from bloodstones.kit.search.candidates import HEEDED, IDEA

BOLD: Final = -2.0  # VP that an idea is worth at least by the plan's own estimate


class Idea(Name):
    """The kind of action that is asked for."""

    ANY = 0
    BUILD = 1
    ATTACK = 2
    POST = 3
    ADVANCE = 4
    SAIL = 5


@kernel
def asked_for(s: GameState, seat: int) -> int:
    """Return the `Idea` that the seat is asked for."""
    return max(int(Idea.ANY), int(s.memory[seat, IDEA]))


@kernel
def choose_idea(s: GameState, t: RuleTables, p: Policy, out: Array, n: int, timing: Timing) -> int:
    """Return the index of the best action of the kind that is asked for, 0 without one."""
    seat = s.active
    idea = asked_for(s, seat)
    s.memory[seat, IDEA] = HEEDED
    if idea == Idea.BUILD:
        best, _ = choose_build(s, t, p, out, n, timing, BOLD)
        return best
    closing = timing.closing
    spare = spare_pips(s, t, p, seat, closing)
    if spare <= 0:
        return 0
    if idea == Idea.ATTACK:
        worth = plan_attack(s, t, p, seat, spare, closing, BOLD)
    elif idea == Idea.POST:
        worth = plan_post(s, t, p, seat, spare, closing, BOLD)
    elif idea == Idea.ADVANCE:
        worth = plan_advance(s, t, p, seat, spare, BOLD)
    else:
        worth = plan_sail(s, t, p, seat, BOLD)
    return begin(s, out, n, seat, 0) if worth > BOLD else 0


COUNT_BITS = 6  # of a unit's count where a column is packed
MOST_COUNTED = (1 << COUNT_BITS) - 1
HALF_OF_UNITS = UNITS // 2
FIGHT_ANYWAY = 0.75  # odds at which an owed battle needs no reinforcement


@kernel
def choose_action(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the best main action."""
    seat = s.active
    forget(s, seat)
    s.memory[seat, RIVAL] = (
        NOBODY if wish(p, t, seat, Weight.LEADER) <= 0.0 else rival_ahead(s, t, seat)
    )
    owed = choose_attack(s, t, p, out, n)
    raid = find_raid(s, t, p, out, n, 0.0) if is_horde(t, seat) else -1
    if owed >= 0:
        if raid >= 0 and enemy_villages(s, seat, x_of(out[owed])) > 0:
            return raid
        odds = likely_odds(s, t, p, seat, seat, y_of(out[owed]), x_of(out[owed]))
        if odds >= FIGHT_ANYWAY:
            return owed
        return choose_reinforcement(s, t, p, out, n, owed)
    timing = timing_of(s, t, p, seat)
    if asked_for(s, seat) != Idea.ANY:
        return choose_idea(s, t, p, out, n, timing)
    best, most = choose_build(s, t, p, out, n, timing, 0.0)
    spare = spare_pips(s, t, p, seat, timing.closing)
    if spare > 0 and plan_march(s, t, p, seat, spare, timing.closing, most) > most:
        return begin(s, out, n, seat, best)
    if best > 0:
        return best
    if raid >= 0:
        return raid
    if timing.burning:
        return burn_tiles(s, t, p, out, n, seat, spare)
    return 0


@kernel
def burn_tiles(
    s: GameState, t: RuleTables, p: Policy, out: Array, n: int, seat: int, spare: int
) -> int:
    """Return the index of an action that spends tiles though it gains nothing, 0 without one.

    It is harmless, until the game has dragged on for so long that any will do. A Horde that can do
    nothing else wastes a tile in a raid.
    """
    late = drags_on(s, seat)
    pips = int(s.hand_pips[seat]) if late else spare
    if pips > 0 and plan_stroll(s, t, seat, pips):
        return begin(s, out, n, seat, 0)
    waste = find_raid(s, t, p, out, n, LEAST)
    if waste >= 0 and raids_nothing(s, t, seat, x_of(out[waste])):
        return waste
    return choose_any(s, out, n, seat) if late else 0


@kernel
def choose_any(s: GameState, out: Array, n: int, seat: int) -> int:
    """Return the index of the last action that spends tiles, 0 without one.

    Marches come last. A force marches as one, wherever it can; not with the Cutiecorn, which might
    go alone, for nothing.
    """
    for index in range(n - 1, 0, -1):
        if kind_of(out[index]) != Kind.COLUMN:
            return index
        area = x_of(out[index])
        if s.units[seat, area, Unit.CUTIECORN] == 0:
            for unit in range(UNITS):
                s.column[unit] = s.units[seat, area, unit]
            remember(s, seat, area, NOWHERE)
            clear_column(s)
            return index
    return 0


@kernel
def plan_march(
    s: GameState, t: RuleTables, p: Policy, seat: int, spare: int, closing: bool, least: float
) -> float:
    """Remember the march that is worth most and more than `least`; return the greater worth."""
    best = plan_attack(s, t, p, seat, spare, closing, least)
    best = plan_post(s, t, p, seat, spare, closing, best)
    if not closing:
        best = plan_advance(s, t, p, seat, spare, best)
        best = plan_sail(s, t, p, seat, best)
    return best


@kernel
def choose_next_step(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Go on until the goal is reached, then end the move; return the index.

    Pips that would be lost in paying for it pay for one march more (`POOLING`).
    """
    step = next_step(s, t, p, out, n)
    if step >= 0:
        return step
    seat = s.active
    forget(s, seat)
    if wish(p, t, seat, Weight.POOLING) <= 0.0:
        return 0
    left = overpaid(hand_sums(s, t, seat), int(s.move_cost))
    return pool(s, t, p, out, n, left) if left > 0 else 0


@kernel
def pool(s: GameState, t: RuleTables, p: Policy, out: Array, n: int, spare: int) -> int:
    """Return the index of the column that marches on for pips that are paid anyway, else 0.

    The column that has arrived is left as it is, though plans are made in its place.
    """
    first, second = 0, 0
    size = s.column_size
    for unit in range(HALF_OF_UNITS):
        first |= int(s.column[unit]) << (COUNT_BITS * unit)
        second |= int(s.column[HALF_OF_UNITS + unit]) << (COUNT_BITS * unit)
    clear_column(s)
    closing = end_is_near(s, t, p, s.active)
    marches = plan_march(s, t, p, s.active, spare, closing, 0.0) > 0.0
    for unit in range(HALF_OF_UNITS):
        s.column[unit] = (first >> (COUNT_BITS * unit)) & MOST_COUNTED
        s.column[HALF_OF_UNITS + unit] = (second >> (COUNT_BITS * unit)) & MOST_COUNTED
    s.column_size = size
    return begin(s, out, n, s.active, 0) if marches else 0


@kernel
def find_raid(s: GameState, t: RuleTables, p: Policy, out: Array, n: int, least: float) -> int:
    """Return the index of the Horde's best raid tile, -1 if none gains more than `least`."""
    best = -1
    most = least
    for index in range(n):
        if kind_of(out[index]) != Kind.RAID_TILE:
            continue
        worth = raid_tile_worth(s, t, p, s.active, x_of(out[index]))
        if worth > most:
            most = worth
            best = index
    return best
