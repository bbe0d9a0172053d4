"""The rules in force, read from a folder of data files; every fault is reported at once.

An override (`"play.end_chests" = 8`, `"C1.shields" = 3`, `"E07.R1" = "SSS"`, `"wood.3" = 4`)
changes one number or cell before it is read, and so obeys the same limits as the files. A shift
(`"shift.town_shields" = 1`, see `shifts`) changes many cards at once.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from bloodstones.core.contract.game import Number
from bloodstones.core.faults import nearest_tip
from bloodstones.core.files.datafile import Entry, Faults, Overrides, line_name, read_csv, read_toml
from bloodstones.core.files.own_data import DataSource
from bloodstones.core.rules.number_rows import NumberRow, read_rows
from bloodstones.games.bellum_magica.rules import cards
from bloodstones.games.bellum_magica.rules.cards import MOST_ICONS, ROWS, Castle, Creature, Location
from bloodstones.games.bellum_magica.rules.names import Chest, Place

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


DATA: Final = Path(__file__).parents[1] / "data"
RULES_FILE: Final = "rules.toml"
FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 5
STACKED: Final = (Place.FARM, Place.VILLAGE, Place.TOWN)
MOST_FACE_UP: Final = 4  # the state has room for as many
READ_RULESETS: Final = 512

CARD_FILES: Final = {
    "castles.csv": (cards.CASTLE_COLUMNS, ("id",)),
    "creatures.csv": (cards.CREATURE_COLUMNS, ("id",)),
    "locations.csv": (cards.LOCATION_COLUMNS, ("id",)),
    "chests.csv": (cards.CHEST_COLUMNS, ("kind", "value")),
}
FILES: Final = (RULES_FILE, *CARD_FILES)
COUNTED: Final = ("castles", *Place.ids(), "goblin", "evil", "most_evil", *Chest.ids())
MOST_PARTS: Final = 60
COMPONENTS: Final = "components"  # what the files must add up to


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All numbers, boards and cards of a game.

    Attributes
    ----------
    version
        Of the data set.
    numbers
        By name: `supply.food`, `play.end_chests`, `price.evil_food`.
    in_play
        Players -> farms, villages and towns in play (BM-SETUP-04).
    chests
        Kind -> value -> how many.
    tables
        All of it as the files have it, with overrides in place: data for JSON.
    """

    version: str
    numbers: Mapping[str, int]
    in_play: Mapping[int, tuple[int, ...]]
    castles: tuple[Castle, ...]
    creatures: tuple[Creature, ...]
    locations: tuple[Location, ...]
    chests: Mapping[Chest, Mapping[int, int]]
    tables: Mapping[str, Any]

    @property
    def assumed(self) -> int:
        """How many boards and cards show assumed values."""
        shown: Iterable[Castle | Creature | Location] = (
            *self.castles,
            *self.creatures,
            *self.locations,
        )
        return sum(each.confidence == "assumed" for each in shown)

    def mean_of(self, kind: Chest) -> float:
        """Return the mean value of the chests of a kind."""
        values = self.chests[kind]
        return sum(v * n for v, n in values.items()) / max(1, sum(values.values()))


def source_of(data: str = "") -> DataSource:
    """Return where the rules are read from: a user's folder before the shipped one.

    Raises
    ------
    InputError
        It is no folder, or has other files than the game; all faults are reported at once.
    """
    return DataSource.of(DATA, data, FILES)


def load_ruleset(
    data: str = "",
    overrides: Mapping[str, Number] = MappingProxyType({}),
    where: str = "overrides",
) -> Ruleset:
    """Return the rules, files of the folder `data` in place of shipped ones, with overrides.

    Parameters
    ----------
    data
        The user's folder of data files, "" without one.
    overrides
        Name of a number, cell or shift -> value.
    where
        What the overrides come from, for errors.

    Raises
    ------
    InputError
        With every fault of all files and overrides.

    Examples
    --------
    >>> rules = load_ruleset()
    >>> rules.numbers["play.end_chests"], len(rules.creatures), rules.castles[0].name
    (10, 76, 'Bone Keep')
    >>> load_ruleset(overrides={"C1.shields": 3}).castles[0].shields
    3
    >>> load_ruleset(overrides={"play.end_chest": 3})
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: overrides: expected names of rule numbers or cells, got
    'play.end_chest' (did you mean play.end_chests...
    """
    return _read(source_of(data), tuple(overrides.items()), where)


@lru_cache(maxsize=READ_RULESETS)
def _read(source: DataSource, changes: tuple[tuple[str, Number], ...], where: str) -> Ruleset:
    faults, overrides = Faults(), Overrides(dict(changes), where)
    top = read_toml(source.file(RULES_FILE), faults)
    if top is not None:
        top = _changed_tables(top, overrides)
    lines = {}
    shifts = read_shifts(overrides.left, read_rows(DATA), where, faults)
    for file, (columns, key) in CARD_FILES.items():
        lines_read = read_csv(source.file(file), columns, faults)
        changed = _changed_lines(lines_read or (), key, columns, overrides)
        lines[file] = shifted(file, changed, shifts)
        if lines_read is not None and not lines_read:
            faults.note(str(source.file(file)), "lines under the header", "none")
    words = dict.fromkeys(overrides.known, "")
    words |= {row.name: row.meaning for row in read_rows(DATA)}
    for name in overrides.left:
        faults.add(where, "names of rule numbers or cells", name, nearest_tip(name, words))
    rules = None if top is None else _ruleset(top, lines)
    if rules is not None and not faults.sentences:
        _check(rules, top, source.user_folder or "data", faults)
    faults.raise_if_any()
    assert rules is not None  # without a top table there is a fault
    return rules


def _changed_tables(top: Entry, overrides: Overrides) -> Entry:
    """Return the tables of rules.toml with overrides in place."""
    values = dict(top.values)
    rows = read_rows(DATA)
    for table in rows.parts(RULES_FILE):
        if isinstance(values.get(table), dict):
            keys = rows.ranges(RULES_FILE, table)
            values[table] = overrides.into_table(top, table, keys).values
    where = top.where if values == top.values else f"{top.where}, changed by {overrides.where}"
    return Entry(values, where, top.faults)


def _changed_lines(
    lines: Iterable[Entry], key: Sequence[str], columns: Sequence[str], overrides: Overrides
) -> list[Entry]:
    """Return the lines of a file with overrides in place.

    A cell is called by its line and column; the count of a chest by its line alone.
    """
    if "count" not in columns:
        cells = [column for column in columns if column not in key]
        return list(overrides.into_lines(lines, key, cells))
    return [overrides.into(line, {line_name(line, key): "count"}) for line in lines]


def _ruleset(top: Entry, lines: Mapping[str, list[Entry]]) -> Ruleset:
    numbers, rows = {}, read_rows(DATA)
    for table in rows.parts(RULES_FILE):
        entry = top.table(table)
        for key, (low, high) in rows.ranges(RULES_FILE, table).items():
            numbers[f"{table}.{key}"] = entry.integer(key, low=low, high=high)
        entry.finish()
    entry, kinds = top.table("locations"), len(STACKED)
    in_play = {
        players: entry.integers(str(players), low=0, high=MOST_PARTS, fewest=kinds, most=kinds)
        for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    }
    entry.finish()
    rules = Ruleset(
        top.text("version"),
        MappingProxyType(numbers),
        MappingProxyType(in_play),
        cards.read_castles(lines["castles.csv"]),
        cards.read_creatures(lines["creatures.csv"]),
        cards.read_locations(lines["locations.csv"]),
        cards.read_chests(lines["chests.csv"]),
        MappingProxyType(
            {
                RULES_FILE: {key: each for key, each in top.values.items() if key != COMPONENTS},
                **{file: [dict(line.values) for line in read] for file, read in lines.items()},
            }
        ),
    )
    top.finish([COMPONENTS])
    return rules


def _check(rules: Ruleset, top: Entry | None, where: str, faults: Faults) -> None:
    """Collect a fault where numbers of cards and chests differ (BM-COMP-01 to -04)."""
    assert top is not None
    entry = top.table(COMPONENTS)
    wanted = {name: entry.integer(name, low=0, high=MOST_PARTS) for name in COUNTED}
    entry.finish()
    counts = {"castles": len(rules.castles)}
    kinds = Counter(location.kind for location in rules.locations)
    decks = Counter(creature.deck for creature in rules.creatures)
    counts |= {kind.id: kinds[kind] for kind in Place}
    counts |= {deck.id: number for deck, number in sorted(decks.items())}
    counts |= {kind.id: sum(each.values()) for kind, each in rules.chests.items()}
    cards.check_counts(counts, wanted, where, faults)
    for players, stack in rules.in_play.items():
        for kind, number in zip(STACKED, stack, strict=True):
            if number > kinds[kind]:
                expected = f"at most {kinds[kind]} of {kind.id} in play"
                faults.note(f"{where} [locations] {players}", expected, str(number))
