"""The searching strategies of a game as data: the shipped ones, and the same with other budgets.

A table of `searchers.toml` has `family` (`monte_carlo` or `tree_search`), `title`, `policies` (the
scripted strategies that propose decisions; simulations are played on by the first), perhaps
`parameters` (kit/search/parameters.toml explains them), `values` (the folder of learned values that
evaluate positions, see `kit.values.store`), `looks` (that of the network which drops candidates
before they are simulated: see `retained` there), `opposes` (the feature that marks a seat: what is
good for it the others count as their own loss) and `traits`. The budget may be written in the name:
`monte_carlo_256` is `monte_carlo` with simulations = 256; so may what was learned otherwise:
`value_32@results/learn` uses the values in that folder, and `focus_8@results/looks` pre-selects
with the network in that one. A preset of one's own (`presets`) sets any of the parameters.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from bloodstones.core.errors import expected
from bloodstones.core.files.writing import is_folder
from bloodstones.kit.players.plans import FEATURES_FILE, SEARCHERS_FILE, Plans
from bloodstones.kit.players.presets import Preset
from bloodstones.kit.players.strategy import (
    LEARNED,
    SEARCHING,
    Cost,
    Family,
    Parameter,
    Strategy,
    Traits,
    full_weights,
    read_parameters,
    read_traits,
)
from bloodstones.kit.search import search_parameters
from bloodstones.kit.values.store import VALUES, is_of_looks

PARAMETERS: Final = Path(search_parameters.__file__).with_name("parameters.toml")
TRAITS: Final = Traits(uses_search=True, cost=Cost.SEARCH)
TUNED: Final = "tuned"
COUNTED: Final = ("playthroughs", "decisions", "turns", "features")  # units of whole numbers
BUDGET: Final = re.compile(r"(?P<name>[a-z_]+)_(?P<budget>[0-9]+)")


def parameters() -> Mapping[str, Parameter]:
    """Return the parameters of searching strategies by name, in the order of `Knob`.

    >>> parameters()["simulations"].high
    8000
    """
    return read_parameters(PARAMETERS, search_parameters.Knob)


@cache
def searchers(plans: Plans) -> Mapping[str, Strategy]:
    """Return the searching strategies of a game by id; none without a file of them."""
    path = plans.folder / SEARCHERS_FILE
    if not path.is_file():
        return MappingProxyType({})
    with path.open("rb") as file:
        data = tomllib.load(file)
    return MappingProxyType({name: _searcher(plans, name, entry) for name, entry in data.items()})


def _searcher(plans: Plans, name: str, entry: Mapping[str, Any]) -> Strategy:
    where = f"{SEARCHERS_FILE} {name}"
    family = Family.parse(entry["family"], f"{where}.family")
    if family not in SEARCHING:
        raise expected("monte_carlo or tree_search", family.id, f"{where}.family")
    policies = tuple(entry["policies"])
    for policy in policies:
        if policy not in plans.strategies():
            raise expected("a strategy in strategies.toml", policy, f"{where}.policies")
    if not policies:
        raise expected("at least one policy", "none", f"{where}.policies")
    weights = dict(full_weights(parameters(), entry.get("parameters", {}), where))
    if ("looks" in entry) != (weights["retained"] > 0) or ("looks" in entry) > ("values" in entry):
        raise expected(
            "`looks` and `values` together when candidates are retained", "one alone", where
        )
    features = _features(plans) if "values" in entry else ()
    if "opposes" in entry:
        if "values" not in entry:
            raise expected("values of a position evaluator", "none", f"{where}.opposes")
        if entry["opposes"] not in features:
            wanted = f"a feature of {FEATURES_FILE}"
            raise expected(wanted, entry["opposes"], f"{where}.opposes")
        weights["opposed"] = features.index(entry["opposes"])
    return Strategy(
        name,
        entry["title"],
        family,
        MappingProxyType(weights),
        read_traits(entry.get("traits", {}), f"{where}.traits", TRAITS),
        policies,
        values=str(plans.folder / entry["values"]) if "values" in entry else "",
        looks=str(plans.folder / entry["looks"]) if "looks" in entry else "",
        features=features,
    )


def _features(plans: Plans) -> tuple[str, ...]:
    """Return the features of a game by name."""
    with (plans.folder / FEATURES_FILE).open("rb") as file:
        return tuple(tomllib.load(file))


def find_searcher(plans: Plans, name: str, where: str) -> Strategy | None:
    """Return a searching strategy, with the budget in its name if there is one; None if unknown.

    Parameters
    ----------
    plans
        Of the game.
    name
        An id, an id with another budget (`monte_carlo_256`), or either with a folder of learned
        values.
    where
        The parameter or place that names it, for errors.

    Raises
    ------
    InputError
        For a budget that cannot be.
    """
    name, _, folder = name.partition(LEARNED)
    if folder:
        searcher = find_searcher(plans, name, where)
        return None if searcher is None else _judging_by(searcher, folder, where)
    by_name = searchers(plans)
    if name in by_name:
        return by_name[name]
    match = BUDGET.fullmatch(name)
    if match is None or match["name"] not in by_name:
        return None
    budget = parameters()["simulations"].check(int(match["budget"]), where)
    base = by_name[match["name"]]
    weights = {**base.weights, "simulations": budget}
    return replace(base, id=name, weights=MappingProxyType(weights))


def preset_of(preset: Preset, base: Strategy) -> Strategy:
    """Return the strategy that a user's preset makes of a searching one.

    Parameters
    ----------
    preset
        The user's parameters; those that it leaves out are as in `base`.
    base
        The searching strategy that it changes.

    Raises
    ------
    InputError
        For parameters by role, unknown ones, and values outside their ranges.
    """
    if preset.factions or preset.crowded:
        wanted = "one table [parameters]: a searching strategy plays all roles alike"
        raise expected(wanted, "parameters by role", preset.name)
    known = parameters()
    weights = full_weights(known, {**base.weights, **preset.parameters}, preset.name)
    broken = [
        name
        for name in preset.parameters
        if known[name].unit in COUNTED and not weights[name].is_integer()
    ]
    if broken:
        wanted = f"a whole number of {known[broken[0]].unit} as {broken[0]}"
        raise expected(wanted, weights[broken[0]], preset.name)
    if weights["retained"] > 0 and not base.looks:
        raise expected(
            "retained = 0, because the strategy has no trained pre-selection",
            weights["retained"],
            preset.name,
        )
    if weights["opposed"] >= len(base.features):
        wanted = f"opposed below the {len(base.features)} features of {base.id}"
        raise expected(wanted, int(weights["opposed"]), preset.name)
    traits = replace(base.traits, origin=TUNED)
    return replace(base, id=preset.name, title=preset.title, traits=traits, weights=weights)


def values_of(name: str) -> str:
    """Return a hash of the learned values in the folder that a strategy names, "" without.

    >>> values_of("value_32")
    ''
    """
    folder = name.partition(LEARNED)[2]
    if not folder:
        return ""
    digest = hashlib.sha256()
    for path in sorted(Path(folder).glob(VALUES)):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _judging_by(strategy: Strategy, folder: str, where: str) -> Strategy:
    """Return a strategy that judges by learned values, with those of a folder."""
    if not strategy.values:
        raise expected("a strategy that uses a trained evaluator", strategy.id, where)
    if not is_folder(folder):
        raise expected("a folder of a trained evaluator", folder, where)
    if is_of_looks(Path(folder)):
        if not strategy.looks:
            raise expected("a strategy with a pre-selection", strategy.id, where)
        return replace(strategy, id=f"{strategy.id}{LEARNED}{folder}", looks=folder)
    return replace(strategy, id=f"{strategy.id}{LEARNED}{folder}", values=folder)
