"""Boards in CSV files, an area a line: read as the table that the contract asks for.

The columns are `name`, `terrain`, `x` (0 to 1, of the board's width), `y` (the same, downwards) and
`neighbours` (the names of areas with a border to it, with blanks between them). Areas are numbered
from 0 in the order of the lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from bloodstones.core.contract.game import Column
from bloodstones.core.errors import expected
from bloodstones.core.faults import Faults, nearest
from bloodstones.core.files.datafile import Entry, read_csv
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.parts import Boards

COLUMNS: Final = ("name", "terrain", "x", "y", "neighbours")
NAME: Final = "[a-z][a-z0-9_]*"
NAMES: Final = f"{NAME}( {NAME})*"
HIGHEST: Final = 4.0  # a board, in its widths

BoardTable = Mapping[str, Sequence[Any]]


def read_board(path: Path, terrains: Sequence[str]) -> BoardTable:
    """Return the areas of a CSV file as columns, see `core.contract.game.Game.board_table`.

    Parameters
    ----------
    path
        The file.
    terrains
        The terrains that an area may have.

    Raises
    ------
    InputError
        With every fault of the file: a cell of another form, a name that stands twice, an unknown
        terrain or neighbour, a border that only one side has.
    """
    faults = Faults()
    lines = read_csv(path, COLUMNS, faults) or []
    names = [line.text("name", pattern=NAME, meaning="a name") for line in lines]
    areas = {name: area for area, name in enumerate(names)}
    known = {terrain: terrain for terrain in terrains}
    table: dict[str, list[Any]] = {
        "area": list(range(len(names))),
        "name": names,
        "terrain": [line.choice("terrain", known) for line in lines],
        "x": [line.number("x", low=0.0, high=1.0) for line in lines],
        "y": [line.number("y", low=0.0, high=HIGHEST) for line in lines],
        "neighbours": [_neighbours(line, areas) for line in lines],
    }
    for area, line in enumerate(lines):
        if areas[names[area]] != area:
            line.fault("name", "each name once")
        for other in table["neighbours"][area]:
            if area not in table["neighbours"][other]:
                faults.note(line.where, f"a border that {names[other]} has as well", "none")
    faults.raise_if_any()
    return MappingProxyType(table)


def _neighbours(line: Entry, areas: Mapping[str, int]) -> tuple[int, ...]:
    """Return the numbers of an area's neighbours; unknown ones are noted and left out."""
    names = line.text("neighbours", pattern=NAMES, meaning="names of areas").split()
    for name in names:
        if name not in areas:
            line.faults.add(line.where, "an area of the board", name, nearest(name, areas))
    return tuple(areas[name] for name in names if name in areas)


def borders_of(table: BoardTable) -> Array:
    """Return which areas have a border with which, as 0 and 1: int8 array, shape (areas, areas).

    >>> borders_of({"neighbours": [(1,), (0, 2), (1,)]}).tolist()
    [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    """
    neighbours = table["neighbours"]
    borders = np.zeros((len(neighbours), len(neighbours)), np.int8)
    for area, others in enumerate(neighbours):
        borders[area, list(others)] = 1
    return borders


def boards_of(
    tables: Mapping[str, BoardTable], players: range, measures: tuple[Column, ...] = ()
) -> Boards:
    """Return the part of a game that has these boards, all for as many players.

    Parameters
    ----------
    tables
        Id of a board -> its areas. The first one is meant where none is named.
    players
        The numbers of players.
    measures
        What results sum by area, each with a source (`kit.columns`).
    """
    most = max(len(table["area"]) for table in tables.values())

    def table(board: str) -> BoardTable:
        if board and board not in tables:
            raise expected("a board of this game", board, "board", nearest(board, tables))
        return tables[board or next(iter(tables))]

    def players_on(board: str, _: str) -> range:
        table(board)
        return players

    return Boards(
        every=lambda: tuple(tables),
        players_on=players_on,
        table=lambda board, _: table(board),
        areas=lambda _: most,
        measures=measures,
    )
