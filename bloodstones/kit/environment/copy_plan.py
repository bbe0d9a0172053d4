"""How observations are copied out of a state: a plan for each seat, a kernel that follows it.

Since every state is one record of bytes, one kernel copies the fields of any game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from bloodstones.core.kernels.kernel import JIT, entry, kernel
from bloodstones.core.kernels.layout import Array, Layout

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
        Array of records, see `kit.state_arrays.records`; they and the views share their memory.
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
    """Tell values that number seats, or things of which each seat has so many, from a seat on."""
    first, every = seat * each, players * each
    for place in range(goal, goal + count):
        if out[place] >= first:
            out[place] -= first
        elif out[place] >= 0:
            out[place] += every - first
