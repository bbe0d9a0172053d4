"""Shape of the record's lines: JSON, keys and types of each event."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.oracle import record_rules as rules
from tests.oracle.record_state import State

# Kinds of values; those in EMPTY may be left out ("absent optional keys mean empty").
EMPTY: dict[str, Any] = {"units": [], "areas": [], "ints": [], "villages": []}

EVENTS: dict[str, dict[str, str]] = {
    "draw": {"seat": "seat", "tiles": "units"},
    "citadel": {"seat": "seat", "area": "area"},
    "home": {"seat": "seat", "area": "area"},
    "found": {"seat": "seat", "unit": "unit", "area": "area"},
    "turn": {"seat": "seat", "turn": "int"},
    "phase": {"seat": "seat", "phase": "phase"},
    "raid": {"seat": "seat", "paid": "unit", "villages": "villages"},
    "undead_move": {"seat": "seat", "path": "areas", "via": "areas", "cutiecorn": "ints"},
    "build": {"seat": "seat", "unit": "unit", "area": "area", "discarded": "units"},
    "move": {"seat": "seat", "paid": "units", "cost": "int", "steps": "steps"},
    "battle": {"seat": "seat", "defender": "seat", "area": "area"},
    "withdraw": {
        "seat": "seat",
        "from": "area",
        "to": "area",
        "via": "areas",
        "lost": "units",
    },
    "stand": {"seat": "seat"},
    "keep_out": {"seat": "seat", "units": "units"},
    "combat_draw": {"seat": "seat", "tiles": "ints"},
    "swap": {"seat": "seat", "out": "int?", "in": "unit?"},
    "reveal": {"seat": "seat", "tiles": "ints"},
    "clash": {"attacker": "side", "defender": "side"},
    "refight": {},
    "victory": {"seat": "seat", "loser": "seat", "vp": "int"},
    "casualty": {"seat": "seat", "units": "units"},
    "retreat": {
        "seat": "seat",
        "from": "area",
        "to": "area?",
        "via": "areas",
        "lost": "units",
    },
    "capture_citadel": {"seat": "seat", "owner": "seat"},
    "raise_undead": {"seat": "seat", "area": "area", "count": "int"},
    "dragons_leave": {"seat": "seat", "count": "int"},
    "settle": {"seat": "seat", "paid": "unit", "areas": "areas"},
    "desert": {"seat": "seat", "area": "area", "lost": "units"},
    "regroup": {"seat": "seat", "number": "int", "vp": "int"},
    "resettle": {"seat": "seat", "area": "area"},
    "reenter": {"seat": "seat", "unit": "unit", "area": "area", "discarded": "units"},
    "eliminated": {"seat": "seat"},
    "cutiecorn": {"seat": "seat", "owner": "seat", "area": "area"},
    "final": {"seat": "seat"},
    "final_turn": {"seat": "seat"},
    "final_capture": {"seat": "seat", "villages": "villages"},
    "end": {"scores": "ints", "winners": "ints", "end_reason": "reason", "turns": "int"},
}
STEP = {"units": "group", "from": "area", "to": "area", "via": "areas", "cost": "int"}
VILLAGE = {"area": "area", "owner": "seat"}
SIDE = {"tiles": "ints", "modifier": "int", "strength": "int"}


class ShapeError(Exception):
    """A line that does not have the shape of the format; clause and reason."""

    def __init__(self, clause: str, reason: str) -> None:
        super().__init__(reason)
        self.clause = clause
        self.reason = reason


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        raise ShapeError("RECORD-JSON", f"a key stands twice in one object: {keys}")
    return dict(pairs)


def parse(line: str) -> dict[str, Any]:
    """Return the JSON object of one line."""
    try:
        value = json.loads(line, object_pairs_hook=_unique)
    except (json.JSONDecodeError, RecursionError) as error:
        raise ShapeError("RECORD-JSON", f"not a JSON object: {error}") from error
    if not isinstance(value, dict):
        raise ShapeError("RECORD-JSON", "not a JSON object")
    return value


def is_int(value: object) -> bool:
    """Tell whether the value is a JSON integer (true and false are not)."""
    return isinstance(value, int) and not isinstance(value, bool)


def _list_of(kind: str, state: State) -> Callable[[object], bool]:
    return lambda v: isinstance(v, list) and all(_fits(item, kind, state) for item in v)


def _fits(value: Any, kind: str, state: State) -> bool:
    """Tell whether a value is of the kind."""
    if kind.endswith("?"):
        return value is None or _fits(value, kind[:-1], state)
    tests: dict[str, Callable[[Any], bool]] = {
        "int": is_int,
        "seat": lambda v: is_int(v) and 0 <= v < len(state.seats),
        "area": lambda v: is_int(v) and v in state.areas,
        "unit": lambda v: isinstance(v, str) and v in rules.UNITS,
        "phase": lambda v: isinstance(v, str) and v in rules.PHASES,
        "reason": lambda v: v in ("regroups", "turn_limit"),
        "units": _list_of("unit", state),
        "areas": _list_of("area", state),
        "ints": _list_of("int", state),
        "villages": _list_of("village", state),
        "steps": lambda v: bool(v) and _list_of("step", state)(v),
        "village": lambda v: isinstance(v, dict) and _keys_fit(v, VILLAGE, state),
        "step": lambda v: isinstance(v, dict) and _keys_fit(v, STEP, state),
        "side": lambda v: isinstance(v, dict) and _keys_fit(v, SIDE, state),
        "group": lambda v: (
            isinstance(v, dict)
            and bool(v)
            and all(u in rules.UNITS and is_int(n) and n > 0 for u, n in v.items())
        ),
    }
    return tests[kind](value)


def _keys_fit(value: dict[str, Any], shape: dict[str, str], state: State) -> bool:
    fill(value, shape)
    return value.keys() == shape.keys() and all(_fits(value[k], shape[k], state) for k in shape)


def fill(value: dict[str, Any], shape: dict[str, str]) -> None:
    """Put in the empty lists that were left out."""
    for key, kind in shape.items():
        if kind in EMPTY and key not in value:
            value[key] = list(EMPTY[kind])


def event(value: dict[str, Any], state: State) -> dict[str, Any]:
    """Return the event with absent lists filled in; raise for a wrong name, key or type."""
    name = value.get("event")
    if not isinstance(name, str) or name not in EVENTS:
        raise ShapeError("RECORD-EVENT", f"no event is called {name!r}")
    shape = EVENTS[name]
    fill(value, shape)
    keys = value.keys() - {"event"}
    if missing := shape.keys() - keys:
        raise ShapeError("RECORD-KEYS", f"{name} lacks {sorted(missing)}")
    if extra := keys - shape.keys():
        raise ShapeError("RECORD-KEYS", f"{name} has keys outside the format: {sorted(extra)}")
    for key, kind in shape.items():
        if not _fits(value[key], kind, state):
            raise ShapeError("RECORD-KEYS", f"{name}.{key} is no {kind}: {value[key]!r}")
    return value
