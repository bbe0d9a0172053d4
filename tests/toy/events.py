"""The table of events: how each is logged, recorded and told, and who may see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bloodstones.kit.records.events import OWNER, EventForm, EventTable, end_form
from bloodstones.kit.records.forms import SEAT_KEY, Key, OneNameOf, Whole
from tests.toy.rules.board import ISLE
from tests.toy.state import Ending

CARD_KEY, DIE_KEY, POINTS_KEY = (Key(name, Whole()) for name in ("card", "die", "points"))
AREA_KEY: Final = Key("area", OneNameOf("area", dict(enumerate(ISLE["name"]))))


class Event(EventTable):
    """Code in the log, clause, words and keys; a drawn card is its owner's secret."""

    DRAW = EventForm(
        1, "DA-SETUP-01", "draws {card}", (SEAT_KEY, CARD_KEY), sees=OWNER, masked="draws a card"
    )
    PLAY = EventForm(2, "DA-TURN-01", "plays {card} for the {area}", (SEAT_KEY, CARD_KEY, AREA_KEY))
    PASS = EventForm(3, "DA-TURN-01", "passes", (SEAT_KEY,))
    ROLL = EventForm(
        4, "DA-CLAIM-02", "rolls {die} for {points:point}", (SEAT_KEY, DIE_KEY, POINTS_KEY)
    )
    END = end_form(Ending, "DA-END-01")


EVENTS: Final[Mapping[str, EventForm]] = Event.forms()
