"""The header of a record: rules, map, tile table, seats, start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from bloodstones.core.contract.game import Number, Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults
from bloodstones.core.files.entry import Entry
from bloodstones.core.files.pairs import spelling
from bloodstones.core.rules.rulebook import Value
from bloodstones.games.bloodstones.events import EVENTS
from bloodstones.games.bloodstones.maps.reading import (
    MAX_AREAS,
    MAX_NEIGHBOURS,
    MAX_PLAYERS,
    MAX_SEA_AREAS,
)
from bloodstones.games.bloodstones.record.forms import AREAS_NAMED
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.ruleset import Area, BoardMap, Tile
from bloodstones.games.bloodstones.rules.tiles import MAX_COST, MAX_PIPS, MAX_TILES, MIN_PLAYERS
from bloodstones.kit.records import games, reading
from bloodstones.kit.records.data_files import MEANS, PATTERN
from bloodstones.kit.records.forms import SEATS, Names
from bloodstones.kit.records.games import seat_names
from bloodstones.kit.records.reading import ENVELOPE, RecordReader
from bloodstones.kit.records.strategies import NAME, NAME_MEANS

LARGEST_SEED: Final = 2**63 - 1
LARGEST_OVERRIDE: Final = 999

Record: TypeAlias = reading.Record["Header"]
TileTable = Mapping[Faction, Mapping[Unit, Tile]]


@dataclass(frozen=True, slots=True)
class Header(games.Header):
    """What the first line of a record says.

    Attributes
    ----------
    options
        Readings that differ from the default, as they were recorded.
    board
        The map; without points, since a record has none, and for any number of players.
    tiles
        The tile table in force, of the factions at the table at least.
    factions
        By seat, clockwise.
    first_seat
        The start player.
    """

    options: Mapping[str, Value] = field(kw_only=True)
    board: BoardMap = field(kw_only=True)
    tiles: TileTable = field(kw_only=True)
    factions: tuple[Faction, ...] = field(kw_only=True)
    first_seat: int = field(kw_only=True)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays, clockwise."""
        return self.setup.seats

    @property
    def overrides(self) -> Mapping[str, Number]:
        """Rule numbers that differ from the printed ones."""
        return self.setup.overrides


def area_names(board: BoardMap) -> Names:
    """Return the names of areas, with their terrains."""
    return {AREAS_NAMED: [f"{area.id} ({area.terrain.id})" for area in board.areas]}


def read_header(line: dict[str, Any], where: str) -> Header:
    """Return the header in `line`; `where` names file and line.

    Raises
    ------
    InputError
        If a key is missing or unknown, or a value is not of its kind.
    """
    faults = Faults()
    top = Entry(line, where, faults)
    factions, seats = _seats(top)
    options, overrides = top.table("options", optional=True), top.table("overrides", optional=True)
    files = top.table("data", optional=True)
    readings = {key: _reading(options, key) for key in options.values}
    version = top.text("rules_version", pattern=NAME, meaning=NAME_MEANS)
    numbers = {
        key: overrides.integer(key, low=-LARGEST_OVERRIDE, high=LARGEST_OVERRIDE)
        for key in overrides.values
    }
    board = _board(top.table("map"))
    tiles = _tiles(top.table("tiles"), factions)
    first_seat = top.integer("first_seat", low=0, high=max(len(factions) - 1, 0))
    seed = top.integer("seed", low=0, high=LARGEST_SEED)
    hashes = {name: files.text(name, pattern=PATTERN, meaning=MEANS) for name in files.values}
    top.finish(optional=ENVELOPE)
    if faults.sentences:
        raise InputError(faults.sentences[0])
    spelled = {name: spelling(value) for name, value in readings.items()}
    setup = Setup(board.id, seats, spelled, numbers)
    return Header(
        version,
        setup,
        seed,
        names={SEATS: seat_names(setup), **area_names(board)},
        files=hashes,
        options=readings,
        board=board,
        tiles=tiles,
        factions=factions,
        first_seat=first_seat,
    )


def _reading(options: Entry, key: str) -> Value:
    """Return the value of an option: a truth value, a number or a name."""
    value = options.values[key]
    if isinstance(value, bool | int):
        options.asked.add(key)
        return value
    return options.text(key, pattern=NAME, meaning=NAME_MEANS)


def _seats(top: Entry) -> tuple[tuple[Faction, ...], tuple[Seat, ...]]:
    by_id = {faction.id: faction for faction in Faction}
    factions, seats = [], []
    for entry in top.tables("seats"):
        factions.append(entry.choice("faction", by_id))
        strategy = entry.text("strategy", pattern=NAME, meaning=NAME_MEANS)
        seats.append(Seat(factions[-1].id, strategy))
        entry.finish()
    if top.sound("seats") and not MIN_PLAYERS <= len(seats) <= MAX_PLAYERS:
        top.faults.note(top.where, f"{MIN_PLAYERS} to {MAX_PLAYERS} seats", str(len(seats)))
    if len(set(factions)) < len(factions):
        top.faults.note(top.where, "different factions (BS-GEN-01)", "one twice")
    return tuple(factions), tuple(seats)


def _tiles(table: Entry, factions: tuple[Faction, ...]) -> TileTable:
    tiles = {}
    for faction in factions:
        entry = table.table(faction.id)
        rows = {}
        for unit in Unit:
            if unit.id in entry:
                row = entry.table(unit.id)
                cost = row.integer("cost", low=0, high=MAX_COST) if "cost" in row else None
                rows[unit] = Tile(
                    unit=unit,
                    count=row.integer("count", low=0, high=MAX_TILES),
                    cost=cost,
                    pips=row.integer("pips", low=0, high=MAX_PIPS),
                )
                row.finish()
        entry.finish()
        tiles[faction] = MappingProxyType(rows)
    return MappingProxyType(tiles)


def _board(entry: Entry) -> BoardMap:
    terrains = {terrain.id: terrain for terrain in Terrain}
    areas = []
    for number, item in enumerate(entry.tables("areas")):
        number_read = item.integer("id", low=0, high=MAX_AREAS - 1)
        if item.sound("id") and number_read != number:
            item.fault("id", f"areas in the order of their ids, here {number}")
        neighbours = item.integers("neighbours", low=0, high=MAX_AREAS - 1, most=MAX_NEIGHBOURS)
        terrain = item.choice("terrain", terrains)
        areas.append(Area(number, terrain, 0.0, 0.0, tuple(sorted(neighbours))))
        item.finish()
    board = BoardMap(
        id=entry.text("id", pattern=NAME, meaning=NAME_MEANS),
        name="",
        origin="the header of a record",
        min_players=MIN_PLAYERS,
        max_players=MAX_PLAYERS,
        areas=tuple(areas),
    )
    if not entry.faults.sentences:
        _check_areas(entry, board)
    entry.finish()
    return board


def _check_areas(entry: Entry, board: BoardMap) -> None:
    """Note too many areas, and borders that only one side has."""
    areas = board.areas
    seas = sum(area.terrain is Terrain.SEA for area in areas)
    if not 1 <= len(areas) <= MAX_AREAS:
        entry.faults.note(entry.where, f"1 to {MAX_AREAS} areas", str(len(areas)))
    if seas > MAX_SEA_AREAS:
        entry.faults.note(entry.where, f"at most {MAX_SEA_AREAS} sea areas", str(seas))
    for area in areas:
        if len(set(area.neighbours)) < len(area.neighbours) or area.id in area.neighbours:
            fault = str(list(area.neighbours))
            entry.faults.note(entry.where, f"other areas, each once, next to {area.id}", fault)
        for other in area.neighbours:
            if other >= len(areas) or area.id not in areas[other].neighbours:
                fault = f"a border of area {area.id} only"
                entry.faults.note(entry.where, f"{area.id} and {other} next to each other", fault)


READER: Final = RecordReader("bloodstones", EVENTS, read_header)
