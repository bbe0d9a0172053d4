"""The events of a record, in ONE table: name, keys, clause, words, and the code behind each.

An event that comes of a decision or of chance names its kind; others follow by the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from bloodstones.games.bellum_magica.engine.decisions import Decision, Kind, Price
from bloodstones.games.bellum_magica.engine.events import Event
from bloodstones.games.bellum_magica.rules.names import Chest, Side
from bloodstones.games.bellum_magica.rules.reading import Ruleset

NUMBER: Final = "number"


@dataclass(frozen=True, slots=True)
class Shape:
    """An event of a record.

    Attributes
    ----------
    keys
        Behind `event` and `seat`: name and form of each value of the log entry.
    kinds
        The decisions or outcomes that it tells; the first that is possible is meant.
    args
        Which keys are the arguments of the decision.
    """

    keys: tuple[tuple[str, str], ...]
    clause: str
    words: str
    kinds: tuple[Kind, ...] = ()
    args: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """All keys in a line, for the table."""
        return ", ".join(("seat", *(key for key, _ in self.keys)))


CARD: Final = ("card", "card")
CHEST_KEYS: Final = (("kind", "chest"), ("value", NUMBER))
LOOT_KEYS: Final = (("food", NUMBER), ("glyphs", NUMBER), ("barrels", NUMBER))
BY_CARD: Final = ("card",)
BY_SIDE: Final = ("card", "side")
BY_VALUE: Final = ("kind", "value")

SHAPES: Final[Mapping[Event, Shape]] = MappingProxyType(
    {
        Event.CAPTAIN: Shape(
            (), "BM-TROOP-01", "is the first captain", (Kind.FIRST_CAPTAIN,), ("seat",)
        ),
        Event.CASTLE: Shape(
            (("castle", "castle"),),
            "BM-SETUP-01",
            "has a castle board: named by the setup, dealt, or picked",
            (Kind.DEAL_CASTLE, Kind.CASTLE),
            ("castle",),
        ),
        Event.DEAL: Shape(
            (CARD,), "BM-SETUP-02", "is dealt a goblin", (Kind.DEAL_GOBLIN,), BY_CARD
        ),
        Event.GOBLIN: Shape(
            (CARD, ("side", "side")), "BM-SETUP-03", "places a goblin", (Kind.GOBLIN,), BY_SIDE
        ),
        Event.OPEN_LOCATION: Shape(
            (("location", "location"),),
            "BM-SETUP-07",
            "a location is turned up (seat: the captain)",
            (Kind.OPEN_LOCATION,),
            ("location",),
        ),
        Event.OFFER: Shape(
            (CARD,),
            "BM-RECRUIT-04",
            "a creature is turned up (seat: the captain)",
            (Kind.OPEN_CREATURE,),
            BY_CARD,
        ),
        Event.DAY: Shape((), "BM-DAY-01", "a day begins; seat is its captain"),
        Event.ROLL: Shape(
            (("row", "row"),), "BM-TROOP-01", "the die shows this row", (Kind.ROLL,), ("row",)
        ),
        Event.SPELL: Shape((), "BM-TROOP-02", "turns down a token to roll again", (Kind.SPELL,)),
        Event.BARREL: Shape((), "BM-TROOP-04", "pays a barrel for another roll", (Kind.BARREL,)),
        Event.REFUSE: Shape((), "BM-TROOP-05", "could pay for a roll and does not", (Kind.PASS,)),
        Event.GATHER: Shape(
            (("food", NUMBER), ("glyphs", NUMBER)), "BM-GATHER-01", "takes food and glyphs"
        ),
        Event.CHEST: Shape(
            (*CHEST_KEYS, ("scouted", NUMBER)),
            "BM-SCOUT-05",
            "gains a chest of this value; scouted is 1 in step 3, else 0",
            (Kind.CHEST,),
            BY_VALUE,
        ),
        Event.PASS: Shape((), "BM-ATTACK-01", "could attack and does not", (Kind.PASS,)),
        Event.PLUNDER: Shape(
            (("location", "location"), *LOOT_KEYS),
            "BM-ATTACK-05",
            "plunders a location and gains these resources; chests follow",
            (Kind.LOCATION,),
            ("location",),
        ),
        Event.TAVERN: Shape(
            LOOT_KEYS, "BM-ATTACK-07", "plunders the tavern; chests follow", (Kind.TAVERN,)
        ),
        Event.RAID: Shape(
            (("victim", NUMBER),), "BM-ATTACK-10", "attacks a castle", (Kind.RAID,), ("victim",)
        ),
        Event.NAME: Shape(
            (("kind", "chest"),),
            "BM-ATTACK-11",
            "names the kind to steal",
            (Kind.STEAL,),
            ("kind",),
        ),
        Event.ENOUGH: Shape((), "BM-ATTACK-11", "spares the other thieves (AMB-20)", (Kind.PASS,)),
        Event.STOLEN: Shape(
            (("victim", NUMBER), *CHEST_KEYS),
            "BM-ATTACK-12",
            "takes a chest of this value",
            (Kind.STOLEN, Kind.GIVE),
            BY_VALUE,
        ),
        Event.SHIELD: Shape(
            (("count", NUMBER),), "BM-ATTACK-13", "gains shield tokens for being robbed"
        ),
        Event.RECRUIT: Shape(
            (CARD, ("price", "price"), ("token", NUMBER)),
            "BM-RECRUIT-04",
            "hires a creature; token is 1 if a bonus token came with it",
            (Kind.RECRUIT,),
            ("card", "price"),
        ),
        Event.PLACE: Shape(
            (CARD, ("side", "side")), "BM-RECRUIT-05", "places it", (Kind.PLACE,), BY_SIDE
        ),
        Event.DONE: Shape((), "BM-RECRUIT-01", "buys no more today", (Kind.PASS,)),
        Event.RESHUFFLE: Shape((), "BM-END-01", "beaten locations make a new stack (AMB-28)"),
    }
)
BY_NAME: Final[Mapping[str, Event]] = {event.id: event for event in SHAPES}


class Words:
    """The numbers of cards, boards and kinds as a record writes them, and back.

    Parameters
    ----------
    rules
        The rules in force.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.known: dict[str, tuple[str, ...]] = {
            "card": tuple(card.id for card in rules.creatures),
            "castle": tuple(castle.id for castle in rules.castles),
            "location": tuple(location.id for location in rules.locations),
            "side": Side.ids(),
            "chest": Chest.ids(),
            "price": Price.ids(),
        }

    def line(self, event: Event, values: Sequence[int]) -> dict[str, Any]:
        """Return a log entry as a line of a record."""
        told: dict[str, Any] = {"event": event.id, "seat": values[0]}
        for (key, form), value in zip(SHAPES[event].keys, values[1:], strict=True):
            told[key] = self.known[form][value] if form in self.known else value
        return told

    def decisions(self, line: Mapping[str, Any]) -> tuple[Decision, ...]:
        """Return what a line may stand for, () if it follows by the rules or is no such line."""
        event = BY_NAME.get(str(line.get("event")))
        if event is None:
            return ()
        shape = SHAPES[event]
        forms = {"seat": NUMBER, **dict(shape.keys)}
        found = [self._number(line.get(key), forms[key]) for key in shape.args]
        if any(number is None for number in found):
            return ()
        x, y = (*(number or 0 for number in found), 0, 0)[:2]
        return tuple(Decision(kind, x, y) for kind in shape.kinds)

    def _number(self, value: Any, form: str) -> int | None:
        if form in self.known:
            names = self.known[form]
            return names.index(value) if value in names else None
        if type(value) is not int:
            return None
        return value - 1 if form == "row" else value
