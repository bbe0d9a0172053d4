"""The squares of the board by number of players (AMB-21): reading and counting them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bloodstones.core.files.datafile import Entry, Faults

WIDTH: Final = 7
SQUARES: Final = WIDTH * WIDTH
START, NEUTRAL, EDGE, RUINS, PLAIN, OFF = "SNERo."
MOST_NEUTRALS: Final = 4
SIDES: Final = "NESW"  # of a square, by the bits of exits


@dataclass(frozen=True, slots=True)
class Board:
    """The squares of one number of players, numbered row by row from 0 to 48.

    Attributes
    ----------
    on
        The squares of the board.
    ruins
        The square of the ruins.
    starts
        Where start cities lie.
    neutrals, edges
        Where neutral cities lie by both readings of AMB-02.
    """

    on: tuple[int, ...]
    ruins: int
    starts: tuple[int, ...]
    neutrals: tuple[int, ...]
    edges: tuple[int, ...]


def square_name(square: int) -> str:
    """Return a square as column.row, from 1.

    >>> square_name(0), square_name(8)
    ('1.1', '2.2')
    """
    return f"{square % WIDTH + 1}.{square // WIDTH + 1}"


def exits_text(exits: int) -> str:
    """Return the sides of a square that have a road, as letters.

    >>> exits_text(0b0101), exits_text(0b1010)
    ('NS', 'EW')
    """
    return "".join(side for bit, side in enumerate(SIDES) if exits >> bit & 1)


def read_boards(top: Entry, players: Iterable[int], faults: Faults) -> dict[int, Board]:
    """Return the boards of a file by number of players; faults are collected."""
    boards = {}
    for number in players:
        entry = top.table(f"players_{number}")
        rows = entry.values.get("squares", ())
        entry.asked.add("squares")
        entry.finish()
        if not (isinstance(rows, list) and len(rows) == WIDTH and all(map(_is_row, rows))):
            signs = "".join((START, NEUTRAL, EDGE, RUINS, PLAIN, OFF))
            entry.fault("squares", f"squares as {WIDTH} rows of {WIDTH} signs out of {signs}")
            continue
        signs = "".join(rows)
        board = Board(
            tuple(q for q, sign in enumerate(signs) if sign != OFF),
            signs.find(RUINS),
            _where(signs, START),
            _where(signs, NEUTRAL),
            _where(signs, EDGE),
        )
        _check(board, signs, number, entry.where, faults)
        boards[number] = board
    return boards


def _is_row(row: object) -> bool:
    letters = {START, NEUTRAL, EDGE, RUINS, PLAIN, OFF}
    return isinstance(row, str) and len(row) == WIDTH and set(row) <= letters


def _where(signs: str, sign: str) -> tuple[int, ...]:
    return tuple(square for square, each in enumerate(signs) if each == sign)


def _check(board: Board, signs: str, players: int, where: str, faults: Faults) -> None:
    """Collect a fault for a board that cannot be set up."""
    if signs.count(RUINS) != 1:
        faults.note(where, "one square R of the ruins", str(signs.count(RUINS)))
    if len(board.starts) != players:
        faults.note(where, f"{players} start squares S", str(len(board.starts)))
    for name, squares in (("N", board.neutrals), ("E", board.edges)):
        if not 0 < len(squares) <= MOST_NEUTRALS:
            faults.note(where, f"1 to {MOST_NEUTRALS} squares {name}", str(len(squares)))
