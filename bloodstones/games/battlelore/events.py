"""The table of events: codes of the log, keys and words of records, who may see what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bloodstones.games.battlelore.engine.state import Ending, Point
from bloodstones.games.battlelore.rules.dice import COUNTS, FACES
from bloodstones.games.battlelore.rules.names import Ability, Face, Indicator, Lore
from bloodstones.kit.records.events import OWNER, EventForm, EventTable, end_form, seat_events
from bloodstones.kit.records.forms import (
    SEAT_KEY,
    Key,
    KeyForm,
    ListOf,
    NameOf,
    OneNameOf,
    OrNull,
    Whole,
)

HEXES: Final = "hexes"
UNITS: Final = "units"
UNIT_TITLES: Final = "unit titles"  # of a table, which say where units are
KINDS: Final = "kinds"
COMMANDS: Final = "commands"
WAYS: Final = ("right", "near right", "near left", "left", "far left", "far right")
PARTS: Final = ("left", "centre", "right", "anywhere", "thrown away")
TOKENS: Final = ("poison", "stun")
OPTIONS: Final = ("lore", "card and lore", "two cards")
FIRSTS: Final = ("building", "card")

NUMBER: Final = Whole()
FACE: Final = replace(
    OneNameOf.of(Face, "face"),
    plurals={face.id: face.id for face in (Face.MORALE, Face.LORE, Face.HEROIC)},
)
FORMS: Final[Mapping[str, KeyForm]] = {
    "hex": NameOf("hex", HEXES),
    "unit": NameOf("unit", UNITS, UNIT_TITLES),
    "target": NameOf("unit", UNITS, UNIT_TITLES),
    "kind": NameOf("kind of card", KINDS),
    "command": NameOf("command card", COMMANDS),
    "lore_card": OneNameOf.of(Lore, "lore card"),
    "scenario": OneNameOf.of(Indicator, "scenario"),
    "face": FACE,
    "faces": ListOf(FACE, ordered=False),
    "token": OneNameOf("token", dict(enumerate(TOKENS))),
    "ability": OneNameOf.of(Ability, "ability"),
    "part": OneNameOf("part", dict(enumerate(PARTS))),
    "way": OneNameOf("direction", dict(enumerate(WAYS))),
    "option": OneNameOf("option", dict(enumerate(OPTIONS))),
    "first": OneNameOf("what is first", dict(enumerate(FIRSTS))),
    "point": OneNameOf.of(Point, "point"),
}

event: Final = seat_events(FORMS)


def roll(values: list[int], _: Any) -> dict[str, Any]:
    """Return the faces of the roll with a number."""
    seat, dice, number = values
    counts = COUNTS[dice, number]
    faces = [Face(face).id for face in range(FACES) for _ in range(counts[face])]
    return {"seat": seat, "faces": faces}


NOBODYS: Final = Key("seat", OrNull(SEAT_KEY.form))
ROLLED: Final = (SEAT_KEY, Key("faces", FORMS["faces"]))


class Event(EventTable):
    """Events with the codes of their entries in the log."""

    BATTLE = EventForm(41, "BL-SETUP-01", "battle {number}", (NOBODYS, Key("number", NUMBER)))
    DEALT_SCENARIO = event(
        1, "BL-SETUP-03", "draws {scenario}", "scenario", sees=OWNER, masked="draws a scenario"
    )
    CHOOSE = event(
        43, "BL-SETUP-03", "keeps {scenario}", "scenario", sees=OWNER, masked="keeps a scenario"
    )
    SCENARIO = event(2, "BL-SETUP-05", "shows {scenario}", "scenario")
    FIRST = event(3, "BL-SETUP-04", "is the first player")
    FORD = event(4, "BL-SETUP-07", "makes {hex} a ford", "hex")
    TAKE = event(5, "BL-MUSTER-01", "takes {count:card} of {kind}", "kind", "count", sees=OWNER)
    LAY = event(6, "BL-MUSTER-04", "lays {kind} on {hex}", "kind", "hex", sees=OWNER)
    REVEAL = event(7, "BL-MUSTER-07", "has {count:unit} and {lore} lore", "count", "lore")
    DRAW = event(
        8, "BL-TURN-07", "draws {command}", "command", sees=OWNER, masked="draws a command card"
    )
    DRAW_LORE = event(
        9, "BL-TURN-08", "draws {lore_card}", "lore_card", sees=OWNER, masked="draws a lore card"
    )
    PUT = event(
        10,
        "BL-SETUP-09",
        "puts {command} under the deck",
        "command",
        sees=OWNER,
        masked="puts a command card under the deck",
    )
    PUT_LORE = event(
        11,
        "BL-SETUP-09",
        "puts {lore_card} under the deck",
        "lore_card",
        sees=OWNER,
        masked="puts a lore card under the deck",
    )
    TURN = event(12, "BL-TURN-01", "begins turn {turn}", "turn")
    CAPTURE = event(13, "BL-TERRAIN-07", "takes the tent on {hex}", "hex")
    COMMAND = event(14, "BL-TURN-02", "plays {command}", "command")
    DISCARD = event(15, "BL-TURN-02", "discards {command}", "command")
    ORDER = event(16, "BL-TURN-03", "orders {unit}: {part}", "unit", "part")
    CURE = event(17, "BL-TOKEN-04", "removes the {token} token from {unit}", "unit", "token")
    PLAY = event(18, "BL-LORE-01", "plays {lore_card}", "lore_card")
    CANCELLED = event(19, "BL-CARD-07", "cancels {lore_card}", "lore_card")
    TARGET = event(20, "BL-CARD-10", "chooses {target}", "target", "token")
    PLACE = event(44, "BL-CARD-10", "chooses {hex}", "hex")
    STEP = event(21, "BL-TURN-04", "moves {unit} to {hex}", "unit", "hex")
    STOP = event(22, "BL-TURN-04", "stops {unit} on {hex}", "unit", "hex")
    ATTACK = event(23, "BL-ATTACK-01", "attacks {target} with {unit}", "unit", "target")
    ROLL = EventForm(24, "BL-ATTACK-07", "rolls {faces}", ROLLED, entry=roll, faces=("faces",))
    KEEP = event(25, "BL-CARD-06", "keeps {face}", "face")
    REROLL = event(26, "BL-CARD-06", "rolls {dice:die|dice} again", "dice")
    USE = event(27, "BL-ATTACK-15", "spends {count:heroic face}", "count")
    TOKEN = event(40, "BL-ABILITY-15", "has a {ability} token on {unit}", "unit", "ability")
    WAY = event(28, "BL-RETREAT-02", "chooses the direction {way}", "way")
    IGNORE = event(29, "BL-RETREAT-04", "lets {unit} stay", "unit")
    PREVENT = event(45, "BL-TURN-10", "lets the {first} prevent damage first", "first")
    DAMAGE = event(30, "BL-ATTACK-16", "takes {count} damage on {unit}", "unit", "count")
    FIGURES = event(31, "BL-ATTACK-17", "removes {count:figure} of {unit}", "unit", "count")
    DESTROYED = event(32, "BL-ATTACK-16", "loses {unit} on {hex}", "unit", "hex")
    RETREAT = event(33, "BL-RETREAT-01", "retreats with {unit} to {hex}", "unit", "hex")
    COUNTER = event(34, "BL-COUNTER-01", "counters {target} with {unit}", "unit", "target")
    ADVANCE = event(35, "BL-ADVANCE-01", "advances with {unit} to {hex}", "unit", "hex")
    PUSHED = event(36, "BL-CARD-02", "has {unit} moved to {hex}", "unit", "hex")
    SCORE = event(
        37,
        "BL-TURN-06",
        "scores {banners} VP for banners and {extra} VP for the scenario",
        "banners",
        "extra",
    )
    GAIN = event(38, "BL-TURN-08", "takes {option}", "option")
    DISCARD_LORE = event(39, "BL-TURN-09", "discards {lore_card}", "lore_card")
    DECLINE = event(42, "BL-TURN-10", "passes ({point})", "point")
    END = end_form(Ending, "BL-WIN-01")


EVENTS: Final[Mapping[str, EventForm]] = Event.forms()
