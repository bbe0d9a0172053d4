"""The isle: its areas, terrain and borders, read from `data/isle.csv`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from bloodstones.core.errors import expected
from bloodstones.core.faults import nearest
from bloodstones.core.files.datafile import Faults, read_csv
from bloodstones.core.kernels.layout import Array
from bloodstones.core.names import Name
from tests.toy.rules.numbers import DATA, PLAYERS

BOARD: Final = "isle"
COLUMNS: Final = ("name", "terrain", "x", "y", "neighbours")


class Terrain(Name):
    """What an area may be."""

    FIELD = 0
    HILL = 1


def read_isle() -> Mapping[str, Sequence[Any]]:
    """Return the areas as columns, see `core.contract.game.Game.board_table`."""
    faults = Faults()
    lines = read_csv(DATA / "isle.csv", COLUMNS, faults) or []
    terrains = {terrain: terrain for terrain in Terrain.ids()}
    names = [line.text("name") for line in lines]
    table = {
        "area": range(len(names)),
        "name": names,
        "terrain": [line.choice("terrain", terrains) for line in lines],
        "x": [line.number("x", low=0.0, high=1.0) for line in lines],
        "y": [line.number("y", low=0.0, high=1.0) for line in lines],
        "neighbours": [
            tuple(names.index(name) for name in line.text("neighbours").split()) for line in lines
        ],
    }
    faults.raise_if_any()
    return MappingProxyType(table)


ISLE: Final = read_isle()
AREAS: Final = len(ISLE["area"])


def borders() -> Array:
    """Return which areas have a border with which, as 0 and 1: int8 array, shape (areas, areas)."""
    table = np.zeros((AREAS, AREAS), np.int8)
    for area, others in enumerate(ISLE["neighbours"]):
        table[area, list(others)] = 1
    return table


def check_board(board: str) -> None:
    """Raise InputError for another board than the isle, which is meant where none is named."""
    if board not in ("", BOARD):
        raise expected("a board of this game", board, "board", nearest(board, (BOARD,)))


def board_table(board: str, data: str) -> Mapping[str, Sequence[Any]]:
    """Return the areas of a board as columns; InputError for no board."""
    check_board(board)
    return ISLE


def players_on(board: str, data: str) -> range:
    """Return the numbers of players that a board takes; InputError for no board."""
    check_board(board)
    return PLAYERS
