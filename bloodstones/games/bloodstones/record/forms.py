"""What the keys of the events of Bloodstones may hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.kit.records.forms import (
    SEAT,
    GroupOf,
    Key,
    ListOf,
    NumberOf,
    ObjectOf,
    OneNameOf,
    OrNull,
    Whole,
)

AREAS_NAMED: Final = "areas"
PHASES: Final = ("raid", "undead", "main", "settle", "draw")  # as the engine numbers them
END_REASONS: Final = ("regroups", "turn_limit")
BY_SHIP: Final = "[ by ship over {via}]"

AREA: Final = NumberOf("area", AREAS_NAMED)
BARE_AREA: Final = replace(AREA, plain_number=True)
UNIT: Final = replace(
    OneNameOf.of(Unit, "unit", "a unit"),
    plurals={unit.id: unit.id for unit in (Unit.CAVALRY, Unit.UNDEAD)},
)
NUMBER: Final = Whole()
SEATS_IN_ANY_ORDER: Final = ListOf(SEAT, ordered=False)
UNITS: Final = ListOf(UNIT, ordered=False)
COMBAT_TILES: Final = ListOf(NUMBER, ordered=False, joined=", ")
AREAS: Final = ListOf(AREA)
PATH: Final = ListOf(BARE_AREA, joined=" to ")
LINKS: Final = ListOf(BARE_AREA, length_first=True, joined=", ")
PHASE: Final = OneNameOf("phase", dict(enumerate(PHASES)))
END_REASON: Final = OneNameOf("end reason", dict(enumerate(END_REASONS, start=1)))

# The way of a ship route means nothing; it is checked where it is taken.
VIA: Final = Key("via", LINKS, optional=True, compared=False)
LOST: Final = Key("lost", UNITS, optional=True)
DISCARDED: Final = Key("discarded", UNITS, optional=True)

VILLAGE: Final = ObjectOf((Key("area", BARE_AREA), Key("owner", SEAT)), "{owner} in {area}")
VILLAGES: Final = ListOf(VILLAGE, ordered=False)
STEP: Final = ObjectOf(
    (
        Key("units", GroupOf(UNIT)),
        Key("from", BARE_AREA),
        Key("to", AREA),
        VIA,
        Key("cost", NUMBER),
    ),
    "{units} from {from} to {to}" + BY_SHIP,
)
SIDE: Final = ObjectOf(
    (
        Key("tiles", ListOf(NUMBER, ordered=False, joined="+")),
        Key("modifier", Whole(signed=True)),
        Key("strength", NUMBER),
    ),
    "{strength} ({tiles} and {modifier})",
)
STEPS: Final = ListOf(STEP, joined="; ")
RIDES: Final = ListOf(NUMBER, said="with the Cutiecorn")
SWAPPED_OUT: Final = OrNull(NUMBER)
SWAPPED_IN: Final = OrNull(UNIT)
REFUGE: Final = OrNull(AREA)
