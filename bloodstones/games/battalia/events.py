"""The table of events: codes of the log, keys and words of records, who may see what.

The log has every decision and outcome under its kind with seat, x and y, and what follows by the
rules under a code of its own. A value that means nothing has no key.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from bloodstones.games.battalia.engine.decisions import Kind
from bloodstones.games.battalia.engine.state import Ending
from bloodstones.games.battalia.record import forms
from bloodstones.kit.records.events import (
    OWNER,
    EventForm,
    EventTable,
    Line,
    LogEntry,
    Sees,
    end_form,
)
from bloodstones.kit.records.forms import YES_OR_NO, Key, KeyForm, OrNull

X_CARD: Final = ("card", forms.CARD)
X_SQUARE: Final = ("square", forms.SQUARE)
X_HERO: Final = ("hero", forms.NUMBER)


def _entry(placed: tuple[tuple[int, Key], ...], values: list[int], _: Any) -> Line:
    """Return the keys of a log entry from its values, those that mean something."""
    return {key.name: key.form.read(deque([values[place]]), {}) for place, key in placed}


def event(
    code: int,
    clause: str,
    words: str,
    *keys: tuple[str, KeyForm] | None,
    sees: Sees | None = None,
    masked: str = "",
    faces: tuple[str, ...] = (),
) -> EventForm:
    """Return an event of a seat with keys for x and y, None where one means nothing."""
    placed = [(0, forms.SOMEBODY)]
    placed += [(place, Key(*key)) for place, key in enumerate(keys, 1) if key is not None]
    entry = partial(_entry, tuple(placed))
    return EventForm(code, clause, words, tuple(k for _, k in placed), entry, sees, masked, faces)


class Event(EventTable):
    """Events with the codes of their entries in the log."""

    START_CITY = event(
        Kind.START_CITY,
        "BA-SETUP-02",
        "{square} is a start city, {terrain} terrain",
        X_SQUARE,
        ("terrain", forms.FACTION),
    )
    NEUTRAL_CITY = event(
        Kind.NEUTRAL_CITY,
        "BA-SETUP-03",
        "{square} is a neutral city, {terrain} terrain",
        X_SQUARE,
        ("terrain", forms.FACTION),
    )
    DEAL = event(
        Kind.DEAL, "BA-SETUP-07", "is dealt {card}", X_CARD, sees=OWNER, masked="is dealt a card"
    )
    FIRST = event(Kind.FIRST, "BA-SETUP-11", "is the first player")
    FACTION = event(Kind.FACTION, "BA-SETUP-12", "plays {faction}", ("faction", forms.FACTION))
    START = event(Kind.START, "BA-SETUP-13", "starts from {square}", X_SQUARE)
    TURN = event(
        128,
        "BA-TURN-02",
        "begins turn {turn}[ (lit artifact: {lit})]",
        ("lit", forms.KIND),
        ("turn", forms.NUMBER),
    )
    GO_ON = event(Kind.GO_ON, "BA-TURN-03", "continues with the next step")
    COHORT = event(
        Kind.COHORT,
        "BA-COHORT-02",
        "announces a cohort to draw {cards:card}",
        ("cards", forms.NUMBER),
    )
    MULLIGAN = event(Kind.MULLIGAN, "BA-COHORT-08", "replaces the hand")
    DRAW = event(Kind.DRAW, "BA-END-02", "draws {card}", X_CARD, sees=OWNER, masked="draws a card")
    SHUFFLE = event(129, "BA-END-02", "shuffles {cards:card}", ("cards", forms.NUMBER))
    USE = event(
        Kind.USE,
        "BA-ART-02",
        "uses {source} as a {kind}",
        ("source", forms.SOURCE),
        ("kind", forms.KIND),
    )
    TARGET = event(
        Kind.TARGET,
        "BA-ART-01",
        "converts {source}",
        ("source", forms.SOURCE),
        ("way", forms.NUMBER),
    )
    DIE = event(Kind.DIE, "BA-ART-06", "rolls a {face}", ("face", forms.NUMBER), faces=("face",))
    CONVERTED = event(131, "BA-ART-01", "gets {card} instead", X_CARD, ("copies", forms.NUMBER))
    LAPSED = event(
        132,
        "BA-ART-01",
        "lets [{card} of ]{kind} lapse",
        ("card", OrNull(forms.CARD)),
        ("kind", forms.KIND),
    )
    GAIN = event(
        Kind.GAIN, "BA-GAIN-01", "gains a {kind}", ("kind", forms.KIND), ("faction", forms.WANTED)
    )
    TOP = event(
        Kind.TOP,
        "BA-ACT-06",
        "turns up {faction}",
        ("deck", forms.DECK),
        ("faction", forms.FACTION),
    )
    RECEIVED = event(130, "BA-ACT-05", "gets {card}", X_CARD)
    PAY = event(
        Kind.PAY,
        "BA-ACT-02",
        "pays with {source}",
        ("source", forms.SOURCE),
        ("tool", forms.NUMBER),
    )
    CITY = event(
        Kind.CITY,
        "BA-BUILD-09",
        "builds a city of level {level}",
        ("level", forms.NUMBER),
        ("card", forms.BUILD),
    )
    ROAD = event(Kind.ROAD, "BA-BUILD-12", "builds a {card}", ("card", forms.BUILD))
    PLACE = event(
        Kind.PLACE,
        "BA-BUILD-01",
        "places the card on {square} with roads to {exits}",
        X_SQUARE,
        ("exits", forms.Exits()),
    )
    TOKEN = event(
        134,
        "BA-BUILD-13",
        "puts a token of level {level} on {square}",
        X_SQUARE,
        ("level", forms.NUMBER),
    )
    DEAD = event(133, "BA-SCORE-02", "covers {square}: no card fits there", X_SQUARE)
    UPGRADE = event(Kind.UPGRADE, "BA-BUILD-10", "upgrades the city on {square}", X_SQUARE)
    HIRE = event(Kind.HIRE, "BA-HERO-02", "hires a hero on {square}", X_SQUARE)
    WALK = event(Kind.WALK, "BA-HERO-03", "moves a hero to {square}", X_HERO, X_SQUARE)
    RIDE = event(Kind.RIDE, "BA-ART-18", "rides with a hero to {square}", X_HERO, X_SQUARE)
    GALLOP = event(Kind.GALLOP, "BA-ORACLE-11", "gallops with a hero to {square}", X_HERO, X_SQUARE)
    WINGS = event(Kind.WINGS, "BA-GREAT-04", "flies with a hero to {square}", X_HERO, X_SQUARE)
    HORN = event(Kind.HORN, "BA-GREAT-05", "blows the horn")
    TAKE = event(Kind.TAKE, "BA-GREAT-05", "takes {card}", X_CARD)
    STOP = event(Kind.STOP, "BA-GREAT-05", "takes no more")
    AMBUSH = event(
        Kind.AMBUSH,
        "BA-AMBUSH-02",
        "puts {card} in ambush",
        X_CARD,
        sees=OWNER,
        masked="puts a card in ambush",
    )
    LIMBO = event(Kind.LIMBO, "BA-AMBUSH-02", "puts {card} in limbo", X_CARD)
    ROOM = event(Kind.ROOM, "BA-AMBUSH-05", "removes {card} from ambush", X_CARD)
    TENT = event(Kind.TENT, "BA-ART-15", "lays out {source} as a tent", ("source", forms.SOURCE))
    FILL = event(
        Kind.FILL,
        "BA-ORACLE-10",
        "puts {source} on tent {tent}",
        ("tent", forms.NUMBER),
        ("source", forms.SOURCE),
    )
    HOLD = event(Kind.HOLD, "BA-ART-15", "puts {card} on a tent", X_CARD)
    EMPTY = event(Kind.EMPTY, "BA-ART-17", "empties tent {tent}", ("tent", forms.NUMBER))
    FIGHT = event(
        Kind.FIGHT,
        "BA-FIGHT-02",
        "attacks {target} on {square}",
        X_SQUARE,
        ("target", forms.TARGET),
    )
    PLAY = event(
        Kind.PLAY,
        "BA-FIGHT-09",
        "plays {source}",
        ("source", forms.SOURCE),
        ("double", forms.NUMBER),
        faces=("source",),
    )
    DONE = event(Kind.DONE, "BA-FIGHT-06", "stops with enough strength")
    PASS = event(Kind.PASS, "BA-FIGHT-09", "passes")
    SURRENDER = event(Kind.SURRENDER, "BA-FIGHT-22", "surrenders")
    RETREAT = event(
        Kind.RETREAT, "BA-FIGHT-15", "retreats to {square}", ("price", forms.PRICE), X_SQUARE
    )
    DEFEND = event(Kind.DEFEND, "BA-FIGHT-07", "fights back")
    JOIN = event(Kind.JOIN, "BA-FIGHT-17", "defends with {heroes:hero}", ("heroes", forms.NUMBER))
    LIFT = event(Kind.LIFT, "BA-FIGHT-08", "takes up the ambush: {yes}", ("yes", YES_OR_NO))
    WON = event(
        135,
        "BA-FIGHT-10",
        "wins on {square} with strength {strength}",
        X_SQUARE,
        ("strength", forms.NUMBER),
    )
    LOST = event(
        136,
        "BA-FIGHT-10",
        "loses on {square} with strength {strength}",
        X_SQUARE,
        ("strength", forms.NUMBER),
    )
    OFF = event(137, "BA-FIGHT-11", "loses a hero on {square}", X_SQUARE)
    CALLED_OFF = event(138, "BA-NEUT-01", "calls off the attack on {square}", X_SQUARE)
    SPOIL = event(Kind.SPOIL, "BA-NEUT-06", "chooses the {great}", ("great", forms.GREAT))
    LUCKY_SPOIL = event(Kind.LUCKY_SPOIL, "BA-NEUT-06", "finds the {great}", ("great", forms.GREAT))
    END = end_form(Ending, "BA-SCORE-05")
    CITY_TOP = LogEntry(Kind.CITY_TOP)


EVENTS: Final[Mapping[str, EventForm]] = Event.forms()
