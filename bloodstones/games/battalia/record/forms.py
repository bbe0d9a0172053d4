"""The forms of keys of Battalia's events."""

from __future__ import annotations

import re
from typing import Any, Final

from bloodstones.core.text import amount
from bloodstones.games.battalia.engine.decisions import HORSE_PRICE, MOST_SUPPLIES, TARGETS
from bloodstones.games.battalia.engine.state import FIRST_ITEM, HEROES, ITEMS, ITSELF, SEATS
from bloodstones.games.battalia.rules import names
from bloodstones.games.battalia.rules.boards import SQUARES, exits_text, square_name
from bloodstones.games.battalia.rules.names import Build, Faction, Great, card_ids
from bloodstones.kit.records.forms import SEAT, Key, Names, OneNameOf, OrNull, Whole
from bloodstones.kit.records.forms import SEATS as SEATS_NAMED

CARDS: Final = dict(enumerate(card_ids()))
ITEM_NAMES: Final = {FIRST_ITEM + item: f"item_{item}" for item in range(ITEMS)}
NUMBER: Final = Whole()
PEOPLES: Final = re.compile(rf"\b({'|'.join(Faction.ids())})\b")
ITEM: Final = re.compile(r"item_(\d+)")


def with_capitals(text: str) -> str:
    """Return a text in which the names of peoples have capitals.

    >>> with_capitals("2 ardei chiefs")
    '2 Ardei chiefs'
    """
    return PEOPLES.sub(lambda found: found[0].capitalize(), text)


class OfPeoples(OneNameOf):
    """Names in which peoples have capitals, and converted cards are counted from 1."""

    def tell(self, value: Any, names: Names) -> str:
        """Return the name with blanks."""
        item = ITEM.fullmatch(str(value))
        if item:
            return f"converted card {int(item[1]) + 1}"
        return with_capitals(super().tell(value, names))


class Exits(Whole):
    """Bits of the sides with a road, north first."""

    def tell(self, value: Any, names: Names) -> str:
        """Return the letters of the sides."""
        return exits_text(value)


class Target(OneNameOf):
    """What is attacked by how many heroes: `card_by_2`, `seat_0_by_1`."""

    def tell(self, value: Any, names: Names) -> str:
        """Return whose heroes are attacked, or the city, and with how many heroes."""
        what, _, heroes = str(value).rpartition("_by_")
        seat = what.removeprefix("seat_")
        whose = f"the heroes of {names[SEATS_NAMED][int(seat)]}" if seat.isdecimal() else "the city"
        return f"{whose} with {amount(int(heroes), 'hero')}"


SQUARE: Final = OneNameOf("square", {square: square_name(square) for square in range(SQUARES)})
CARD: Final = OfPeoples(
    "card", CARDS, plurals={card: card for card in CARDS.values() if card.endswith("friman")}
)
SOURCE: Final = OfPeoples("source", CARDS | ITEM_NAMES | {ITSELF: "itself"})
FACTION: Final = OfPeoples.of(Faction, "faction")
WANTED: Final = OfPeoples(
    "faction", {0: "any"} | {1 + n: name for n, name in enumerate(Faction.ids())}
)
KIND: Final = OneNameOf.of(names.Kind, "kind")
BUILD: Final = OneNameOf.of(Build, "map card")
GREAT: Final = OneNameOf.of(Great, "great artifact")
TARGET: Final = Target(
    "target",
    {
        heroes + TARGETS * target: f"{'card' if target == 0 else f'seat_{target - 1}'}_by_{heroes}"
        for target in range(SEATS + 1)
        for heroes in range(1, HEROES + 1)
    },
)
PRICE: Final = OneNameOf(
    "price",
    {number: f"supplies_{number}" for number in range(1, MOST_SUPPLIES + 1)}
    | {HORSE_PRICE + faction: f"horse_{faction.id}" for faction in Faction},
)
SOMEBODY: Final = Key("seat", OrNull(SEAT))
DECK: Final = OneNameOf(
    "deck",
    {kind: names.Kind(kind).id for kind in range(names.DECKS)}
    | {names.DECKS + build: Build(build).id for build in range(names.CITY_BUILDS)},
)
