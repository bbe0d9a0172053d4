"""The readings of the rules that a setup chooses: options of the register, checked and packed.

Kernels read each option from a field of `RuleTables` under its own name: true and false as 1 and 0,
a number as itself, a named value as its place among the option's values, the default 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from bloodstones.core.rules.readings import choose_readings, pack_readings
from bloodstones.core.rules.register import RegisterLayout, read_register
from bloodstones.core.rules.rulebook import Register, Value
from bloodstones.games.battlelore.rules.names import Faction

FOLDER: Final = Path(__file__).parents[1] / "data" / "register"
FORM: Final = RegisterLayout(
    "BL",
    ("setup.toml", "turn.toml", "fight.toml", "terrain.toml", "cards.toml"),
    Faction.ids(),
)


@cache
def load_register() -> Register:
    """Return the shipped register.

    >>> load_register().options["forest_dice"].default
    'cap'
    """
    return read_register(FOLDER, FORM)


Readings = Mapping[str, Value]
DEFAULTS: Final[Readings] = MappingProxyType({})


def read_options(options: Mapping[str, object], where: str = "options") -> Readings:
    """Return the readings that differ from the default, typed; InputError with every fault.

    >>> dict(read_options({"minimum_dice": "0", "forest_dice": "cap"}))
    {'minimum_dice': 0}
    """
    return choose_readings(options, load_register().options, where)


def packed(readings: Readings) -> dict[str, int]:
    """Return all options as kernels read them, the default where `readings` has none.

    >>> numbers = packed({"deploy_order": "alternate"})
    >>> numbers["deploy_order"], numbers["round_limit"], numbers["flying_end_impassable"]
    (2, 100, 1)
    """
    options = load_register().options
    return pack_readings(readings, options, options)
