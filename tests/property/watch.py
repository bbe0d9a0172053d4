"""What the invariant kernel knows by itself, and what it can find wrong."""

from __future__ import annotations

from enum import IntFlag
from typing import Annotated

import numpy as np

from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.games.bloodstones.engine.state import AREAS, SEATS, UNITS, GameState

EVENTS = 64
SOURCES = 5
SUMS = 4


class Fault(IntFlag):
    """What a position or a playthrough may break."""

    OFFER = 1  # no legal decision, or a status
    TILES = 2  # a faction's 36 tiles
    PILES = 4  # sums over hand, bag, discard pile
    PLACES = 8  # sums over the units on the map
    TERRAIN = 16  # a unit where it may not stand
    VILLAGES = 32  # 20 a faction; limits; owners
    CAPTIVES = 64  # captured villages and citadels
    UNDEAD = 128  # 4 in all
    SEATS = 256  # decider, active seat, eliminated seats
    SCORE = 512  # VP are those of the events
    PHASES = 1024  # order of turns and phases
    CONTESTED = 2048  # an own contested area after phase 3 or a final step
    HAND = 4096  # drawn to the limit
    DESERT = 8192  # units in a desert after phase 5
    REGROUPS = 16384  # their number and VP
    END = 32768  # captures, scores and ranks at the end
    CUTIECORN = 65536  # one in all, never alone among others


class Watch(Layout):
    """What the watcher knows by itself."""

    units: Annotated[Array, np.int8, (SEATS, AREAS, UNITS)]
    size: Annotated[Array, np.int16, (SEATS, AREAS)]
    total: Annotated[Array, np.int16, (AREAS,)]
    villages: Annotated[Array, np.int8, (SEATS, AREAS)]
    village_total: Annotated[Array, np.int8, (AREAS,)]
    hand: Annotated[Array, np.int8, (SEATS, UNITS)]
    bag: Annotated[Array, np.int8, (SEATS, UNITS)]
    discard: Annotated[Array, np.int8, (SEATS, UNITS)]
    on_map: Annotated[Array, np.int64, (SEATS, UNITS)]
    changed: Annotated[int, np.int64]  # bit mask of seats whose units on the map have changed
    sums: Annotated[Array, np.int64, (SEATS, SUMS)]  # tiles in hand, bag, discard pile; pips
    village_count: Annotated[Array, np.int64, (SEATS,)]
    hand_before: Annotated[Array, np.int64, (SEATS,)]
    vp: Annotated[Array, np.int64, (SEATS, SOURCES)]
    regroups: Annotated[Array, np.int64, (SEATS,)]
    refilled: Annotated[int, np.int64]  # bit mask of seats that have just drawn
    phase: Annotated[int, np.int64]
    seat: Annotated[int, np.int64]
    turns: Annotated[int, np.int64]
    area: Annotated[int, np.int64]  # of the battle before the decision
    faults: Annotated[int, np.int64]
    at: Annotated[int, np.int64]  # the decision after which the first fault showed
    told: Annotated[Array, np.int64, (EVENTS,)]  # events by code
    kept_out: Annotated[Array, np.int64, (SEATS,)]  # units out of the battle before the decision
    kept_cutiecorn: Annotated[Array, np.int64, (SEATS,)]  # whether it is one of them


def word_of(layout: type[Layout], field: str) -> int:
    """Where a field of a record begins, in words of eight bytes."""
    offset = layout.dtype().fields[field][1]
    assert offset % 8 == 0, f"{field} begins inside a word"
    return int(offset) // 8


def fresh() -> tuple[GameState, Watch, Array, Array]:
    """A zeroed state, a zeroed watch, and the memory of each as words."""
    states, watches = np.zeros(1, GameState.dtype()), np.zeros(1, Watch.dtype())
    return states[0], watches[0], states.view(np.int64), watches.view(np.int64)
