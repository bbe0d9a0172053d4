"""The lines of a record in words; factions are spoken of in the plural."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bloodstones.games.bloodstones.events import EVENTS
from bloodstones.games.bloodstones.record import forms
from bloodstones.games.bloodstones.record.header import Header
from bloodstones.kit.records import sentences as kit
from bloodstones.kit.records.forms import tell_keys
from bloodstones.kit.records.templates import counted


def counted_units(units: Sequence[str]) -> str:
    """Return units with their counts.

    >>> counted_units(["cavalry", "axeman", "cavalry"])
    '2 cavalry, 1 axeman'
    """
    return counted(units, forms.UNIT.plural_of)


class RecordText(kit.RecordText):
    """Names of seats and areas, and every kind of line as a sentence without its subject."""

    def __init__(self, header: Header) -> None:
        super().__init__(EVENTS, header.names)
        self.seats = list(header.names["seats"])
        self.terrains = [area.terrain.id for area in header.board.areas]

    def area(self, area: int) -> str:
        """Return an area with its terrain: `35 (plains)`."""
        return forms.AREA.tell(area, self.names)

    def journey(self, line: Mapping[str, Any]) -> str:
        """Return where units go: `to 35 (plains) by ship over 8`."""
        return tell_keys("to {to}" + forms.BY_SHIP, line, forms.STEP.by_name, self.names)
