"""What the rulebook names: icons, tokens, chests, decks. Strings at the border, ints inside."""

from __future__ import annotations

from bloodstones.core.names import Name
from bloodstones.core.text import plural


class Side(Name):
    """The two sides of a castle (BM-SETUP-03)."""

    LEFT = 0
    RIGHT = 1


class Icon(Name):
    """What a row can show: three icons on the left, three on the right (BM-COMP-07)."""

    FOOD = 0
    GLYPH = 1
    TREASURE = 2
    SWORD = 3
    MAGIC_SWORD = 4
    THIEF = 5


class Resource(Name):
    """The resource tokens (BM-COMP-06)."""

    FOOD = 0
    GLYPH = 1
    BARREL = 2


class Token(Name):
    """The bonus tokens (BM-COMP-05)."""

    SHIELD = 0
    MAGIC_SHIELD = 1
    REROLL = 2


class Chest(Name):
    """The kinds of chests, the least first (BM-COMP-04)."""

    WOOD = 0
    METAL = 1
    GOLD = 2


class Deck(Name):
    """The kinds of creatures (BM-COMP-03)."""

    GOBLIN = 0
    EVIL = 1
    MOST_EVIL = 2


class Place(Name):
    """The kinds of locations, in the order of the stack (BM-COMP-02, BM-SETUP-06)."""

    FARM = 0
    VILLAGE = 1
    TOWN = 2
    TAVERN = 3


def counted(count: int, what: Name) -> str:
    """Return how many there are of an icon, resource or chest, in words.

    >>> counted(1, Icon.MAGIC_SWORD), counted(2, Icon.SWORD), counted(3, Resource.FOOD)
    ('magic sword', '2 swords', '3 food')
    """
    name = what.id.replace("_", " ")
    return f"{count} {plural(name)}" if count > 1 else name
