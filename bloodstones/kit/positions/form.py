"""What a game declares of its positions: rows of values in its state, with their names.

A position is what decides all that can follow, but for luck. Random streams, the strategies'
memory, logs and counters of studies are left out; what follows from the rest is computed and
written only where it differs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Final

import numpy as np

from bloodstones.core.errors import RunError, near_matches
from bloodstones.core.faults import Faults, nearest
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.names import Name
from bloodstones.kit.fields import SEAT
from bloodstones.kit.positions.line import NONE, NUMBER, WHERE, Words, read_counts, times

Axis = Sequence[str] | int  # the names of its places, or how many there are
OPEN: Final = "?"
FEW: Final = 12  # names that a tip lists all of
LISTED: Final = "/"  # between values in order
KEPT: Final = frozenset({"streams", "memory"})  # as a new playthrough has them


@dataclass(frozen=True, slots=True)
class Row:
    """A field of the state in a position.

    Attributes
    ----------
    field
        Its name in the state.
    axes
        Of its array; `SEAT` first: a value of each seat.
    of
        What its values name: places of an axis, or an enumeration; "" for plain numbers.
    besides
        Value -> name of values that are no place of the axis.
    empty
        The value that is left out.
    least, most
        What a plain number may be.
    key
        Its name in a position; "" for that of the field.
    absent
        What all its values are where the key is left out, if that is not `empty`.
    base
        `(tables) -> array`: the values that are left out, place by place; None: `empty`.
    own
        The names of each seat are its own (`0.archer` of an axis), and go without the seat.
    split
        The field has the members of all seats behind each other, so many of each seat.
    needed
        It may not be left out.
    derived
        It follows from the others (`Form.complete`): written only where it does not.
    length
        The field that says how many of the last axis count: the value is a list in order, such as
        cards under a deck.
    during
        `(state) -> bool`: when it means something; None: always.
    dealt
        The key of the pile of the same seat from which `?N` draws N at random; "" for none.
    clause
        The rule that says what it may be, for errors.
    """

    field: str
    axes: tuple[str, ...] = ()
    of: str | type[Name] = ""
    besides: tuple[tuple[int, str], ...] = ()
    empty: int = 0
    least: int = 0
    most: int = 1 << 14
    key: str = ""
    absent: int | None = None
    base: Callable[[Any], Array] | None = None
    own: bool = False
    split: int = 0
    needed: bool = False
    derived: bool = False
    length: str = ""
    during: Callable[[Any], bool] | None = None
    dealt: str = ""
    clause: str = ""

    @property
    def name(self) -> str:
        """Its key in a position."""
        return self.key or self.field

    @property
    def of_seats(self) -> bool:
        """Whether each seat has a value."""
        return self.axes[:1] == (SEAT,)

    @property
    def counted(self) -> bool:
        """Whether a value of one seat, or of all, is counts by name."""
        return len(self.axes) == 1 + self.of_seats and not self.of

    @property
    def between(self) -> str:
        """What is between the values of the last axis."""
        return LISTED if self.length else "," if self.of else "+"


def rows(names: str, *axes: str, **told: Any) -> tuple[Row, ...]:
    """Return rows that differ in their fields alone."""
    return tuple(Row(name, axes, **told) for name in names.split())


@dataclass(frozen=True, kw_only=True, eq=False)
class Form:
    """The positions of a game.

    Attributes
    ----------
    rows
        What a position says, in the order of the line.
    axes
        `(tables, game_setup) -> axes`: the names of their places.
    left_out
        The fields that make no difference to what follows, and those of the moment.
    complete
        `(state, tables)`: computes the fields that follow from the others (`derived`).
    check
        `(state, tables, faults)`: notes what the rules do not allow, by clause.
    points
        The values of `state.point` at which a seat decides, beside 0 for the end.
    """

    rows: tuple[Row, ...]
    axes: Callable[[Any, Any], Mapping[str, Axis]]
    left_out: str
    points: tuple[Name, ...]
    complete: Callable[[Any, Any], None] = field(default=lambda state, tables: None)
    check: Callable[[Any, Any, Faults], None] = field(default=lambda state, tables, faults: None)

    @cached_property
    def counted(self) -> frozenset[str]:
        """The keys whose values are counts by name."""
        return frozenset(row.name for row in self.rows if row.counted)

    def write(self, play: Any, values: Sequence[Value]) -> tuple[Words, list[Words]]:
        """Return what a playthrough says: the values of the head, and those of each seat.

        `values`: those of its setup, see `values`.
        """
        state, tables = play.state, play.tables
        plain = play.engine.state.copy(state)
        for row in self.rows:
            if row.derived:
                put(plain, row.field, 0)
        self.complete(plain, tables)
        head: Words = {}
        seats: list[Words] = [{} for _ in range(play.seats)]
        for each in values:
            row = each.row
            if row.during is not None and not row.during(state):
                continue
            found = each.get(state)
            if row.derived and np.array_equal(found, each.get(plain)):
                continue
            text = each.text(found)
            if row.derived and not text:
                text = NONE
            if text:
                (seats[each.seat] if row.of_seats else head)[row.name] = text
        return head, seats

    def read(self, play: Any, values: Sequence[Value], head: Words, seats: list[Words]) -> None:
        """Put a new playthrough at a position.

        Raises
        ------
        InputError
            With every fault of its values, and then with all that the rules do not allow.
        """
        faults = Faults()
        state, tables = play.state, play.tables
        for name in self.left_out.split():
            if name not in KEPT:
                put(state, name, 0)
        self._check_keys(head, seats, faults)
        still_open: list[tuple[Value, int]] = []
        for each in values:
            text = (seats[each.seat] if each.row.of_seats else head).get(each.row.name)
            if each.row.derived:
                continue
            if each.row.needed and text in (None, NONE):
                faults.note(WHERE, f"the key {each.row.name}", "none")
            if each.row.dealt and text is not None and text.startswith(OPEN):
                number = open_number(text, each.row.most, each.where, faults)
                still_open.append((each, number))
                text = None
            each.put(state, each.read(text, faults))
        faults.raise_if_any()
        piles = self._dealt(state, still_open, faults)
        if int(state.point) not in {0, *self.points}:
            told = ", ".join(point.id for point in self.points)
            faults.note(f"{WHERE}, point", f"over or a decision ({told})", head["point"])
        faults.raise_if_any()
        self.complete(state, tables)
        put_after: list[tuple[Value, Array]] = []
        for each in values:
            text = (seats[each.seat] if each.row.of_seats else head).get(each.row.name)
            if each.row.derived and text is not None:
                put_after.append((each, each.read(text, faults)))
                each.put(state, put_after[-1][1])
        faults.raise_if_any()
        if piles:
            play.deal = partial(self._deal_again, tables, piles, put_after)
        self.check(state, tables, faults)
        faults.raise_if_any()
        self._try(play, faults)
        faults.raise_if_any()

    def _try(self, play: Any, faults: Faults) -> None:
        """Note a position in which nothing can be decided, or from which the game cannot go on."""
        if play.over:
            return
        codes = play.legal_codes()
        if len(codes) == 0:
            faults.note(WHERE, "a position in which the seat can decide", "none that it could make")
        for code in {int(codes[0]), int(codes[-1])} if len(codes) else ():
            twin = play.copy()
            try:
                twin.apply_code(code)
                stuck = not (twin.over or twin.is_chance or len(twin.legal_codes()))
            except RunError:
                stuck = True
            if stuck:
                faults.note(WHERE, "a position from which the game can go on", "another")
                return

    def values(self, tables: Any, game_setup: Any) -> list[Value]:
        """Return all that a position of a setup says, row by row and seat by seat."""
        seats = range(game_setup.players)
        names = self._names(tables, game_setup, len(seats))
        return [
            Value.of(row, seat, names, tables)
            for row in self.rows
            for seat in (seats if row.of_seats else (0,))
        ]

    def _names(self, tables: Any, game_setup: Any, seats: int) -> dict[str, tuple[str, ...]]:
        """Return the names of all axes."""
        axes: dict[str, Axis] = {SEAT: seats, **self.axes(tables, game_setup)}
        return {
            axis: tuple(map(str, range(each))) if isinstance(each, int) else tuple(each)
            for axis, each in axes.items()
        }

    def _check_keys(self, head: Words, seats: list[Words], faults: Faults) -> None:
        """Note every key that a position of the game does not have."""
        shared = [row.name for row in self.rows if not row.of_seats]
        of_seats = [row.name for row in self.rows if row.of_seats]
        for key in head:
            if key not in shared:
                faults.add(WHERE, "a key of this game's positions", key, nearest(key, shared))
        for seat, words in enumerate(seats):
            for key in words:
                if key not in of_seats:
                    faults.add(f"seat {seat}", "a key of a seat", key, nearest(key, of_seats))

    def _dealt(
        self, state: Any, still_open: Sequence[tuple[Value, int]], faults: Faults
    ) -> list[OpenPile]:
        """Deal open piles at random from where their cards can be, and return them."""
        piles = []
        for each, number in still_open:
            source = next(row for row in self.rows if row.name == each.row.dealt)
            pile = OpenPile(source.field, source.of_seats, each.row.field, each.seat, number)
            cards = int(pile.source(state).sum())
            if number > cards:
                faults.add(each.where, f"at most the {cards} cards of {source.name}", number)
                continue
            deal_piles(state, [pile])
            piles.append(pile)
        return piles

    def _deal_again(
        self,
        tables: Any,
        piles: Sequence[OpenPile],
        put_after: Sequence[tuple[Value, Array]],
        state: Any,
    ) -> None:
        """Deal the open piles of a position again, by the luck of the state."""
        for pile in piles:
            pile.put_back(state)
        deal_piles(state, piles)
        self.complete(state, tables)
        for each, values in put_after:
            each.put(state, values)


@dataclass(frozen=True, slots=True)
class OpenPile:
    """Cards of a seat that a position leaves open, such as a hand.

    Attributes
    ----------
    origin
        The field with the counts of the cards that they can be.
    of_seats
        Whether each seat has its own.
    field, seat
        Where the cards are: a row of counts.
    number
        How many they are.
    """

    origin: str
    of_seats: bool
    field: str
    seat: int
    number: int

    def source(self, state: Any) -> Any:
        """Return the counts that the cards are drawn from, a view."""
        counts = field_of(state, self.origin)
        return counts[self.seat] if self.of_seats else counts

    def cards(self, state: Any) -> Any:
        """Return the counts of the cards, a view."""
        return field_of(state, self.field)[self.seat]

    def put_back(self, state: Any) -> None:
        """Put the cards back to those that they were drawn from."""
        source, cards = self.source(state), self.cards(state)
        source += cards.astype(source.dtype)
        cards[...] = 0


def deal_piles(state: Any, piles: Sequence[OpenPile]) -> None:
    """Draw open piles at random, one after the other, by the luck of the state."""
    for pile in piles:
        source, cards = pile.source(state), pile.cards(state)
        counts = drawn_from(source, pile.number, state.streams)
        source -= counts.astype(source.dtype)
        cards += counts.astype(cards.dtype)


def drawn_from(pile: Array, number: int, streams: Array) -> Array:
    """Return cards drawn at random from a pile: int64 counts by card.

    Parameters
    ----------
    pile
        Counts by card, at least `number` in all.
    streams
        Of the state, whose luck it is; they stay as they are.
    """
    luck = np.random.default_rng(np.abs(np.asarray(streams)[-1]))  # never one of battles
    counts: Array = luck.multivariate_hypergeometric(np.asarray(pile, np.int64), number)
    return counts


def open_number(text: str, most: int, where: str, faults: Faults) -> int:
    """Return how many cards an open pile has (`?5`); with a fault, 0."""
    number = text.removeprefix(OPEN)
    if number.isascii() and number.isdigit() and len(number) < 9 and int(number) <= most:
        return int(number)
    faults.add(where, f"{OPEN} and the number of cards, at most {most}", text)
    return 0


def field_of(state: Any, name: str) -> Any:
    """Return a field of a state by its name."""
    return state[name] if isinstance(state, np.void) else getattr(state, name)


def put(state: Any, name: str, value: object) -> None:
    """Write a field of a state, all of it."""
    if np.ndim(field_of(state, name)):
        field_of(state, name)[...] = value
    else:
        setattr(state, name, value)


def _array(state: Any, row: Row) -> Array:
    """Return the array of a row, with seats apart."""
    values: Array = np.asarray(field_of(state, row.field))
    return values.reshape(-1, row.split) if row.split else values


@dataclass(frozen=True, slots=True)
class Value:
    """What a row says about one seat, or about all: which part of the state, and its names.

    Attributes
    ----------
    row, seat
        The row, and the seat it describes (0 if it describes all seats).
    axes
        The names along the axes, but that of seats.
    members
        Value -> name, for values that are no plain numbers.
    empty
        The value that is left out, for each place.
    """

    row: Row
    seat: int
    axes: tuple[tuple[str, ...], ...]
    members: Mapping[int, str]
    empty: Array

    @classmethod
    def of(cls, row: Row, seat: int, names: Mapping[str, tuple[str, ...]], tables: Any) -> Value:
        """Return what a row says of a seat, by the names of all axes."""

        def own(axis: str) -> tuple[str, ...]:
            start = f"{seat}."
            every = names[axis]
            if not (row.own or row.split) or not every[0].startswith("0."):
                return every
            return tuple(name.removeprefix(start) for name in every if name.startswith(start))

        axes = tuple(own(axis) for axis in (row.axes[1:] if row.of_seats else row.axes))
        members: dict[int, str] = {}
        if isinstance(row.of, str):
            of = names[row.of] if row.of and row.split else own(row.of) if row.of else ()
            members = {**dict(enumerate(of)), **dict(row.besides)}
        else:
            members = {int(member): member.id for member in row.of}
        empty = np.full([len(axis) for axis in axes], row.empty, np.int64)
        if row.base is not None:
            empty[...] = row.base(tables)[tuple(slice(0, len(axis)) for axis in axes)]
        return cls(row, seat, axes, members, empty)

    @property
    def where(self) -> str:
        """Where it is, for errors."""
        return (
            f"seat {self.seat}, {self.row.name}"
            if self.row.of_seats
            else (f"{WHERE}, {self.row.name}")
        )

    @property
    def place(self) -> tuple[int | slice, ...]:
        """Where its values are in the array of the row."""
        of_seat = (self.seat,) if self.row.of_seats else ()
        return (*of_seat, *(slice(0, len(axis)) for axis in self.axes))

    def get(self, state: Any) -> Array:
        """Return the values in a state: an array over the axes."""
        values = np.array(_array(state, self.row)[self.place])
        if self.row.length:
            lengths = np.asarray(field_of(state, self.row.length))
            lengths = lengths[self.seat] if self.row.of_seats else lengths
            listed = np.arange(values.shape[-1]) < np.asarray(lengths)[..., None]
            values = np.where(listed, values, -1)
        return values

    def put(self, state: Any, values: Array) -> None:
        """Write the values into a state."""
        row = self.row
        if row.length:
            lengths = (values != row.empty).sum(axis=-1)
            if not np.ndim(field_of(state, row.length)):
                setattr(state, row.length, int(lengths))
            else:
                field_of(state, row.length)[self.seat if row.of_seats else ...] = lengths
            values = np.maximum(values, 0)
        if not row.axes:
            setattr(state, row.field, int(values))
            return
        whole = _array(state, row).copy()
        whole[self.place] = values
        field_of(state, row.field)[...] = whole.reshape(np.shape(field_of(state, row.field)))

    def text(self, values: Array) -> str:
        """Return values as the line has them; "" where they are empty."""
        row = self.row
        if row.absent is not None and (values == row.absent).all():
            return ""
        if not self.axes:
            number = int(values)
            return "" if number == row.empty else self.members.get(number, str(number))
        groups: dict[str, list[str]] = {}
        for place in np.argwhere(values != self.empty).tolist():
            number = int(values[tuple(place)])
            *outer, last = (axis[at] for axis, at in zip(self.axes, place, strict=True))
            shown = self.members.get(number, str(number))
            item = shown if row.length else f"{last}:{shown}" if row.of else times(last, number)
            groups.setdefault(">".join(outer), []).append(item)
        if not groups:
            return "" if row.absent is None else NONE
        joined = {outer: row.between.join(items) for outer, items in groups.items()}
        if len(self.axes) == 1:
            return joined[""]
        return ";".join(f"{outer}:{items}" for outer, items in joined.items())

    def read(self, text: str | None, faults: Faults) -> Array:
        """Return the values that a text means, the empty ones without a text."""
        row, values = self.row, self.empty.copy()
        if text is None and row.absent is not None:
            values[...] = row.absent
        if text is None or text == NONE:
            return values
        if not self.axes:
            return np.array(self._number(text, faults))
        outer_axes = len(self.axes) - 1
        for group in text.split(";") if outer_axes else [text]:
            outer, _, inner = group.partition(":") if outer_axes else ("", "", group)
            keys = outer.split(">") if outer_axes else []
            if len(keys) != outer_axes:
                names = ">".join(axis.upper() for axis in row.axes[-outer_axes - 1 : -1])
                faults.add(self.where, f"{names}:values", group)
                continue
            items = _items(inner, row)
            if items is None:
                wanted = "name:value,name:value" if row.of else "name*2+name"
                faults.add(self.where, wanted, inner)
                continue
            for last, number in items:
                self._put_item(values, [*keys, last], number, faults)
        return values

    def _put_item(self, values: Array, keys: Sequence[str], number: str, faults: Faults) -> None:
        for key, axis in zip(keys, self.axes, strict=True):
            if key not in axis:
                faults.add(self.where, "a name of this game", key, _nearest(key, axis))
                return
        place = tuple(axis.index(key) for key, axis in zip(keys, self.axes, strict=True))
        if values[place] != self.empty[place]:
            faults.note(self.where, f"{keys[-1]} once", "it again")
        values[place] = self._number(number, faults)

    def _number(self, text: str, faults: Faults) -> int:
        """Return the value that a text means; with a fault, the empty one."""
        row, members = self.row, list(self.members.values())
        for number, name in self.members.items():
            if name == text:
                return number
        if row.of:
            faults.add(self.where, "a name of this game", text, _nearest(text, members))
        elif NUMBER.fullmatch(text) and row.least <= int(text) <= row.most:
            return int(text)
        else:
            clause = f" ({row.clause})" if row.clause else ""
            faults.add(self.where, f"a number from {row.least} to {row.most}{clause}", text)
        return row.empty


def _nearest(name: str, names: Sequence[str]) -> str | None:
    """Return a tip with the names nearest to one; None where it would list too many."""
    return near_matches(name, names) or (nearest(name, names) if len(names) <= FEW else None)


def _items(text: str, row: Row) -> list[tuple[str, str]] | None:
    """Return the pairs of name and value of a text; None where it has another form."""
    if row.length:
        return [(str(place), name) for place, name in enumerate(text.split(LISTED))]
    if row.of:
        pairs = [item.partition(":") for item in text.split(",")]
        if all(name and colon and value for name, colon, value in pairs):
            return [(name, value) for name, _, value in pairs]
    counts = read_counts(text)
    return None if counts is None else [(name, str(n)) for name, n in counts.items()]


def covered(form: Form, layout: type[Layout]) -> tuple[list[str], list[str]]:
    """Return the fields of a state that a form does not know, and those that the state lacks."""
    known = [*(row.field for row in form.rows), *form.left_out.split()]
    known += [row.length for row in form.rows if row.length]
    fields = layout.fields()
    return [name for name in fields if name not in known], [n for n in known if n not in fields]
