"""Worlds sampled from the information set of the decider: everything hidden is dealt anew.

Dealt anew are the tiles in others' hands and bags, the combat tiles and the swap that the enemy has
not shown, the plans of others and all chance to come (BS-GEN-12 to -14). The decider knows which
tiles are left in its bag, not their order: they are drawn later from a fresh random stream.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import kind_of
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.bloodstones.engine.battle import put_in
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.ending import final_score
from bloodstones.games.bloodstones.engine.fighters import hold_combat_tile, next_combat_tile
from bloodstones.games.bloodstones.engine.pieces import next_tile, return_hand, take_from_bag
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import (
    COMBAT_STREAM,
    DRAWN,
    NOTHING,
    STRATEGY_STREAM,
    UNITS,
    GameState,
    Point,
    Source,
)
from bloodstones.games.bloodstones.strategies.timing import drags_on
from bloodstones.kit.kernels import Nature
from bloodstones.kit.search.utility import judge_by_points
from bloodstones.kit.search.worlds import open_world

SEARCHED: Final = (
    (1 << Point.CITADEL)
    | (1 << Point.MAIN)
    | (1 << Point.RAID)
    | (1 << Point.SETTLE)
    | (1 << Point.WITHDRAW)
    | (1 << Point.SWAP)
    | (1 << Point.RETREAT)
    | (1 << Point.FINAL)
    | (1 << Point.REENTER)
    | (1 << Point.UNDEAD)
    | (1 << Point.UNDEAD_STEP)
)


@kernel
def is_searched(s: GameState) -> bool:
    """Whether the decision that is due is searched; a script makes the others."""
    if s.point == Point.MAIN and drags_on(s, s.decider):
        return False
    return bool((SEARCHED >> s.point) & 1)


@kernel
def begins_action(s: GameState) -> bool:
    """Whether a seat may act freely: with a main decision."""
    return bool(s.point == Point.MAIN or s.point == Point.CITADEL)


@kernel
def nature_of(s: GameState, code: int) -> int:
    """Return the `Nature` of a decision: a march is planned; passes and attacks are open."""
    kind = kind_of(code)
    if kind == Kind.COLUMN:
        return int(Nature.PLANNED)
    if kind in (Kind.PASS, Kind.ATTACK):
        return int(Nature.OPEN)
    return int(Nature.ORDINARY)


UNIT_WORTH: Final = 0.5  # VP of a unit on the map where a roll-out stops
TILE_WORTH: Final = 0.3  # VP that a discarded tile brings nearer to the next regroup


@entry
def judge(s: GameState, t: RuleTables, knobs: Array, out: Array) -> None:
    """Write the utility of each seat by its expected VP into `out`, see `kit.search.utility`.

    Parameters
    ----------
    s, t
        A state and the packed rules.
    knobs
        float64 array: the parameters of the search.
    out
        float64 array over seats; written.
    """
    for seat in range(t.players):
        out[seat] = prospects(s, t, seat, s.point == Point.OVER)
    judge_by_points(s, t.players, knobs, out)


@kernel
def prospects(s: GameState, t: RuleTables, seat: int, over: bool) -> float:
    """Return the VP of a seat: the final ones if the game is over, else an estimate.

    The estimate adds to the VP so far those of captures, of villages at the regroups still due
    (BS-REGROUP-03), and a share for discarded tiles and units on the map.
    """
    score = float(final_score(s, seat))
    if over:
        return score
    score -= s.vp[seat, Source.CAPTURED_VILLAGES] + s.vp[seat, Source.CAPTURED_CITADELS]
    score += int(s.captured[seat]) * int(t.vp_per_captured_village[seat])
    score += int(s.citadels_taken[seat]) * int(t.vp_per_citadel)
    due = max(0, int(t.regroups) - int(s.regroups[seat]))
    score += due * int(s.village_count[seat]) * int(t.vp_per_village)
    if due > 0:
        score += TILE_WORTH * int(s.discard_size[seat])
    for area in range(t.areas):
        score += UNIT_WORTH * int(s.force_size[seat, area])
    return float(score)


@entry
def deal_world(s: GameState, t: RuleTables, seat: int, key: Array, number: int) -> None:
    """Turn a copy of the true state into sampled world `number` of the search with this key.

    The result depends only on the information set of the seat: nothing hidden enters it.

    Parameters
    ----------
    s
        A copy of the true state; written.
    t
        The packed rules.
    seat
        The decider.
    key
        The key of the search's random streams; the same on return.
    number
        The number of the world, from 0; equal numbers give equal worlds.
    """
    open_world(s, seat, key, number)
    for other in range(t.players):
        if other != seat:
            deal_tiles(s, t, seat, other)


@kernel
def deal_tiles(s: GameState, t: RuleTables, seat: int, other: int) -> None:
    """Deal hand and bag of another seat anew, and what it hides in a battle against `seat`."""
    side = hidden_side(s, t, seat, other)
    swapped = False
    if side >= 0 and s.swapped[side] != NOTHING:
        s.bag[other, s.swapped[side]] += 1
        s.swapped[side] = NOTHING
        s.hand_size[other] += 1
        swapped = True
    held = s.hand_size[other]
    return_hand(s, other)
    for _ in range(held):
        take_from_bag(s, t, other, next_tile(s, other, STRATEGY_STREAM + other))
    if side >= 0:
        draw_again(s, t, side)
        if s.swaps_done == 1:
            if not t.swap_announced:  # AMB-18
                swapped = next_below(s.streams, STRATEGY_STREAM + other, 2) == 1
            if swapped:
                swap_best(s, t, other, side)


@kernel
def hidden_side(s: GameState, t: RuleTables, seat: int, other: int) -> int:
    """Return the side of the battle on which `other` hides its tiles from `seat`, -1 if none."""
    if s.point != Point.SWAP or (t.swaps_last[seat] and s.swaps_done == 1):
        return -1
    for side in range(2):
        if s.side_seat[side] == other:
            return side
    return -1


@kernel
def draw_again(s: GameState, t: RuleTables, side: int) -> None:
    """Draw as many combat tiles as the side has drawn from its full bag."""
    count = 0
    for place in range(DRAWN):
        count += s.drawn[side, place] > 0
        s.drawn[side, place] = 0
    for _ in range(count):
        hold_combat_tile(s, side, next_combat_tile(s, t, side, COMBAT_STREAM + side))


@kernel
def swap_best(s: GameState, t: RuleTables, seat: int, side: int) -> None:
    """Let the side have put in its tile with the most pips for its lowest combat tile."""
    best = NOTHING
    most = 0
    for unit in range(UNITS):
        pips = int(t.pips[seat, unit]) if s.hand[seat, unit] > 0 else 0
        if pips > most:
            most = pips
            best = unit
    if best == NOTHING:
        return
    place = 0
    while place < DRAWN - 1 and s.drawn[side, place] == 0:
        place += 1
    put_in(s, t, seat, side, s.drawn[side, place], best)
