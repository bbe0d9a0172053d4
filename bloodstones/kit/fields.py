"""The table of fields of a game: who sees which, and what an observation shows of it.

A game declares a row for every field of its state in a `FieldTable`, and rows for what it computes
of them. Views take what lies open from the table, learners their observations
(`kit.environment.observations`), and `kit.testing.hidden` checks by it that nobody sees more.

An observation shows of a field what the table lets a seat see: all of what everybody sees, else the
row of the observing seat, else what a kernel writes. A row that would show more is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from bloodstones.core.errors import RunError
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.names import Name

SEAT: Final = "seat"

Show = Callable[[Any, Any, int, Array, int], int]


class See(Name):
    """Who sees a field of the state.

    Fields of OWN and SIZE are by seat, the first axis. What a seat sees of KNOWN and PART a kernel
    of the table and the game's view say: of KNOWN from what was shown to it so far, of PART from
    what lies open now.
    """

    ALL = 0  # everybody
    OWN = 1  # each seat its own row
    SIZE = 2  # each seat its own row, everybody how many there are in each
    KNOWN = 3  # what was shown to a seat so far
    PART = 4  # what lies open to a seat now
    NOBODY = 5  # luck, plans and scratch


NUMBERED: Final = (See.OWN, See.SIZE)


@dataclass(frozen=True, slots=True)
class Field:
    """A row of the table: a field of the state, or what is computed of fields.

    Attributes
    ----------
    name
        The field; any other name is that of something computed.
    see
        Who sees it.
    meaning
        What it means in an observation, "" where observations leave it out.
    axes
        The names of its axes. The game says the size of each at a table. `SEAT` may be anywhere
        and comes first in what is copied.
    row_only
        Whether an observation leaves out the rows of others, though everybody sees them.
    each
        As in `actions.Values`: for values that number seats 1, for things of seats how many each
        has, 0 for others. Values below 0 stay as they are.
    split
        For a field whose first axis joins seats and things of theirs: how many each has.
    kernel
        `(s, t, seat, out, at) -> place behind`: writes what a seat sees, from place `at` of `out`
        on, seats counted from the observer on. Rows that follow each other with one kernel are
        written by one call. Without a kernel the field is copied.
    """

    name: str
    see: See
    meaning: str = ""
    axes: tuple[str, ...] = ()
    row_only: bool = False
    each: int = 0
    split: int = 0
    kernel: Show | None = None

    @property
    def copies_row(self) -> bool:
        """Whether a copy is the row of the observing seat, not the whole field."""
        return self.row_only or self.see is not See.ALL


def unshown(see: See, names: str) -> tuple[Field, ...]:
    """Return rows that no observation shows, of fields given with blanks between them.

    Parameters
    ----------
    see
        Who may see them.
    names
        Fields of the state, separated by blanks.

    Examples
    --------
    >>> [row.name for row in unshown(See.NOBODY, "streams log")]
    ['streams', 'log']
    """
    return tuple(Field(name, see) for name in names.split())


@dataclass(frozen=True)
class FieldTable:
    """The fields of a game, each once.

    Attributes
    ----------
    layout
        The record of the state.
    sizes
        `(t) -> sizes`: by axis how much of it is in use at a table; `SEAT` has the players.
    rows
        In the order in which an observation shows them, but that what is copied comes first.

    Raises
    ------
    RunError
        If a field is there twice or not at all, or an observation would show more of it than its
        seat sees.
    """

    layout: type[Layout]
    sizes: Callable[[Any], Mapping[str, int]]
    rows: tuple[Field, ...]

    def __post_init__(self) -> None:
        fields, names = self.layout.fields(), [row.name for row in self.rows]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise RunError(f"declared twice: {', '.join(twice)}")
        missing = [name for name in fields if name not in names]
        if missing:
            raise RunError(f"fields that the table lacks: {', '.join(missing)}")
        for row in self.rows:
            fault = self._fault(row)
            if fault:
                raise RunError(f"{row.name} {fault}")

    def _fault(self, row: Field) -> str:
        """Return what is wrong with a row, "" for nothing."""
        if row.meaning and row.see is See.NOBODY:
            return "is shown, though nobody sees it"
        if row.kernel is not None:
            hidden = [name for name in self._read_by(row.kernel) if self[name].see is See.NOBODY]
            return f"is computed of {', '.join(hidden)}, which nobody sees" if hidden else ""
        if row.name not in self.layout.fields():
            return "is no field of the state, and no kernel computes it"
        if row.meaning and row.copies_row and row.axes[:1] != (SEAT,):
            return f"is shown, though a seat sees {row.see.id} of it and its rows are not by seat"
        return ""

    def _read_by(self, function: Show) -> list[str]:
        """Return the fields that a kernel names, itself or in kernels that it calls."""
        names: set[str] = set()
        waiting, visited = [getattr(function, "py_func", function)], set()
        while waiting:
            here = waiting.pop()
            code = getattr(here, "__code__", None)
            if code is None or here in visited:
                continue
            visited.add(here)
            names |= set(code.co_names)
            called = (here.__globals__.get(name) for name in code.co_names)
            waiting += [getattr(each, "py_func", each) for each in called]
        return [name for name in self.layout.fields() if name in names]

    @cached_property
    def by_name(self) -> Mapping[str, Field]:
        """The rows by their names."""
        return MappingProxyType({row.name: row for row in self.rows})

    def __getitem__(self, name: str) -> Field:
        return self.by_name[name]

    @cached_property
    def open_to_all(self) -> tuple[str, ...]:
        """The fields of the state that everybody sees."""
        fields = self.layout.fields()
        return tuple(row.name for row in self.rows if row.see is See.ALL and row.name in fields)

    def open_values(self, state: Any) -> Mapping[str, Any]:
        """Return what everybody sees of a state, by field: copies of arrays, whole numbers."""
        values = {name: _value(state, name) for name in self.open_to_all}
        return MappingProxyType({n: v.copy() if v.ndim else int(v) for n, v in values.items()})

    @property
    def copied(self) -> tuple[Field, ...]:
        """The rows that an observation has as they are in the state."""
        return tuple(row for row in self.rows if row.meaning and row.kernel is None)

    @property
    def computed(self) -> tuple[Field, ...]:
        """The rows that kernels write; in an observation they stand behind those copied."""
        return tuple(row for row in self.rows if row.meaning and row.kernel is not None)

    @property
    def kernel(self) -> Show:
        """The kernel that writes all rows of `computed`; without any it writes nothing."""
        kernels: list[Show] = []
        for row in self.computed:
            if row.kernel is not None and row.kernel not in kernels[-1:]:
                kernels.append(row.kernel)
        return _in_turn(kernels) if kernels else write_nothing

    def apart(self, one: Any, other: Any, seat: int) -> list[str]:
        """Return the fields that differ for a seat in two states, of those it sees as they are.

        Fields of KNOWN and PART are the view's to show and are left out.

        Parameters
        ----------
        one, other
            States of the same table.
        seat
            The observer.
        """
        return [name for name in self.layout.fields() if not self._same(one, other, seat, name)]

    def _same(self, one: Any, other: Any, seat: int, name: str) -> bool:
        """Whether a field looks the same to a seat in two states."""
        mine, theirs, see = _value(one, name), _value(other, name), self[name].see
        if see is See.ALL:
            return np.array_equal(mine, theirs)
        if see not in NUMBERED:
            return True
        same = np.array_equal(mine[seat], theirs[seat])
        return same and (see is not See.SIZE or np.array_equal(_counts(mine), _counts(theirs)))


@kernel
def write_nothing(s: Any, t: Any, seat: int, out: Array, at: int) -> int:
    """Write the computed part of an observation in which all is copied: none."""
    return at


def _in_turn(kernels: Sequence[Show]) -> Show:
    """Return one kernel that calls others, each to go on where the one before it ended."""
    if len(kernels) == 1:
        return kernels[0]
    first, others = kernels[0], _in_turn(kernels[1:])

    @kernel
    def both(s: Any, t: Any, seat: int, out: Array, at: int) -> int:
        return others(s, t, seat, out, first(s, t, seat, out, at))

    return both


def _counts(value: Array) -> Array:
    """Return how many there are in each row: int64 array."""
    counts: Array = value.reshape(len(value), -1).sum(axis=1, dtype=np.int64)
    return counts


def _value(state: Any, name: str) -> Array:
    """Return a field as an array, taken as an item so that no attribute of NumPy stands before."""
    return np.asarray(state[name] if isinstance(state, np.void) else getattr(state, name))
