"""Determinization: worlds consistent with a seat's information set, hidden chests dealt anew.

Everything else that is hidden, the order of piles and all luck to come, has no place in the state
but in the streams, which are keyed anew.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import MASK, next_below, open_streams
from bloodstones.games.bellum_magica.engine.chance import sample_value
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables
from bloodstones.games.bellum_magica.engine.state import (
    CHEST_STREAM,
    GOBLIN_STREAM,
    GOBLINS,
    KINDS,
    LOG,
    MEMORY,
    NOTHING,
    SEATS,
    VALUES,
    GameState,
)

WORLD_STEP: Final = 0x85EBCA6B  # odd: spreads the numbers of worlds over the word


@entry
def deal_world(s: GameState, t: RuleTables, seat: int, key: Array, number: int) -> None:
    """Turn a copy of the true state into world `number` of the search with this key.

    Nothing of the result depends on what `seat` cannot see.
    """
    first = key[0]
    key[0] = first ^ ((WORLD_STEP * (number + 1)) & MASK)
    open_streams(s.streams, key)
    key[0] = first
    s.log_size = 0
    for place in range(LOG):
        s.log[place] = 0
    for other in range(SEATS):
        if other != seat:
            for place in range(MEMORY):
                s.memory[other, place] = NOTHING
            for source in range(s.points.shape[1]):
                s.points[other, source] = 0
            forget(s, t, seat, other)
            for goblin in range(GOBLINS):
                if s.secret[other, goblin] > 0:
                    s.secret[other, goblin] = 1 + next_below(s.streams, GOBLIN_STREAM, 2)
    for kind in range(KINDS):
        deal_chests(s, t, seat, kind)


@kernel
def forget(s: GameState, t: RuleTables, seat: int, other: int) -> None:
    """Clear the certain knowledge of another seat, but for that about `seat`."""
    for whose in range(t.players):
        if whose != seat:
            for kind in range(KINDS):
                for value in range(VALUES):
                    s.known[other, whose, kind, value] = 0


@kernel
def deal_chests(s: GameState, t: RuleTables, seat: int, kind: int) -> None:
    """Deal the chests of a kind anew, except a seat's own and those it knows for certain.

    See BM-GATHER-02, AMB-25.
    """
    pool = s.stack[kind]
    left = 0
    for value in range(VALUES):
        pool[value] = t.chests[kind, value] - s.chests[seat, kind, value]
        for other in range(t.players):
            if other != seat:
                pool[value] -= s.known[seat, other, kind, value]
        left += pool[value]
    for other in range(t.players):
        if other == seat:
            continue
        unknown = s.chest_count[other, kind]
        for value in range(VALUES):
            s.chests[other, kind, value] = s.known[seat, other, kind, value]
            unknown -= s.known[seat, other, kind, value]
        for _ in range(unknown):
            value = sample_value(pool, next_below(s.streams, CHEST_STREAM + kind, left))
            pool[value] -= 1
            left -= 1
            s.chests[other, kind, value] += 1
