"""What a seat sees of a playthrough (BM-GATHER-02, AMB-25): its information set, as data.

Open to everybody are castles, cards, offers, resources, tokens, the sizes of stacks, which cards
have not been seen, and how many chests of which kind everyone has. A seat knows the values of its
own chests besides, and for certain some of those that were stolen from it. Two positions with equal
views are the same to the seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bloodstones.core.kernels.layout import Array
from bloodstones.games.bellum_magica.engine.state import GameState
from bloodstones.games.bellum_magica.fields import FIELDS


@dataclass(frozen=True, eq=False)
class View:
    """The information set of one seat.

    Attributes
    ----------
    table
        Field of the state -> its value, for everything that is open.
    chests
        The own chests by kind and value: int8 array.
    known
        What is certain about others': int8 array over seats, kinds and values.
    secret
        The own goblins placed in secret so far: int8 array (AMB-18).
    """

    seat: int
    table: Mapping[str, Any]
    chests: Array
    known: Array
    secret: Array

    def key(self) -> bytes:
        """Return a key of the view, as bytes: equal for equal information sets."""
        of_seat = (self.chests, self.known, self.secret)
        parts = (self.seat, *self.table.values(), *of_seat)
        return b"".join(np.asarray(part).tobytes() for part in parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


def visible(s: GameState, seat: int) -> View:
    """Return what a seat sees; nothing in it is shared with the state (BM-GATHER-02, AMB-25)."""
    of_seat = (np.array(array[seat]) for array in (s.chests, s.known, s.secret))
    return View(seat, FIELDS.open_values(s), *of_seat)
