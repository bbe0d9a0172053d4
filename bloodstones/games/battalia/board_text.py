"""Boards as texts: how the tidy table stores the final board, and how reports read it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from bloodstones.games.battalia.rules.boards import WIDTH

LETTERS: Final = "oerCRd"  # by `state.Square`: off, empty, road, city, ruins, dead
ABSENT: Final = "-"
EACH: Final = 5  # characters of a square: what, exits, owner, level, heroes
SIDES: Final = 4
HEX: Final = 16


@dataclass(frozen=True, slots=True)
class SquareText:
    """A square of a board's text.

    Attributes
    ----------
    column, row
        From 0, the row from the top.
    what
        One of `LETTERS`.
    exits
        Bits of the sides with a road: north, east, south, west.
    owner, level
        Of a city; seat -1 without an owner.
    heroes
        Bits of the seats with heroes there.
    """

    column: int
    row: int
    what: str
    exits: int
    owner: int
    level: int
    heroes: int


def tell_board(state: Any) -> str:
    """Return the board of a state as text, five characters a square, by rows."""
    heroes = [0] * len(state.what)
    for place, squares in enumerate(state.hero.tolist()):
        for square in filter(lambda square: square >= 0, squares):
            heroes[square] |= 1 << place
    texts = []
    for square, what in enumerate(state.what.tolist()):
        owner = int(state.owner[square])
        seat = ABSENT if owner < 0 else str(owner)
        exits = int(state.exits[square])
        texts.append(f"{LETTERS[what]}{exits:x}{seat}{int(state.level[square])}{heroes[square]:x}")
    return "".join(texts)


def read_board(text: str) -> Iterator[SquareText]:
    """Yield the squares on the board from a board's text.

    >>> [(each.what, each.exits, each.owner, each.level) for each in read_board("o0-00C5140r3-08")]
    [('C', 5, 1, 4), ('r', 3, -1, 0)]
    """
    for square in range(len(text) // EACH):
        what, exits, owner, level, heroes = tuple(text[square * EACH : (square + 1) * EACH])
        if what == LETTERS[0]:
            continue
        row, column = divmod(square, WIDTH)
        seat = -1 if owner == ABSENT else int(owner)
        yield SquareText(column, row, what, int(exits, HEX), seat, int(level), int(heroes, HEX))
