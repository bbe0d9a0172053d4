"""Maps as data: hexes in rows, sides with a feature, cities; every fault is told at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from types import MappingProxyType
from typing import Final

from bloodstones.core.datafile import Entry, Faults, nearest, read_toml
from bloodstones.core.errors import expected
from bloodstones.core.hexes import DIRECTIONS, Place, neighbour
from bloodstones.core.own_data import DataSource
from bloodstones.games.wizard_kings.rules.names import Side, Terrain
from bloodstones.games.wizard_kings.rules.reading import KEPT, MAPS, source_of

ENDING: Final = ".toml"
ROWS: Final = 8
COLUMNS: Final = 10
CITY_GP: Final = 10  # WK-WIN-04
MOST_CITY: Final = 3
MOST_NUMBER: Final = 99
LAND: Final = {
    "C": Terrain.CLEAR,
    "F": Terrain.FOREST,
    "S": Terrain.SWAMP,
    "D": Terrain.DESERT,
    "W": Terrain.SEA,
}
HEX: Final = re.compile(r"([0-9]{1,2})\.([0-9])")

Link = tuple[Place, Place]


@dataclass(frozen=True, slots=True)
class City:
    """A city: where, its name, its GP (WK-TERRAIN-11)."""

    place: Place
    name: str
    value: int


@dataclass(frozen=True, slots=True)
class HexMap:
    """One map of the box.

    Attributes
    ----------
    rows
        A letter a hex, west to east, north to south.
    sides
        Kind of the sides with a feature, by the two places; both orders are in it.
    roads
        Sides with a road, in both orders.
    """

    id: str
    title: str
    assumed: bool
    rows: tuple[str, ...]
    cities: tuple[City, ...]
    henges: frozenset[Place]
    shoals: frozenset[Place]
    sides: Mapping[Link, Side]
    roads: frozenset[Link]


def maps(data: str = "") -> Mapping[str, HexMap]:
    """Return the maps by id: those of a user's folder, and the shipped ones that it leaves.

    Raises
    ------
    InputError
        With every fault of all maps.

    Examples
    --------
    >>> list(maps())
    ['eastfen', 'northspine', 'southreach', 'westmarch']
    """
    return _maps(source_of(data))


@lru_cache(maxsize=KEPT)
def _maps(source: DataSource) -> Mapping[str, HexMap]:
    faults = Faults()
    found = {}
    for file in map_files(source):
        top = read_toml(source.file(file), faults)
        if top is not None:
            name = file.removeprefix(f"{MAPS}/").removesuffix(ENDING)
            found[name] = _map(name, top)
    faults.raise_if_any()
    return MappingProxyType(found)


def map_files(source: DataSource) -> tuple[str, ...]:
    """Return the files of the maps, shipped and own, in the order of their names.

    >>> map_files(source_of(""))[0]
    'maps/eastfen.toml'
    """
    shipped = {f"{MAPS}/{path.name}" for path in (source.shipped / MAPS).glob(f"*{ENDING}")}
    own = {name for name, _ in source.files if name.startswith(f"{MAPS}/")}
    return tuple(sorted(shipped | own))


def find_map(name: str, where: str, data: str = "") -> HexMap:
    """Return a map by its id; InputError with the nearest names without it."""
    known = maps(data)
    if name not in known:
        raise expected("a map", name, where, nearest(name, known))
    return known[name]


def _map(name: str, top: Entry) -> HexMap:
    rows = _rows(top)
    sides: dict[Link, Side] = {}
    for key, kind in (
        ("mountains", Side.MOUNTAIN),
        ("passes", Side.PASS),
        ("rivers", Side.RIVER),
        ("bridges", Side.BRIDGE),
    ):
        for a, b in _links(top, key):
            if kind in (Side.PASS, Side.BRIDGE) and (a, b) not in sides:
                top.fault(key, f"{key} on sides that are listed as their kind")
            sides[a, b] = sides[b, a] = kind
    cities = tuple(_city(entry) for entry in top.tables("cities"))
    if sum(city.value for city in cities) != CITY_GP:
        top.faults.add(top.where, f"cities worth {CITY_GP} GP", sum(c.value for c in cities))
    roads = frozenset(link for a, b in _roads(top) for link in ((a, b), (b, a)))
    top.integer("number", low=1, high=MOST_NUMBER)
    found = HexMap(
        name,
        top.text("title"),
        top.flag("assumed", default=False),
        rows,
        cities,
        frozenset(_places(top, "henges")),
        frozenset(_places(top, "shoals")),
        MappingProxyType(sides),
        roads,
    )
    top.finish()
    return found


def _rows(top: Entry) -> tuple[str, ...]:
    top.asked.add("rows")
    rows = top.values.get("rows", [])
    letters = set("".join(LAND)) | set("".join(LAND).lower()) - {"w"}
    good = isinstance(rows, list) and len(rows) == ROWS
    if not good or any(
        not isinstance(row, str) or len(row) != COLUMNS or not set(row) <= letters for row in rows
    ):
        top.fault("rows", f"{ROWS} rows of {COLUMNS} letters CFSDW or cfsd")
        return ("C" * COLUMNS,) * ROWS
    return tuple(rows)


def _place(text: str, entry: Entry, key: str) -> Place:
    found = HEX.fullmatch(text)
    column, row = (int(part) for part in found.groups()) if found else (0, 0)
    if not (1 <= column <= COLUMNS and 1 <= row <= ROWS):
        entry.faults.add(entry.where, f"hexes as column.row in {key}", text)
        return 0, 0
    return row - 1, column - 1


def _texts(entry: Entry, key: str) -> list[str]:
    entry.asked.add(key)
    found = entry.values.get(key, [])
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        entry.fault(key, f"{key} as a list of texts")
        return []
    return found


def _places(entry: Entry, key: str) -> list[Place]:
    return [_place(text, entry, key) for text in _texts(entry, key)]


def _link(a: Place, b: Place, entry: Entry, key: str, text: str) -> Link:
    if b not in (neighbour(a, direction) for direction in range(DIRECTIONS)):
        entry.faults.add(entry.where, f"neighbouring hexes in {key}", text)
    return a, b


def _links(entry: Entry, key: str) -> list[Link]:
    found = []
    for text in _texts(entry, key):
        first, _, second = text.partition("-")
        ends = _place(first, entry, key), _place(second, entry, key)
        found.append(_link(*ends, entry, key, text))
    return found


def _roads(entry: Entry) -> list[Link]:
    found = []
    for text in _texts(entry, "roads"):
        way = [_place(part, entry, "roads") for part in text.split()]
        found += [_link(a, b, entry, "roads", text) for a, b in pairwise(way)]
    return found


def _city(entry: Entry) -> City:
    place = _place(entry.text("at"), entry, "at")
    city = City(place, entry.text("name"), entry.integer("value", low=1, high=MOST_CITY))
    entry.finish()
    return city


def pairs_of_maps() -> tuple[str, ...]:
    """Return the boards of two shipped maps side by side.

    >>> pairs_of_maps()[0]
    'eastfen+northspine'
    """
    return tuple("+".join(pair) for pair in combinations(maps(), 2))
