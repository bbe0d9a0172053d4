"""Comparing the lines of a record with what the rules give."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from bloodstones.games.bloodstones.record.reading import RecordLine
from bloodstones.games.bloodstones.record.writing import Line

# The clause that says what a line holds.
CLAUSES: Final[Mapping[str, str]] = {
    "draw": "BS-REGROUP-01",
    "citadel": "BS-SETUP-09",
    "home": "BS-SETUP-20",
    "found": "BS-SETUP-15",
    "turn": "BS-TURN-01",
    "phase": "BS-TURN-02",
    "raid": "BS-RAID-01",
    "undead_move": "BS-UNDEAD-01",
    "build": "BS-BUILD-01",
    "move": "BS-MOVE-02",
    "battle": "BS-COMBAT-01",
    "withdraw": "BS-RETREAT-08",
    "stand": "BS-COMBAT-07",
    "keep_out": "BS-COMBAT-04",
    "combat_draw": "BS-COMBAT-15",
    "swap": "BS-COMBAT-19",
    "reveal": "BS-CORSAIR-09",
    "clash": "BS-COMBAT-26",
    "refight": "BS-COMBAT-30",
    "victory": "BS-COMBAT-33",
    "casualty": "BS-COMBAT-36",
    "retreat": "BS-RETREAT-08",
    "capture_citadel": "BS-COMBAT-37",
    "raise_undead": "BS-NECRO-04",
    "dragons_leave": "BS-COMBAT-40",
    "settle": "BS-VILLAGE-01",
    "desert": "BS-DESERT-01",
    "regroup": "BS-REGROUP-03",
    "resettle": "BS-WIPED-01",
    "reenter": "BS-CHAOS-13",
    "eliminated": "BS-CHAOS-15",
    "cutiecorn": "BS-CUTIE-06",
    "final": "BS-END-01",
    "final_turn": "BS-END-03",
    "final_capture": "BS-END-08",
    "end": "BS-END-09",
}
UNORDERED: Final = ("tiles", "lost", "units", "discarded", "paid", "villages", "winners")


def difference(given: Line, told: RecordLine) -> str | None:
    """Return how the line told differs from the one the rules give, None if they agree.

    The order in lists of units, tiles and captured villages means nothing, nor does the way of a
    ship route, which is checked where it is taken.
    """
    for key, value in given.items():
        if key in ("event", "via"):
            continue
        found = told.keys[key]
        if _plain(key, value) != _plain(key, found):
            return f"{key} of the {told.event} is {_shown(found)}, by the rules {_shown(value)}"
    return None


def _plain(key: str, value: Any) -> Any:
    """Return the value without what means nothing."""
    if isinstance(value, dict):
        return {name: _plain(name, item) for name, item in value.items() if name != "via"}
    if not isinstance(value, list):
        return value
    items = [_plain("", item) for item in value]
    return sorted(items, key=json.dumps) if key in UNORDERED else items


def _shown(value: Any) -> str:
    """Return a value in words."""
    if value is None:
        return "none"
    if isinstance(value, list):
        return ", ".join(_shown(item) for item in value) or "none"
    if isinstance(value, dict):
        items = {key: item for key, item in value.items() if key != "via"}
        return "(" + ", ".join(f"{key} {_shown(item)}" for key, item in items.items()) + ")"
    return str(value)


def named(event: str, seat: int | None) -> str:
    """Return a line in words: the event and whose it is.

    >>> named("regroup", 1), named("refight", None)
    ('a regroup line of seat 1', 'a refight line')
    """
    article = "an" if event[0] in "aeiou" else "a"
    whose = "" if seat is None else f" of seat {seat}"
    return f"{article} {event} line{whose}"
