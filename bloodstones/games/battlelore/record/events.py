"""The one table of events of records: name, keys, clause, words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bloodstones.games.battlelore.engine.state import Ending, Point
from bloodstones.games.battlelore.rules.dice import COUNTS, FACES
from bloodstones.games.battlelore.rules.names import Ability, Face, Indicator, Lore
from bloodstones.kit.records.events import EventForm, by_name, end_form
from bloodstones.kit.records.forms import (
    SEAT_KEY,
    Form,
    Key,
    ListOf,
    NameOf,
    OneOf,
    OrNull,
    Whole,
)

HEXES: Final = "hexes"
UNITS: Final = "units"
KINDS: Final = "kinds"
COMMANDS: Final = "commands"
WAYS: Final = ("right", "near right", "near left", "left", "far left", "far right")
PARTS: Final = ("left", "centre", "right", "anywhere", "thrown away")
TOKENS: Final = ("poison", "stun")
OPTIONS: Final = ("lore", "card and lore", "two cards")
FIRSTS: Final = ("building", "card")

NUMBER: Final = Whole()
FACE: Final = OneOf.of(Face, "face")
FORMS: Final[Mapping[str, Form]] = {
    "hex": NameOf("hex", HEXES),
    "unit": NameOf("unit", UNITS),
    "target": NameOf("unit", UNITS),
    "kind": NameOf("kind of card", KINDS),
    "command": NameOf("command card", COMMANDS),
    "lore_card": OneOf.of(Lore, "lore card"),
    "scenario": OneOf.of(Indicator, "scenario"),
    "face": FACE,
    "faces": ListOf(FACE, ordered=False),
    "token": OneOf("token", dict(enumerate(TOKENS))),
    "ability": OneOf.of(Ability, "ability"),
    "part": OneOf("part", dict(enumerate(PARTS))),
    "way": OneOf("direction", dict(enumerate(WAYS))),
    "option": OneOf("option", dict(enumerate(OPTIONS))),
    "first": OneOf("what is first", dict(enumerate(FIRSTS))),
    "point": OneOf.of(Point, "point"),
}


def event(name: str, clause: str, words: str, *keys: str) -> EventForm:
    """Return an event of a seat with these keys; a key that is no name is a number."""
    own = tuple(Key(key, FORMS.get(key, NUMBER)) for key in keys)
    return EventForm(name, clause, words, (SEAT_KEY, *own))


def roll(values: list[int], _: Any) -> dict[str, Any]:
    """Return the faces of a roll told by its number."""
    seat, dice, number = values
    counts = COUNTS[dice, number]
    faces = [Face(face).id for face in range(FACES) for _ in range(counts[face])]
    return {"seat": seat, "faces": faces}


NOBODYS: Final = Key("seat", OrNull(SEAT_KEY.form))
ROLLED: Final = (SEAT_KEY, Key("faces", FORMS["faces"]))
EVENTS: Final = by_name(
    (
        EventForm("battle", "BL-SETUP-01", "battle {number}", (NOBODYS, Key("number", NUMBER))),
        event("dealt_scenario", "BL-SETUP-03", "draws {scenario}", "scenario"),
        event("choose", "BL-SETUP-03", "keeps {scenario}", "scenario"),
        event("scenario", "BL-SETUP-05", "shows {scenario}", "scenario"),
        event("first", "BL-SETUP-04", "is the first player"),
        event("ford", "BL-SETUP-07", "makes {hex} a ford", "hex"),
        event("take", "BL-MUSTER-01", "takes {count} of {kind}", "kind", "count"),
        event("lay", "BL-MUSTER-04", "lays {kind} on {hex}", "kind", "hex"),
        event("reveal", "BL-MUSTER-07", "has {count} units and {lore} lore", "count", "lore"),
        event("draw", "BL-TURN-07", "draws {command}", "command"),
        event("draw_lore", "BL-TURN-08", "draws {lore_card}", "lore_card"),
        event("put", "BL-SETUP-09", "puts {command} under the deck", "command"),
        event("put_lore", "BL-SETUP-09", "puts {lore_card} under the deck", "lore_card"),
        event("turn", "BL-TURN-01", "begins turn {turn}", "turn"),
        event("capture", "BL-TERRAIN-07", "takes the tent on {hex} away", "hex"),
        event("command", "BL-TURN-02", "plays {command}", "command"),
        event("discard", "BL-TURN-02", "throws {command} away", "command"),
        event("order", "BL-TURN-03", "orders {unit}: {part}", "unit", "part"),
        event("cure", "BL-TOKEN-04", "frees {unit} of {token}", "unit", "token"),
        event("play", "BL-LORE-01", "plays {lore_card}", "lore_card"),
        event("cancelled", "BL-CARD-07", "cancels {lore_card}", "lore_card"),
        event("target", "BL-CARD-10", "names {target}", "target", "token"),
        event("place", "BL-CARD-10", "names {hex}", "hex"),
        event("step", "BL-TURN-04", "moves {unit} to {hex}", "unit", "hex"),
        event("stop", "BL-TURN-04", "stops {unit} in {hex}", "unit", "hex"),
        event("attack", "BL-ATTACK-01", "attacks {target} with {unit}", "unit", "target"),
        EventForm("roll", "BL-ATTACK-07", "rolls {faces}", ROLLED, roll),
        event("keep", "BL-CARD-06", "keeps {face}", "face"),
        event("reroll", "BL-CARD-06", "rolls {dice} dice again", "dice"),
        event("use", "BL-ATTACK-15", "spends {count} heroic faces", "count"),
        event("token", "BL-ABILITY-15", "has a token of {ability} on {unit}", "unit", "ability"),
        event("way", "BL-RETREAT-02", "picks the way {way}", "way"),
        event("ignore", "BL-RETREAT-04", "lets {unit} stay", "unit"),
        event("prevent", "BL-TURN-10", "lets the {first} prevent damage first", "first"),
        event("damage", "BL-ATTACK-16", "has {count} damage on {unit}", "unit", "count"),
        event("figures", "BL-ATTACK-17", "gives up {count} figures of {unit}", "unit", "count"),
        event("destroyed", "BL-ATTACK-16", "loses {unit} in {hex}", "unit", "hex"),
        event("retreat", "BL-RETREAT-01", "retreats with {unit} to {hex}", "unit", "hex"),
        event("counter", "BL-COUNTER-01", "counters {target} with {unit}", "unit", "target"),
        event("advance", "BL-ADVANCE-01", "follows with {unit} to {hex}", "unit", "hex"),
        event("pushed", "BL-CARD-02", "has {unit} put in {hex}", "unit", "hex"),
        event("score", "BL-TURN-06", "scores {banners} and {extra}", "banners", "extra"),
        event("gain", "BL-TURN-08", "takes {option}", "option"),
        event("discard_lore", "BL-TURN-09", "throws {lore_card} away", "lore_card"),
        event("decline", "BL-TURN-10", "passes ({point})", "point"),
        end_form(Ending, "BL-WIN-01"),
    )
)
