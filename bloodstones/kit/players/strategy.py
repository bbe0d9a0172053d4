"""The parameters of strategies as data: range, default, unit and meaning."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from bloodstones.core.errors import expected, near_matches
from bloodstones.core.names import Name


class Cost(Name):
    """How long a strategy may think: its cost class."""

    COMPILED = 0
    PYTHON = 1
    SEARCH = 2


MOST_COST: Final = {Cost.COMPILED: 10.0, Cost.PYTHON: 500.0, Cost.SEARCH: 150.0}
"""Most time of a playthrough by the cost class of one seat, against one of plain scripts.

The class `SEARCH` may take so much for each simulation of its budget.
"""


@dataclass(frozen=True, slots=True)
class Traits:
    """What a strategy declares about itself; the contract of strategies tests it.

    Attributes
    ----------
    deterministic
        The same view always gives the same decision: it uses no luck of its own. All strategies
        are reproducible, the others draw their luck from their own stream.
    uses_search
        It plays worlds on that fit its view.
    cost
        Its cost class.
    origin
        Where it comes from: "shipped", "tuned", "local" (somebody's own Python code).
    """

    deterministic: bool = False
    uses_search: bool = False
    cost: Cost = Cost.COMPILED
    origin: str = "shipped"

    def as_dict(self) -> dict[str, Any]:
        """Return the traits as they are written in files and JSON.

        >>> Traits(origin="tuned").as_dict()
        {'deterministic': False, 'uses_search': False, 'cost': 'compiled', 'origin': 'tuned'}
        """
        return {**asdict(self), "cost": self.cost.id}


SCRIPTED_TRAITS: Final = Traits()


def read_traits(table: Mapping[str, Any], where: str, default: Traits = SCRIPTED_TRAITS) -> Traits:
    """Return the traits of a table, with `default` for those that it leaves out.

    Parameters
    ----------
    table
        Trait -> value.
    where
        What declares them, for errors.
    default
        What holds for traits that `table` leaves out.

    Raises
    ------
    InputError
        For an unknown trait, or a value of another type.

    Examples
    --------
    >>> read_traits({"cost": "search", "uses_search": True}, "here").cost
    <Cost.SEARCH: 2>
    """
    values = default.as_dict()
    for name, value in table.items():
        if name not in values:
            raise expected("a trait", name, where, f"known: {', '.join(values)}")
        if type(value) is not type(values[name]):
            kind = "text" if isinstance(values[name], str) else "true or false"
            raise expected(kind, value, f"{where} {name}")
        values[name] = value
    return Traits(**{**values, "cost": Cost.parse(values["cost"], f"{where} cost")})


LEARNED: Final = "@"  # between a strategy and the folder of values that it judges by


class Family(Name):
    """How a strategy decides."""

    RANDOM = 0
    SCRIPTED = 1
    MONTE_CARLO = 2
    TREE_SEARCH = 3
    PYTHON = 4
    GREEDY = 5  # the most at once, without parameters


COMPILED = (Family.RANDOM, Family.GREEDY, Family.SCRIPTED)
SEARCHING = (Family.MONTE_CARLO, Family.TREE_SEARCH)


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy as data.

    Attributes
    ----------
    id, title
        Name in files and commands, and what it does in a few words.
    family
        How it decides.
    weights
        Parameters by name, as parameters.toml explains them; empty for `random`.
    traits
        What it declares about itself.
    policies
        The scripted strategies that a searching one asks; roll-outs go by the first.
    by_role
        All parameters by name for the roles that it plays otherwise.
    crowded
        The same for tables of `crowd` or more players.
    barred
        By role what it never does, in whatever form the game's own kernels read it.
    crowd
        Players from which on `crowded` counts; 0: never.
    values
        The folder of the learned values of a searching strategy; "" without.
    looks
        The folder of those by which it drops candidates before they are simulated; "" without.
    features
        What such values read of each seat, by name.
    """

    id: str
    title: str
    family: Family
    weights: Mapping[str, float]
    traits: Traits = SCRIPTED_TRAITS
    policies: tuple[str, ...] = ()
    by_role: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    crowded: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    barred: Mapping[str, Any] = field(default_factory=dict)
    crowd: int = 0
    values: str = ""
    looks: str = ""
    features: tuple[str, ...] = ()

    def weights_of(self, role: str, players: int) -> Mapping[str, float]:
        """Return the parameters with which it plays a role at a table of so many.

        Parameters
        ----------
        role
            "" or an unknown role: the weights of no particular role.
        players
            At the table; from `crowd` on those of `crowded` count, where the role has some.
        """
        weights = self.by_role.get(role, self.weights)
        crowded = 0 < self.crowd <= players
        return self.crowded.get(role, weights) if crowded else weights


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
