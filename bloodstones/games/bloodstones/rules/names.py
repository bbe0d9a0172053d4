"""What the rulebook names: factions, units, terrains. Strings at the border, ints inside."""

from __future__ import annotations

from bloodstones.core.names import Name


class Faction(Name):
    """The six factions (BS-COMP-01)."""

    DRAGON_RIDERS = 0
    HORSE_LORDS = 1
    HILL_FOLK = 2
    NECROMANCERS = 3
    CHAOS_HORDE = 4
    CORSAIRS = 5


class Unit(Name):
    """Every tile kind and unit type (BS-TILE-01); `BLANK` is a tile without a unit type."""

    SKIRMISHER = 0
    SWORDSMAN = 1
    AXEMAN = 2
    SHIELDBEARER = 3
    CAVALRY = 4
    LIZARDMAN = 5
    GOBLIN = 6
    RAIDER = 7
    HORDE = 8
    SIEGE_ENGINE = 9
    LEADER = 10
    SHIP = 11
    CASTLE = 12
    DRAGON = 13
    GIANT = 14
    NECROMANCER = 15
    BLANK = 16
    CITADEL = 17
    UNDEAD = 18
    CUTIECORN = 19


class Terrain(Name):
    """The area types (BS-MAP-01); every type except sea is land."""

    SEA = 0
    PLAINS = 1
    FOREST = 2
    HILLS = 3
    MOUNTAINS = 4
    DESERT = 5


class Role(Name):
    """The two sides of a battle; the active player attacks (BS-TURN-08)."""

    ATTACKER = 0
    DEFENDER = 1


def title(faction: Faction) -> str:
    """Return a faction's name for people.

    >>> title(Faction.DRAGON_RIDERS)
    'Dragon Riders'
    """
    return faction.id.replace("_", " ").title()
