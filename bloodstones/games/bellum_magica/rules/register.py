"""The readings of the rules that a setup chooses: options of the register, checked and packed.

Kernels read each option from a field of `RuleTables` under its own name: a named value as its place
among the option's values, the default 0; true and false as 1 and 0; a number of days as it is, with
`none` as 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from bloodstones.core.rules.readings import choose_readings, pack_readings
from bloodstones.core.rules.register import RegisterLayout, read_register
from bloodstones.core.rules.rulebook import Register, Value
from bloodstones.games.bellum_magica.rules.reading import DATA

FOLDER: Final = DATA / "register"
FORM: Final = RegisterLayout("BM", ("setup.toml", "day.toml", "attack.toml", "recruiting.toml"))


@cache
def load_register() -> Register:
    """Return the shipped register.

    >>> register = load_register()
    >>> len(register.clauses), len(register.ambiguities), register.options["stall_days"].default
    (65, 30, 10)
    """
    return read_register(FOLDER, FORM)


Readings = Mapping[str, Value]
DEFAULTS: Final[Readings] = MappingProxyType({})
OTHER: Final = 1  # the reading that is not the default, of options with two named values
NO_LIMIT: Final = 0


def read_options(options: Mapping[str, object], where: str = "options") -> Readings:
    """Return the readings that differ from the default, typed, in the order of the register.

    Raises
    ------
    InputError
        With every fault: unknown names and values.

    Examples
    --------
    >>> dict(read_options({"stall_days": "5", "dry_attack": "allow"}))
    {'stall_days': 5}
    >>> read_options({"dry_atack": "forbid"})
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: options: expected rule options, got 'dry_atack' (did you
    mean dry_attack?)
    """
    return choose_readings(options, load_register().options, where)


def packed(readings: Readings) -> dict[str, int]:
    """Return all options as kernels read them, the default where `readings` has none.

    >>> numbers = packed({"day_limit": "none", "stolen_pick": "victim"})
    >>> numbers["day_limit"], numbers["stolen_pick"], numbers["stall_days"]
    (0, 1, 10)
    """
    options = load_register().options
    return pack_readings(readings, options, options)
