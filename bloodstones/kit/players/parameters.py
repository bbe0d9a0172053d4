"""The parameters of strategies as data: range, default, unit and meaning."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from bloodstones.core.errors import expected, near_matches
from bloodstones.core.names import Name


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of strategies.

    Attributes
    ----------
    name
        As in strategies.toml.
    low, high
        The range in which it may be set and tuned, both ends in it.
    default
        Its value where a strategy does not set it.
    unit
        What it is counted in: vp, probability, units, turns, ratio.
    meaning
        What it does, in a few words.
    tuned
        Of a searching strategy: the range in which tuning looks; () where it leaves it alone.
    family
        Of a searching strategy: the only family that reads it; "": all do.
    """

    name: str
    low: float
    high: float
    default: float
    unit: str
    meaning: str
    tuned: Sequence[float] = ()
    family: str = ""

    def check(self, value: float, where: str) -> float:
        """Return the value, or raise InputError if it is outside the range.

        >>> boldness = Parameter("boldness", 0.0, 1.0, 0.5, "ratio", "how bold")
        >>> boldness.check(2.0, "--set")
        Traceback (most recent call last):
        bloodstones.core.errors.InputError: expected boldness from 0 to 1, got 2.0 (--set)
        """
        if not self.low <= value <= self.high:
            raise expected(f"{self.name} from {self.low:g} to {self.high:g}", value, where)
        return float(value)


@cache
def read_parameters(path: Path, names: type[Name]) -> Mapping[str, Parameter]:
    """Return the parameters of a file by name.

    Parameters
    ----------
    path
        A table for each parameter, with the fields of `Parameter`.
    names
        What kernels call them, in the order of the file.

    Raises
    ------
    InputError
        If file and kernels do not name the same parameters in the same order.
    """
    with path.open("rb") as file:
        data = tomllib.load(file)
    if list(data) != list(names.ids()):
        raise expected(f"the parameters {', '.join(names.ids())}", ", ".join(data), path.name)
    return MappingProxyType({name: Parameter(name, **entry) for name, entry in data.items()})


def full_weights(
    parameters: Mapping[str, Parameter], weights: Mapping[str, float], where: str
) -> Mapping[str, float]:
    """Return all parameters: those of `weights`, the others by their defaults.

    Parameters
    ----------
    parameters
        All parameters by name.
    weights
        Values of some of them.
    where
        The strategy, for errors.

    Raises
    ------
    InputError
        For an unknown parameter or one outside its range.
    """
    for name in weights:
        if name not in parameters:
            tip = near_matches(name, parameters) or f"known: {', '.join(parameters)}"
            raise expected("a parameter", name, where, tip)
    return MappingProxyType(
        {
            name: parameter.check(weights.get(name, parameter.default), where)
            for name, parameter in parameters.items()
        }
    )
