"""A table of fields that would show too much, or lacks a field, is refused."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import pytest

from bloodstones.core.errors import RunError
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.kit.fields import SEAT, Field, FieldTable, See, unshown

SEATS, CARDS = 2, 5


class State(Layout):
    turn: Annotated[int, np.int64]
    hand: Annotated[Array, np.int64, (SEATS, CARDS)]
    pile: Annotated[Array, np.int64, (CARDS, SEATS)]
    deck: Annotated[Array, np.int64, (CARDS,)]


@kernel
def write_held(s: Any, t: Any, seat: int, out: Array, at: int) -> int:
    for turned in range(SEATS):
        out[at + turned] = s.hand[(seat + turned) % SEATS].sum()
    return at + SEATS


@kernel
def next_card(s: Any) -> int:
    return int(s.deck[0])


@kernel
def write_next_card(s: Any, t: Any, seat: int, out: Array, at: int) -> int:
    out[at] = next_card(s)
    return at + 1


@kernel
def write_turn(s: Any, t: Any, seat: int, out: Array, at: int) -> int:
    out[at] = s.turn
    return at + 1


TURN = Field("turn", See.ALL, "turns so far")
HAND = Field("hand", See.SIZE, "own hand", (SEAT, "card"))
PILE, DECK = Field("pile", See.PART), Field("deck", See.NOBODY)
HELD = Field("held", See.ALL, "cards that seats hold", (SEAT,), kernel=write_held)
AGAIN = Field("again", See.ALL, "turns once more", kernel=write_turn)


def table(*rows: Field) -> FieldTable:
    """A table with these rows, and in their places those of the other fields that nobody sees."""
    named = {row.name for row in rows}
    return FieldTable(
        State,
        lambda t: {SEAT: SEATS, "card": CARDS},
        (*rows, *(row for row in (TURN, HAND, PILE, DECK) if row.name not in named)),
    )


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (Field("deck", See.NOBODY, "the deck", ("card",)), "deck is shown, though nobody sees it"),
        (
            Field("pile", See.PART, "piles", ("card", SEAT)),
            "pile is shown, though a seat sees part",
        ),
        (Field("turn", See.OWN, "turns so far"), "turn is shown, though a seat sees own"),
        (Field("next", See.ALL, "next card", kernel=write_next_card), "next is computed of deck"),
        (Field("hnad", See.SIZE, "hand", (SEAT, "card")), "hnad is no field of the state"),
    ],
)
def test_a_row_that_shows_what_its_seat_does_not_see_is_refused(row: Field, message: str) -> None:
    with pytest.raises(RunError, match=message):
        table(row)


def test_a_field_that_is_declared_twice_or_not_at_all_is_refused() -> None:
    with pytest.raises(RunError, match="declared twice: turn"):
        table(TURN, TURN)
    with pytest.raises(RunError, match="fields that the table lacks: pile, deck"):
        FieldTable(State, lambda t: {}, (TURN, *unshown(See.SIZE, "hand")))


def test_rows_are_found_by_who_sees_them_and_by_how_they_are_shown() -> None:
    fields = table(TURN, HELD, HAND)
    assert fields.open_to_all == ("turn",)
    assert fields.copied == (TURN, HAND)
    assert fields.computed == (HELD,)
    assert fields["pile"] is PILE


@entry
def _written(s: Any, seat: int, out: Array) -> int:
    return int(WRITE(s, 0, seat, out, 1))


FIELDS = table(HELD, Field("held_too", See.ALL, "the same", kernel=write_held), AGAIN)
WRITE = FIELDS.kernel


def test_kernels_of_rows_write_one_behind_the_other_a_shared_one_once() -> None:
    state: Any = State.new()
    state.turn = 7
    state.hand[1, :2] = 1, 2
    out = np.full(5, -9, np.int16)
    assert _written(state, 1, out) == 4
    assert out.tolist() == [-9, 3, 0, 7, -9]


def test_states_are_apart_by_what_a_seat_sees() -> None:
    one: Any = State.new()
    one.hand[:, 0] = 3
    other: Any = State.copy(one)
    other.hand[1] = 0, 2, 1, 0, 0
    other.pile[:], other.deck[:] = 1, 1
    assert FIELDS.apart(one, other, 0) == []
    assert FIELDS.apart(one, other, 1) == ["hand"]
    other.hand[1, 0] = 1
    other.turn = 1
    assert FIELDS.apart(one, other, 0) == ["turn", "hand"]
