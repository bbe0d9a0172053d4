from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.kit.environment.observations import (
    copy_fields,
    observations_of,
    record_of,
    views_of,
)
from bloodstones.kit.fields import SEAT, Field, FieldTable, See

SIZES = {SEAT: 3, "area": 4, "unit": 2, "card": 5, "place": 3}


class State(Layout):
    turn: Annotated[int, np.int64]
    decider: Annotated[int, np.int64]
    order: Annotated[Array, np.int8, (3,)]
    units: Annotated[Array, np.int8, (4, 6, 2)]
    crowded: Annotated[Array, np.int16, (4, 6, 3)]
    count: Annotated[Array, np.int32, (6, 4)]
    hand: Annotated[Array, np.int64, (4, 5)]
    block: Annotated[Array, np.int16, (8,)]
    holder: Annotated[Array, np.int8, (6,)]


def write_more(s: Any, t: Any, seat: int, out: Array, at: int) -> int:
    """A number for each card."""
    return at + SIZES["card"]


ROWS = (
    Field("turn", See.ALL, "turn"),
    Field("decider", See.ALL, "who", each=1),
    Field("order", See.ALL, "seats in order", ("place",), each=1),
    Field("units", See.ALL, "units", (SEAT, "area", "unit")),
    Field("more", See.ALL, "behind what is copied", ("card",), kernel=write_more),
    Field("crowded", See.ALL, "more than are used", (SEAT, "area", "unit")),
    Field("count", See.ALL, "the seats behind", ("area", SEAT)),
    Field("hand", See.SIZE, "own hand", (SEAT, "card")),
    Field("block", See.ALL, "two of each seat", (SEAT, "unit"), split=2),
    Field("holder", See.ALL, "block that stands there", ("area",), each=2),
)
FIELDS = FieldTable(State, lambda t: SIZES, ROWS)


def told(value: int, each: int, seat: int) -> int:
    """The same value told from a seat on, by the rules of the docstring."""
    if value < 0:
        return value
    return (value // each - seat) % SIZES[SEAT] * each + value % each


def filled(luck: int) -> Any:
    state: Any = State.new()
    rng = np.random.default_rng(luck)
    state.turn, state.decider = int(rng.integers(99)), int(rng.integers(3))
    for name in ("units", "crowded", "count", "hand", "block"):
        getattr(state, name)[...] = rng.integers(0, 100, getattr(state, name).shape)
    state.order[:] = rng.permutation(3)
    state.holder[:] = rng.integers(-1, 6, 6)
    return state


@given(luck=st.integers(0, 2**32), seat=st.integers(0, 2))
def test_a_row_holds_what_fields_say_counted_from_the_seat_on(luck: int, seat: int) -> None:
    state = filled(luck)
    layout = observations_of(FIELDS, None)
    row = np.full(layout.size, -9, np.int16)
    views = (view[0] for view in views_of(record_of(State, state)))
    copy_fields(layout.plan, 3, seat, *views, row)
    seen = layout.named(row)
    turned = [(seat + number) % 3 for number in range(3)]
    assert seen["turn"] == state.turn
    assert seen["decider"] == (state.decider - seat) % 3
    assert seen["order"].tolist() == [(each - seat) % 3 for each in state.order.tolist()]
    assert np.array_equal(seen["units"], state.units[turned, :4])
    assert np.array_equal(seen["crowded"], state.crowded[turned, :4, :2])
    assert np.array_equal(seen["count"], state.count[:4, turned].T)
    assert np.array_equal(seen["hand"], state.hand[seat])
    assert np.array_equal(seen["block"], state.block.reshape(4, 2)[turned])
    assert seen["holder"].tolist() == [told(each, 2, seat) for each in state.holder[:4].tolist()]
    assert set(seen["more"].tolist()) == {-9}  # for the game to write
    assert layout.computed == layout.size - 5


def test_parts_are_named_and_follow_each_other() -> None:
    layout = observations_of(FIELDS, None)
    copied = [row.name for row in ROWS if row.name != "more"]
    assert [part.name for part in layout.parts] == [*copied, "more"]
    for part, following in zip(layout.parts, layout.parts[1:], strict=False):
        assert part.start + part.size == following.start
    shapes = {part.name: (part.axes, part.shape) for part in layout.parts}
    assert shapes["hand"] == (("card",), (5,))
    assert shapes["count"] == ((SEAT, "area"), (3, 4))


def test_axes_that_do_not_fit_the_field_are_refused() -> None:
    rows = tuple(replace(row, axes=(SEAT, "area")) if row.name == "units" else row for row in ROWS)
    with pytest.raises(InputError, match="3 axes of units"):
        observations_of(FieldTable(State, lambda t: SIZES, rows), None)
