"""The one table of events of records: name, keys, clause, words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bloodstones.games.wizard_kings.engine.decisions import ANY_SIDE
from bloodstones.games.wizard_kings.engine.state import Ending
from bloodstones.kit.records.events import EventForm, by_name, end_form
from bloodstones.kit.records.forms import (
    SEAT,
    SEAT_KEY,
    Form,
    Key,
    NameOf,
    NumberOf,
    OneOf,
    OrNull,
    Whole,
)

HEXES: Final = "hexes"
BLOCKS: Final = "blocks"
SPELLS: Final = "spells"
DIRECTIONS: Final = ("E", "NE", "NW", "W", "SW", "SE")
SIDES: Final = ("attacker", "defender")  # from 1

NUMBER: Final = Whole()
SIDE: Final = OneOf("side", dict(enumerate(SIDES, start=1)))
DIRECTION: Final = OrNull(OneOf("direction", dict(enumerate(DIRECTIONS))), null=ANY_SIDE)
ENDING: Final = OneOf.of(Ending, "end reason", but=(0,))
FORMS: Final[Mapping[str, Form]] = {
    "hex": NameOf("hex", HEXES),
    "block": NumberOf("block", BLOCKS),
    "to": NumberOf("block", BLOCKS),
    "spell": NameOf("spell", SPELLS),
    "side": SIDE,
    "over": DIRECTION,
    "other": SEAT,
    "ending": ENDING,
}


def event(name: str, clause: str, words: str, *keys: str) -> EventForm:
    """Return an event of a seat with these keys; a key that is no name is a number."""
    own = tuple(Key(key, FORMS.get(key, NUMBER)) for key in keys)
    return EventForm(name, clause, words, (SEAT_KEY, *own))


EVENTS: Final = by_name(
    (
        event("buy", "WK-SETUP-04", "buys {block} at {strength}", "block", "strength"),
        event("place", "WK-SETUP-06", "places {block} in {hex}", "block", "hex"),
        EventForm("turn", "WK-TURN-01", "turn {turn} begins", (Key("turn", NUMBER),)),
        event("initiative", "WK-TURN-02", "throws {total} for initiative", "total"),
        event("order", "WK-TURN-02", "is first, with {total}", "total"),
        event("pin", "WK-MOVE-11", "names {block} as held in {hex}", "block", "hex"),
        event("pick", "WK-TURN-03", "sets out with {block}", "block"),
        event("step", "WK-UNIT-05", "goes with {block} to {hex}", "block", "hex"),
        event("stop", "WK-UNIT-05", "halts {block}", "block"),
        event(
            "ship",
            "WK-MOVE-10",
            "sails with {block} to {hex}[ over {over}]",
            *("block", "hex", "over"),
        ),
        event("declare", "WK-COMBAT-10", "joins the {side} in {hex}", "hex", "side"),
        event("truce", "WK-COMBAT-10", "fights beside {other} there", "other"),
        event("cast", "WK-WIZ-04", "casts {spell} with {block}", "block", "spell"),
        event("target", "WK-WIZ-10", "aims {spell} at {block}", "block", "spell"),
        event("dispel", "WK-WIZ-18", "tries to dispel {spell} with {block}", "block", "spell"),
        event("die", "WK-WIZ-11", "throws {die} for {spell}", "die", "spell"),
        event("cancelled", "WK-WIZ-18", "has {spell} of {block} broken", "block", "spell"),
        event("summon", "WK-WIZ-12", "summons {block} to {hex}", "block", "hex"),
        event("battle", "WK-TURN-05", "begins the battle in {hex}", "hex"),
        event("round", "WK-COMBAT-03", "begins a round in {hex}", "hex"),
        event("fire", "WK-COMBAT-06", "fires with {block} at {rating}", "block", "rating"),
        event("hits", "WK-COMBAT-06", "hits with {hits} of {dice} dice", "dice", "hits"),
        event("loss", "WK-UNIT-03", "has {block} hit, {left} left", "block", "left"),
        event("retreat", "WK-RETREAT-01", "retreats with {block} from {hex}", "block", "hex"),
        event("rest", "WK-COMBAT-05", "does nothing with {block} in {hex}", "block", "hex"),
        event("victory", "WK-COMBAT-04", "sees the {side} win {hex}", "hex", "side"),
        event("leave", "WK-RETREAT-04", "regroups {block} out of {hex}", "block", "hex"),
        event("come", "WK-RETREAT-04", "regroups {block} into {hex}", "block", "hex"),
        event("removed", "WK-MOVE-03", "has {block} removed from {hex}", "block", "hex"),
        event("treasury", "WK-BUILD-01", "has {gp} GP", "gp"),
        event("gain", "WK-BUILD-02", "raises {block} to {strength}", "block", "strength"),
        event("new", "WK-BUILD-03", "builds {block} in {hex}", "block", "hex"),
        event("shift", "WK-BUILD-06", "moves a step of {block} to {to}", "block", "to"),
        event("disband", "WK-BUILD-07", "disbands {block} in {hex}", "block", "hex"),
        event("break", "WK-ALLY-05", "ends the alliance with {other}", "other"),
        event("switch", "WK-ALLY-05", "goes over to the {side} in {hex}", "hex", "side"),
        event("pass", "WK-TURN-03", "does no more here"),
        event("out", "WK-WIN-03", "is out of the game"),
        event("goal", "WK-WIN-01", "has {gp} GP: {ending}", "gp", "ending"),
        end_form(Ending, "WK-WIN-03"),
    )
)
