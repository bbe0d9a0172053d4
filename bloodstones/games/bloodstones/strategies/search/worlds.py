"""Worlds sampled from the information set of the decider: everything hidden is dealt anew.

Dealt anew are the tiles in others' hands and bags, the combat tiles and the swap that the enemy has
not shown, the plans of others and all chance to come (BS-GEN-12 to -14). The decider knows which
tiles are left in its bag, not their order: they are drawn later from a fresh random stream.
"""

from __future__ import annotations

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.bloodstones.engine.battles.battle import put_in
from bloodstones.games.bloodstones.engine.battles.combat_tiles import (
    hold_combat_tile,
    next_combat_tile,
)
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
)
from bloodstones.kit.search.worlds import open_world


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
