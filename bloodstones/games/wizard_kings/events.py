"""The table of events: codes of the log, keys and words of records, who may see what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bloodstones.games.wizard_kings.engine.decisions import ANY_SIDE
from bloodstones.games.wizard_kings.engine.state import Ending
from bloodstones.kit.records.events import EventForm, EventTable, Line, end_form, seat_events
from bloodstones.kit.records.forms import (
    SEAT,
    Key,
    KeyForm,
    NameOf,
    NumberOf,
    OneNameOf,
    OrNull,
    Whole,
)

HEXES: Final = "hexes"
BLOCKS: Final = "blocks"
SPELLS: Final = "spells"
DIRECTIONS: Final = ("E", "NE", "NW", "W", "SW", "SE")
SIDES: Final = ("attacker", "defender")  # from 1

NUMBER: Final = Whole()
SIDE: Final = OneNameOf("side", dict(enumerate(SIDES, start=1)))
DIRECTION: Final = OrNull(OneNameOf("direction", dict(enumerate(DIRECTIONS))), null=ANY_SIDE)
ENDING: Final = OneNameOf.of(Ending, "end reason", but=(0,))
FORMS: Final[Mapping[str, KeyForm]] = {
    "hex": NameOf("hex", HEXES),
    "block": NumberOf("block", BLOCKS),
    "to": NumberOf("block", BLOCKS),
    "spell": NameOf("spell", SPELLS),
    "side": SIDE,
    "over": DIRECTION,
    "other": SEAT,
    "ending": ENDING,
}

event: Final = seat_events(FORMS)


def lies_open(play: Any, line: Line, seat: int) -> bool:
    """Whether a seat may see all of a line (AMB-47).

    Its team does; others do if the block that it names lies open to them.
    """
    team = play.state.team
    if team[line["seat"]] == team[seat]:
        return True
    return "block" in line and bool(play.shows(line["block"], seat))


class Event(EventTable):
    """Events with the codes of their entries in the log."""

    BUY = event(
        1,
        "WK-SETUP-04",
        "buys {block} at {strength}",
        "block",
        "strength",
        sees=lies_open,
        masked="buys a block",
    )
    PLACE = event(2, "WK-SETUP-06", "places {block} in {hex}", "block", "hex", sees=lies_open)
    TURN = EventForm(3, "WK-TURN-01", "turn {turn} begins", (Key("turn", NUMBER),))
    INITIATIVE = event(4, "WK-TURN-02", "rolls {total} for initiative", "total")
    ORDER = event(5, "WK-TURN-02", "is first, with {total}", "total")
    PIN = event(
        6,
        "WK-MOVE-11",
        "names {block} as pinned in {hex}",
        "block",
        "hex",
        sees=lies_open,
        masked="names a block as pinned in {hex}",
    )
    PICK = event(
        37,
        "WK-TURN-03",
        "starts to move {block}",
        "block",
        sees=lies_open,
        masked="starts to move a block",
    )
    STEP = event(
        7,
        "WK-UNIT-05",
        "moves {block} to {hex}",
        "block",
        "hex",
        sees=lies_open,
        masked="moves a block to {hex}",
    )
    STOP = event(
        38, "WK-UNIT-05", "stops {block}", "block", sees=lies_open, masked="stops the block"
    )
    SHIP = event(
        8,
        "WK-MOVE-10",
        "ships {block} to {hex}[ across side {over}]",
        "block",
        "hex",
        "over",
        sees=lies_open,
        masked="ships a block to {hex}",
    )
    DECLARE = event(10, "WK-COMBAT-10", "joins the {side} in {hex}", "hex", "side")
    TRUCE = event(40, "WK-COMBAT-10", "fights beside {other} there", "other")
    CAST = event(11, "WK-WIZ-04", "casts {spell} with {block}", "block", "spell")
    TARGET = event(12, "WK-WIZ-10", "aims {spell} at {block}", "block", "spell")
    DISPEL = event(13, "WK-WIZ-18", "tries to dispel {spell} with {block}", "block", "spell")
    DIE = event(14, "WK-WIZ-11", "rolls {die} for {spell}", "die", "spell", faces=("die",))
    CANCELLED = event(35, "WK-WIZ-18", "has {spell} by {block} cancelled", "block", "spell")
    SUMMON = event(34, "WK-WIZ-12", "summons {block} to {hex}", "block", "hex")
    BATTLE = event(17, "WK-TURN-05", "begins the battle in {hex}", "hex")
    ROUND = event(18, "WK-COMBAT-03", "begins a round in {hex}", "hex")
    FIRE = event(19, "WK-COMBAT-06", "fires with {block}, rating {rating}", "block", "rating")
    HITS = event(15, "WK-COMBAT-06", "hits with {hits} of {dice:die|dice}", "dice", "hits")
    LOSS = event(16, "WK-UNIT-03", "has {block} hit: {left:step} left", "block", "left")
    RETREAT = event(20, "WK-RETREAT-01", "retreats with {block} from {hex}", "block", "hex")
    REST = event(21, "WK-COMBAT-05", "does nothing with {block} in {hex}", "block", "hex")
    VICTORY = event(22, "WK-COMBAT-04", "ends the battle in {hex}: the {side} wins", "hex", "side")
    LEAVE = event(
        23,
        "WK-RETREAT-04",
        "regroups {block} out of {hex}",
        "block",
        "hex",
        sees=lies_open,
        masked="regroups a block out of {hex}",
    )
    COME = event(
        24,
        "WK-RETREAT-04",
        "regroups {block} into {hex}",
        "block",
        "hex",
        sees=lies_open,
        masked="regroups a block into {hex}",
    )
    REMOVED = event(25, "WK-MOVE-03", "has {block} removed from {hex}", "block", "hex")
    TREASURY = event(26, "WK-BUILD-01", "has {gp} GP", "gp")
    GAIN = event(
        27,
        "WK-BUILD-02",
        "raises {block} to {strength}",
        "block",
        "strength",
        sees=lies_open,
    )
    NEW = event(28, "WK-BUILD-03", "builds {block} in {hex}", "block", "hex", sees=lies_open)
    SHIFT = event(
        29,
        "WK-BUILD-06",
        "moves a step from {block} to {to}",
        "block",
        "to",
        sees=lies_open,
    )
    DISBAND = event(30, "WK-BUILD-07", "disbands {block} in {hex}", "block", "hex", sees=lies_open)
    BREAK = event(31, "WK-ALLY-05", "ends the alliance with {other}", "other")
    SWITCH = event(32, "WK-ALLY-05", "changes sides and joins the {side} in {hex}", "hex", "side")
    PASS = event(39, "WK-TURN-03", "does nothing more here")
    OUT = event(33, "WK-WIN-03", "is out of the game")
    GOAL = event(36, "WK-WIN-01", "has {gp} GP: {ending}", "gp", "ending")
    END = end_form(Ending, "WK-WIN-03")


EVENTS: Final[Mapping[str, EventForm]] = Event.forms()
