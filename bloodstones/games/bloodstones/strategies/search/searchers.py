"""The searching strategies as data: the shipped ones, and the same with other budgets."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from bloodstones.games.bloodstones.strategies.policy import Family, Strategy
from bloodstones.games.bloodstones.strategies.traits import Cost, Traits, read_traits
from bloodstones.games.bloodstones.strategies.weights import Parameter

FOLDER: Final = Path(__file__).parent
SEARCHERS_FILE: Final = FOLDER / "searchers.toml"
PARAMETERS_FILE: Final = FOLDER / "parameters.toml"
TRAITS: Final = Traits(uses_search=True, cost=Cost.SEARCH)
BUDGET: Final = re.compile(r"(?P<name>[a-z_]+)_(?P<budget>[0-9]+)")


@cache
def parameters() -> Mapping[str, Parameter]:
    """Return the parameters of searching strategies by name, in the order of `Knob`.

    >>> parameters()["simulations"].high
    8000
    """
    with PARAMETERS_FILE.open("rb") as file:
        data = tomllib.load(file)
    return MappingProxyType({name: Parameter(name, **entry) for name, entry in data.items()})


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
    given = entry.get("parameters", {})
    weights = {
        parameter.name: parameter.check(given.get(parameter.name, parameter.default), where)
        for parameter in parameters().values()
    }
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
    budget = parameters()["simulations"].check(int(match["budget"]), where)
    base = searchers()[match["name"]]
    weights = {**base.weights, "simulations": budget}
    return replace(base, id=name, weights=MappingProxyType(weights))
