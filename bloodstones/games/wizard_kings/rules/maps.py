"""Maps as data: hexes in rows, sides with a feature, cities; every fault is reported at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from types import MappingProxyType
from typing import Final

from bloodstones.core.errors import expected
from bloodstones.core.files.datafile import Entry, Faults, nearest, read_toml
from bloodstones.core.files.own_data import DataSource
from bloodstones.core.hexes import Place, next_to
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
# Key of a file -> what it makes of a side, and what the side has to be before.
FEATURES: Final = {
    "mountains": (Side.MOUNTAIN, Side.LAND),
    "passes": (Side.PASS, Side.MOUNTAIN),
    "rivers": (Side.RIVER, Side.LAND),
    "bridges": (Side.BRIDGE, Side.RIVER),
    "waterfalls": (Side.WATERFALL, Side.RIVER),
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
    shoals
        Hexes that are shoals.
    sides
        Kind of the sides with a feature, by the two places; both orders are in it.
    shallows
        Sides that are shoals, in both orders.
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
    shallows: frozenset[Link]
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
    by_name = {}
    for file in map_files(source):
        top = read_toml(source.file(file), faults)
        if top is not None:
            name = file.removeprefix(f"{MAPS}/").removesuffix(ENDING)
            by_name[name] = _map(name, top)
    faults.raise_if_any()
    return MappingProxyType(by_name)


def map_files(source: DataSource) -> tuple[str, ...]:
    """Return the files of the maps, shipped and user's, in the order of their names.

    >>> map_files(source_of(""))[0]
    'maps/eastfen.toml'
    """
    shipped = {f"{MAPS}/{path.name}" for path in (source.shipped / MAPS).glob(f"*{ENDING}")}
    users = {name for name, _ in source.files if name.startswith(f"{MAPS}/")}
    return tuple(sorted(shipped | users))


def find_map(name: str, where: str, data: str = "") -> HexMap:
    """Return a map by its id; InputError with the nearest names without it."""
    by_name = maps(data)
    if name not in by_name:
        raise expected("a map", name, where, nearest(name, by_name))
    return by_name[name]


def _map(name: str, top: Entry) -> HexMap:
    rows = _rows(top)
    sides = _sides(top, rows)
    shoals = _texts(top, "shoals")
    shallows = _shallows([text for text in shoals if "-" in text], top, rows, sides)
    cities = tuple(_city(entry) for entry in top.tables("cities"))
    if sum(city.value for city in cities) != CITY_GP:
        top.faults.add(top.where, f"cities worth {CITY_GP} GP", sum(c.value for c in cities))
    roads = _both_ways(_roads(top))
    top.integer("number", low=1, high=MOST_NUMBER)
    hex_map = HexMap(
        name,
        top.text("title"),
        top.flag("assumed", default=False),
        rows,
        cities,
        frozenset(_places(top, "henges")),
        frozenset(_place(text, top, "shoals") for text in shoals if "-" not in text),
        MappingProxyType(sides),
        shallows,
        roads,
    )
    top.finish()
    return hex_map


def _sides(top: Entry, rows: Sequence[str]) -> dict[Link, Side]:
    """Return the sides with a feature; sides that cannot have theirs are faults."""
    sides: dict[Link, Side] = {}
    for key, (kind, on) in FEATURES.items():
        for text in _texts(top, key):
            a, b = _link(text, top, key)
            if _at_sea(rows, a, b):
                top.faults.add(top.where, f"sides between hexes of land in {key}", text)
            elif sides.get((a, b), Side.LAND) != on:
                where = "no other feature" if on == Side.LAND else f"a {on.id} in the same file"
                top.faults.add(top.where, f"sides with {where} in {key}", text)
            sides[a, b] = sides[b, a] = kind
    return sides


def _shallows(
    texts: Sequence[str], top: Entry, rows: Sequence[str], sides: Mapping[Link, Side]
) -> frozenset[Link]:
    """Return the sides that are shoals; those without water are faults (WK-TERRAIN-10)."""
    links = []
    for text in texts:
        a, b = _link(text, top, "shoals")
        if not _at_sea(rows, a, b) and sides.get((a, b)) not in (Side.RIVER, Side.BRIDGE):
            top.faults.add(top.where, "sides of the sea or a river in shoals", text)
        links.append((a, b))
    return _both_ways(links)


def _at_sea(rows: Sequence[str], *places: Place) -> bool:
    return any(LAND[rows[row][column].upper()] == Terrain.SEA for row, column in places)


def _both_ways(links: Iterable[Link]) -> frozenset[Link]:
    return frozenset(link for a, b in links for link in ((a, b), (b, a)))


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
    match = HEX.fullmatch(text)
    column, row = (int(part) for part in match.groups()) if match else (0, 0)
    if not (1 <= column <= COLUMNS and 1 <= row <= ROWS):
        entry.faults.add(entry.where, f"hexes as column.row in {key}", text)
        return 0, 0
    return row - 1, column - 1


def _texts(entry: Entry, key: str) -> list[str]:
    entry.asked.add(key)
    texts = entry.values.get(key, [])
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        entry.fault(key, f"{key} as a list of texts")
        return []
    return texts


def _places(entry: Entry, key: str) -> list[Place]:
    return [_place(text, entry, key) for text in _texts(entry, key)]


def _check_link(a: Place, b: Place, entry: Entry, key: str, text: str) -> Link:
    if b not in next_to(a):
        entry.faults.add(entry.where, f"neighbouring hexes in {key}", text)
    return a, b


def _link(text: str, entry: Entry, key: str) -> Link:
    first, _, second = text.partition("-")
    ends = _place(first, entry, key), _place(second, entry, key)
    return _check_link(*ends, entry, key, text)


def _roads(entry: Entry) -> list[Link]:
    links = []
    for text in _texts(entry, "roads"):
        way = [_place(part, entry, "roads") for part in text.split()]
        links += [_check_link(a, b, entry, "roads", text) for a, b in pairwise(way)]
    return links


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
