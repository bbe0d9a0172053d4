"""The readings of the rules that a setup chooses: options of the register, checked and packed.

Kernels read each option from a field of `RuleTables` under its own name: true and false as 1 and 0,
a number as itself, a named value as its place among the option's values, the default 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from bloodstones.core.rules.readings import choose_readings, pack_readings
from bloodstones.core.rules.register import RegisterLayout, read_register
from bloodstones.core.rules.rulebook import Register, Value
from bloodstones.games.wizard_kings.rules.names import Army
from bloodstones.games.wizard_kings.rules.reading import DATA

FOLDER: Final = DATA / "register"
FORM: Final = RegisterLayout(
    "WK", ("setup.toml", "units.toml", "map.toml", "combat.toml"), Army.ids()
)


@cache
def load_register() -> Register:
    """Return the shipped register.

    >>> load_register().options["stalemate"].default
    'attacker_retreats'
    """
    return read_register(FOLDER, FORM)


Readings = Mapping[str, Value]
DEFAULTS: Final[Readings] = MappingProxyType({})

# Named values as kernels compare them: their places in the register.
SEA_NOT_AQUATICS: Final = 1
DISPEL_COSTS_LEVEL: Final = 1
REGROUP_ONE_HEX: Final = 1
OVERFLOW_SPREAD: Final = 1
DAMAGE_BOTH: Final = 1
CASTS_ONE: Final = 1
DISPEL_ANY: Final = 1
HEXSIDE_ENTERED: Final = 1
ROAD_PART: Final = 1
CONTROL_IMMEDIATE: Final = 1
COUNT_ALL: Final = 1
SHOAL_CLOSED: Final = 1
TIES_ALL: Final = 1
SEAT_ORDER: Final = 1
OVERSTACK_REMOVED: Final = 1
ATTACKER_ELIMINATED: Final = 1
PANIC_ELIMINATED: Final = 1
ALLIANCES_FIXED: Final = 1


def read_options(options: Mapping[str, object], where: str = "options") -> Readings:
    """Return the readings that differ from the default, typed, in the order of the register.

    Raises
    ------
    InputError
        With every fault: unknown names and values.

    Examples
    --------
    >>> dict(read_options({"dispel": "true", "stalemate": "attacker_retreats"}))
    {'dispel': True}
    """
    return choose_readings(options, load_register().options, where)


def packed(readings: Readings, names: Iterable[str]) -> dict[str, int]:
    """Return the options as kernels read them, the default where `readings` has none.

    >>> packed({"dispel": True, "goal_gp": 25}, ["dispel", "goal_gp", "stalemate"])
    {'dispel': 1, 'goal_gp': 25, 'stalemate': 0}
    """
    return pack_readings(readings, load_register().options, names)
