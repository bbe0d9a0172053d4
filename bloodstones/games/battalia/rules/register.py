"""The readings of the rules that a setup chooses: options of the register, checked and packed.

Kernels read each option from a field of `RuleTables` under its own name: true and false as 1 and 0,
a named value as its place among the option's values, the default 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from bloodstones.core.rules.readings import choose_readings
from bloodstones.core.rules.register import RegisterLayout, read_register
from bloodstones.core.rules.rulebook import Register, Value
from bloodstones.games.battalia.rules.reading import DATA

FOLDER: Final = DATA / "register"
FORM: Final = RegisterLayout("BA", ("cards.toml", "turn.toml", "artifacts.toml", "fights.toml"))


@cache
def load_register() -> Register:
    """Return the shipped register.

    >>> register = load_register()
    >>> len(register.clauses), len(register.ambiguities), len(register.options)
    (157, 42, 35)
    """
    return read_register(FOLDER, FORM)


Readings = Mapping[str, Value]
DEFAULTS: Final[Readings] = MappingProxyType({})
NEVER: Final = 2  # of `oracle_turn`


def read_options(options: Mapping[str, object], where: str = "options") -> Readings:
    """Return the readings that differ from the default, typed, in the order of the register.

    Raises
    ------
    InputError
        With every fault: unknown names and values.

    Examples
    --------
    >>> dict(read_options({"lit_joker": "false", "hero_bonus": "per_hero"}))
    {'lit_joker': False}
    >>> read_options({"hero_bonos": "per_side"})
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: options: expected rule options, got 'hero_bonos' (did you
    mean hero_bonus?)
    """
    return choose_readings(options, load_register().options, where)


def packed(readings: Readings) -> dict[str, int]:
    """Return all options as kernels read them, the default where `readings` has none.

    >>> numbers = packed({"lit_joker": False, "oracle_turn": "never"})
    >>> numbers["lit_joker"], numbers["oracle_turn"], numbers["standin_tent"]
    (0, 2, 1)
    """
    numbers = {}
    for name, option in load_register().options.items():
        value = readings.get(name, option.default)
        numbers[name] = option.values.index(value) if isinstance(value, str) else int(value)
    return numbers
