"""The one table of events of records: name, keys, clause, words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bloodstones.games.bellum_magica.engine.decisions import Price
from bloodstones.games.bellum_magica.engine.state import Ending
from bloodstones.games.bellum_magica.rules.names import Chest, Side
from bloodstones.kit.records.events import EventForm, by_name, end_form
from bloodstones.kit.records.forms import SEAT, SEAT_KEY, Form, Key, NameOf, OneOf, Whole

CARDS: Final = "cards"
CASTLES: Final = "castles"
LOCATIONS: Final = "locations"

NUMBER: Final = Whole()
FORMS: Final[Mapping[str, Form]] = {
    "card": NameOf("card", CARDS),
    "castle": NameOf("castle", CASTLES),
    "location": NameOf("location", LOCATIONS),
    "side": OneOf.of(Side, "side"),
    "kind": OneOf.of(Chest, "kind of chest"),
    "price": OneOf.of(Price, "price"),
    "victim": SEAT,
}
LOOT: Final = ("food", "glyphs", "barrels")
GAINS: Final = "{food} food, {glyphs} glyphs and {barrels} barrels"


def event(name: str, clause: str, words: str, *keys: str) -> EventForm:
    """Return an event of a seat with these keys; a key that is no name is a number."""
    own = tuple(Key(key, FORMS.get(key, NUMBER)) for key in keys)
    return EventForm(name, clause, words, (SEAT_KEY, *own))


EVENTS: Final = by_name(
    (
        event("captain", "BM-TROOP-01", "is the first captain"),
        event("castle", "BM-SETUP-01", "has the castle board {castle}", "castle"),
        event("deal", "BM-SETUP-02", "is dealt the goblin {card}", "card"),
        event("goblin", "BM-SETUP-03", "places {card} on the {side}", "card", "side"),
        event("open_location", "BM-SETUP-07", "sees {location} turned up", "location"),
        event("offer", "BM-RECRUIT-04", "sees {card} turned up", "card"),
        event("day", "BM-DAY-01", "is captain of a new day"),
        event("roll", "BM-TROOP-01", "rolls row {row}", "row"),
        event("spell", "BM-TROOP-02", "turns a token down to roll again"),
        event("barrel", "BM-TROOP-04", "pays a barrel for another roll"),
        event("refuse", "BM-TROOP-05", "pays for no other roll"),
        event("gather", "BM-GATHER-01", "takes {food} food and {glyphs} glyphs", "food", "glyphs"),
        event(
            *("chest", "BM-SCOUT-05", "gains a {kind} chest of {value} (scouted: {scouted})"),
            *("kind", "value", "scouted"),
        ),
        event("pass", "BM-ATTACK-01", "does not attack"),
        event("plunder", "BM-ATTACK-05", f"plunders {{location}} for {GAINS}", "location", *LOOT),
        event("tavern", "BM-ATTACK-07", f"plunders the tavern for {GAINS}", *LOOT),
        event("raid", "BM-ATTACK-10", "attacks the castle of {victim}", "victim"),
        event("name", "BM-ATTACK-11", "asks for {kind} chests", "kind"),
        event("enough", "BM-ATTACK-11", "spares the other thieves"),
        event(
            *("stolen", "BM-ATTACK-12", "takes a {kind} chest of {value} from {victim}"),
            *("victim", "kind", "value"),
        ),
        event("shield", "BM-ATTACK-13", "gains {count} shield tokens for being robbed", "count"),
        event(
            *("recruit", "BM-RECRUIT-04", "hires {card} for {price} (token: {token})"),
            *("card", "price", "token"),
        ),
        event("place", "BM-RECRUIT-05", "places {card} on the {side}", "card", "side"),
        event("done", "BM-RECRUIT-01", "buys no more today"),
        event("reshuffle", "BM-END-01", "sees beaten locations make a new stack"),
        end_form(Ending, "BM-END-03"),
    )
)
