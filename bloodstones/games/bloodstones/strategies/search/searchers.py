"""The searching strategies as data: the shipped ones, and the same with other budgets."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from bloodstones.core.errors import expected
from bloodstones.games.bloodstones.strategies.policy import Family, Strategy
from bloodstones.games.bloodstones.strategies.search.knobs import Knob
from bloodstones.games.bloodstones.strategies.traits import Cost, Traits, read_traits

FOLDER: Final = Path(__file__).parent
SEARCHERS_FILE: Final = FOLDER / "searchers.toml"
PARAMETERS_FILE: Final = FOLDER / "parameters.toml"
TRAITS: Final = Traits(uses_search=True, cost=Cost.SEARCH)
BUDGET: Final = re.compile(r"(?P<name>[a-z_]+)_(?P<budget>[0-9]+)")


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a parameter means and what it may be, `least` and `most` included."""

    meaning: str
    least: float
    most: float
    whole: bool = False

    def check(self, value: float, where: str) -> None:
        """Raise InputError unless the parameter can have this value."""
        if not self.least <= value <= self.most or (self.whole and value != int(value)):
            kind = "a whole number" if self.whole else "a number"
            raise expected(f"{kind} from {self.least:g} to {self.most:g}", f"{value:g}", where)


@cache
def parameters() -> Mapping[str, Parameter]:
    """Return the parameters of searching strategies by name.

    >>> parameters()["simulations"].meaning
    'worlds played on for a decision, at most'
    """
    with PARAMETERS_FILE.open("rb") as file:
        data = tomllib.load(file)
    return MappingProxyType({name: Parameter(**entry) for name, entry in data.items()})


@cache
def searchers() -> Mapping[str, Strategy]:
    """Return the shipped searching strategies by id.

    >>> sorted(searchers())
    ['ismcts', 'monte_carlo']
    """
    with SEARCHERS_FILE.open("rb") as file:
        data = tomllib.load(file)
    return MappingProxyType({name: _searcher(name, entry) for name, entry in data.items()})


def _searcher(name: str, entry: Mapping[str, Any]) -> Strategy:
    where = f"{SEARCHERS_FILE.name} {name}"
    weights = {knob.name.lower(): float(entry[knob.name.lower()]) for knob in Knob}
    for parameter, value in weights.items():
        parameters()[parameter].check(value, f"{where}.{parameter}")
    return Strategy(
        name,
        entry["title"],
        Family.parse(entry["family"], f"{where}.family"),
        MappingProxyType(weights),
        read_traits(entry.get("traits", {}), f"{where}.traits", TRAITS),
        tuple(entry["policies"]),
    )


def find_searcher(name: str, where: str) -> Strategy | None:
    """Return a searching strategy, with the budget in its name if there is one; None if unknown.

    Raises
    ------
    InputError
        For a budget that cannot be.

    Examples
    --------
    >>> find_searcher("monte_carlo_256", "here").weights["simulations"]
    256.0
    """
    if name in searchers():
        return searchers()[name]
    match = BUDGET.fullmatch(name)
    if match is None or match["name"] not in searchers():
        return None
    budget = float(match["budget"])
    parameters()["simulations"].check(budget, f"{where}, budget of {match['name']}")
    base = searchers()[match["name"]]
    weights = {**base.weights, "simulations": budget}
    return replace(base, id=name, weights=MappingProxyType(weights))
