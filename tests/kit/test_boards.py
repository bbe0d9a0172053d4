"""Boards in CSV files, an area a line: read, and refused with every fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.core.rules.number_rows import NumberRow, NumberRows
from bloodstones.kit.boards import boards_of, borders_of, read_board
from bloodstones.kit.setups import reader_of
from tests.toy.state import Rules

HEADER = "name,terrain,x,y,neighbours\n"
SOUND = "west,field,0.2,0.5,east\neast,hill,0.8,0.5,west\n"
TERRAINS = ("field", "hill")
ROWS = NumberRows((NumberRow("goal", (12,), 1, 99, "DA-END-01", "points", ()),))


def write(folder: Path, lines: str) -> Path:
    path = folder / "board.csv"
    path.write_text(HEADER + lines, encoding="utf-8")
    return path


def test_areas_are_numbered_in_the_order_of_the_lines(tmp_path: Path) -> None:
    table = read_board(write(tmp_path, SOUND), TERRAINS)
    assert dict(table) == {
        "area": [0, 1],
        "name": ["west", "east"],
        "terrain": ["field", "hill"],
        "x": [0.2, 0.8],
        "y": [0.5, 0.5],
        "neighbours": [(1,), (0,)],
    }
    assert borders_of(table).tolist() == [[0, 1], [1, 0]]


@pytest.mark.parametrize(
    ("was", "now", "expected"),
    [
        ("hill", "hil", "'hil'"),
        ("0.5,east", "0.5,eats", "an area of the board, got 'eats'"),
        ("0.2", "2", "x from 0 to 1"),
        ("0.8", "far", "x as a number"),
        ("0.5,west", "0.5,east", "a border that east has as well"),
        ("east,hill", "west,hill", "each name once"),
    ],
)
def test_a_board_with_a_fault_is_refused(was: str, now: str, expected: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read_board(write(tmp_path, SOUND.replace(was, now, 1)), TERRAINS)
    assert expected in str(caught.value)


def test_boards_are_those_of_the_files_and_the_first_is_meant_where_none_is_named() -> None:
    near, far = {"area": [0, 1]}, {"area": [0, 1, 2]}
    boards = boards_of({"near": near, "far": far}, range(2, 5))
    assert boards.every() == ("near", "far")
    assert boards.table("", "") is near
    assert boards.areas(None) == len(far["area"])
    assert boards.players_on("far", "") == range(2, 5)
    with pytest.raises(InputError, match="expected a board of this game, got 'fare'"):
        boards.players_on("fare", "")


def test_a_setup_is_read_with_its_numbers_and_its_board() -> None:
    read = reader_of(Rules, range(2, 5), ROWS, {"near": {"hill": 1}, "far": {"hill": 3}})
    seats = (Seat("", "random"),) * 2
    tables = [
        read(Setup(board, seats, overrides={"goal": 9})).tables() for board in ("", "near", "far")
    ]
    assert [(int(t.players), int(t.goal)) for t in tables] == [(2, 9)] * 3
    assert [int(t.hill) for t in tables] == [1, 1, 3]
    with pytest.raises(InputError, match="a board of this game, got 'moon'"):
        read(Setup("moon", seats))
    with pytest.raises(InputError, match="no board in a game without one, got 'moon'"):
        reader_of(Rules, range(2, 5), ROWS)(Setup("moon", seats))
