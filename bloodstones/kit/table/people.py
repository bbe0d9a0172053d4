"""Who at a table is a person."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bloodstones.core.contract.game import Seat, Setup

HUMAN: Final = "human"
STAND_IN: Final = "random"  # for checks and packed strategies: it never decides


def people_of(setup: Setup) -> tuple[int, ...]:
    """Return the seats that people take.

    >>> people_of(Setup("", (Seat("", "human"), Seat("", "random"))))
    (0,)
    """
    return tuple(place for place, seat in enumerate(setup.seats) if seat.strategy == HUMAN)


def stood_in(setup: Setup) -> Setup:
    """Return the setup with a strategy of every game in the place of people."""
    seats = tuple(
        Seat(seat.role, STAND_IN) if seat.strategy == HUMAN else seat for seat in setup.seats
    )
    return replace(setup, seats=seats)


def all_by(setup: Setup, strategy: str) -> Setup:
    """Return the setup with one strategy in all seats."""
    return replace(setup, seats=tuple(Seat(seat.role, strategy) for seat in setup.seats))
