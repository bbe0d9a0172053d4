"""What a faction can be barred from: a unit, an action, or its specialty."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bloodstones.games.bloodstones.rules.names import Faction, Unit

RAIDS: Final = "raids"
SPECIALTY: Final = "specialty"
SPECIALTIES: Final[Mapping[Faction, str]] = MappingProxyType(
    {
        Faction.DRAGON_RIDERS: Unit.DRAGON.id,
        Faction.HORSE_LORDS: Unit.CAVALRY.id,
        Faction.HILL_FOLK: Unit.GIANT.id,
        Faction.NECROMANCERS: Unit.UNDEAD.id,
        Faction.CHAOS_HORDE: RAIDS,
        Faction.CORSAIRS: Unit.SHIP.id,
    }
)
NEVER_BUILT: Final = (Unit.BLANK, Unit.CITADEL, Unit.CUTIECORN)
OWN_THINGS: Final = (*(unit.id for unit in Unit if unit not in NEVER_BUILT), RAIDS)
THINGS: Final = (*OWN_THINGS, SPECIALTY)


def thing_of(thing: str, faction: Faction) -> str:
    """Return what a faction goes without.

    >>> thing_of("specialty", Faction.CORSAIRS), thing_of("dragon", Faction.CORSAIRS)
    ('ship', 'dragon')
    """
    return SPECIALTIES[faction] if thing == SPECIALTY else thing
