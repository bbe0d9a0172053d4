"""What happened in the last decision, as numbers in `state.log`: `code, length, value…` each."""

from __future__ import annotations

from collections.abc import Iterator

from bloodstones.core.kernels.log import read_entries
from bloodstones.core.names import Name
from bloodstones.games.wizard_kings.engine.state import GameState


class Event(Name):
    """Entries of the log; `record.events` names their values."""

    BUY = 1
    PLACE = 2
    TURN = 3
    INITIATIVE = 4
    ORDER = 5
    PIN = 6
    STEP = 7
    SHIP = 8
    DECLARE = 10
    CAST = 11
    TARGET = 12
    DISPEL = 13
    DIE = 14
    HITS = 15
    LOSS = 16
    BATTLE = 17
    ROUND = 18
    FIRE = 19
    RETREAT = 20
    REST = 21
    VICTORY = 22
    LEAVE = 23
    COME = 24
    REMOVED = 25
    TREASURY = 26
    GAIN = 27
    NEW = 28
    SHIFT = 29
    DISBAND = 30
    BREAK = 31
    SWITCH = 32
    OUT = 33
    SUMMON = 34
    CANCELLED = 35
    GOAL = 36
    PICK = 37
    STOP = 38
    PASS = 39
    TRUCE = 40


def entries(s: GameState) -> Iterator[tuple[Event, list[int]]]:
    """Yield the entries of the log, in order, with their values."""
    for code, values in read_entries(s):
        yield Event(code), values
