from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.kit.environment.seeing import record_of, see, views_of
from bloodstones.kit.environment.sights import SEAT, Field, Told, sight_of

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


FIELDS = (
    Field("turn", "turn"),
    Field("decider", "who", each=1),
    Field("order", "seats in order", ("place",), each=1),
    Field("units", "units", (SEAT, "area", "unit")),
    Field("crowded", "more than are used", (SEAT, "area", "unit")),
    Field("count", "the seats behind", ("area", SEAT)),
    Field("hand", "own hand", (SEAT, "card"), own=True),
    Field("block", "two of each seat", (SEAT, "unit"), split=2),
    Field("holder", "block that stands there", ("area",), each=2),
)


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
def test_a_row_holds_what_fields_say_told_from_the_seat_on(luck: int, seat: int) -> None:
    state = filled(luck)
    sight = sight_of(State, FIELDS, (Told("more", "", ("card",)),), SIZES)
    row = np.full(sight.size, -9, np.int16)
    see(sight.plan, 3, seat, *(view[0] for view in views_of(record_of(State, state))), row)
    seen = sight.named(row)
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
    assert sight.told == sight.size - 5


def test_parts_are_named_and_follow_each_other() -> None:
    sight = sight_of(State, FIELDS, (), SIZES)
    assert [part.name for part in sight.parts] == [field.name for field in FIELDS]
    for part, following in zip(sight.parts, sight.parts[1:], strict=False):
        assert part.start + part.size == following.start
    shapes = {part.name: (part.axes, part.shape) for part in sight.parts}
    assert shapes["hand"] == (("card",), (5,))
    assert shapes["count"] == ((SEAT, "area"), (3, 4))


def test_axes_that_do_not_fit_the_field_are_refused() -> None:
    with pytest.raises(InputError, match="3 axes of units"):
        sight_of(State, (Field("units", "", (SEAT, "area")),), (), SIZES)
    with pytest.raises(InputError, match="axes of holder"):
        sight_of(State, (Field("holder", "", ("area",), own=True),), (), SIZES)
