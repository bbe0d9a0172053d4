"""What pictures are drawn from says what map, record and playthrough say."""

from __future__ import annotations

from collections import Counter

import pytest

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.api.replays import Replay
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.maps.area_tables import area_table
from bloodstones.games.bloodstones.maps.reading import list_maps, load_map
from bloodstones.games.bloodstones.pictures import moves, scene
from bloodstones.games.bloodstones.record.position.reader import parse_position
from bloodstones.games.bloodstones.record.standing import Position
from bloodstones.kit.pictures.scene import MarkKind
from bloodstones.kit.records.reading import RecordLine
from tests.games.bloodstones.records import load_record
from tests.golden.make import FOLDER, open_setups

LINE = (
    "tyrants_lament hill_folk,horse_lords turn=1 first=0 active=0 point=main"
    " | 0: citadel=1 units=1:giant;2:castle+swordsman*2 hand=leader villages=3,14*2"
    " | 1: citadel=30"
)


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


def test_the_pieces_of_a_picture_are_those_of_its_position():
    drawn = scene(parse_position(LINE), None)
    found = {
        piece.id: (piece.body or piece.glyph, piece.badge or piece.text) for piece in drawn.pieces
    }
    assert found == {
        "1-0-citadel": ("citadel", ""), "1-0-giant": ("giant", ""), "2-0-castle": ("castle", ""),
        "2-0-swordsman": ("sword", "2"), "3-0-village": ("hamlet", ""),
        "14-0-village": ("hamlet", "2"), "30-1-citadel": ("citadel", ""),
    }  # fmt: skip


def line(event, **keys):
    return RecordLine(2, event, keys)


STEP = {"units": {"ship": 1, "axeman": 2}, "from": 1, "to": 9, "via": [8], "cost": 1}


@pytest.mark.parametrize(
    ("recorded", "ways"),
    [
        (line("move", seat=1, steps=[STEP]), [((1, 8, 9), 1)]),
        (line("move", seat=1, steps=[{**STEP, "via": []}] * 2), [((1, 9), 1)] * 2),
        (line("undead_move", seat=0, path=[1, 2, 3], via=[]), [((1, 2, 3), 0)]),
        (line("withdraw", seat=2, **{"from": 5}, to=6, via=[]), [((5, 6), 2)]),
        (line("retreat", seat=2, **{"from": 5}, to=None, via=[]), []),
        (line("stand", seat=2), []),
    ],
)  # fmt: skip
def test_the_moves_of_a_line_lead_through_the_areas_that_it_tells_of(recorded, ways):
    assert [(mark.areas, mark.seat) for mark in moves(recorded)] == ways
    assert all(mark.kind is MarkKind.MOVE for mark in moves(recorded))


@pytest.mark.parametrize("name", list(open_setups())[::4])
def test_every_step_of_a_replay_shows_what_the_record_says(name):
    """Pieces and scores of the engine's steps, against the record alone."""
    commands = game_commands_of("bloodstones")
    record = load_record(FOLDER / name)
    position, lines = Position(record.header, record.name), list(record.lines)
    for step in Replay(commands, record).steps:
        while lines and lines[0].number <= step.line:
            position.apply(lines.pop(0))
        counts = Counter()
        for piece in step.scene.pieces:
            kind = piece.id.split("-")[2]
            number = piece.text if kind == "village" else piece.badge
            counts[piece.area, piece.seat, kind] += int(number or 1)
        told = Counter()
        for seat, each in enumerate(position.seats):
            for area, force in each.forces.items():
                told.update({(area, seat, unit.id): n for unit, n in force.items()})
            told.update({(area, seat, "village"): n for area, n in each.villages.items()})
        assert counts == +told, step.line
        assert list(step.scores) == [each.vp for each in position.seats]
        hands = [sum(card.count for row in hand for card in row.cards) for hand in step.hands]
        assert hands == [each.hand.total() for each in position.seats]
    assert [line.event for line in lines] in ([], ["end"])
