"""A change of the rules as the games of some report tested it, for the advice of any other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bloodstones.stats.changes import Mending

ROLES: Final = "roles"
PLACES: Final = "places in turn order"


@dataclass(frozen=True, slots=True)
class TestedChange:
    """What a change did at a table.

    Attributes
    ----------
    words, players, of
        The change, with the numbers alone that can act at that table; the table; whether the rates
        are of `ROLES` or of `PLACES`.
    mending
        How much nearer to fair it brought the table.
    furthest, rates
        Whom it moved most; win rates before and after, by role or place.
    role
        What the game calls a role, in a word.
    study, title, address
        Of the report whose games tested it.
    """

    words: str
    players: int
    of: str
    mending: Mending
    furthest: str
    rates: Mapping[str, tuple[float, float]]
    role: str
    study: str
    title: str
    address: str
