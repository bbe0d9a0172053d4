"""The tables that pictures are drawn from say what map, record and playthrough say."""

from __future__ import annotations

from collections import Counter

import pytest

from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.maps.area_tables import area_table, same_board
from bloodstones.games.bloodstones.maps.reading import list_maps, load_map
from bloodstones.games.bloodstones.record.pieces import (
    moves_of_line,
    pieces_of_play,
    pieces_of_record,
)
from bloodstones.games.bloodstones.record.position.reader import parse_position
from bloodstones.games.bloodstones.record.standing import Position
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.kit.records.reading import RecordLine
from tests.games.bloodstones.records import load_record
from tests.golden.make import FOLDER, open_setups

BOARD = load_map("tyrants_lament")
LINE = (
    "tyrants_lament hill_folk,horse_lords turn=1 first=0 active=0 point=main"
    " | 0: citadel=1 units=1:giant;2:castle+swordsman*2 hand=leader villages=3,14*2"
    " | 1: citadel=30"
)


def rows(table):
    return sorted(zip(*table.values(), strict=True))


@pytest.mark.parametrize("name", list_maps())
def test_a_table_of_areas_holds_the_whole_map(name):
    board, table = load_map(name), area_table(load_map(name))
    assert table == GAME.board_table(name)
    for place, area in enumerate(board.areas):
        assert (table["area"][place], table["terrain"][place]) == (area.id, area.terrain.id)
        assert (table["x"][place], table["y"][place]) == (area.x, area.y)
        assert table["neighbours"][place] == area.neighbours
        assert table.get("name", [""] * 128)[place] == area.name
        assert table.get("outline", [()] * 128)[place] == area.outline
    rivers = {
        (min(a, b), max(a, b))
        for a, others in enumerate(table.get("rivers", []))
        for b in others
    }  # fmt: skip
    assert rivers == set(board.rivers)


def test_the_pieces_of_a_playthrough_are_those_of_its_position():
    table = pieces_of_play(parse_position(LINE))
    assert rows(table) == [
        (1, 0, "citadel", 1), (1, 0, "force", 1), (2, 0, "force", 3), (3, 0, "village", 1),
        (14, 0, "village", 2), (30, 1, "citadel", 1),
    ]  # fmt: skip


@pytest.mark.parametrize("name", open_setups())
def test_the_pieces_of_a_record_are_all_that_is_on_the_map(name):
    record = load_record(FOLDER / name)
    position = Position(record.header, record.name)
    for line in record.lines[:-1]:
        position.apply(line)
    table = pieces_of_record(position)
    sums = Counter()
    for _, seat, kind, count in rows(table):
        assert count > 0
        sums[seat, kind] += count
    for number, seat in enumerate(position.seats):
        units = sum(seat.forces.values(), Counter())
        citadels = units.pop(Unit.CITADEL, 0)
        assert sums[number, "citadel"] == citadels
        assert sums[number, "force"] == units.total()
        assert sums[number, "village"] == seat.villages.total()
    keys = list(zip(table["area"], table["seat"], table["kind"], strict=True))
    assert len(keys) == len(set(keys))


def line(event, **keys):
    return RecordLine(2, event, keys)


STEP = {"units": {"ship": 1, "axeman": 2}, "from": 1, "to": 9, "via": [8], "cost": 1}


@pytest.mark.parametrize(
    ("recorded", "moves"),
    [
        (line("move", seat=1, steps=[STEP]), [((1, 8, 9), 1, 3)]),
        (line("move", seat=1, steps=[{**STEP, "via": []}] * 2), [((1, 9), 1, 3)] * 2),
        (line("undead_move", seat=0, path=[1, 2, 3], via=[]), [((1, 2, 3), 0, 1)]),
        (line("undead_move", seat=0, path=[1, 9], via=[8]), [((1, 8, 9), 0, 1)]),
        (line("undead_move", seat=0, path=[11, 10, 27], via=[8]), [((11, 10, 8, 27), 0, 1)]),
        (line("withdraw", seat=2, **{"from": 5}, to=6, via=[]), [((5, 6), 2, 0)]),
        (line("retreat", seat=2, **{"from": 5}, to=None, via=[]), []),
        (line("stand", seat=2), []),
    ],
)  # fmt: skip
def test_the_moves_of_a_line_run_over_the_sea_that_was_sailed(recorded, moves):
    assert rows(moves_of_line(recorded, BOARD)) == sorted(moves)


@pytest.mark.parametrize("name", open_setups())
def test_the_moves_of_golden_records_lead_to_where_the_units_are(name):
    record = load_record(FOLDER / name)
    position = Position(record.header, record.name)
    for line in record.lines:
        position.apply(line)
        for path, seat, count in rows(moves_of_line(line, BOARD)):
            assert len(path) > 1
            for here in path[1:-1]:
                assert set(BOARD.areas[here].neighbours) & set(path)
            last = line.event != "move" or path[-1] == line["steps"][-1]["to"]
            if last and count:
                assert position.seats[seat].forces[path[-1]].total() >= 1


def test_boards_are_the_same_by_terrain_and_borders_alone():
    record = load_record(FOLDER / next(iter(open_setups())))
    assert same_board(BOARD, record.header.board)
    assert not same_board(load_map("raven_coast"), record.header.board)
