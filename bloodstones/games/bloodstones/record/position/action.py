"""Reading the keys of the action under way into a state, each with a reader of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bloodstones.core.files.entry import Entry
from bloodstones.games.bloodstones.engine.state import (
    ATTACKER,
    DEFENDER,
    NOTHING,
    SEATS,
    SIDES,
    GameState,
    Point,
)
from bloodstones.games.bloodstones.record.position.notation import BUILD, KEY_FIELDS, NONE, REENTER
from bloodstones.games.bloodstones.record.position.values import (
    BATTLE,
    MOST,
    area_of,
    needed,
    note,
    read_areas,
    read_drawn,
    read_form,
    read_number,
    read_sides,
    read_tiles,
    read_unit,
    word,
)

AFTER_COST: Final = {BUILD: Point.MAIN, REENTER: Point.START_MAIN}


def _number(key: str, high: int = MOST) -> Callable[[Entry, GameState, int], None]:
    """Return a reader of a number of the action under way."""
    (field,) = KEY_FIELDS[key]

    def read(head: Entry, s: GameState, _: int) -> None:
        setattr(s, field, read_number(head, key, high))

    return read


def _last(head: Entry, s: GameState, _: int) -> None:
    first = NOTHING if s.point == Point.PAY else 0  # nothing chosen yet
    unit = read_unit(head, "last", needed(head, "last") or NONE)
    s.last_unit = first if unit == NOTHING else unit


def _for(head: Entry, s: GameState, _: int) -> None:
    s.after_cost = head.choice("for", AFTER_COST)


def _column(head: Entry, s: GameState, areas: int) -> None:
    text = needed(head, "column")
    if text is None:
        return
    area, _, units = text.partition(":")
    s.column_area = max(0, area_of(head, "column", area, areas))
    s.column[:] = read_tiles(head, "column", units or NONE)


def _ready(head: Entry, s: GameState, areas: int) -> None:
    s.undead_ready[:] = read_areas(head, "ready", areas)


def _area(key: str) -> Callable[[Entry, GameState, int], None]:
    (field,) = KEY_FIELDS[key]

    def read(head: Entry, s: GameState, areas: int) -> None:
        setattr(s, field, read_number(head, key, areas - 1))

    return read


def _battle(head: Entry, s: GameState, areas: int) -> None:
    area, attacker, defender = read_form(head, "battle", BATTLE, "AREA:SEATvSEAT") or (0, 0, 1)
    s.battle_area = max(0, area_of(head, "battle", str(area), areas))
    for side, seat in ((ATTACKER, attacker), (DEFENDER, defender)):
        if seat < SEATS:
            s.side_seat[side] = seat
        else:
            note(head, "battle", f"seats from 0 to {SEATS - 1}", seat)


def _drawn(head: Entry, s: GameState, _: int) -> None:
    s.drawn[:] = read_drawn(head, "drawn")


def _swapped(head: Entry, s: GameState, _: int) -> None:
    s.swapped[:] = NOTHING
    for side, name in enumerate(read_sides(head, "swapped")):
        s.swapped[side] = read_unit(head, "swapped", name)


def _kept_out(head: Entry, s: GameState, _: int) -> None:
    if word(head, "kept_out") is not None:
        for side, text in enumerate(read_sides(head, "kept_out")):
            s.kept_out[side] = read_tiles(head, "kept_out", text)


ACTION: Final[Mapping[str, Callable[[Entry, GameState, int], None]]] = {
    "points": _number("points"),
    "pips": _number("pips"),
    "picked": _number("picked"),
    "due": _number("due"),
    "last": _last,
    "for": _for,
    "column": _column,
    "cost": _number("cost"),
    "ready": _ready,
    "from": _area("from"),
    "at": _area("at"),
    "steps": _number("steps"),
    "battle": _battle,
    "by_ship": _number("by_ship", 1),
    "drawn": _drawn,
    "swapped": _swapped,
    "swaps": _number("swaps", SIDES),
    "removed": _number("removed"),
    "kept_out": _kept_out,
}
