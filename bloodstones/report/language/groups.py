"""What figures can be grouped by: the role of a seat, its strategy, its place in turn order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FACTION: Final = "faction"
TURN_ORDER: Final = "turn_order"
SEAT: Final = "seat"
ALL: Final = "all"
GROUP: Final = (
    "grouped_by"  # the column of rows that are grouped by something else than the faction
)
# What figures can be grouped by -> what the texts then say for faction and factions.
GROUPS: Final[Mapping[str, tuple[str, str]]] = {
    FACTION: ("faction", "factions"),
    "strategy": ("strategy", "strategies"),
    TURN_ORDER: ("place in turn order", "places in turn order"),
    ALL: ("seat", "seats"),
}
WHAT_IFS: Final = "what_ifs"
SEATS_CHANGED: Final = "what_if_seats"
# Sections that can be grouped by something else than the faction.
GROUPED: Final = (WHAT_IFS, SEATS_CHANGED, "sensitivity", "worth")
