"""Fixed action spaces: every decision of a game has one number, the same in every position.

Decisions are coded as a kind and two arguments (`core.kernels.decision_codes`). A game declares
for each kind which values its arguments take; kind by kind these are numbered densely. Arguments
that name seats, or things that belong to seats, are numbered from the seat that decides on: 0 is
itself, 1 the next one clockwise. So a number means the same to every seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from bloodstones.core.errors import expected
from bloodstones.core.kernels.decision_codes import BYTE, KIND_SHIFT, X_SHIFT, Y_SHIFT
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.names import Name

ARGUMENTS: Final = 2
VALUES: Final = BYTE + 1
NONE: Final = -1


@dataclass(frozen=True, slots=True)
class Values:
    """The values that an argument takes.

    Attributes
    ----------
    name
        What they number: "area", "unit"; "" for an argument that says nothing.
    numbers
        The values, in the order in which they are numbered.
    each
        For values that belong to seats how many each seat has: 1 for the seats themselves; 0 for
        values that belong to nobody.
    """

    name: str
    numbers: Sequence[int]
    each: int = 0


NOTHING: Final = Values("", (0,))


def upto(name: str, count: int) -> Values:
    """Return the values 0 to count - 1.

    >>> upto("area", 3).numbers
    range(0, 3)
    """
    return Values(name, range(count))


def by_seat(name: str, players: int, each: int = 1) -> Values:
    """Return the values of things of which each seat has so many, or of the seats themselves.

    Parameters
    ----------
    name
        What the values number, for descriptions.
    players
        At the table.
    each
        How many things each seat has; thing `k` of seat `p` is the value `p * each + k`. 1 for the
        seats themselves.

    Examples
    --------
    >>> by_seat("block", 2, 3).numbers
    range(0, 6)
    """
    return Values(name, range(players * each), each)


def of_decider(name: str, each: int) -> Values:
    """Return the values of the decider's own things, of which each seat has so many.

    Parameters
    ----------
    name
        What the values number, for descriptions.
    each
        How many things each seat has. Value 0 is the first thing of the decider, whichever seat it
        is.
    """
    return Values(name, range(each), each)


@dataclass(frozen=True, slots=True)
class Group:
    """The decisions of one kind and the values of their arguments.

    Attributes
    ----------
    kind
        Of the decision, as `decision_codes` packs it.
    x, y
        What its arguments may be; `NOTHING` for an argument that is always 0.
    """

    kind: Name
    x: Values = NOTHING
    y: Values = NOTHING

    @property
    def size(self) -> int:
        """How many actions there are of this kind."""
        return len(self.x.numbers) * len(self.y.numbers)


@dataclass(frozen=True)
class ActionSpace:
    """All actions of a game at a table of so many.

    Attributes
    ----------
    groups
        The kinds of decisions, each once, in the order in which their actions are numbered. Within
        a group the last argument varies fastest.
    players
        At the table. Values that belong to seats are counted from the decider on, clockwise, so
        that one action means the same for every seat.

    Examples
    --------
    >>> Kind = Name("Kind", {"PASS": 0, "ATTACK": 3})
    >>> groups = (Group(Kind.PASS), Group(Kind.ATTACK, upto("area", 5), by_seat("seat", 3)))
    >>> space = ActionSpace(groups, 3)
    >>> space.size, space.describe(7)
    (16, 'attack area 2, seat 0')
    >>> from bloodstones.core.kernels.decision_codes import encode
    >>> code = encode(int(Kind.ATTACK), 4, 0)  # of the first seat, by the last one
    >>> space.number(2, code), space.describe(space.number(2, code)), space.code(2, 14) == code
    (14, 'attack area 4, seat 1', True)
    """

    groups: tuple[Group, ...]
    players: int

    @cached_property
    def size(self) -> int:
        """How many actions there are."""
        return sum(group.size for group in self.groups)

    @cached_property
    def first(self) -> dict[str, int]:
        """The number of the first action of each kind, by its id."""
        firsts, at = {}, 0
        for group in self.groups:
            firsts[group.kind.id] = at
            at += group.size
        return firsts

    @cached_property
    def kinds(self) -> Array:
        """By kind the number of its first action and how many follow for a step of x.

        int32 array of shape (kinds, 2); NONE for a kind that seats never choose.
        """
        most = max(int(group.kind) for group in self.groups)
        table = np.full((most + 1, ARGUMENTS), NONE, np.int32)
        for group in self.groups:
            table[group.kind] = self.first[group.kind.id], len(group.y.numbers)
        return table

    @cached_property
    def places(self) -> Array:
        """By seat, kind, argument and value its place, NONE for a value that is not taken.

        int16 array of shape (players, kinds, 2, 256).
        """
        shape = (self.players, len(self.kinds), ARGUMENTS, VALUES)
        table = np.full(shape, NONE, np.int16)
        for group in self.groups:
            for argument, values in enumerate((group.x, group.y)):
                for seat in range(self.players):
                    for place, value in enumerate(values.numbers):
                        table[seat, group.kind, argument, self._turned(values, value, seat)] = place
        return table

    @cached_property
    def codes(self) -> Array:
        """By seat the decision of each action: int32 array of shape (players, actions)."""
        table = np.zeros((self.players, self.size), np.int32)
        for seat in range(self.players):
            at = 0
            for group in self.groups:
                xs = [self._turned(group.x, value, seat) for value in group.x.numbers]
                ys = [self._turned(group.y, value, seat) for value in group.y.numbers]
                x = np.array(xs, np.int32)[:, np.newaxis] << X_SHIFT
                y = np.array(ys, np.int32)[np.newaxis, :] << Y_SHIFT
                codes = (int(group.kind) << KIND_SHIFT) | x | y
                table[seat, at : at + group.size] = codes.ravel()
                at += group.size
        return table

    def _turned(self, values: Values, value: int, seats: int) -> int:
        """Return the value of the thing that so many seats further has in this one's place."""
        if not values.each:
            return value
        owner, rest = divmod(value, values.each)
        return (owner + seats) % self.players * values.each + rest

    def number(self, seat: int, code: int) -> int:
        """Return the action of a seat that a decision is.

        Parameters
        ----------
        seat
            Who decides, from 0.
        code
            The decision, see `core.kernels.decision_codes`.

        Raises
        ------
        InputError
            If the space has no such action: the game declares too little.
        """
        return int(self.numbers(seat, np.array([code], np.int32))[0])

    def numbers(self, seat: int, codes: Array) -> Array:
        """Return the actions that decisions are: int32 array, see `number`.

        Parameters
        ----------
        seat
            Who decides, from 0.
        codes
            Decisions: int32 array.

        Raises
        ------
        InputError
            If the space has no action for one of them.
        """
        actions = np.zeros(len(codes), np.int32)
        if number_all(self.kinds, self.places, seat, codes, actions) < len(codes):
            raise expected("decisions of the action space", codes.tolist(), "actions")
        return actions

    def code(self, seat: int, action: int) -> int:
        """Return the decision that an action of a seat is."""
        return int(self.codes[seat, action])

    def describe(self, action: int) -> str:
        """Return an action in words: its kind and what its arguments number."""
        at = 0
        for group in self.groups:
            if action < at + group.size:
                x, y = divmod(action - at, len(group.y.numbers))
                arguments = ((group.x, x), (group.y, y))
                words = [
                    f"{values.name} {values.numbers[n]}" for values, n in arguments if values.name
                ]
                return f"{group.kind.id} {', '.join(words)}".strip()
            at += group.size
        raise expected(f"an action below {self.size}", action, "action")


@kernel
def action_of(kinds: Array, places: Array, seat: int, code: int) -> int:
    """Return the action of a seat that a decision is, NONE if there is none."""
    kind = code >> KIND_SHIFT
    if kind >= kinds.shape[0] or kinds[kind, 0] < 0:
        return NONE
    x = places[seat, kind, 0, (code >> X_SHIFT) & BYTE]
    y = places[seat, kind, 1, (code >> Y_SHIFT) & BYTE]
    if x < 0 or y < 0:
        return NONE
    return int(kinds[kind, 0] + x * kinds[kind, 1] + y)


@entry
def number_all(kinds: Array, places: Array, seat: int, codes: Array, out: Array) -> int:
    """Write the actions that decisions are; return how many there were before one that is none."""
    for place in range(len(codes)):
        out[place] = action_of(kinds, places, seat, codes[place])
        if out[place] < 0:
            return place
    return len(codes)
