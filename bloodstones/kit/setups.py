"""Setups as a game reads them: checked, and ready to be packed for its kernels."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, Protocol

from bloodstones.core.contract.game import Number, Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults, gathering, nearest, raise_together
from bloodstones.core.kernels.layout import Layout
from bloodstones.core.rules.number_rows import NumberRows

NO_BOARD: Final = "no board in a game without one"
NO_BOARDS: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType({})


class GameSetup(Protocol):
    """What a playthrough is played with: rules, line-up, readings and what else the game has."""

    @property
    def players(self) -> int:
        """How many play."""

    def tables(self) -> Any:
        """Return the packed rules."""


Reader = Callable[[Setup], GameSetup]


def no_roles(players: int, data: str) -> tuple[str, ...]:
    """Return the roles of a game without roles: none."""
    return ()


@dataclass(frozen=True, slots=True)
class SetupKey:
    """What a setup says, hashable; 1 and true, which are equal, differ by their types.

    Attributes
    ----------
    board, data
        As in the setup.
    roles
        By seat; strategies are left out, since what the rules make of a setup does not depend on
        them.
    options, overrides, choices
        Name, value and type of the value, in the order of the setup.
    """

    board: str
    roles: tuple[str, ...]
    options: tuple[tuple[str, object, type], ...]
    overrides: tuple[tuple[str, Number, type], ...]
    choices: tuple[tuple[str, Number, type], ...]
    data: str

    @classmethod
    def of(cls, setup: Setup) -> SetupKey:
        """Return the key of a setup, whoever decides in it."""
        options, overrides, choices = (
            tuple((name, value, type(value)) for name, value in table.items())
            for table in (setup.options, setup.overrides, setup.choices)
        )
        roles = tuple(seat.role for seat in setup.seats)
        return cls(setup.board, roles, options, overrides, choices, setup.data)

    def setup(self, strategies: Sequence[str] = ()) -> Setup:
        """Return the setup, with strategies by seat or with nobody in particular."""
        seats = tuple(map(Seat, self.roles, strategies or ("",) * len(self.roles)))
        options: dict[str, Any] = {name: value for name, value, _ in self.options}
        overrides = {name: value for name, value, _ in self.overrides}
        choices = {name: value for name, value, _ in self.choices}
        return Setup(self.board, seats, options, overrides, choices, self.data)


def note_table(
    setup: Setup,
    faults: Faults,
    players: range,
    roles: Collection[str] = (),
    role: str = "",
    no_board: str = NO_BOARD,
) -> None:
    """Note what no game without boards plays: too few or many seats, a board, strange roles.

    Parameters
    ----------
    players
        The numbers of players that it takes.
    roles
        The roles that a seat may have, each once at a table, or leave open; () if there are none.
    role
        What a role is called, with its article (`a faction`).
    no_board
        What is expected in place of a board.
    """
    if len(setup.seats) not in players:
        span = f"{players[0]} to {players[-1]} players"
        faults.note("seats", span, str(len(setup.seats)))
    if setup.board:
        faults.add("board", no_board, setup.board)
    named = [seat.role for seat in setup.seats if seat.role]
    for place, seat in enumerate(setup.seats):
        if seat.role and not roles:
            faults.add(f"seat {place}", "no role in a game without them", seat.role)
        elif seat.role and seat.role not in roles:
            faults.add(f"seat {place}", role, seat.role, nearest(seat.role, roles))
        elif seat.role and named.count(seat.role) > 1:
            faults.note(f"seat {place}", f"{role} of its own", f"{seat.role} again")


@dataclass(frozen=True, slots=True)
class Numbered:
    """What a game without roles and readings is played with: seats, a board, and numbers.

    Attributes
    ----------
    layout
        The record of the packed rules.
    players
        How many play.
    values
        Field of the rules -> its value: the numbers in force, and those of the board.
    """

    layout: type[Layout]
    players: int
    values: Mapping[str, Any]

    def tables(self) -> Any:
        """Return the packed rules."""
        packed: Any = self.layout.new()
        packed.players = self.players
        for name, value in self.values.items():
            setattr(packed, name, value)
        return packed


def reader_of(
    layout: type[Layout],
    players: range,
    rows: NumberRows,
    boards: Mapping[str, Mapping[str, Any]] = NO_BOARDS,
) -> Reader:
    """Return the reader of setups of a game whose rules are some numbers, and perhaps a board.

    Parameters
    ----------
    layout
        The record of its rules: `players`, a field for each of the numbers, and those of a board.
    players
        How many may play.
    rows
        The rule numbers, each printed and with its range, see `core.rules.number_rows`.
    boards
        Id of a board -> field of the rules -> its value on that board. The first one is meant
        where none is named; {} for a game without boards.
    """

    def read(setup: Setup) -> Numbered:
        errors: list[InputError] = []
        faults = Faults()
        board = setup.board or next(iter(boards), "")
        note_table(replace(setup, board="") if boards else setup, faults, players)
        if boards and board not in boards:
            faults.add("board", "a board of this game", board, nearest(board, boards))
        parts: Mapping[str, Mapping[str, Number]] = {
            "options": setup.options,
            "choices": setup.choices,
        }
        for place, values_by_name in parts.items():
            for name in values_by_name:
                faults.add(place, f"no {place} in a game without them", name)
        if setup.data:
            faults.add("data", "no data in a game without one", setup.data)
        numbers: Mapping[str, int] = {}
        with gathering(errors):
            numbers = rows.in_force(setup.overrides, "overrides")
        with gathering(errors):
            faults.raise_if_any()
        raise_together(errors)
        return Numbered(layout, len(setup.seats), {**numbers, **boards.get(board, {})})

    return read
