"""Dealing anew what a seat cannot see: types and strengths of enemy blocks (for search)."""

from __future__ import annotations

from typing import Final

import numpy as np

from bloodstones.core.kernels.decision_codes import kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.wizard_kings.engine.decisions import MOST_DECISIONS, Kind
from bloodstones.games.wizard_kings.engine.mustering import (
    buy,
    legal_places,
    legal_purchases,
    start_placing,
)
from bloodstones.games.wizard_kings.engine.mustering import place as put_down
from bloodstones.games.wizard_kings.engine.pieces import friends, seat_of
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.state import (
    BLOCKS,
    NOBODY,
    POOL,
    STRATEGY_STREAM,
    GameState,
    Opened,
)
from bloodstones.games.wizard_kings.engine.ways import may_stand
from bloodstones.games.wizard_kings.fields import lies_open
from bloodstones.games.wizard_kings.rules.names import Terrain
from bloodstones.games.wizard_kings.rules.register import SEAT_ORDER
from bloodstones.kit.search.worlds import open_world

WALKED: Final = 4  # marks of a place that everybody sees: moved, pinned, walked
MARKS: Final = 8
FADING: Final = 2  # one in so many hidden units is a step weaker, of these again
GROWING: Final = 3  # one in so many units once seen has grown by a step, of these again


@entry
def deal_world(s: GameState, t: RuleTables, seat: int, key: Array, number: int) -> None:
    """Turn a copy of the true state, in which `seat` decides, into world `number` of its search.

    Enemy blocks that `seat` never saw are drawn from all of their owner that it never saw, as far
    as they may stand where a block stands, at a strength near the top one; those it saw once keep
    their type and may have grown. Counts by hex, what lies open and what has moved stay. Nothing of
    the result depends on what the seat cannot see: while the others build, their blocks are those
    of before (AMB-44); while armies are set up in secret, enemies who have done it do it again by
    lot.
    """
    open_world(s, seat, key, number)
    if s.turn == 0 and t.setup_order != SEAT_ORDER:
        muster_anew(s, t, seat)
        return
    for owner in range(t.players):
        if friends(s, seat, owner):
            continue
        s.bought_steps[owner] = 0
        s.lost_steps[owner] = 0  # some of them may be removed as they build
        if s.building:
            tear_down(s, t, owner)
        places = gather(s, t, seat, owner)
        for crowded in (1, 0):
            for place in range(places):
                h = s.queue[place]
                if h >= 0 and tight(s, t, h, owner) == crowded:
                    fill(s, t, owner, h, s.far[place])
                    s.queue[place] = NOBODY
        grow(s, t, seat, owner)
    s.opened[:] = 0


@kernel
def tear_down(s: GameState, t: RuleTables, owner: int) -> None:
    """Undo a seat's building of this phase, which no other seat has seen yet (AMB-44)."""
    s.gold[owner] = s.income[owner]
    for h in range(t.hexes):
        s.count[h, owner] = s.seen[h, owner]
        s.wizards[h, owner] = 0
    for block in range(owner * BLOCKS, (owner + 1) * BLOCKS):
        h = int(s.opened[Opened.HEX, block])
        s.hex[block] = h
        s.strength[block] = s.opened[Opened.STRENGTH, block]
        s.shown[block] = s.opened[Opened.SHOWN, block]
        s.last_seen[block] = s.opened[Opened.LAST_SEEN, block]
        s.walked[block] = s.opened[Opened.WALKED, block]
        s.berth[block] = s.opened[Opened.BERTH, block]
        s.raised[block] = 0
        s.gave[block] = 0
        s.got[block] = 0
        s.fresh[block] = 0
        if h >= 0:
            s.wizards[h, owner] += t.wizard[t.kind[block]]


@kernel
def muster_anew(s: GameState, t: RuleTables, seat: int) -> None:
    """Let enemies who have bought and placed their blocks do it again by lot."""
    out = np.empty(MOST_DECISIONS, np.int32)
    active, next_block, gold, point = s.active, s.next_block, s.gold[s.active], s.point
    for owner in range(active):
        if friends(s, seat, owner):
            continue
        for block in range(owner * BLOCKS, (owner + 1) * BLOCKS):
            if s.hex[block] >= 0:
                s.count[s.hex[block], owner] -= 1
                s.wizards[s.hex[block], owner] -= t.wizard[t.kind[block]]
                s.hex[block] = POOL
            if t.buys[owner]:
                s.strength[block] = 0
        s.active = owner
        s.gold[owner] = t.budget
        if t.buys[owner]:
            buy_by_lot(s, t, owner, out)
        start_placing(s, t)
        while s.next_block != NOBODY:
            n = legal_places(s, t, out)
            code = out[next_below(s.streams, STRATEGY_STREAM + owner, n)]
            put_down(s, t, x_of(code), y_of(code))
            s.log_size = 0
    s.active, s.next_block, s.gold[active], s.point = active, next_block, gold, point


@kernel
def buy_by_lot(s: GameState, t: RuleTables, owner: int, out: Array) -> None:
    """Let a seat buy affordable units by lot until there is none."""
    while True:
        n = legal_purchases(s, t, out)
        first = int(kind_of(out[0]) == Kind.PASS)
        if n == first:
            return
        code = out[first + next_below(s.streams, STRATEGY_STREAM + owner, n - first)]
        buy(s, t, x_of(code), y_of(code))
        s.log_size = 0


@kernel
def is_hidden(s: GameState, t: RuleTables, seat: int, block: int) -> bool:
    """Return whether a seat has never seen what a block is; those in the pool are none it knows."""
    if lies_open(s, t, block, seat):
        return False
    return bool(s.hex[block] == POOL or ((s.shown[block] >> seat) & 1) == 0)


@kernel
def marks_of(s: GameState, block: int) -> int:
    """Return what everybody sees of a hidden block but its hex."""
    return int(s.moved[block] + 2 * s.pinned[block] + WALKED * s.walked[block])


@kernel
def gather(s: GameState, t: RuleTables, seat: int, owner: int) -> int:
    """Take the hidden blocks of an owner off the map, all alike in the pool; return how many stood.

    Where they stood is left in `queue` and `far` (hex and marks), in the order of hexes and marks;
    `mark` is 1 for each block that may be dealt. Counts stay.
    """
    first = owner * BLOCKS
    for place in range(BLOCKS):
        s.mark[place] = int(is_hidden(s, t, seat, first + place))
    places = 0
    for h in range(t.hexes):
        if s.count[h, owner] == 0:
            continue
        for marks in range(MARKS):
            for place in range(BLOCKS):
                block = first + place
                if s.mark[place] and s.hex[block] == h and marks_of(s, block) == marks:
                    s.queue[places] = h
                    s.far[places] = marks
                    places += 1
    for place in range(BLOCKS):
        block = first + place
        if s.mark[place] == 0:
            continue
        if s.hex[block] >= 0:
            s.wizards[s.hex[block], owner] -= t.wizard[t.kind[block]]
        clear(s, block)
    return places


@kernel
def clear(s: GameState, block: int) -> None:
    """Put a hidden block into the pool without a trace."""
    s.hex[block] = POOL
    s.strength[block] = 0
    s.moved[block] = 0
    s.pinned[block] = 0
    s.walked[block] = 0
    s.shown[block] = 0
    s.last_seen[block] = 0
    s.casts[block] = 0
    s.acted[block] = 0
    s.regrouped[block] = 0
    s.raised[block] = 0
    s.gave[block] = 0
    s.got[block] = 0
    s.fresh[block] = 0
    s.berth[block] = 0


@kernel
def tight(s: GameState, t: RuleTables, h: int, owner: int) -> int:
    """Return whether few blocks may stand in a hex: at sea, or one of them must be a wizard."""
    return int(t.land[h] == Terrain.SEA or s.count[h, owner] > t.stack)


@kernel
def standing(s: GameState, t: RuleTables, h: int, owner: int) -> int:
    """Count the units beside wizards that an owner has in a hex, but those still to be dealt."""
    count = 0
    for block in range(owner * BLOCKS, (owner + 1) * BLOCKS):
        count += int(s.hex[block] == h and t.wizard[t.kind[block]] == 0)
    return count


@kernel
def fits(s: GameState, t: RuleTables, block: int, h: int, marks: int) -> bool:
    """Return whether a block of the pool may be what stands in a hex with these marks."""
    kind = t.kind[block]
    owner = seat_of(block)
    if not may_stand(t, block, h) or (marks >= WALKED and t.castle[kind]):
        return False
    if t.wizard[kind]:
        return bool(s.wizards[h, owner] == 0)
    lacks_wizard = s.count[h, owner] > t.stack and s.wizards[h, owner] == 0
    return bool(not lacks_wizard and standing(s, t, h, owner) < t.stack)


@kernel
def fill(s: GameState, t: RuleTables, owner: int, h: int, marks: int) -> None:
    """Put a block of the pool into a hex, drawn from those that fit; from all if none does."""
    chosen = NOBODY
    fitting = 0
    stream = STRATEGY_STREAM + owner
    for strict in (True, False):
        if fitting > 0:
            break
        for place in range(BLOCKS):
            block = owner * BLOCKS + place
            if s.mark[place] and (not strict or fits(s, t, block, h, marks)):
                fitting += 1
                if next_below(s.streams, stream, fitting) == 0:
                    chosen = place
    s.mark[chosen] = 0
    block = owner * BLOCKS + chosen
    s.hex[block] = h
    s.wizards[h, owner] += t.wizard[t.kind[block]]
    s.moved[block] = marks & 1
    s.pinned[block] = (marks >> 1) & 1
    s.walked[block] = int(marks >= WALKED)
    s.strength[block] = t.most[t.kind[block]]
    while s.strength[block] > 1 and next_below(s.streams, stream, FADING) == 0:
        s.strength[block] -= 1


@kernel
def grow(s: GameState, t: RuleTables, seat: int, owner: int) -> None:
    """Give blocks that were seen but are hidden now their last seen strength or more."""
    stream = STRATEGY_STREAM + owner
    for block in range(owner * BLOCKS, (owner + 1) * BLOCKS):
        if s.hex[block] < 0 or ((s.shown[block] >> seat) & 1) == 0 or lies_open(s, t, block, seat):
            continue
        s.strength[block] = max(1, s.last_seen[block])
        most = t.most[t.kind[block]]
        while s.strength[block] < most and next_below(s.streams, stream, GROWING) == 0:
            s.strength[block] += 1
