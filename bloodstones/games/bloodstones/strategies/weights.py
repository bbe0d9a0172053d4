"""The parameters of scripted strategies: their names for kernels, their ranges as data."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from bloodstones.core.errors import expected, near_matches
from bloodstones.core.names import Name

PARAMETERS_FILE: Final = Path(__file__).with_name("parameters.toml")


class Weight(Name):
    """The parameters of a scripted strategy, in the order of parameters.toml."""

    ATTACK_ODDS = 0
    STAND_ODDS = 1
    CAUTION = 2
    WITHDRAWN = 3
    WARINESS = 4
    GRUDGE = 5
    ADVANCE = 6
    ARMY = 7
    MASS = 8
    RAID = 9
    RAIDERS = 10
    RISK = 11
    GUARD = 12
    RESCUE = 13
    WALLS = 14
    EXPOSURE = 15
    PIP = 16
    TILE = 17
    UNIT = 18
    HOLD = 19
    VILLAGES = 20
    PATIENCE = 21
    EARLY = 22
    BURN = 23
    END_LEAD = 24
    CLOSING = 25
    SHIPS = 26
    ROOM = 27
    COAST = 28
    CHOKE = 29
    APART = 30
    LUCK = 31
    BAIT = 32
    HUNT = 33
    ALARM = 34
    SHELTER = 35
    LEADER = 36


WEIGHTS: Final = len(Weight)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of scripted strategies.

    Attributes
    ----------
    name
        As in strategies.toml.
    low, high
        The range in which it may be set and tuned, both ends in it.
    default
        Its value where a strategy does not set it.
    unit
        What it is counted in: vp, probability, units, tiles, pips, villages, turns, ratio.
    meaning
        What it does, in a few words.
    """

    name: str
    low: float
    high: float
    default: float
    unit: str
    meaning: str

    def check(self, value: float, where: str) -> float:
        """Return the value, or raise InputError if it is outside the range.

        >>> parameters()["attack_odds"].check(2.0, "--set")
        Traceback (most recent call last):
        bloodstones.core.errors.InputError: expected attack_odds from 0.3 to 0.95, got 2.0 (--set)
        """
        if not self.low <= value <= self.high:
            raise expected(f"{self.name} from {self.low:g} to {self.high:g}", value, where)
        return float(value)


@cache
def parameters() -> Mapping[str, Parameter]:
    """Return the parameters by name, in the order of `Weight`.

    >>> parameters()["attack_odds"].unit
    'probability'
    """
    with PARAMETERS_FILE.open("rb") as file:
        data = tomllib.load(file)
    found = {name: Parameter(name, **entry) for name, entry in data.items()}
    named = [weight.name.lower() for weight in Weight]
    if list(found) != named:
        raise expected(f"the parameters {', '.join(named)}", ", ".join(found), PARAMETERS_FILE.name)
    return MappingProxyType(found)


def full_weights(given: Mapping[str, float], where: str) -> Mapping[str, float]:
    """Return all parameters: those given, the others by their defaults.

    Raises
    ------
    InputError
        For an unknown parameter or one outside its range; `where` names the strategy.
    """
    known = parameters()
    for name in given:
        if name not in known:
            tip = near_matches(name, known) or f"known: {', '.join(known)}"
            raise expected("a parameter", name, where, tip)
    return MappingProxyType(
        {
            name: parameter.check(given.get(name, parameter.default), where)
            for name, parameter in known.items()
        }
    )
