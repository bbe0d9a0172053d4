"""What the rulebook names. Strings at the border, ints inside."""

from __future__ import annotations

from typing import Final

from bloodstones.core.names import Name


class Army(Name):
    """The two armies of the box (WK-SETUP-03)."""

    ELDRYN = 0
    JURAK = 1


class Letter(Name):
    """When a unit acts in a round (WK-UNIT-04)."""

    FIRST = 0
    A = 1
    B = 2
    C = 3


LETTERS: Final = {"A+": Letter.FIRST, "A": Letter.A, "B": Letter.B, "C": Letter.C}


class Trait(Name):
    """What sets units apart (WK-UNIT-09 to -18)."""

    WIZARD = 0
    FLYER = 1
    CASTLE = 2
    AQUATIC = 3
    AMPHIBIAN = 4
    MOUNTAIN = 5
    FOREST = 6
    DESERT = 7


class Terrain(Name):
    """The land of a hex, or sea (WK-TERRAIN)."""

    CLEAR = 0
    FOREST = 1
    SWAMP = 2
    DESERT = 3
    SEA = 4


class Side(Name):
    """What a hexside is (AMB-28)."""

    EDGE = 0
    LAND = 1
    MOUNTAIN = 2
    PASS = 3
    RIVER = 4
    BRIDGE = 5
    SEA = 6
    WATERFALL = 7


class Effect(Name):
    """What a spell does (WK-WIZ-11 to -17)."""

    DAMAGE = 0
    FLY = 1
    SUMMON = 2
    TROLL_TRACK = 3
    PANIC = 4
    SWARM = 5
    DISPEL = 6


# The land in which folk with a trait hit better and need not stop (WK-UNIT-10, -12, -13).
HOME_LAND: Final = {
    Trait.FOREST: Terrain.FOREST,
    Trait.DESERT: Terrain.DESERT,
    Trait.AMPHIBIAN: Terrain.SWAMP,
}
