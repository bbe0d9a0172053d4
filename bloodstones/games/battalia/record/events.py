"""The one table of events of records: name, keys, clause, words.

Every decision and outcome is told under its kind with seat, x and y, everything else under its
event; a value that means nothing there has no key.
"""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import Any, Final, cast

from bloodstones.core.names import Name
from bloodstones.games.battalia.engine.decisions import Kind
from bloodstones.games.battalia.engine.events import Event
from bloodstones.games.battalia.engine.fights.fighting import HORSE_PRICE, MOST_SUPPLIES, TARGETS
from bloodstones.games.battalia.engine.playthrough import Playthrough
from bloodstones.games.battalia.engine.state import (
    FIRST_ITEM,
    HEROES,
    ITEMS,
    ITSELF,
    SEATS,
    Ending,
)
from bloodstones.games.battalia.rules import names
from bloodstones.games.battalia.rules.boards import SQUARES, exits_told, square_name
from bloodstones.games.battalia.rules.names import Build, Faction, Great, card_ids
from bloodstones.kit import playthrough as kit
from bloodstones.kit.records.events import EventForm, Line, by_name, end_form
from bloodstones.kit.records.forms import SEAT, Form, Key, Names, OneOf, OrNull, Whole

# Every code of the log by its name.
MEMBERS: Final = {member.name: int(member) for names_of in (Kind, Event) for member in names_of}
CODES: Final[type[Name]] = cast(Any, Name)("Codes", MEMBERS)

CARDS: Final = dict(enumerate(card_ids()))
ITEM_NAMES: Final = {FIRST_ITEM + item: f"item_{item}" for item in range(ITEMS)}
NUMBER: Final = Whole()


class Exits(Whole):
    """Bits of the sides with a road, north first."""

    def tell(self, value: Any, names: Names) -> str:
        """Return the letters of the sides."""
        return exits_told(value)


SQUARE: Final = OneOf("square", {square: square_name(square) for square in range(SQUARES)})
CARD: Final = OneOf("card", CARDS)
SOURCE: Final = OneOf("source", CARDS | ITEM_NAMES | {ITSELF: "itself"})
FACTION: Final = OneOf.of(Faction, "faction")
WANTED: Final = OneOf("faction", {0: "any"} | {1 + n: name for n, name in enumerate(Faction.ids())})
KIND: Final = OneOf.of(names.Kind, "kind")
BUILD: Final = OneOf.of(Build, "map card")
GREAT: Final = OneOf.of(Great, "great artifact")
TARGET: Final = OneOf(
    "target",
    {
        heroes + TARGETS * target: f"{'card' if target == 0 else f'seat_{target - 1}'}_by_{heroes}"
        for target in range(SEATS + 1)
        for heroes in range(1, HEROES + 1)
    },
)
PRICE: Final = OneOf(
    "price",
    {number: f"supplies_{number}" for number in range(1, MOST_SUPPLIES + 1)}
    | {HORSE_PRICE + faction: f"horse_{faction.id}" for faction in Faction},
)
OWNER: Final = Key("seat", OrNull(SEAT))
DECK: Final = OneOf(
    "deck",
    {kind: names.Kind(kind).id for kind in range(names.DECKS)}
    | {names.DECKS + build: Build(build).id for build in range(names.CITY_BUILDS)},
)


def _entry(forms: tuple[tuple[int, Key], ...], values: list[int], _: Any) -> Line:
    """Return the keys of a log entry from its values, those that mean something."""
    return {key.name: key.form.read(deque([values[place]]), {}) for place, key in forms}


def event(name: str, clause: str, words: str, *keys: tuple[str, Form] | None) -> EventForm:
    """Return an event of a seat with keys for x and y, None where one means nothing."""
    forms = [(0, OWNER)]
    forms += [(place, Key(*key)) for place, key in enumerate(keys, 1) if key is not None]
    told = tuple(key for _, key in forms)
    return EventForm(name, clause, words, told, partial(_entry, tuple(forms)))


X_CARD: Final = ("card", CARD)
X_SQUARE: Final = ("square", SQUARE)
X_HERO: Final = ("hero", NUMBER)

EVENTS: Final = by_name(
    (
        event(
            "start_city",
            "BA-SETUP-02",
            "{square} is a start city, {terrain} terrain",
            X_SQUARE,
            ("terrain", FACTION),
        ),
        event(
            "neutral_city",
            *("BA-SETUP-03", "{square} is a neutral city, {terrain} terrain"),
            *(X_SQUARE, ("terrain", FACTION)),
        ),
        event("deal", "BA-SETUP-07", "is dealt {card}", X_CARD),
        event("first", "BA-SETUP-11", "is the first player"),
        event("faction", "BA-SETUP-12", "leads {faction}", ("faction", FACTION)),
        event("start", "BA-SETUP-13", "starts from {square}", X_SQUARE),
        event(
            "turn",
            "BA-TURN-02",
            "begins turn {turn}[ by the light of the {lit}]",
            ("lit", KIND),
            ("turn", NUMBER),
        ),
        event("go_on", "BA-TURN-03", "goes on to the next step"),
        event("cohort", "BA-COHORT-02", "announces a cohort for {cards}", ("cards", NUMBER)),
        event("mulligan", "BA-COHORT-08", "changes the hand"),
        event("draw", "BA-END-02", "draws {card}", X_CARD),
        event("shuffle", "BA-END-02", "shuffles {cards} cards", ("cards", NUMBER)),
        event("use", "BA-ART-02", "uses {source} as {kind}", ("source", SOURCE), ("kind", KIND)),
        event("target", "BA-ART-01", "converts {source}", ("source", SOURCE), ("way", NUMBER)),
        event("die", "BA-ART-06", "rolls {face}", ("face", NUMBER)),
        event("converted", "BA-ART-01", "has {card} instead", X_CARD, ("copies", NUMBER)),
        event(
            "lapsed",
            "BA-ART-01",
            "lets [{card} of ]{kind} lapse",
            ("card", OrNull(CARD)),
            ("kind", KIND),
        ),
        event("gain", "BA-GAIN-01", "gains a {kind}", ("kind", KIND), ("faction", WANTED)),
        event("top", "BA-ACT-06", "turns up {faction}", ("deck", DECK), ("faction", FACTION)),
        event("received", "BA-ACT-05", "gets {card}", X_CARD),
        event("pay", "BA-ACT-02", "pays with {source}", ("source", SOURCE), ("tool", NUMBER)),
        event("city", "BA-BUILD-09", "builds level {level}", ("level", NUMBER), ("card", BUILD)),
        event("road", "BA-BUILD-12", "builds a {card}", ("card", BUILD)),
        event(
            "place",
            "BA-BUILD-01",
            "lays it on {square}, exits {exits}",
            X_SQUARE,
            ("exits", Exits()),
        ),
        event("token", "BA-BUILD-13", "holds {square} at {level}", X_SQUARE, ("level", NUMBER)),
        event("dead", "BA-SCORE-02", "sees {square} covered", X_SQUARE),
        event("upgrade", "BA-BUILD-10", "raises {square}", X_SQUARE),
        event("hire", "BA-HERO-02", "hires a hero in {square}", X_SQUARE),
        event("walk", "BA-HERO-03", "walks to {square}", X_HERO, X_SQUARE),
        event("ride", "BA-ART-18", "rides to {square}", X_HERO, X_SQUARE),
        event("gallop", "BA-ORACLE-11", "gallops to {square}", X_HERO, X_SQUARE),
        event("wings", "BA-GREAT-04", "flies to {square}", X_HERO, X_SQUARE),
        event("horn", "BA-GREAT-05", "blows the horn"),
        event("take", "BA-GREAT-05", "takes {card}", X_CARD),
        event("stop", "BA-GREAT-05", "takes no more"),
        event("ambush", "BA-AMBUSH-02", "ambushes {card}", X_CARD),
        event("limbo", "BA-AMBUSH-02", "puts {card} in limbo", X_CARD),
        event("room", "BA-AMBUSH-05", "gives up {card}", X_CARD),
        event("tent", "BA-ART-15", "pitches {source}", ("source", SOURCE)),
        event("fill", "BA-ORACLE-10", "fills tent {tent}", ("tent", NUMBER), ("source", SOURCE)),
        event("hold", "BA-ART-15", "puts {card} on a tent", X_CARD),
        event("empty", "BA-ART-17", "empties tent {tent}", ("tent", NUMBER)),
        event("fight", "BA-FIGHT-02", "attacks {target} in {square}", X_SQUARE, ("target", TARGET)),
        event("play", "BA-FIGHT-09", "plays {source}", ("source", SOURCE), ("double", NUMBER)),
        event("done", "BA-FIGHT-06", "is strong enough"),
        event("pass", "BA-FIGHT-09", "passes"),
        event("surrender", "BA-FIGHT-22", "surrenders"),
        event("retreat", "BA-FIGHT-15", "retreats to {square}", ("price", PRICE), X_SQUARE),
        event("defend", "BA-FIGHT-07", "fights back"),
        event("join", "BA-FIGHT-17", "defends with {heroes} heroes", ("heroes", NUMBER)),
        event("lift", "BA-FIGHT-08", "takes up the ambush: {yes}", ("yes", NUMBER)),
        event(
            "won", "BA-FIGHT-10", "wins {square} with {strength}", X_SQUARE, ("strength", NUMBER)
        ),
        event(
            "lost",
            "BA-FIGHT-10",
            "loses at {square}, {strength} strong",
            X_SQUARE,
            ("strength", NUMBER),
        ),
        event("off", "BA-FIGHT-11", "loses a hero in {square}", X_SQUARE),
        event("called_off", "BA-NEUT-01", "leaves {square} alone", X_SQUARE),
        event("spoil", "BA-NEUT-06", "chooses the {great}", ("great", GREAT)),
        event("lucky_spoil", "BA-NEUT-06", "finds the {great}", ("great", GREAT)),
        end_form(Ending, "BA-SCORE-05"),
    )
)


def header(play: kit.Playthrough) -> Line:
    """Return every number, map card and board in force, as data for JSON."""
    assert isinstance(play, Playthrough)
    rules = play.rules
    board = rules.boards[play.seats]
    return {
        "numbers": dict(rules.numbers),
        "exits": {build.id: exits for build, exits in zip(Build, rules.exits, strict=True)},
        "squares": {
            "on": list(board.on),
            "ruins": board.ruins,
            "starts": list(board.starts),
            "neutrals": list(board.neutrals),
            "edges": list(board.edges),
        },
        "oracle": {
            "outer": [kind.id for kind in rules.outer],
            "inner": [kind.id for kind in rules.inner],
        },
    }


def scores(play: kit.Playthrough) -> list[int]:
    """Return victory points by seat."""
    assert isinstance(play, Playthrough)
    return list(play.scores)
