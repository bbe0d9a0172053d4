"""Every registered game and the toy game, each with seats that random players take."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from unittest import mock

from bloodstones.games import registry
from tests.api.line_ups import LINE_UPS
from tests.toy.game import GAME as DARE

TOY: Final = DARE.id
SEATS: Final = {**LINE_UPS, TOY: ("bold", "random")}


@contextmanager
def toy_listed() -> Iterator[None]:
    """Put the toy game on the list of games."""
    with mock.patch.dict(registry.GAMES, {TOY: DARE.home}):
        yield


def random_seats(game: str) -> tuple[str, ...]:
    """Seats of a game that play at random."""
    return tuple(
        ":".join([*seat.split(":")[:1], "random"]) if ":" in seat else "random"
        for seat in SEATS[game]
    )
