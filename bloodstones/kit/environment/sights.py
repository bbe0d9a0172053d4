"""Flat observations: which fields of a state a seat sees, and their copy into one row of numbers.

A game declares fields of its state as open to everybody or as the seat's own; what it sees of a
field in part, the game's `glance` writes. Rows of seats are told from the observer on: first its
own, then those of the others clockwise; values that number seats, or things that belong to seats,
are turned in the same way. Since every state is one record of bytes, one kernel copies the fields
of any game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, Final

import numpy as np

from bloodstones.core.errors import expected
from bloodstones.core.kernel import JIT, entry, kernel
from bloodstones.core.layout import Array, Layout

SEAT: Final = "seat"
WIDTHS: Final = (np.int8, np.int16, np.int32, np.int64)
DTYPE: Final = np.int16
ABSOLUTE: Final = -1  # the row of a run that belongs to no seat

WIDTH_8, WIDTH_16, WIDTH_32, WIDTH_64 = range(len(WIDTHS))

# Columns of a plan: width of the numbers, where they begin, how far the next seat's are, whose they
# are, how far one is from the next, how many, how many things of the values each seat has, and
# where they go.
WIDTH, START, STRIDE, ROW, STEP, COUNT, EACH, GOAL = range(8)
COLUMNS: Final = GOAL + 1


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the state that a seat sees.

    Attributes
    ----------
    name, meaning
        The field, and what it tells.
    axes
        The names of its axes; the size of each is told by the game for a table, `SEAT` may be
        anywhere and comes first in what is seen.
    own
        Whether a seat sees its own row alone; else everybody sees all.
    each
        As in `actions.Values`: for values that number seats 1, for things of seats how many each
        has, 0 for others. Values below 0 stay as they are.
    split
        For a field whose first axis joins seats and things of theirs: how many each has.
    """

    name: str
    meaning: str
    axes: tuple[str, ...] = ()
    own: bool = False
    each: int = 0
    split: int = 0


@dataclass(frozen=True, slots=True)
class Told:
    """What a game's `glance` writes: its name, meaning and axes."""

    name: str
    meaning: str
    axes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """A named part of an observation.

    Attributes
    ----------
    name, meaning
        What it is called, and what it tells.
    axes
        The names of its axes.
    shape
        Its shape.
    start
        Where it begins in the flat row.
    """

    name: str
    meaning: str
    axes: tuple[str, ...]
    shape: tuple[int, ...]
    start: int

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


@dataclass(frozen=True)
class Sight:
    """What a seat sees at one table, as a row of numbers.

    Attributes
    ----------
    players
        How many sit at the table.
    parts
        The named parts, in order.
    plan
        What `see` copies: int64 array of shape (runs, 8).
    told
        Where what the game's `glance` writes begins.
    """

    players: int
    parts: tuple[Seen, ...]
    plan: Array
    told: int

    @property
    def size(self) -> int:
        """How many numbers a row has."""
        return self.parts[-1].start + self.parts[-1].size

    def named(self, row: Array) -> dict[str, Array]:
        """Return the parts of a row, or of many rows, by name and in their shapes."""
        many = row.shape[:-1]
        return {
            part.name: row[..., part.start : part.start + part.size].reshape((*many, *part.shape))
            for part in self.parts
        }


def sight_of(
    layout: type[Layout],
    fields: Sequence[Field],
    told: Sequence[Told],
    sizes: Mapping[str, int],
) -> Sight:
    """Return what a seat sees at a table.

    Parameters
    ----------
    layout
        The record of the state.
    sizes
        By axis how much of it is in use; `SEAT` has the players.
    """
    runs: list[tuple[int, ...]] = []
    parts: list[Seen] = []
    at = 0
    for field in fields:
        shape = _shape(field, sizes)
        runs += _runs(layout, field, sizes, at)
        axes = tuple(axis for axis in _ordered(field) if not (field.own and axis == SEAT))
        parts.append(Seen(field.name, field.meaning, axes, shape, at))
        at += prod(shape)
    first_told = at
    for each in told:
        shape = tuple(sizes[axis] for axis in each.axes)
        parts.append(Seen(each.name, each.meaning, each.axes, shape, at))
        at += prod(shape)
    plan = np.array(runs, np.int64).reshape(-1, COLUMNS)
    return Sight(sizes[SEAT], tuple(parts), plan, first_told)


def _ordered(field: Field) -> tuple[str, ...]:
    """Return the axes of a field, that of the seats first."""
    rest = tuple(axis for axis in field.axes if axis != SEAT)
    return (SEAT, *rest) if SEAT in field.axes else rest


def _shape(field: Field, sizes: Mapping[str, int]) -> tuple[int, ...]:
    """Return the shape of what is seen of a field."""
    return tuple(sizes[axis] for axis in _ordered(field) if not (field.own and axis == SEAT))


def _runs(
    layout: type[Layout], field: Field, sizes: Mapping[str, int], goal: int
) -> list[tuple[int, ...]]:
    """Return the runs of a field: rows of the plan."""
    dtype, full = layout.fields()[field.name]
    if field.split:
        full = (full[0] // field.split, field.split, *full[1:])
    if len(full) != len(field.axes) or (field.own and SEAT not in field.axes):
        raise expected(f"{len(full)} axes of {field.name}", field.axes, "fields")
    width = WIDTHS.index(dtype.type)
    offsets: Any = layout.dtype().fields
    start = offsets[field.name][1] // dtype.itemsize
    strides = [prod(full[place + 1 :]) for place in range(len(full))]
    inner = [
        (sizes[axis], strides[place], full[place])
        for place, axis in enumerate(field.axes)
        if axis != SEAT
    ]
    seats = SEAT in field.axes
    stride = strides[field.axes.index(SEAT)] if seats else 0
    rows = range(1 if field.own else sizes[SEAT]) if seats else [ABSOLUTE]
    count, step, outer = _joined(inner)
    found: list[tuple[int, ...]] = []
    for row in rows:
        for places in product(*(range(size) for size, _, _ in outer)):
            offset = sum(place * each for place, (_, each, _) in zip(places, outer, strict=True))
            found.append((width, start + offset, stride, row, step, count, field.each, goal))
            goal += count
    return found


def _joined(
    axes: Sequence[tuple[int, int, int]],
) -> tuple[int, int, Sequence[tuple[int, int, int]]]:
    """Return how many numbers one run has, how far they are apart, and the axes left outside.

    `axes`: used size, stride and full size of each; one that is used in full is joined with the
    next outer one if no other lies between them.
    """
    if not axes:
        return 1, 1, ()
    count, step, _ = axes[-1]
    left = len(axes) - 1
    while left > 0 and axes[left - 1][1] == count * step:
        count *= axes[left - 1][0]
        left -= 1
    return count, step, axes[:left]


def views_of(states: Array) -> tuple[Array, Array, Array, Array]:
    """Return the bytes of states as numbers of each width: arrays of shape (states, numbers).

    Parameters
    ----------
    states
        Array of records, see `kit.many.records`; they and the views share their memory.
    """
    number = len(states)
    one, two, four, eight = (states.view(width).reshape(number, -1) for width in WIDTHS)
    return one, two, four, eight


def record_of(layout: type[Layout], state: Any) -> Array:
    """Return a state as an array of one record, sharing its memory where kernels are compiled."""
    if JIT:
        return np.frombuffer(state.data, layout.dtype())
    found = np.zeros(1, layout.dtype())
    for name in layout.fields():
        found[name][0] = getattr(state, name)
    return found


@entry
def see(
    plan: Array,
    players: int,
    seat: int,
    one: Array,
    two: Array,
    four: Array,
    eight: Array,
    out: Array,
) -> None:
    """Write what a seat sees of a state, but for what the game's `glance` tells.

    Parameters
    ----------
    plan
        Of a `Sight`.
    one, two, four, eight
        The state as numbers of each width, see `views_of`.
    out
        int16 array of the sight's size.
    """
    for run in range(plan.shape[0]):
        at = plan[run, START]
        row = plan[run, ROW]
        if row >= 0:
            whose = seat + row  # less often divided is quicker
            at += (whose - players if whose >= players else whose) * plan[run, STRIDE]
        step, count, goal = plan[run, STEP], plan[run, COUNT], plan[run, GOAL]
        width = plan[run, WIDTH]
        if width == WIDTH_8:
            copy(one, at, step, count, out, goal)
        elif width == WIDTH_16:
            copy(two, at, step, count, out, goal)
        elif width == WIDTH_32:
            copy(four, at, step, count, out, goal)
        else:
            copy(eight, at, step, count, out, goal)
        each = plan[run, EACH]
        if each > 0:
            turn(out, goal, count, each, seat, players)


@kernel
def turn(out: Array, goal: int, count: int, each: int, seat: int, players: int) -> None:
    """Tell values that number seats, or things of which each seat has so many, from a seat on."""
    first, every = seat * each, players * each
    for place in range(goal, goal + count):
        if out[place] >= first:
            out[place] -= first
        elif out[place] >= 0:
            out[place] += every - first


@kernel
def copy(numbers: Array, at: int, step: int, count: int, out: Array, goal: int) -> None:
    """Copy so many numbers, by indices without a sign: with one, none of it is done in parallel."""
    source, aim, number = np.uint64(at), np.uint64(goal), np.uint64(count)
    if step == 1:
        for place in range(number):
            out[aim + place] = numbers[source + place]
    else:
        stride = np.uint64(step)
        for place in range(number):
            out[aim + place] = numbers[source + place * stride]
