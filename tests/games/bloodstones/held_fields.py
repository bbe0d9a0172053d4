"""The fields of a state that a position in one line holds, for comparing two states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bloodstones.games.bloodstones.engine.state import NOBODY, SCRATCH, GameState, Point
from bloodstones.games.bloodstones.record.position.notation import ACTION_KEYS, KEY_FIELDS, MARCHING

# Fields that count at a point and follow from the rest of the position.
IMPLIED: Final[Mapping[Point, tuple[str, ...]]] = {
    Point.MAIN: ("move_cost",),
    Point.SETTLE: ("picked",),
    Point.RESETTLE: ("picked",),
    Point.CASUALTY: ("loser_side", "removed"),
    Point.RETREAT: ("loser_side",),
    Point.RAISE: ("loser_side",),
}

COUNTERS: Final = (
    "battles",
    "battles_won",
    "withdrawals",
    "units_built",
    "units_lost",
    "turns",
    "area_battles",
    "area_built",
    "area_captured",
)
NOT_HELD: Final = (*COUNTERS, "streams", "memory", "log", "log_size", "log_open")
PASSING: Final = ("beaten", "raided", "left_area", "left_units", "rides", *SCRATCH)


def held_fields(state: GameState) -> tuple[str, ...]:
    """Return the fields of the state that a position holds; the others do not matter now.

    Luck, memory, log and counters (`NOT_HELD`) are never among them, the fields of an action only
    while it is under way.
    """
    point = Point(int(state.point))
    action = {field for fields in KEY_FIELDS.values() for field in fields} | {"loser_side"}
    apart = action.union(NOT_HELD, PASSING)
    held = [name for name in GameState.fields() if name not in apart]
    for key in ACTION_KEYS.get(point, ()):
        held += KEY_FIELDS[key]
    held += IMPLIED.get(point, ())
    if point in MARCHING:
        held.append("rides")
    if point is not Point.OVER:
        held += ["left_area", "left_units"]
        if state.finisher == NOBODY:
            held.append("raided")
    return tuple(held)
