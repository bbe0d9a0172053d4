"""Reading single values of the position notation: tiles, forces, areas, rows of numbers.

Every reader takes the `Entry` of the head or of a seat and a key, notes the faults of the value
there and goes on with what is left of it; a key left out is an empty value.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from bloodstones.core.faults import nearest
from bloodstones.core.files.entry import Entry
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.state import AREAS, DRAWN, NOTHING, NOWHERE, SIDES, UNITS
from bloodstones.games.bloodstones.record.position.notation import NONE
from bloodstones.games.bloodstones.rules.names import Unit

MOST: Final = 9999  # of anything counted
TIMES: Final = re.compile(r"([a-z_]+|[0-9]{1,3})(?:\*([1-9][0-9]?))?")
NUMBER: Final = re.compile(r"[0-9]{1,9}")
VALUE: Final = re.compile(r"[0-9]{1,4}")
BATTLE: Final = re.compile(r"([0-9]{1,3}):([0-9])v([0-9])")
FINAL: Final = re.compile(r"([0-9]):([0-9]{1,9})")
UNIT_NUMBERS: Final = {unit.id: int(unit) for unit in Unit}


def word(entry: Entry, key: str) -> str | None:
    """Return the text of a key, None when it is left out or stands for nothing."""
    entry.asked.add(key)
    text = entry.values.get(key)
    return None if text is None or text == NONE else str(text)


def note(entry: Entry, key: str, expected: str, got: object, tip: str | None = None) -> None:
    """Note a fault in the value of a key."""
    entry.bad.add(key)
    entry.faults.add(f"{entry.where}, {key}", expected, got, tip)


def needed(entry: Entry, key: str) -> str | None:
    """Return the text of a key that must be there, None with a fault noted."""
    entry.asked.add(key)
    if key in entry:
        return str(entry.values[key])
    entry.bad.add(key)
    entry.faults.note(entry.where, f"the key {key}", "none")
    return None


def read_number(entry: Entry, key: str, high: int, default: int | None = None) -> int:
    """Return a whole number from 0 to `high`; `default` (if any) when the key is left out."""
    if default is not None and key not in entry:
        entry.asked.add(key)
        return default
    text = needed(entry, key)
    if text is None:
        return 0
    if NUMBER.fullmatch(text) and int(text) <= high:
        return int(text)
    note(entry, key, f"a whole number from 0 to {high}", text)
    return 0


def read_form(entry: Entry, key: str, pattern: re.Pattern[str], form: str) -> tuple[int, ...]:
    """Return the numbers of a key that must be there, () with a fault noted."""
    text = needed(entry, key)
    if text is None:
        return ()
    matched = pattern.fullmatch(text)
    if matched is None:
        note(entry, key, form, text)
        return ()
    return tuple(int(number) for number in matched.groups())


def _items(entry: Entry, key: str, text: str, between: str, what: str) -> dict[str, int]:
    """Return name -> count of items such as `name*2`, each name once."""
    counts: dict[str, int] = {}
    for item in text.split(between):
        match = TIMES.fullmatch(item)
        if match is None:
            note(entry, key, f"{what} or {what}*2 and the like", item)
        elif match[1] in counts:
            note(entry, key, f"{match[1]} once", text)
        else:
            counts[match[1]] = int(match[2] or 1)
    return counts


def read_tiles(entry: Entry, key: str, text: str | None = None) -> Array:
    """Return tiles or units: int64 array over unit types; `text` instead of the whole value."""
    counts = np.zeros(UNITS, np.int64)
    text = word(entry, key) if text is None else text
    if text is None or text == NONE:
        return counts
    for name, count in _items(entry, key, text, "+", "unit").items():
        if name in UNIT_NUMBERS:
            counts[UNIT_NUMBERS[name]] = count
        else:
            note(entry, key, "a unit", name, nearest(name, UNIT_NUMBERS))
    return counts


def read_unit(entry: Entry, key: str, name: str) -> int:
    """Return the number of the unit called `name`, NOTHING for none."""
    if name == NONE:
        return NOTHING
    if name not in UNIT_NUMBERS:
        note(entry, key, "a unit", name, nearest(name, UNIT_NUMBERS))
    return UNIT_NUMBERS.get(name, NOTHING)


def read_area(entry: Entry, key: str, areas: int) -> int:
    """Return an area of a map with so many, NOWHERE when it is left out."""
    text = word(entry, key)
    return NOWHERE if text is None else area_of(entry, key, text, areas)


def area_of(entry: Entry, key: str, text: str, areas: int) -> int:
    """Return the area that `text` names, NOWHERE with a fault noted."""
    if VALUE.fullmatch(text) and int(text) < areas:
        return int(text)
    note(entry, key, f"an area from 0 to {areas - 1}", text)
    return NOWHERE


def read_areas(entry: Entry, key: str, areas: int) -> Array:
    """Return counts by area: int64 array over `AREAS`."""
    counts = np.zeros(AREAS, np.int64)
    text = word(entry, key)
    for name, count in _items(entry, key, text, ",", "area").items() if text else ():
        area = area_of(entry, key, name, areas)
        if area != NOWHERE:
            counts[area] = count
    return counts


def read_forces(entry: Entry, key: str, areas: int) -> Array:
    """Return units by area: int64 array of shape (AREAS, UNITS)."""
    forces = np.zeros((AREAS, UNITS), np.int64)
    text = word(entry, key)
    for force in text.split(";") if text else ():
        name, colon, units = force.partition(":")
        if not colon:
            note(entry, key, "AREA:UNITS", force)
            continue
        area = area_of(entry, key, name, areas)
        counts = read_tiles(entry, key, units)
        if area == NOWHERE:
            continue
        if forces[area].any():
            note(entry, key, f"area {area} once", text)
        forces[area] = counts
    return forces


def read_row(entry: Entry, key: str, count: int) -> tuple[int, ...] | None:
    """Return so many numbers between slashes, None when they are left out or faulty."""
    text = word(entry, key)
    if text is None:
        return None
    parts = text.split("/")
    if len(parts) != count or not all(VALUE.fullmatch(part) for part in parts):
        note(entry, key, f"{count} numbers between slashes", text)
        return None
    return tuple(int(part) for part in parts)


def read_sides(entry: Entry, key: str) -> tuple[str, ...]:
    """Return the texts of attacker and defender of a key that must be there, or ()."""
    text = needed(entry, key)
    if text is None:
        return ()
    parts = tuple(text.split("/"))
    if len(parts) == SIDES:
        return parts
    note(entry, key, "the attacker's, a slash, the defender's", text)
    return ()


def read_drawn(entry: Entry, key: str) -> Array:
    """Return the combat tiles by side: int64 array of shape (2, DRAWN), ascending, 0 in front."""
    drawn = np.zeros((SIDES, DRAWN), np.int64)
    for side, text in enumerate(read_sides(entry, key)):
        values = text.split(".")
        if len(values) > DRAWN or not all(VALUE.fullmatch(value) for value in values):
            note(entry, key, f"at most {DRAWN} numbers between full stops", text)
            continue
        drawn[side, DRAWN - len(values) :] = sorted(int(value) for value in values)
    return drawn
