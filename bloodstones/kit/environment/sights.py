"""Flat observations: which fields of a state a seat sees, as one row of numbers.

A game declares fields of its state as open to everybody or as the seat's own; what it sees of a
field in part, `kernels.observe` writes. Rows of seats are told from the observer on: first its
own, then those of the others clockwise; values that number seats, or things that belong to seats,
are turned in the same way. How the numbers get there is in `seeing`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, Final

from bloodstones.core.errors import expected
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.kit.environment.seeing import ABSOLUTE, WIDTHS, Run, plan_of

SEAT: Final = "seat"


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
        By seat what `seeing.see` copies: int64 array, see `seeing.plan_of`.
    told
        Where what `kernels.observe` writes begins.
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
    runs: list[Run] = []
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
    plan = plan_of(runs, sizes[SEAT])
    return Sight(sizes[SEAT], tuple(parts), plan, first_told)


def _ordered(field: Field) -> tuple[str, ...]:
    """Return the axes of a field, that of the seats first."""
    rest = tuple(axis for axis in field.axes if axis != SEAT)
    return (SEAT, *rest) if SEAT in field.axes else rest


def _shape(field: Field, sizes: Mapping[str, int]) -> tuple[int, ...]:
    """Return the shape of what is seen of a field."""
    return tuple(sizes[axis] for axis in _ordered(field) if not (field.own and axis == SEAT))


def _runs(layout: type[Layout], field: Field, sizes: Mapping[str, int], goal: int) -> list[Run]:
    """Return the runs of a field."""
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
    found: list[Run] = []
    for row in rows:
        for places in product(*(range(size) for size, _, _ in outer)):
            offset = sum(place * each for place, (_, each, _) in zip(places, outer, strict=True))
            run = Run(width, start + offset, stride, row, step, count, field.each, goal)
            found.append(run)
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
