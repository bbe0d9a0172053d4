"""Boards: maps laid side by side (`+`) and stacked (`/`), each with its owner (AMB-18).

`westmarch+eastfen` puts the second map east of the first, `westmarch/eastfen` south of it;
`westmarch+eastfen/northspine+southreach` is a board of two maps for each of two players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bloodstones.core.contract.game import Number
from bloodstones.core.files.datafile import Faults, nearest
from bloodstones.core.files.own_data import DataSource
from bloodstones.core.hexes import DIRECTIONS, Place, neighbour
from bloodstones.games.wizard_kings.rules.maps import (
    COLUMNS,
    LAND,
    ROWS,
    find_map,
    maps,
)
from bloodstones.games.wizard_kings.rules.names import Side, Terrain
from bloodstones.games.wizard_kings.rules.reading import source_of
from bloodstones.games.wizard_kings.rules.waters import RIVERS, waters

MAPS_A_PLAYER: Final = 2
NONE: Final = -1

Link = tuple[int, int]  # two hexes side by side


@dataclass(frozen=True, slots=True)
class BoardCity:
    """A city on the board: its hex, name, GP and the seat on whose map it lies."""

    hex: int
    name: str
    value: int
    home: int


@dataclass(frozen=True, slots=True)
class Board:
    """All hexes, row by row from the north-west.

    Attributes
    ----------
    width
        Hexes a row.
    terrain, coastal, shoal, henge
        By hex.
    neighbours, sides, shallows, waters, roads
        By hex and direction (E, NE, NW, W, SW, SE); -1 beyond the edge. `shallows` are sides that
        are shoals; for `waters` see there.
    home
        Seat on whose map a hex lies.
    cities
        In the order of their hexes.
    """

    id: str
    width: int
    terrain: tuple[Terrain, ...]
    coastal: tuple[bool, ...]
    shoal: tuple[bool, ...]
    henge: tuple[bool, ...]
    home: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]
    sides: tuple[tuple[Side, ...], ...]
    shallows: tuple[tuple[bool, ...], ...]
    waters: tuple[tuple[int, ...], ...]
    roads: tuple[tuple[bool, ...], ...]
    cities: tuple[BoardCity, ...]
    maps: int

    def number(self, column: int, row: int) -> int:
        """Return the hex at a column and row, both from 1."""
        return (row - 1) * self.width + column - 1

    def river(self, at: int) -> bool:
        """Return whether a river side touches a hex."""
        return any(side in (*RIVERS, Side.WATERFALL) for side in self.sides[at])


def check_board(
    text: str, players: int, choices: Mapping[str, Number], faults: Faults, data: str = ""
) -> Board | None:
    """Return the board of a setup, or None with faults collected; `data`: a user's folder of maps.

    See WK-SETUP-01.

    `choices["owners"]` names the seat of each map in reading order (`0,1,1,0`); without it, each
    player has one map, or two that follow each other.
    """
    rows = [row.split("+") for row in text.split("/")]
    names = [name for row in rows for name in row]
    before = len(faults.sentences)
    by_name = maps(data)
    for name in dict.fromkeys(names):
        if name not in by_name:
            faults.add("board", "a map", name, nearest(name, by_name))
        elif names.count(name) > 1:
            faults.add("board", f"the map {name} once", text)
    if any(len(row) != len(rows[0]) for row in rows):
        faults.add("board", "maps that join: rows of as many maps each", text)
    owners = _owners(len(names), players, choices, faults)
    if len(faults.sentences) > before:
        return None
    return build(text, tuple(owners), data)


def _owners(
    count: int, players: int, choices: Mapping[str, Number], faults: Faults
) -> Sequence[int]:
    """Return the seat of each map; seats without a map or with more than two are faults."""
    owners = choices.get("owners")
    if owners is None:
        if players and count in (players, MAPS_A_PLAYER * players):
            return [place * players // count for place in range(count)]
        faults.note(
            "board", "one or two maps a player", f"{count} for {players}", "name their owners"
        )
        return []
    parts = str(owners).split(",")
    seats = [int(part) if part.strip().isdigit() else NONE for part in parts]
    good = len(seats) == count and all(
        1 <= seats.count(seat) <= MAPS_A_PLAYER for seat in range(players)
    )
    if not good or any(not 0 <= seat < players for seat in seats):
        faults.add("owners", f"a seat for each of {count} maps, one or two a seat", owners)
    return seats


def build(text: str, owners: tuple[int, ...], data: str = "") -> Board:
    """Join the maps of a board whose form is sound; `data`: a user's folder of maps.

    >>> build("westmarch+eastfen", (0, 1)).width
    20
    """
    return _build(text, owners, source_of(data), data)


@lru_cache(maxsize=256)
def _build(text: str, owners: tuple[int, ...], _source: DataSource, data: str) -> Board:
    rows = [row.split("+") for row in text.split("/")]
    width = COLUMNS * len(rows[0])
    sheets = {
        (ROWS * r, COLUMNS * c): (find_map(name, "board", data), owners[r * len(rows[0]) + c])
        for r, row in enumerate(rows)
        for c, name in enumerate(row)
    }
    size = (ROWS * len(rows), width)
    letters, homes = [""] * (size[0] * width), [0] * (size[0] * width)
    sides: dict[Link, Side] = {}
    roads: set[Link] = set()
    shallows: set[Link] = set()
    shoals: set[int] = set()
    henges: set[int] = set()
    cities: list[BoardCity] = []
    for (top, left), (sheet, owner) in sheets.items():

        def at(place: Place, top: int = top, left: int = left) -> int:
            return (place[0] + top) * width + place[1] + left

        for row in range(ROWS):
            for column in range(COLUMNS):
                letters[at((row, column))] = sheet.rows[row][column]
                homes[at((row, column))] = owner
        sides.update({(at(a), at(b)): kind for (a, b), kind in sheet.sides.items()})
        roads.update((at(a), at(b)) for a, b in sheet.roads)
        shallows.update((at(a), at(b)) for a, b in sheet.shallows)
        cities += [BoardCity(at(c.place), c.name, c.value, owner) for c in sheet.cities]
        shoals.update(at(place) for place in sheet.shoals)
        henges.update(at(place) for place in sheet.henges)
    parts = (sides, roads, shallows, shoals, henges)
    return _board(text, size, (letters, homes), parts, cities, len(sheets))


def _board(
    text: str,
    size: tuple[int, int],
    hexes: tuple[list[str], list[int]],
    parts: tuple[dict[Link, Side], set[Link], set[Link], set[int], set[int]],
    cities: list[BoardCity],
    count: int,
) -> Board:
    """Return the board of joined hexes: what depends on neighbours is worked out here.

    See WK-SETUP-02.
    """
    letters, homes = hexes
    listed, roads, shallows, shoals, henges = parts
    around = [_around(number, size) for number in range(len(letters))]
    terrain = tuple(LAND[letter.upper()] for letter in letters)
    sides = tuple(
        tuple(_side(h, n, terrain, listed) for n in around[h]) for h in range(len(letters))
    )
    return Board(
        id=text,
        width=size[1],
        terrain=terrain,
        coastal=tuple(
            land != Terrain.SEA
            and (letters[h].islower() or any(n >= 0 and letters[n] == "W" for n in around[h]))
            for h, land in enumerate(terrain)
        ),
        shoal=tuple(h in shoals for h in range(len(letters))),
        henge=tuple(h in henges for h in range(len(letters))),
        home=tuple(homes),
        neighbours=tuple(around),
        sides=sides,
        shallows=tuple(tuple((h, n) in shallows for n in around[h]) for h in range(len(letters))),
        waters=waters(sides, size[1]),
        roads=tuple(tuple((h, n) in roads for n in around[h]) for h in range(len(letters))),
        cities=tuple(sorted(cities, key=lambda city: city.hex)),
        maps=count,
    )


def _around(number: int, size: tuple[int, int]) -> tuple[int, ...]:
    height, width = size
    neighbours = []
    for direction in range(DIRECTIONS):
        row, column = neighbour(divmod(number, width), direction)
        inside = 0 <= row < height and 0 <= column < width
        neighbours.append(row * width + column if inside else NONE)
    return tuple(neighbours)


def _side(a: int, b: int, terrain: Sequence[Terrain], listed: Mapping[Link, Side]) -> Side:
    if b < 0:
        return Side.EDGE
    if Terrain.SEA in (terrain[a], terrain[b]):
        return Side.SEA
    return listed.get((a, b), Side.LAND)
