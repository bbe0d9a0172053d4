"""The parameters of plans: their names for kernels, their ranges as data."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from bloodstones.core.errors import expected
from bloodstones.core.faults import Faults, nearest
from bloodstones.core.names import Name

PARAMETERS_FILE: Final = Path(__file__).with_name("parameters.toml")


class Weight(Name):
    """The parameters of a plan, in the order of parameters.toml."""

    FOOD = 0
    GLYPH = 1
    TREASURE = 2
    SWORD = 3
    MAGIC_SWORD = 4
    THIEF = 5
    FULL_LEFT = 6
    FULL_RIGHT = 7
    FADE = 8
    SHIELD = 9
    MAGIC_SHIELD = 10
    REROLL = 11
    FOOD_PRICE = 12
    GLYPH_PRICE = 13
    BARREL_PRICE = 14
    LOOT = 15
    THEFT = 16
    RIVAL = 17
    LEAD = 18
    CLOSING = 19
    SPELL_GAIN = 20
    BARREL_GAIN = 21
    RIVALRY = 22
    LEAST = 23


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of plans: its range, its value where a plan does not set it, what it does."""

    name: str
    low: float
    high: float
    default: float
    unit: str
    meaning: str


@cache
def parameters() -> Mapping[str, Parameter]:
    """Return the parameters by name, in the order of `Weight`.

    >>> parameters()["food"].unit
    'points'
    """
    with PARAMETERS_FILE.open("rb") as file:
        data = tomllib.load(file)
    found = {name: Parameter(name, **entry) for name, entry in data.items()}
    if tuple(found) != Weight.ids():
        raise expected(f"the parameters {', '.join(Weight.ids())}", ", ".join(found), "data")
    return MappingProxyType(found)


def full_weights(given: Mapping[str, float], where: str) -> Mapping[str, float]:
    """Return all parameters: those given, the others by their defaults.

    Raises
    ------
    InputError
        With every unknown parameter and every value out of range.

    Examples
    --------
    >>> full_weights({"food": 9.0}, "--set")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: --set: expected food from 0 to 3, got 9.0
    """
    faults, known = Faults(), parameters()
    for name, value in given.items():
        if name not in known:
            faults.add(where, "a parameter", name, nearest(name, known))
        elif not known[name].low <= value <= known[name].high:
            faults.add(where, f"{name} from {known[name].low:g} to {known[name].high:g}", value)
    faults.raise_if_any()
    full = {name: float(given.get(name, each.default)) for name, each in known.items()}
    return MappingProxyType(full)
