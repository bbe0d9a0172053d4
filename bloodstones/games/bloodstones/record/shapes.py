"""The shape of every event of a record, version 1: its keys and what each may hold.

`keep_out` is there under the option `all_units_fight=false` alone: after `stand` (or `battle`) and
before the first `combat_draw`, attacker first, a line of every side that could keep units out, with
those it keeps out (none: all fight).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bloodstones.core.errors import InputError, near_matches
from bloodstones.core.faults import SHOWN
from bloodstones.games.bloodstones.rules.names import Unit

EVENTS: Final[Mapping[str, Mapping[str, str]]] = {
    "draw": {"seat": "seat", "tiles": "units"},
    "citadel": {"seat": "seat", "area": "area"},
    "home": {"seat": "seat", "area": "area"},
    "found": {"seat": "seat", "unit": "unit", "area": "area"},
    "turn": {"seat": "seat", "turn": "number"},
    "phase": {"seat": "seat", "phase": "phase"},
    "raid": {"seat": "seat", "paid": "unit", "villages": "villages"},
    "undead_move": {"seat": "seat", "path": "areas", "via": "areas", "cutiecorn": "numbers"},
    "build": {"seat": "seat", "unit": "unit", "area": "area", "discarded": "units"},
    "move": {"seat": "seat", "paid": "units", "cost": "number", "steps": "steps"},
    "battle": {"seat": "seat", "defender": "seat", "area": "area"},
    "withdraw": {"seat": "seat", "from": "area", "to": "area", "via": "areas", "lost": "units"},
    "stand": {"seat": "seat"},
    "keep_out": {"seat": "seat", "units": "units"},
    "combat_draw": {"seat": "seat", "tiles": "numbers"},
    "swap": {"seat": "seat", "out": "number or null", "in": "unit or null"},
    "reveal": {"seat": "seat", "tiles": "numbers"},
    "clash": {"attacker": "side", "defender": "side"},
    "refight": {},
    "victory": {"seat": "seat", "loser": "seat", "vp": "number"},
    "casualty": {"seat": "seat", "units": "units"},
    "retreat": {
        "seat": "seat",
        "from": "area",
        "to": "area or null",
        "via": "areas",
        "lost": "units",
    },
    "capture_citadel": {"seat": "seat", "owner": "seat"},
    "raise_undead": {"seat": "seat", "area": "area", "count": "number"},
    "dragons_leave": {"seat": "seat", "count": "number"},
    "settle": {"seat": "seat", "paid": "unit", "areas": "areas"},
    "desert": {"seat": "seat", "area": "area", "lost": "units"},
    "regroup": {"seat": "seat", "number": "number", "vp": "number"},
    "resettle": {"seat": "seat", "area": "area"},
    "reenter": {"seat": "seat", "unit": "unit", "area": "area", "discarded": "units"},
    "eliminated": {"seat": "seat"},
    "cutiecorn": {"seat": "seat", "owner": "seat", "area": "area"},
    "final": {"seat": "seat"},
    "final_turn": {"seat": "seat"},
    "final_capture": {"seat": "seat", "villages": "villages"},
    "end": {
        "scores": "numbers",
        "winners": "seats",
        "end_reason": "end reason",
        "turns": "number",
    },
}
STEP: Final = {"units": "group", "from": "area", "to": "area", "via": "areas", "cost": "number"}
VILLAGE: Final = {"area": "area", "owner": "seat"}
SIDE: Final = {"tiles": "numbers", "modifier": "number", "strength": "number"}

LISTS: Final = {
    "units": "unit",
    "areas": "area",
    "seats": "seat",
    "numbers": "number",
    "villages": "village",
    "steps": "step",
}
OBJECTS: Final = {"village": VILLAGE, "step": STEP, "side": SIDE}
OPTIONAL: Final = ("via", "lost", "discarded", "cutiecorn")  # absent means empty
OR_NULL: Final = " or null"
PHASES: Final = ("raid", "undead", "main", "settle", "draw")
END_REASONS: Final = ("regroups", "turn_limit")
LARGEST: Final = 1_000_000  # no number of a record comes near


def bad(what: str, got: object, where: str, tip: str | None = None) -> InputError:
    """Return the error for a value of a file: expected <what>, got <value> (<where>)."""
    return InputError(f"expected {what}, got {SHOWN.repr(got)} ({where})", tip)


@dataclass(frozen=True, slots=True)
class Shapes:
    """Checks events against what the header says: how many seats, how many areas."""

    seats: int
    areas: int

    def check(self, event: dict[str, Any], where: str) -> None:
        """Raise InputError unless the event has its keys, and fill in the absent lists."""
        name = event.get("event")
        if not isinstance(name, str) or name not in EVENTS:
            tip = near_matches(name, EVENTS) if isinstance(name, str) else None
            raise bad("the name of an event", name, where, tip)
        self._object(event, {"event": "name", **EVENTS[name]}, f"{name}, {where}")

    def _object(self, value: dict[str, Any], shape: Mapping[str, str], where: str) -> None:
        for key in OPTIONAL:
            if key in shape:
                value.setdefault(key, [])
        for key in value:
            if key not in shape:
                raise bad(f"the keys {', '.join(shape)}", key, where)
        for key, kind in shape.items():
            if key not in value:
                raise InputError(f"expected the key {key}, got none ({where})")
            self._value(value[key], kind, f"{key} of {where}")

    def _value(self, value: Any, kind: str, where: str) -> None:
        if kind.endswith(OR_NULL):
            if value is None:
                return
            kind = kind.removesuffix(OR_NULL)
        if kind in LISTS:
            if not isinstance(value, list):
                raise bad("a list", value, where)
            for item in value:
                self._value(item, LISTS[kind], where)
        elif kind in OBJECTS:
            if not isinstance(value, dict):
                raise bad("an object", value, where)
            self._object(value, OBJECTS[kind], where)
        elif kind == "group":
            _group(value, where)
        else:
            fits, what = self._kinds()[kind]
            if not fits(value):
                raise bad(what, value, where)

    def _kinds(self) -> Mapping[str, tuple[Callable[[Any], bool], str]]:
        """Kind -> the test of a value, and what is expected in words."""
        return {
            "name": (lambda v: isinstance(v, str), "a name"),
            "seat": (lambda v: _whole(v, 0, self.seats - 1), f"a seat from 0 to {self.seats - 1}"),
            "area": (lambda v: _whole(v, 0, self.areas - 1), f"an area from 0 to {self.areas - 1}"),
            "number": (lambda v: _whole(v, -LARGEST, LARGEST), "a whole number"),
            "unit": (lambda v: isinstance(v, str) and v in Unit.ids(), "a unit"),
            "phase": (lambda v: v in PHASES, f"one of {', '.join(PHASES)}"),
            "end reason": (lambda v: v in END_REASONS, f"one of {', '.join(END_REASONS)}"),
        }


def _whole(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _group(value: Any, where: str) -> None:
    """Raise unless the value is a group of units with counts of at least 1."""
    if not isinstance(value, dict) or not value:
        raise bad("units with their counts", value, where)
    for unit, count in value.items():
        if unit not in Unit.ids():
            raise bad("a unit", unit, where, near_matches(unit, Unit.ids()))
        if not _whole(count, 1, LARGEST):
            raise bad(f"a count of {unit} of at least 1", count, where)
