"""The table of events: what records tell of a playthrough, and in which words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bloodstones.games.battlelore.engine.state import Ending
from bloodstones.games.battlelore.rules.names import Ability, Face, Indicator, Lore
from bloodstones.kit.records.events import EventForm, by_name, end_form
from bloodstones.kit.records.forms import SEAT_KEY, Key, OneOf, OrNull, Whole

NUMBER: Final = Whole()
NOTHING: Final = Key("more", NUMBER)
UNIT: Final = Key("unit", NUMBER)
TARGET: Final = Key("target", NUMBER)
HEX: Final = Key("hex", NUMBER)
CARD: Final = Key("card", NUMBER)
KIND: Final = Key("kind", NUMBER)
COUNT: Final = Key("count", NUMBER)
LORE: Final = Key("card", OneOf.of(Lore, "lore card"))
SCENARIO: Final = Key("scenario", OneOf.of(Indicator, "scenario"))
FACE: Final = Key("face", OneOf.of(Face, "face"))


def _form(name: str, clause: str, words: str, *keys: Key) -> EventForm:
    """Return the form of an entry of a seat and two values."""
    filled = (*keys, NOTHING, Key("rest", NUMBER))[:2]
    return EventForm(name, clause, words, (SEAT_KEY, *filled))


NOBODYS: Final = Key("seat", OrNull(SEAT_KEY.form))
EVENTS: Final[Mapping[str, EventForm]] = by_name(
    (
        EventForm(
            "battle", "BL-SETUP-01", "battle {battle}", (NOBODYS, Key("battle", NUMBER), NOTHING)
        ),
        _form("dealt_scenario", "BL-SETUP-03", "draws scenario {scenario}", SCENARIO),
        _form("choose", "BL-SETUP-03", "keeps scenario {scenario}", SCENARIO),
        _form("scenario", "BL-SETUP-05", "shows scenario {scenario}", SCENARIO),
        _form("first", "BL-SETUP-04", "is the first player"),
        _form("ford", "BL-SETUP-07", "makes {hex} a ford", HEX),
        _form("take", "BL-MUSTER-01", "takes {count} cards of kind {kind}", KIND, COUNT),
        _form("lay", "BL-MUSTER-04", "lays a card of kind {kind} on {hex}", KIND, HEX),
        _form(
            "reveal",
            "BL-MUSTER-07",
            "has {count} units and {lore} lore",
            COUNT,
            Key("lore", NUMBER),
        ),
        _form("draw", "BL-TURN-07", "draws command card {card}", CARD),
        _form("draw_lore", "BL-TURN-08", "draws lore card {card}", CARD),
        _form("put", "BL-SETUP-09", "puts command card {card} under the deck", CARD),
        _form("put_lore", "BL-SETUP-09", "puts lore card {card} under the deck", CARD),
        _form("turn", "BL-TURN-01", "begins turn {turn}", Key("turn", NUMBER)),
        _form("capture", "BL-TERRAIN-07", "takes the tent on {hex} away", HEX),
        _form("command", "BL-TURN-02", "plays command card {card}", CARD),
        _form("discard", "BL-TURN-02", "throws command card {card} away", CARD),
        _form(
            "order", "BL-TURN-03", "orders unit {unit} by part {part}", UNIT, Key("part", NUMBER)
        ),
        _form(
            "cure", "BL-TOKEN-04", "frees unit {unit} of token {token}", UNIT, Key("token", NUMBER)
        ),
        _form("play", "BL-LORE-01", "plays {card}", LORE),
        _form("cancelled", "BL-CARD-07", "cancels {card}", LORE),
        _form(
            "target", "BL-CARD-10", "names {target}, token {token}", TARGET, Key("token", NUMBER)
        ),
        _form("step", "BL-TURN-04", "moves unit {unit} to {hex}", UNIT, HEX),
        _form("stop", "BL-TURN-04", "stops unit {unit} in {hex}", UNIT, HEX),
        _form("attack", "BL-ATTACK-01", "attacks {target} with unit {unit}", UNIT, TARGET),
        _form(
            "roll",
            "BL-ATTACK-07",
            "rolls {dice} dice: roll {roll}",
            Key("dice", NUMBER),
            Key("roll", NUMBER),
        ),
        _form("keep", "BL-CARD-06", "keeps {face}", FACE),
        _form("reroll", "BL-CARD-06", "rolls {dice} dice again", Key("dice", NUMBER)),
        _form("use", "BL-ATTACK-15", "spends {count} heroic faces", COUNT),
        _form(
            "token",
            "BL-ABILITY-15",
            "unit {unit} has a token: {token}",
            UNIT,
            Key("token", OneOf.of(Ability, "token")),
        ),
        _form("way", "BL-RETREAT-02", "picks direction {direction}", Key("direction", NUMBER)),
        _form("ignore", "BL-RETREAT-04", "lets unit {unit} stay", UNIT, Key("point", NUMBER)),
        _form("damage", "BL-ATTACK-16", "unit {unit} takes {count} damage", UNIT, COUNT),
        _form("figures", "BL-ATTACK-17", "unit {unit} gives up {count} figures", UNIT, COUNT),
        _form("destroyed", "BL-ATTACK-16", "loses unit {unit} in {hex}", UNIT, HEX),
        _form("retreat", "BL-RETREAT-01", "retreats with unit {unit} to {hex}", UNIT, HEX),
        _form(
            "counter", "BL-COUNTER-01", "counters with unit {unit} against {target}", UNIT, TARGET
        ),
        _form("advance", "BL-ADVANCE-01", "follows with unit {unit} to {hex}", UNIT, HEX),
        _form("pushed", "BL-CARD-02", "has unit {unit} in {hex}", UNIT, HEX),
        _form(
            "score",
            "BL-TURN-06",
            "scores {banners} for banners, {scenario} for the scenario",
            Key("banners", NUMBER),
            Key("scenario", NUMBER),
        ),
        _form(
            "gain", "BL-TURN-08", "takes option {option} of the lore step", Key("option", NUMBER)
        ),
        _form("discard_lore", "BL-TURN-09", "throws lore card {card} away", CARD),
        _form("decline", "BL-TURN-10", "passes at point {point}", Key("point", NUMBER)),
        end_form(Ending, "BL-WIN-01"),
    )
)
