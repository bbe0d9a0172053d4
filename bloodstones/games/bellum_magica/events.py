"""The table of events: codes of the log, keys and words of records, who may see what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bloodstones.games.bellum_magica.engine.decisions import Price
from bloodstones.games.bellum_magica.engine.state import Ending
from bloodstones.games.bellum_magica.rules.names import Chest, Side
from bloodstones.kit.records.events import (
    OWNER,
    EventForm,
    EventTable,
    end_form,
    seat_events,
    seats,
)
from bloodstones.kit.records.forms import SEAT, YES_OR_NO, KeyForm, NameOf, OneNameOf, Whole

CARDS: Final = "cards"
CASTLES: Final = "castles"
LOCATIONS: Final = "locations"
# What people read in their place.
CARD_TITLES: Final = "card titles"
CASTLE_TITLES: Final = "castle titles"
LOCATION_TITLES: Final = "location titles"

NUMBER: Final = Whole()
FORMS: Final[Mapping[str, KeyForm]] = {
    "card": NameOf("card", CARDS, CARD_TITLES),
    "castle": NameOf("castle", CASTLES, CASTLE_TITLES),
    "location": NameOf("location", LOCATIONS, LOCATION_TITLES),
    "side": OneNameOf.of(Side, "side"),
    "kind": OneNameOf.of(Chest, "kind of chest"),
    "price": OneNameOf.of(Price, "price"),
    "victim": SEAT,
    "scouted": YES_OR_NO,
}
LOOT: Final = ("food", "glyphs", "barrels")
GAINS: Final = "{food} food, {glyphs:glyph} and {barrels:barrel}"

event: Final = seat_events(FORMS)


class Event(EventTable):
    """Events with the codes of their entries in the log."""

    CAPTAIN = event(1, "BM-TROOP-01", "is the first captain")
    CASTLE = event(2, "BM-SETUP-01", "has the castle board {castle}", "castle")
    DEAL = event(3, "BM-SETUP-02", "is dealt the goblin {card}", "card")
    GOBLIN = event(4, "BM-SETUP-03", "places {card} on the {side}", "card", "side", sees=OWNER)
    OPEN_LOCATION = event(5, "BM-SETUP-07", "turns up {location}", "location")
    OFFER = event(6, "BM-RECRUIT-04", "turns up {card}", "card")
    DAY = event(7, "BM-DAY-01", "is captain for the new day")
    ROLL = event(8, "BM-TROOP-01", "rolls row {row}", "row")
    SPELL = event(9, "BM-TROOP-02", "uses a reroll token to roll again")
    BARREL = event(10, "BM-TROOP-04", "pays a barrel to roll again")
    REFUSE = event(11, "BM-TROOP-05", "does not pay for another roll")
    GATHER = event(12, "BM-GATHER-01", "takes {food} food and {glyphs:glyph}", "food", "glyphs")
    CHEST = event(
        13,
        "BM-SCOUT-05",
        "gains a {kind} chest worth {value} (scouted: {scouted})",
        "kind",
        "value",
        "scouted",
        sees=OWNER,
        masked="gains a {kind} chest ({scouted:chest} scouted)",
    )
    PASS = event(14, "BM-ATTACK-01", "does not attack")
    PLUNDER = event(15, "BM-ATTACK-05", f"plunders {{location}} for {GAINS}", "location", *LOOT)
    TAVERN = event(16, "BM-ATTACK-07", f"plunders the tavern for {GAINS}", *LOOT)
    RAID = event(17, "BM-ATTACK-10", "attacks the castle of {victim}", "victim")
    NAME = event(18, "BM-ATTACK-11", "asks for {kind} chests", "kind")
    ENOUGH = event(19, "BM-ATTACK-11", "stops stealing")
    STOLEN = event(
        20,
        "BM-ATTACK-12",
        "takes a {kind} chest worth {value} from {victim}",
        "victim",
        "kind",
        "value",
        sees=seats("seat", "victim"),
        masked="takes a {kind} chest from {victim}",
    )
    SHIELD = event(21, "BM-ATTACK-13", "gains {count:shield token} for being robbed", "count")
    RECRUIT = event(
        22,
        "BM-RECRUIT-04",
        "hires {card} for {price} (with {token:bonus token})",
        "card",
        "price",
        "token",
    )
    PLACE = event(23, "BM-RECRUIT-05", "places {card} on the {side}", "card", "side")
    DONE = event(24, "BM-RECRUIT-01", "hires no more today")
    RESHUFFLE = event(25, "BM-END-01", "shuffles the beaten locations into a new stack")
    END = end_form(Ending, "BM-END-03")


EVENTS: Final[Mapping[str, EventForm]] = Event.forms()
