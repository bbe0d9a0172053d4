"""Setups as a game reads them: checked, and ready to be packed for its kernels."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from bloodstones.core.contract.game import Number, Seat, Setup
from bloodstones.core.faults import Faults, nearest

NO_BOARD: Final = "no board in a game without one"


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
        """Return the key of a setup, without its strategies."""
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
            faults.add(f"seat {place + 1}", "no role in a game without them", seat.role)
        elif seat.role and seat.role not in roles:
            faults.add(f"seat {place + 1}", role, seat.role, nearest(seat.role, roles))
        elif seat.role and named.count(seat.role) > 1:
            faults.note(f"seat {place + 1}", f"{role} of its own", f"{seat.role} again")
