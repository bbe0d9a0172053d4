"""Setups: the line-ups of a study, and the orders round the table in which each was played.

A study plays all of its boards, line-ups and arms, and some of the orders in which a line-up can
sit round the table. So boards, line-ups and arms are fixed; the orders of a line-up are a sample of
a finite number of them; the games of a cell are luck. `inference.nested` makes a variance of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import factorial, gcd, prod
from typing import TYPE_CHECKING

from bloodstones.stats.table import PLACE_IN_ORDER

if TYPE_CHECKING:
    import pandas as pd

SETUP, ORDERS, LINE_UP = "_setup", "_orders", "_line_up"
COLUMNS = (SETUP, ORDERS, LINE_UP)
JOINED = "+"
BOARD_END = "/"


def with_setups(rows: pd.DataFrame, *, boards: bool = True) -> pd.DataFrame:
    """Return rows with the setup of their cell, its line-up, and how many orders that can sit in.

    Where a line-up was played from every seat (`rotate_seats`), or the game draws who begins, two
    orders that are turned into each other are one: k players sit in (k - 1)! orders. Else the first
    seat is part of the order, and there are k!. A cell whose factions are chosen in the game has no
    line-up of its own and is one of one.

    Parameters
    ----------
    rows
        All seats of their playthroughs.
    boards
        Whether the same line-up on another board is another one.

    Returns
    -------
    DataFrame
        The rows with `_setup` (board and order), `_orders` (possible orders of the line-up, 1 or
        more) and `_line_up` (board and factions, whatever their order).
    """
    import pandas as pd

    seats = rows.drop_duplicates(["cell", "seat", "faction"]).sort_values(["cell", "seat"])
    cells = seats.groupby("cell", sort=False)
    per_cell = cells["players"].agg(["first", "size"])
    per_cell["line"] = cells["faction"].agg(JOINED.join)
    board = cells["map"].first().astype(str) if boards and "map" in seats else ""
    fixed = per_cell["first"] == per_cell["size"]
    per_cell = per_cell.assign(
        board=board, cell=per_cell.index.astype(str).str.replace(BOARD_END, " ")
    )
    lines = {line: tuple(line.split(JOINED)) for line in per_cell.loc[fixed, "line"].unique()}
    members = {line: JOINED.join(sorted(names)) for line, names in lines.items()}
    named = [members.get(line, "") for line in per_cell["line"]]
    line_up = per_cell["board"] + BOARD_END + pd.Series(named, per_cell.index, dtype=str)
    per_cell["line_up"] = line_up.where(fixed, per_cell["cell"])
    per_cell["drawn"] = _draws_beginners(rows, per_cell.index)
    setups, orders = {}, {}
    for _, group in per_cell[fixed].groupby("line_up", sort=False):
        played = {lines[line] for line in group["line"]}
        turned = group["drawn"].all() or all(
            shift in played for names in played for shift in _shifts(names)
        )
        possible = _circles(group["line"].iloc[0]) if turned else _rows(group["line"].iloc[0])
        for line in group["line"].unique():
            names = min(_shifts(lines[line])) if turned else lines[line]
            setups[line, group["board"].iloc[0]] = JOINED.join(names)
            orders[line, group["board"].iloc[0]] = possible
    keys = list(zip(per_cell["line"], per_cell["board"], strict=True))
    named = [setups.get(key, "") for key in keys]
    order = per_cell["board"] + BOARD_END + pd.Series(named, per_cell.index, dtype=str)
    per_cell["setup"] = order.where(fixed, per_cell["cell"])
    per_cell["orders"] = [orders.get(key, 1) for key in keys]
    names = ("setup", "orders", "line_up")
    found = {to: rows["cell"].map(per_cell[of]) for to, of in zip(COLUMNS, names, strict=True)}
    return rows.assign(**found)


def _draws_beginners(rows: pd.DataFrame, cells: pd.Index[str]) -> pd.Series[bool]:
    """Return whether different seats begin in the games of each cell."""
    import pandas as pd

    if PLACE_IN_ORDER not in rows:
        return pd.Series(False, index=cells)
    beginners = rows[rows[PLACE_IN_ORDER] == 0].groupby("cell")["seat"].nunique()
    return beginners.reindex(cells, fill_value=0) > 1


def without_boards(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows with the columns of `with_setups` in which boards are no setups of their own.

    Parameters
    ----------
    rows
        Rows with these columns.
    """
    if rows.empty:  # has no columns to expand into
        return rows
    ends = {name: rows[name].str.rpartition(BOARD_END)[2] for name in (SETUP, LINE_UP)}
    return rows.assign(**ends)


def members_of(line_up: str) -> list[str]:
    """Return the factions of a line-up, those that sit twice twice.

    Parameters
    ----------
    line_up
        A value of the column `_line_up`.

    Examples
    --------
    >>> members_of("north/blue+red+red"), board_of("north/blue+red+red")
    (['blue', 'red', 'red'], 'north')
    """
    return line_up.rpartition(BOARD_END)[2].split(JOINED)


def board_of(line_up: str) -> str:
    """Return the board of a line-up; "" for none.

    Parameters
    ----------
    line_up
        A value of the column `_line_up`.
    """
    return line_up.rpartition(BOARD_END)[0]


def possible_setups(rows: pd.DataFrame) -> int:
    """Return how many setups the line-ups of some rows have: all orders of each, on its board.

    Parameters
    ----------
    rows
        Rows with the columns of `with_setups`.
    """
    return int(rows.groupby(LINE_UP, sort=False)[ORDERS].max().sum())


def _shifts(line: Sequence[str]) -> Iterable[tuple[str, ...]]:
    """Return a line-up turned round the table by each number of seats."""
    return [(*line[start:], *line[:start]) for start in range(len(line))]


def _rows(line: str) -> int:
    """Return in how many orders these factions can sit, the first seat told from others.

    >>> _rows("a+b+c"), _rows("a+b+a+b")
    (6, 6)
    """
    return _arrangements(list(Counter(line.split(JOINED)).values()))


def _circles(line: str) -> int:
    """Return in how many orders round the table these can sit, those that are turned as one.

    Burnside's lemma: the mean over all turns of the orders that the turn does not change.

    >>> _circles("a+b+c+d"), _circles("a+b+a+b"), _circles("+++")
    (6, 2, 1)
    """
    numbers = list(Counter(line.split(JOINED)).values())
    seats, fixed = sum(numbers), 0
    for turn in range(seats):
        repeats = seats // gcd(turn, seats)  # seats of one cycle of the turn
        if all(number % repeats == 0 for number in numbers):
            fixed += _arrangements([number // repeats for number in numbers])
    return fixed // seats


def _arrangements(numbers: Sequence[int]) -> int:
    """Return in how many orders so many of each kind can stand."""
    return factorial(sum(numbers)) // prod(factorial(number) for number in numbers)
