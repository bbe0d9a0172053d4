"""The view of a seat: its information set, as data.

Open to everybody are the board, cards on the table, sizes of hands and piles, and what follows from
what was seen. A seat knows its own hand, draw pile (as counts) and ambush besides, and what it saw
of the pool's decks. Two positions with equal views are the same to the seat.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bloodstones.core.kernels.layout import Array
from bloodstones.games.battalia.engine.state import NOTHING, GameState
from bloodstones.games.battalia.fields import FIELDS
from bloodstones.games.battalia.rules.names import DECKS, FACTIONS, SUPPLY


@dataclass(frozen=True, eq=False)
class View:
    """The information set of one seat.

    Attributes
    ----------
    table
        Field of the state -> its value, for everything that is open.
    sizes
        By seat the cards in hand, draw pile and ambush: int64 array of shape (seats, 3).
    hand, draw, ambush
        The own cards by number.
    pool
        By deck and faction what the seat knows is left, NOTHING where it does not know: int64 array
        of shape (decks, factions); `deck_sizes`: by deck; `others`: supplies and great artifacts.
    memory, luck
        What a Python strategy noted, and random numbers from its own stream.
    """

    seat: int
    table: Mapping[str, Any]
    sizes: Array
    hand: Array
    draw: Array
    ambush: Array
    pool: Array
    deck_sizes: Array
    others: Array
    memory: Array | None = field(default=None, repr=False)
    luck: random.Random | None = field(default=None, repr=False)

    def key(self) -> bytes:
        """Return a key of the view, as bytes: equal for equal information sets."""
        of_seat = (self.sizes, self.hand, self.draw, self.ambush, self.pool, self.deck_sizes)
        parts = (self.seat, *self.table.values(), *of_seat, self.others)
        return b"".join(np.asarray(part).tobytes() for part in parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


def visible(
    s: GameState, seat: int, memory: Array | None = None, luck: random.Random | None = None
) -> View:
    """Return what a seat sees; nothing in it is shared with the state."""
    sizes = np.stack([s.hand.sum(axis=1), s.draw.sum(axis=1), s.ambush.sum(axis=1)], axis=1)
    decks = np.array(s.pool[:SUPPLY]).reshape(DECKS, FACTIONS)
    return View(
        seat,
        FIELDS.open_values(s),
        sizes,
        np.array(s.hand[seat]),
        np.array(s.draw[seat]),
        np.array(s.ambush[seat]),
        np.where(s.sure[seat] > 0, decks, NOTHING),
        decks.sum(axis=1),
        np.array(s.pool[SUPPLY:]),
        memory,
        luck,
    )
