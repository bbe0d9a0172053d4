"""What a seat may see: everything but the other's cards and face-down army (AMB-48)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from bloodstones.games.battlelore.engine.mustering import SHOWN
from bloodstones.games.battlelore.engine.setup import OPEN
from bloodstones.games.battlelore.engine.state import GameState
from bloodstones.games.battlelore.fields import FIELDS

# Fields of which a seat sees its own part.
OWN: Final = (
    *("scenario_deck", "scenario_hand", "scenario", "army", "left", "laid", "mustered"),
    *("command_hand", "command_under", "known", "lore_hand", "lore_under"),
)
OPEN_FIELDS: Final = tuple(name for name in FIELDS.open_to_all if name not in OWN)


@dataclass(frozen=True, slots=True)
class View:
    """What one seat sees.

    Attributes
    ----------
    table
        Fields of the state that lie open, by name.
    private
        Its part of the fields that are by seat: hand, army, scenario cards.
    others
        What is open of the other's: its scenario once shown, numbers of cards held, places of
        cards face down where they are seen.
    """

    table: Mapping[str, Any]
    private: Mapping[str, Any]
    others: Mapping[str, Any]


def view(s: GameState, seat: int, places_seen: bool = False) -> View:
    """Return what a seat sees now (AMB-48); nothing in it is shared with the state.

    `places_seen`: whether cards face down are seen to lie there (AMB-24).
    """
    other = 1 - seat
    of_seat = {}
    for name in OWN:
        if name != "command_under":
            of_seat[name] = np.array(getattr(s, name)[seat]).tolist()
    unders = range(int(s.command_unders))
    of_seat["command_under"] = [
        int(s.command_under[place]) if s.under_owner[place] == seat else None for place in unders
    ]
    laid = np.asarray(s.laid[other]) > 0
    others = {
        "scenario": int(s.scenario[other]) if s.shown >= OPEN else None,
        "commands": int(np.sum(s.command_hand[other])),
        "lore_cards": int(np.sum(s.lore_hand[other])),
        "places": laid.tolist() if places_seen and s.shown < SHOWN else None,
    }
    table = {name: np.array(getattr(s, name)).tolist() for name in OPEN_FIELDS}
    return View(table, of_seat, others)
