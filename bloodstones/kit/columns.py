"""Where the values of declared columns stand, and the rows and sums of results made from there.

A column (`core.contract.game.Column`) has a source: what returns its values from playthroughs at
their end. Most are in the state: `of_seat("won")`, `of_seat("tally", Tally.ROADS)`,
`of_game("turn")`, with `names=` where the state has a code and results an id. Any function of
`PlayedGames` may stand instead. Columns that mean the same in every game need no source: those of
`STANDARD`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from bloodstones.core.contract.game import Column, Setup
from bloodstones.core.kernels.kernel import JIT
from bloodstones.core.kernels.layout import Array, Layout


def records(layout: type[Layout], number: int) -> Array:
    """Return records of a layout filled with zeros.

    Parameters
    ----------
    layout
        Of each.
    number
        How many.

    Returns
    -------
    array of shape (number,)
        Structured where kernels are compiled, else of objects.
    """
    if JIT:
        return np.zeros(number, layout.dtype())
    listed = np.empty(number, object)
    listed[:] = [layout.new() for _ in range(number)]
    return listed


def clear(records: Array, layout: type[Layout]) -> None:
    """Fill records with zeros, as `records` makes them.

    Parameters
    ----------
    records
        From there, or a slice of it.
    layout
        Of each.
    """
    if JIT:
        records.view(np.uint8)[...] = 0
    else:
        records[:] = [layout.new() for _ in records]


def field_of(records: Array, name: str) -> Array:
    """Return one field of many records: shape (records, ...).

    Parameters
    ----------
    records
        From `records`.
    name
        Of the field.

    Returns
    -------
    array of shape (records, ...)
        A view where kernels are compiled, else a copy.
    """
    if JIT:
        column: Array = records[name]
        return column
    return np.array([getattr(record, name) for record in records])


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """Playthroughs of one setup at their end.

    Attributes
    ----------
    setup, game_setup, tables
        What was played: as a study has it, as the game read it, and packed.
    replicates
        Which of the playthroughs of the setup these are.
    states, courses
        Of each at its end: an array of records, and an int64 array, see `kit.courses`.
    endings, unfinished
        Why playthroughs end, by the number in the state; the reasons that are none by the rules.
    scale
        Turns of seats in one turn of the state.
    """

    setup: Setup
    game_setup: Any
    tables: Any
    replicates: Sequence[int]
    states: Array
    courses: Array
    endings: tuple[str, ...]
    unfinished: tuple[int, ...]
    scale: int = 1

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.setup.seats)

    def field(self, name: str) -> Array:
        """Return a field of the states: shape (playthroughs, …)."""
        return field_of(self.states, name)

    def by_seat(self, name: str) -> Array:
        """Return a field that the states have by seat: shape (playthroughs, seats, …)."""
        return self.field(name)[:, : self.seats]


Source = Callable[[PlayedGames], Array]  # an array that NumPy can extend to (playthroughs, seats)


class Seats:
    """Marks the seats among the places of a field."""


SEAT: Final = Seats()


@dataclass(frozen=True, slots=True)
class FieldSource:
    """A field of the state as the source of a column.

    Attributes
    ----------
    name
        Of the field.
    places
        In it: a number for each of its axes, `SEAT` for that of the seats; without it the value is
        of the whole playthrough.
    names
        What the numbers mean in results, () where they are plain numbers.
    """

    name: str
    places: tuple[int | Seats, ...] = ()
    names: tuple[str, ...] = ()

    def __call__(self, played: PlayedGames) -> Array:
        """Return the values: shape (playthroughs, seats), or 1 instead of the seats."""
        taken = [slice(played.seats) if place is SEAT else place for place in self.places]
        index: Any = (slice(None), *taken)
        values: Array = played.field(self.name)[index]
        if SEAT not in self.places:
            values = values[:, np.newaxis]
        return np.array(self.names, object)[values] if self.names else values


def of_seat(name: str, *places: int, names: Iterable[str] = ()) -> FieldSource:
    """Return the source of what the state has in a field by seat, there at a place.

    Parameters
    ----------
    name
        The field; its first axis is the seat.
    *places
        Indices into the further axes of the field.
    names
        Texts that the values number; () to keep the numbers.
    """
    return FieldSource(name, (SEAT, *map(int, places)), tuple(names))


def of_game(name: str, *places: int, names: Iterable[str] = ()) -> FieldSource:
    """Return the source of what the state has in a field for all seats.

    Parameters
    ----------
    name
        The field; it has no axis of seats.
    *places
        Indices into the axes of the field.
    names
        Texts that the values number; () to keep the numbers.
    """
    return FieldSource(name, tuple(map(int, places)), tuple(names))


def order_from(name: str) -> Source:
    """Return the source of the places in a turn order that goes round from the seat in a field."""
    return lambda played: (np.arange(played.seats) - played.field(name)[:, None]) % played.seats


def total_of(name: str) -> Source:
    """Return the source of the sum of all that a field has of a seat."""
    return lambda played: played.by_seat(name).sum(axis=2)


def _texts(values: Iterable[str]) -> Array:
    return np.array([list(values)], object)


def _win_credit(played: PlayedGames) -> Array:
    won = played.by_seat("rank") == 1
    credit: Array = won / won.sum(axis=1, keepdims=True)
    return credit


# What every game's columns of these names hold; those of the course are in `kit.courses`.
STANDARD: Final[Mapping[str, Source]] = {
    "players": lambda played: np.array([[played.seats]]),
    "map": lambda played: _texts([played.setup.board]),
    "seat": lambda played: np.arange(played.seats),
    "faction": lambda played: _texts(seat.role for seat in played.setup.seats),
    "strategy": lambda played: _texts(seat.strategy for seat in played.setup.seats),
    "score": of_seat("score"),
    "rank": of_seat("rank"),
    "win_credit": _win_credit,
    "finished": lambda played: ~np.isin(played.field("ending"), played.unfinished)[:, None],
    "end_reason": lambda played: np.array(played.endings, object)[played.field("ending")][:, None],
    "game_turns": lambda played: played.field("turn")[:, None] * played.scale,
}


def with_sources(columns: Iterable[Column], fallback: Mapping[str, Source]) -> dict[str, Source]:
    """Return the source of every column by its name: that of the column, else the fallback.

    Parameters
    ----------
    columns
        Of a table.
    fallback
        Column name -> source, for columns without one: `STANDARD`, `courses.course_columns()`.

    Raises
    ------
    LookupError
        For a column without any.
    """
    sources: dict[str, Source] = {}
    for column in columns:
        source = column.source or fallback.get(column.name)
        if source is None:
            raise LookupError(f"expected a source of the column {column.name}, got none")
        sources[column.name] = source
    return sources


class Rows:
    """The columns of a table, filled by some playthroughs after others.

    Parameters
    ----------
    sources
        By the name of the column, from `with_sources`.
    """

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self._sources = sources
        self._parts: dict[str, list[Array]] = {name: [] for name in sources}

    def add(self, played: PlayedGames) -> None:
        """Append playthroughs: a row a seat, seats in order within each playthrough."""
        shape = (len(played.states), played.seats)
        for name, source in self._sources.items():
            values = np.asarray(source(played))
            part = np.empty(shape, values.dtype)
            part[...] = values  # the states are played in again
            self._parts[name].append(part.ravel())

    @property
    def columns(self) -> Mapping[str, Sequence[Any]]:
        """Column name -> values so far."""
        return {
            name: np.concatenate(parts).tolist() if parts else []
            for name, parts in self._parts.items()
        }


class Sums:
    """The measures by area of a board, summed over playthroughs.

    Parameters
    ----------
    sources
        By the name of the measure: counts by area, of shape (playthroughs, areas or more).
    areas
        Of the board.
    """

    def __init__(self, sources: Mapping[str, Source], areas: int) -> None:
        self._sources = sources
        self._sums = {name: np.zeros(areas, np.int64) for name in sources}

    def add(self, played: PlayedGames) -> None:
        """Add what playthroughs counted."""
        for name, source in self._sources.items():
            total = self._sums[name]
            total += source(played)[:, : len(total)].sum(axis=0, dtype=np.int64)

    @property
    def areas(self) -> Mapping[str, Sequence[int]]:
        """Measure -> sums so far, one entry an area."""
        return {name: total.tolist() for name, total in self._sums.items()}
