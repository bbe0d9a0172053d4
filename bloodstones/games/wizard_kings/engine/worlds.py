"""Redrawing what a seat cannot see: which hidden block stands where (for search)."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernel import entry, kernel
from bloodstones.core.layout import Array
from bloodstones.core.streams import next_below, open_streams
from bloodstones.games.wizard_kings.engine.pieces import friends, seat_of
from bloodstones.games.wizard_kings.engine.state import (
    BLOCKS,
    GONE,
    NOBODY,
    POOL,
    STRATEGY_STREAM,
    GameState,
)
from bloodstones.games.wizard_kings.engine.tables import RuleTables
from bloodstones.games.wizard_kings.engine.ways import may_stand
from bloodstones.games.wizard_kings.rules.names import Terrain

NUMBER_STEP: Final = 0x85EBCA6B  # odd: spreads small numbers over the word
MASK: Final = 0xFFFFFFFF


@entry
def deal_world(s: GameState, t: RuleTables, seat: int, key: Array, number: int) -> None:
    """Let hidden blocks of each enemy change places at random, as far as the seat cannot tell.

    Counts stay as they are; what stands at sea, what was laid open and what moved (no castle) keep
    to what the seat knows. Streams are opened anew by `key` and `number`.
    """
    first_word = key[0]
    key[0] = first_word ^ ((NUMBER_STEP * (number + 1)) & MASK)
    open_streams(s.streams, key)
    key[0] = first_word
    s.log_size = 0
    s.log[:] = 0
    for other in range(t.players):
        if other != seat:
            s.memory[other] = NOBODY
    if s.turn == 0:
        return
    for owner in range(t.players):
        if friends(s, seat, owner):
            continue
        first = owner * BLOCKS
        for block in range(first, first + BLOCKS):
            other = first + next_below(s.streams, STRATEGY_STREAM + owner, BLOCKS)
            if other != block and s.hex[block] >= 0 and may_swap(s, t, seat, block, other):
                swap(s, t, block, other)


@kernel
def is_hidden(s: GameState, t: RuleTables, seat: int, block: int) -> bool:
    """Tell whether a seat knows nothing of a block."""
    h = s.hex[block]
    if h == GONE or (s.shown[block] >> seat) & 1:
        return False
    if block == s.mover or block == s.caster or block == s.target:
        return False
    return bool(h == POOL or t.land[h] != Terrain.SEA)


@kernel
def fits(s: GameState, t: RuleTables, block: int, place: int) -> bool:
    """Tell whether a block may be what stands at the place of another one."""
    h = s.hex[place]
    if h == POOL:
        return True
    if not may_stand(t, block, h) or (s.walked[place] and t.castle[t.kind[block]]):
        return False
    owner = seat_of(block)
    ours = t.wizard[t.kind[block]]
    theirs = t.wizard[t.kind[place]]
    if ours and not theirs:
        return bool(s.wizards[h, owner] == 0)
    if theirs and not ours:
        return bool(s.count[h, owner] - s.wizards[h, owner] < t.stack)
    return True


@kernel
def may_swap(s: GameState, t: RuleTables, seat: int, block: int, other: int) -> bool:
    """Tell whether two blocks may have changed places unseen."""
    if not is_hidden(s, t, seat, block) or not is_hidden(s, t, seat, other):
        return False
    return fits(s, t, block, other) and fits(s, t, other, block)


@kernel
def swap(s: GameState, t: RuleTables, block: int, other: int) -> None:
    """Let two blocks change places, with the markers that lie there."""
    owner = seat_of(block)
    for piece in (block, other):
        if s.hex[piece] >= 0:
            s.wizards[s.hex[piece], owner] -= t.wizard[t.kind[piece]]
    h = s.hex[block]
    s.hex[block] = s.hex[other]
    s.hex[other] = h
    exchange(s.strength, block, other)
    exchange(s.moved, block, other)
    exchange(s.pinned, block, other)
    exchange(s.casts, block, other)
    exchange(s.acted, block, other)
    exchange(s.regrouped, block, other)
    exchange(s.raised, block, other)
    exchange(s.gave, block, other)
    exchange(s.got, block, other)
    exchange(s.fresh, block, other)
    exchange(s.shown, block, other)
    exchange(s.walked, block, other)
    for piece in (block, other):
        s.strength[piece] = min(s.strength[piece], t.most[t.kind[piece]])
        if s.hex[piece] >= 0:
            s.wizards[s.hex[piece], owner] += t.wizard[t.kind[piece]]


@kernel
def exchange(marks: Array, block: int, other: int) -> None:
    """Swap what two blocks have of a kind of marker."""
    kept = marks[block]
    marks[block] = marks[other]
    marks[other] = kept
