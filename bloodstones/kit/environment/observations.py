"""Observations: what a seat sees at one table, as one flat row of numbers.

They follow from the game's table of fields (`kit.fields`). Rows of seats are numbered from the
observer on: first its own, then those of the others clockwise; values that number seats, or
things that belong to seats, are turned in the same way. `copy_plan` fills in the numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, Final

import numpy as np

from bloodstones.core.errors import expected
from bloodstones.core.kernels.kernel import JIT, entry, kernel
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.kit.fields import SEAT, Field, FieldTable

WIDTHS: Final = (np.int8, np.int16, np.int32, np.int64)
DTYPE: Final = np.int16
ABSOLUTE: Final = -1  # the row of a run that belongs to no seat

WIDTH_8, WIDTH_16, WIDTH_32, WIDTH_64 = range(len(WIDTHS))

# Sections of a plan: numbers copied one by one and rows of them, for each width; values turned.
PICKED, COPIED = 0, len(WIDTHS)
TURNED: Final = COPIED + len(WIDTHS)
BOUNDS: Final = TURNED + 2
PICK: Final = 2  # numbers of an entry: from where, to where
ROW: Final = 3  # the same and how many; of values turned to where, how many, how many each seat has
SHORT: Final = 8  # numbers; up to so many are sooner picked than copied


@dataclass(frozen=True, slots=True)
class Run:
    """Numbers of a state that follow each other in an observation.

    Attributes
    ----------
    width
        Their place in `WIDTHS`.
    start, stride
        Where they begin, counted in numbers of the width, and how far the next seat's are.
    row
        Whose they are, counted from the observer on; ABSOLUTE for nobody's.
    step, count
        How far one is from the next, and how many.
    each
        How many things of their values each seat has, see `kit.fields.Field`.
    goal
        Where they go.
    """

    width: int
    start: int
    stride: int
    row: int
    step: int
    count: int
    each: int
    goal: int


def plan_of(runs: Sequence[Run], players: int) -> Array:
    """Return for each seat what `copy_fields` copies: int64 array of shape (players, numbers).

    A row begins with where its sections begin and where the last one ends.

    Parameters
    ----------
    runs
        What is copied; the order does not matter.
    players
        At the table.

    Examples
    --------
    >>> runs = [Run(0, 4, 2, 1, 1, 2, 0, 0), Run(3, 9, 0, ABSOLUTE, 1, 1, 1, 2)]
    >>> plan_of(runs, 2)[0, BOUNDS:].tolist()
    [6, 0, 7, 1, 9, 2, 2, 1, 1]
    """
    return np.array([_plan_of_seat(runs, players, seat) for seat in range(players)], np.int64)


def _plan_of_seat(runs: Sequence[Run], players: int, seat: int) -> list[int]:
    """Return one row of a plan."""
    sections: list[list[int]] = [[] for _ in range(BOUNDS - 1)]
    for run in runs:
        whose = 0 if run.row == ABSOLUTE else (seat + run.row) % players
        start = run.start + whose * run.stride
        if run.step == 1 and run.count > SHORT:
            sections[COPIED + run.width] += [start, run.goal, run.count]
        else:
            for place in range(run.count):
                sections[PICKED + run.width] += [start + place * run.step, run.goal + place]
        if run.each:
            sections[TURNED] += [run.goal, run.count, run.each]
    bounds = [BOUNDS]
    for section in sections:
        bounds.append(bounds[-1] + len(section))
    return bounds + [number for section in sections for number in section]


def views_of(states: Array) -> tuple[Array, Array, Array, Array]:
    """Return the bytes of states as numbers of each width: arrays of shape (states, numbers).

    Parameters
    ----------
    states
        Array of records, see `kit.columns.records`; they and the views share their memory.
    """
    number = len(states)
    one, two, four, eight = (states.view(width).reshape(number, -1) for width in WIDTHS)
    return one, two, four, eight


def record_of(layout: type[Layout], state: Any) -> Array:
    """Return a state as an array of one record, sharing its memory where kernels are compiled.

    Parameters
    ----------
    layout
        Of the record.
    state
        A record of this layout; uncompiled, an object with its fields as attributes, which are
        copied.

    Returns
    -------
    array of shape (1,)
    """
    if JIT:
        return np.frombuffer(state.data, layout.dtype())
    record = np.zeros(1, layout.dtype())
    for name in layout.fields():
        record[name][0] = getattr(state, name)
    return record


@entry
def copy_fields(
    plan: Array,
    players: int,
    seat: int,
    one: Array,
    two: Array,
    four: Array,
    eight: Array,
    out: Array,
) -> None:
    """Write an observation, but for what `kernels.observe` computes.

    Parameters
    ----------
    plan
        Of `observations.Observations`.
    one, two, four, eight
        The state as numbers of each width, see `views_of`.
    out
        int16 array of the observation's size.
    """
    mine = plan[seat]
    pick(one, mine, PICKED + WIDTH_8, out)
    pick(two, mine, PICKED + WIDTH_16, out)
    pick(four, mine, PICKED + WIDTH_32, out)
    pick(eight, mine, PICKED + WIDTH_64, out)
    copy(one, mine, COPIED + WIDTH_8, out)
    copy(two, mine, COPIED + WIDTH_16, out)
    copy(four, mine, COPIED + WIDTH_32, out)
    copy(eight, mine, COPIED + WIDTH_64, out)
    for at in range(mine[TURNED], mine[TURNED + 1], ROW):
        turn(out, mine[at], mine[at + 1], mine[at + 2], seat, players)


@kernel
def pick(numbers: Array, plan: Array, section: int, out: Array) -> None:
    """Copy the numbers of a section one by one, by indices without a sign: see `copy`."""
    for at in range(plan[section], plan[section + 1], PICK):
        out[np.uint64(plan[at + 1])] = numbers[np.uint64(plan[at])]


@kernel
def copy(numbers: Array, plan: Array, section: int, out: Array) -> None:
    """Copy the rows of a section, by indices without a sign: with one, nothing goes in parallel."""
    for at in range(plan[section], plan[section + 1], ROW):
        source, aim = np.uint64(plan[at]), np.uint64(plan[at + 1])
        for place in range(np.uint64(plan[at + 2])):
            out[aim + place] = numbers[source + place]


@kernel
def turn(out: Array, goal: int, count: int, each: int, seat: int, players: int) -> None:
    """Number seats, or things of which each seat has so many, from a seat on."""
    first, every = seat * each, players * each
    for place in range(goal, goal + count):
        if out[place] >= first:
            out[place] -= first
        elif out[place] >= 0:
            out[place] += every - first


@dataclass(frozen=True, slots=True)
class Part:
    """A named part of an observation.

    Attributes
    ----------
    name, meaning
        What it is called, and what it means.
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
class Observations:
    """The layout of the observations of one table.

    Attributes
    ----------
    players
        How many sit at the table.
    parts
        The named parts, in order.
    plan
        By seat what `copy_plan.copy_fields` copies: int64 array, see `copy_plan.plan_of`.
    computed
        Where what `kernels.observe` writes begins.
    """

    players: int
    parts: tuple[Part, ...]
    plan: Array
    computed: int

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


def observations_of(fields: FieldTable, t: Any) -> Observations:
    """Return the layout of the observations of a table, by the game's fields and packed rules.

    Parameters
    ----------
    fields
        What seats see of the state.
    t
        Packed rules; they give the sizes of the axes.

    Raises
    ------
    InputError
        If the axes of a row do not fit the field.
    """
    sizes = fields.sizes(t)
    runs: list[Run] = []
    parts: list[Part] = []
    at = 0
    for row in fields.copied:
        axes = _axes(row)
        runs += _runs(fields.layout, row, sizes, at)
        parts.append(Part(row.name, row.meaning, axes, _shape(axes, sizes), at))
        at += parts[-1].size
    computed = at
    for row in fields.computed:
        parts.append(Part(row.name, row.meaning, row.axes, _shape(row.axes, sizes), at))
        at += parts[-1].size
    return Observations(sizes[SEAT], tuple(parts), plan_of(runs, sizes[SEAT]), computed)


def _axes(row: Field) -> tuple[str, ...]:
    """Return the axes of what is copied, that of the seats first unless one row is."""
    rest = tuple(axis for axis in row.axes if axis != SEAT)
    return (SEAT, *rest) if SEAT in row.axes and not row.copies_row else rest


def _shape(axes: Sequence[str], sizes: Mapping[str, int]) -> tuple[int, ...]:
    """Return the size of each axis."""
    return tuple(sizes[axis] for axis in axes)


def _runs(layout: type[Layout], field: Field, sizes: Mapping[str, int], goal: int) -> list[Run]:
    """Return the runs of a field."""
    dtype, full = layout.fields()[field.name]
    if field.split:
        full = (full[0] // field.split, field.split, *full[1:])
    if len(full) != len(field.axes) or (field.copies_row and SEAT not in field.axes):
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
    rows = range(1 if field.copies_row else sizes[SEAT]) if seats else [ABSOLUTE]
    count, step, outer = _joined(inner)
    runs: list[Run] = []
    for row in rows:
        for places in product(*(range(size) for size, _, _ in outer)):
            offset = sum(place * each for place, (_, each, _) in zip(places, outer, strict=True))
            run = Run(width, start + offset, stride, row, step, count, field.each, goal)
            runs.append(run)
            goal += count
    return runs


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
