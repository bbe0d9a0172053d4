"""A board as a table of areas, for pictures: hexes with their corners, cities with their GP."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from bloodstones.core.contract.game import Number
from bloodstones.core.files.datafile import Faults, nearest
from bloodstones.core.files.own_data import DataSource
from bloodstones.core.hexes import DIRECTIONS, Place, centre, neighbour
from bloodstones.games.wizard_kings.rules.maps import COLUMNS, LAND, ROWS, find_map, maps
from bloodstones.games.wizard_kings.rules.names import Side, Terrain
from bloodstones.games.wizard_kings.rules.reading import source_of

# Corners about the centre, clockwise from the north: half widths, thirds of the distance of rows.
CORNERS: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
NO_WATER: Final = -1
OPEN_SEA: Final = 0
WATERS: Final = 4  # the sea, and no more than three rivers that touch a hex apart
RIVERS: Final = (Side.RIVER, Side.BRIDGE)

HexSide = tuple[int, int]  # hex, direction
Corner = tuple[int, int]


def waters(sides: Sequence[Sequence[Side]], width: int) -> tuple[tuple[int, ...], ...]:
    """Return the water at each side of each hex, numbered within the hex.

    Parameters
    ----------
    sides
        By hex and direction.
    width
        Hexes a row.

    Returns
    -------
    By hex and direction: `NO_WATER`, `OPEN_SEA`, or from 1 a river. Sides of a hex with the same
    number are joined by water; a river flows into the sea of its hex, two rivers do not meet there.

    Examples
    --------
    >>> e, ne, w = Side.RIVER, Side.WATERFALL, Side.RIVER
    >>> waters([[e, ne, Side.LAND, w, Side.SEA, Side.LAND]], 1)
    ((1, -1, -1, 2, 0, -1),)
    """
    reaches = _reaches(sides, width)
    hexes = []
    for h, row in enumerate(sides):
        around = list(dict.fromkeys(reaches[h, d] for d in range(DIRECTIONS) if (h, d) in reaches))
        hexes.append(tuple(_water((h, d), side, reaches, around) for d, side in enumerate(row)))
    return tuple(hexes)


def _water(at: HexSide, side: Side, reaches: Mapping[HexSide, int], around: Sequence[int]) -> int:
    if side == Side.SEA:
        return OPEN_SEA
    return 1 + around.index(reaches[at]) if at in reaches else NO_WATER


def _reaches(sides: Sequence[Sequence[Side]], width: int) -> dict[HexSide, int]:
    """Return the river, as any number, of each side that a river flows along."""
    meeting: defaultdict[Corner, list[HexSide]] = defaultdict(list)
    for h, row in enumerate(sides):
        for d, side in enumerate(row):
            if side in RIVERS:
                for corner in _ends(h, d, width):
                    meeting[corner].append((h, d))
    reach_of: dict[HexSide, int] = {}
    for start in (at for group in meeting.values() for at in group):
        if start in reach_of:
            continue
        reach_of[start] = number = len(reach_of)
        todo = [start]
        while todo:
            for corner in _ends(*todo.pop(), width):
                fresh = [at for at in meeting[corner] if at not in reach_of]
                reach_of.update(dict.fromkeys(fresh, number))
                todo += fresh
    return reach_of


def _ends(h: int, direction: int, width: int) -> tuple[Corner, Corner]:
    """Return the two corners of a side."""
    x, y = centre(divmod(h, width))
    first, last = (CORNERS[(turn - direction) % DIRECTIONS] for turn in (1, 2))
    return (x + first[0], y + first[1]), (x + last[0], y + last[1])


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


THIRD: Final = 0.2886751345948129  # of the distance of rows, in hexes' widths
HALF: Final = 0.5


def board_table(board: Board) -> Mapping[str, Sequence[Any]]:
    """Return the hexes as columns: area, terrain, x, y, neighbours, name, landmark and so on.

    Lengths are in widths of the board, y runs down.
    """
    wide = board.width + HALF

    def spot(across: int, down: int) -> tuple[float, float]:
        return (across + 1) * HALF / wide, (down + 2) * THIRD / wide

    places = range(len(board.terrain))
    middles = [centre(divmod(place, board.width)) for place in places]
    names = {city.hex: f"{city.name} ({city.value})" for city in board.cities}
    return {
        "area": list(places),
        "terrain": [land.id for land in board.terrain],
        "x": [spot(*middle)[0] for middle in middles],
        "y": [spot(*middle)[1] for middle in middles],
        "neighbours": [tuple(n for n in board.neighbours[at] if n >= 0) for at in places],
        "name": [names.get(at, "") for at in places],
        "landmark": [names.get(at, "") for at in places],
        "outline": [tuple(spot(x + dx, y + dy) for dx, dy in CORNERS) for x, y in middles],
        "rivers": [_beyond(board, at, *RIVERS, Side.WATERFALL) for at in places],
        **_rare_sides(board),
    }


def _beyond(board: Board, at: int, *kinds: Side) -> tuple[int, ...]:
    sides = zip(board.neighbours[at], board.sides[at], strict=True)
    return tuple(n for n, side in sides if n >= 0 and side in kinds)


def _rare_sides(board: Board) -> Mapping[str, Sequence[Any]]:
    """Return the columns of waterfalls and of sides that are shoals, where the board has any."""
    places = range(len(board.terrain))
    columns = {
        "waterfalls": [_beyond(board, at, Side.WATERFALL) for at in places],
        "shoals": [
            tuple(n for n, s in zip(board.neighbours[at], board.shallows[at], strict=True) if s)
            for at in places
        ],
    }
    return {name: column for name, column in columns.items() if any(column)}
