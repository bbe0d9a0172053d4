"""How a record begins: its header is written, and becomes a playthrough if the rules allow it."""

from __future__ import annotations

from typing import Final, cast

from bloodstones.core.contract.game import Setup
from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.game_setup import GameSetup
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import Ending, Point
from bloodstones.games.bloodstones.maps.reading import list_maps, load_map
from bloodstones.games.bloodstones.record.header import Header, area_names, read_header
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.numbers import with_overrides
from bloodstones.games.bloodstones.rules.reading import load_ruleset, source_of
from bloodstones.games.bloodstones.rules.register import Readings, read_options
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset
from bloodstones.kit import playthrough as kit
from bloodstones.kit.records.events import Line
from bloodstones.kit.records.faults import HEADER_LINE, IllegalRecordError
from bloodstones.kit.records.forms import Names
from bloodstones.kit.records.games import OwnHeader
from bloodstones.kit.records.reading import Record
from bloodstones.kit.records.strategies import recorded_name

NO_LIMIT: Final = 1 << 40  # turns; a record ends before


def names(play: kit.Playthrough) -> Names:
    """Return the names of areas."""
    return area_names(cast(Playthrough, play).board)


def scores(play: kit.Playthrough) -> list[int]:
    """Return victory points by seat, from all sources."""
    return list(cast(Playthrough, play).scores)


def begun(play: kit.Playthrough) -> bool:
    """Whether the first seat is drawn, which the header names."""
    return int(play.state.point) != Point.FIRST_SEAT


def write(play: kit.Playthrough, setup: Setup, seed: int) -> Line:
    """Return the header: options, map, tile table in force, seats, seed."""
    game = cast(Playthrough, play)
    tiles: dict[str, dict[str, Line]] = {}
    for faction in game.line_up:
        tiles[faction.id] = {}
        for unit, tile in game.rules.factions[faction].tiles.items():
            row = {"count": tile.count, "cost": tile.cost, "pips": tile.pips}
            tiles[faction.id][unit.id] = {k: v for k, v in row.items() if v is not None}
    areas = [
        {"id": area.id, "terrain": area.terrain.id, "neighbours": list(area.neighbours)}
        for area in game.board.areas
    ]
    line: Line = {
        "options": dict(read_options(setup.options)),
        "map": {"id": game.board.id, "areas": areas},
        "tiles": tiles,
        "seats": [
            {"faction": seat.role, "strategy": recorded_name(seat.strategy, len(setup.seats))}
            for seat in setup.seats
        ],
        "first_seat": int(game.state.first_seat),
        "seed": seed,
    }
    if setup.overrides:
        line["overrides"] = dict(setup.overrides)
    if setup.data:
        line["data"] = source_of(setup.data).hashes
    return line


def start(record: Record[Header], where: str) -> Playthrough:
    """Return the playthrough that a record begins with, the first seat drawn.

    A record that was stopped by the turn limit gives that limit.

    Raises
    ------
    InputError
        For unknown options or rule numbers; UnmodelledRuleError for options that the engine does
        not play.
    IllegalRecordError
        For a map, tiles or factions against the rules.
    """
    header = record.header
    rules = with_overrides(load_ruleset(data=header.setup.data), header.overrides, where)
    readings = read_options(header.options, where)
    board = _board(header.board, header.setup.data)
    _check_factions(header, rules, board, readings)
    stopped = record.end["end_reason"] == Ending.TURN_LIMIT.id
    limit = min(max(record.end["turns"], 0), NO_LIMIT) if stopped else NO_LIMIT
    setup = GameSetup(rules, board, header.factions, readings, limit)
    play = Playthrough(setup, 0, scripted_chance=True)
    play.apply(Decision(Kind.FIRST_SEAT, header.first_seat))
    return play


def _check_factions(header: Header, rules: Ruleset, board: BoardMap, readings: Readings) -> None:
    """Raise IllegalRecordError unless the factions and their tiles are those of the rules."""
    players = len(header.factions)
    for faction in header.factions:
        _check_tiles(rules, header, faction)
        least = rules.factions[faction].min_players
        if players < least and "faction_count_limits" not in readings:
            reason = f"{faction.id} need at least {least} players, not {players}"
            raise IllegalRecordError(HEADER_LINE, "BS-SETUP-05", reason)
    if not board.min_players <= players <= board.max_players:
        reason = f"map {board.id} is not for {players} players"
        raise IllegalRecordError(HEADER_LINE, "BS-SETUP-01", reason)


def _check_tiles(rules: Ruleset, header: Header, faction: Faction) -> None:
    """Raise IllegalRecordError unless the tile table is that of the rules."""
    real, recorded = rules.factions[faction].tiles, header.tiles[faction]
    for kind in Unit:
        if real.get(kind) != recorded.get(kind):
            reason = f"the {kind.id} tiles of {faction.id} are not those of the rules"
            raise IllegalRecordError(HEADER_LINE, "BS-COMP-07", reason)


def _board(board: BoardMap, data: str) -> BoardMap:
    """Return the shipped map if the record names one, which must be the same; else its own map."""
    if board.id not in list_maps():
        return board
    shipped = load_map(board.id, data)
    if len(board.areas) != len(shipped.areas):
        reason = f"map {board.id} has {len(shipped.areas)} areas, not {len(board.areas)}"
        raise IllegalRecordError(HEADER_LINE, "BS-MAP-01", reason)
    for area, real in zip(board.areas, shipped.areas, strict=True):
        if area.terrain is not real.terrain:
            reason = f"area {area.id} of {board.id} is {real.terrain.id}, not {area.terrain.id}"
            raise IllegalRecordError(HEADER_LINE, "BS-MAP-01", reason)
        if area.neighbours != real.neighbours:
            reason = f"area {area.id} of {board.id} has other neighbours: {list(real.neighbours)}"
            raise IllegalRecordError(HEADER_LINE, "BS-MAP-05", reason)
    return shipped


HEADER: Final = OwnHeader(write, read_header, start)
