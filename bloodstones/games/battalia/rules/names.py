"""What the rules name: factions, cards, map cards. A card of a deck is one number in 0 to 49."""

from __future__ import annotations

from typing import Final

from bloodstones.core.names import Name


class Faction(Name):
    """The factions (BA-CARD-01), each at home in one terrain."""

    ORSARI = 0
    LAGORAI = 1
    ARDEI = 2
    NEMBOLARI = 3


class Kind(Name):
    """Kinds of cards: units by rank, artifacts, supplies, and what all great artifacts are."""

    FRIMAN = 0
    CHIEF = 1
    PRIEST = 2
    LORD = 3
    TOOL = 4
    WEAPON = 5
    AMULET = 6
    TITLE = 7
    SCROLL = 8
    TENT = 9
    HORSE = 10
    SUPPLY = 11
    GREAT = 12


class Great(Name):
    """The great artifacts (BA-CARD-05)."""

    HAMMER = 0
    SWORD = 1
    SHIELD = 2
    WINGS = 3
    HORN = 4


class Build(Name):
    """Kinds of map cards: five of cities, then four of roads."""

    CITY_CROSS = 0
    CITY_TEE = 1
    CITY_STRAIGHT = 2
    CITY_CURVE = 3
    CITY_END = 4
    ROAD_STRAIGHT = 5
    ROAD_CURVE = 6
    ROAD_TEE = 7
    ROAD_CROSS = 8


FACTIONS: Final = len(Faction)
RANKS: Final = 4
ARTIFACTS: Final = 7
DECKS: Final = RANKS + ARTIFACTS  # kinds with factions, each a deck of the pool
SUPPLY: Final = DECKS * FACTIONS  # the card
GREATS: Final = len(Great)
FIRST_GREAT: Final = SUPPLY + 1
HAMMER: Final = FIRST_GREAT + Great.HAMMER
SWORD: Final = FIRST_GREAT + Great.SWORD
SHIELD: Final = FIRST_GREAT + Great.SHIELD
WINGS: Final = FIRST_GREAT + Great.WINGS
HORN: Final = FIRST_GREAT + Great.HORN
CARDS: Final = FIRST_GREAT + GREATS
BUILDS: Final = len(Build)
CITY_BUILDS: Final = 5
LEVELS: Final = 5  # of cities: 1 to 4, and none


def card_ids() -> tuple[str, ...]:
    """Return the cards by number: `orsari_friman` to `nembolari_horse`, supply, great artifacts.

    >>> names = card_ids()
    >>> names[0], names[5], names[SUPPLY], names[HAMMER], len(names)
    ('orsari_friman', 'lagorai_chief', 'supply', 'hammer', 50)
    """
    decked = [f"{faction.id}_{Kind(kind).id}" for kind in range(DECKS) for faction in Faction]
    return (*decked, Kind.SUPPLY.id, *Great.ids())
