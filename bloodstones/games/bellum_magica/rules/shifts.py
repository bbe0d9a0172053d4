"""What-ifs over many cards at once: does a finding depend on assumed values (AMB-03)?

An override `"shift.town_shields" = 1` gives every town one shield more; `"shift.swords" = -20`
takes a fifth of all swords off the creatures. Which cells gain or lose an icon goes by a fixed
order of the cells, so that the same shift always gives the same cards.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bloodstones.core.contract.game import Number
from bloodstones.core.files.datafile import Entry, Faults
from bloodstones.core.rules.number_rows import NumberRow
from bloodstones.games.bellum_magica.rules.cards import MOST_ICONS, ROWS

PERCENT: Final = 100
EMPTY: Final = "."


@dataclass(frozen=True, slots=True)
class Shift:
    """One of the shifts.

    Attributes
    ----------
    file, kind
        The lines that it changes: of this file, and of this kind if it is not "".
    column
        The number that it is added to.
    icon
        Instead: the letter of the icon of which so many per cent more or less are shown.
    """

    file: str
    kind: str = ""
    column: str = ""
    icon: str = ""


SHIFTS: Final[Mapping[str, Shift]] = {
    "shift.castle_shields": Shift("castles.csv", column="shields"),
    "shift.farm_shields": Shift("locations.csv", "farm", "shields"),
    "shift.village_shields": Shift("locations.csv", "village", "shields"),
    "shift.town_shields": Shift("locations.csv", "town", "shields"),
    "shift.wood_value": Shift("chests.csv", "wood", "value"),
    "shift.metal_value": Shift("chests.csv", "metal", "value"),
    "shift.gold_value": Shift("chests.csv", "gold", "value"),
    "shift.food": Shift("creatures.csv", icon="F"),
    "shift.glyphs": Shift("creatures.csv", icon="G"),
    "shift.treasure": Shift("creatures.csv", icon="T"),
    "shift.swords": Shift("creatures.csv", icon="S"),
    "shift.magic_swords": Shift("creatures.csv", icon="M"),
    "shift.thieves": Shift("creatures.csv", icon="X"),
}
SIDES: Final[Mapping[str, str]] = {"F": "L", "G": "L", "T": "L", "S": "R", "M": "R", "X": "R"}


def read_shifts(
    left: dict[str, Number], rows: Iterable[NumberRow], where: str, faults: Faults
) -> Mapping[str, int]:
    """Return the shifts among overrides; they leave `left`, faulty ones are collected as faults.

    `rows` have their ranges: 0 leaves the cards as they are.
    """
    shifts = {}
    for row in rows:
        name = row.name
        if name not in SHIFTS or name not in left:
            continue
        value = left.pop(name)
        if isinstance(value, bool) or not isinstance(value, int):
            faults.add(where, f"{name} as a whole number", value)
        elif not row.low <= value <= row.high:
            faults.add(where, f"{name} from {row.low} to {row.high}", value)
        else:
            shifts[name] = value
    return shifts


def shifted(file: str, lines: Sequence[Entry], shifts: Mapping[str, int]) -> list[Entry]:
    """Return the lines of a file as the shifts make them."""
    made = list(lines)
    for name, by in shifts.items():
        shift = SHIFTS[name]
        if shift.file != file or by == 0:
            continue
        if shift.icon:
            made = _icons_shifted(made, shift.icon, by)
        else:
            made = [_added(line, shift, by, name) for line in made]
    return made


def _added(line: Entry, shift: Shift, by: int, name: str) -> Entry:
    """Return a line with a number changed; the reader reports one that is no number."""
    text = str(line.values.get(shift.column))
    if (shift.kind and line.values.get("kind") != shift.kind) or not text.isdecimal():
        return line
    values = {**line.values, shift.column: str(max(0, int(text) + by))}
    return replace(line, values=values, where=f"{line.where}, changed by {name}")


def _icons_shifted(lines: list[Entry], icon: str, percent: int) -> list[Entry]:
    """Return the lines with so many per cent more or less of an icon."""
    values = [dict(line.values) for line in lines]
    cells = [
        (place, f"{SIDES[icon]}{row}") for place in range(len(lines)) for row in range(1, ROWS + 1)
    ]
    cells.sort(key=lambda cell: _rank(str(values[cell[0]].get("id")), cell[1], icon))
    icons = sum(str(values[place].get(column)).count(icon) for place, column in cells)
    wanted = round(abs(percent) * icons / PERCENT)
    for place, column in cells:
        text = str(values[place].get(column))
        if wanted and percent < 0 and icon in text:
            values[place][column] = text.replace(icon, "", 1) or EMPTY
            wanted -= 1
        elif wanted and percent > 0 and icon not in text and len(text) < MOST_ICONS:
            values[place][column] = icon if text == EMPTY else text + icon
            wanted -= 1
    return [replace(line, values=each) for line, each in zip(lines, values, strict=True)]


def _rank(card: str, column: str, icon: str) -> int:
    """Return where a cell stands in the order in which cells gain or lose an icon."""
    return zlib.crc32(f"{card} {column} {icon}".encode())
