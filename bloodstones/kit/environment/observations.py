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
from typing import Any

from bloodstones.core.errors import expected
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.kit.environment.copy_plan import ABSOLUTE, WIDTHS, Run, plan_of
from bloodstones.kit.fields import SEAT, Field, FieldTable


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
