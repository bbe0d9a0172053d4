"""The strategies of a game as files: the parameters of its scripts, and their presets.

In the folder of a game's strategies:

- `parameters.toml`: the parameters of its scripts (`parameters.read_parameters`);
- `strategies.toml`: a table for each strategy: `family` (`random`, `greedy` or `scripted`),
  `title`, `parameters`, perhaps `traits`, and a table named after a role with what it plays
  otherwise;
- `tuned/*.toml`: presets: `id`, `of` (what they were tuned from), `title`, parameters of all roles
  in `parameters`, by role in `factions` and, for larger tables, in `crowded`; a role without a name
  (`factions.""`) is any role of a game without roles;
- `searchers.toml`, if it has searching strategies, see `searchers`;
- `features.toml`, if values are learned, see `kit.values.network`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from bloodstones.core.errors import expected, near_matches
from bloodstones.core.names import Name
from bloodstones.kit.players import strategy as parameters
from bloodstones.kit.players.presets import Preset
from bloodstones.kit.players.strategy import COMPILED, Family, Parameter, Strategy, read_traits

STRATEGIES_FILE: Final = "strategies.toml"
PARAMETERS_FILE: Final = "parameters.toml"
SEARCHERS_FILE: Final = "searchers.toml"
FEATURES_FILE: Final = "features.toml"
TUNED: Final = "tuned"

ByRole = Mapping[str, Mapping[str, float]]
KEYS: Final = ("family", "title", "parameters", "traits")


@dataclass(frozen=True, slots=True)
class Plans:
    """Where a game's strategies are written down, and in which words.

    Attributes
    ----------
    folder
        With the files that this module describes.
    weights
        What kernels call the parameters of scripts, in the order of parameters.toml.
    roles
        The roles that a strategy may play differently, by id.
    crowd
        Players from which on presets may play differently, 0 if never.
    """

    folder: Path
    weights: type[Name]
    roles: tuple[str, ...] = ()
    crowd: int = 0

    def parameters(self) -> Mapping[str, Parameter]:
        """Return the parameters of scripts by name, in the order of `weights`."""
        return parameters.read_parameters(self.folder / PARAMETERS_FILE, self.weights)

    def full_weights(self, weights: Mapping[str, float], where: str) -> Mapping[str, float]:
        """Return all parameters: those of `weights`, the others by their defaults.

        Parameters
        ----------
        weights
            Values of some of them.
        where
            The strategy, for errors.

        Raises
        ------
        InputError
            For an unknown parameter or one outside its range.
        """
        return parameters.full_weights(self.parameters(), weights, where)

    def preset(self, preset: Preset, base: Strategy) -> Strategy:
        """Return the strategy that a user's preset makes of another one.

        Parameters
        ----------
        preset
            The user's parameters; roles that it leaves out play as in `base`.
        base
            The strategy that it changes.

        Raises
        ------
        InputError
            For unknown parameters or roles, and values outside their ranges.
        """

        def full(part: ByRole, tuned: ByRole) -> ByRole:
            by_role = preset.by_role(part, self.roles, lambda role: tuned.get(role, base.weights))
            checked = {
                role: self.full_weights(weights, preset.name) for role, weights in by_role.items()
            }
            return MappingProxyType({**tuned, **checked})

        return replace(
            base,
            id=preset.name,
            title=preset.title,
            traits=replace(base.traits, origin="tuned"),
            by_role=full(preset.factions, base.by_role),
            crowded=full(preset.crowded, base.crowded) if self.crowd else {},
        )

    def strategies(self) -> Mapping[str, Strategy]:
        """Return the strategies that kernels play, by id: those of the file, then presets."""
        return read_strategies(self)


@cache
def read_strategies(plans: Plans) -> Mapping[str, Strategy]:
    """Return the strategies of strategies.toml and the tuned presets of them, by id.

    Raises
    ------
    InputError
        For a file that says what no strategy can be.
    """
    with (plans.folder / STRATEGIES_FILE).open("rb") as file:
        data = tomllib.load(file)
    strategies = {name: _strategy(plans, name, entry) for name, entry in data.items()}
    paths = sorted((plans.folder / TUNED).glob("*.toml"))
    presets = [_preset(plans, path, strategies) for path in paths]
    return MappingProxyType({**strategies, **{preset.id: preset for preset in presets}})


def _strategy(plans: Plans, name: str, entry: Mapping[str, Any]) -> Strategy:
    where = f"{STRATEGIES_FILE} {name}"
    family = Family.parse(entry.get("family", ""), f"{where}.family")
    if family not in COMPILED:
        raise expected(
            f"one of {', '.join(each.id for each in COMPILED)}", family.id, f"{where}.family"
        )
    _check_words(entry, (*KEYS, *plans.roles), where)
    weights: Mapping[str, float] = MappingProxyType({})
    by_role: ByRole = MappingProxyType({})
    if family is Family.SCRIPTED:
        shared = entry.get("parameters", {})
        weights = plans.full_weights(shared, where)
        by_role = MappingProxyType(
            {
                role: plans.full_weights({**shared, **entry[role]}, where)
                for role in plans.roles
                if role in entry
            }
        )
    traits = read_traits(entry.get("traits", {}), f"{where}.traits")
    title = str(entry.get("title", name))
    return Strategy(name, title, family, weights, traits, by_role=by_role, crowd=plans.crowd)


def _preset(plans: Plans, path: Path, strategies: Mapping[str, Strategy]) -> Strategy:
    """Return the tuned preset of a file: a known strategy with other parameters by role."""
    with path.open("rb") as file:
        data = tomllib.load(file)
    _check_words({data.get("of", ""): 1}, strategies, f"{path.name} of")
    base, factions = strategies[data["of"]], dict(data.get("factions", {}))
    shared = {**data.get("parameters", {}), **factions.pop("", {})}
    if shared:
        base = _shared(plans, base, shared, path.name)
    return replace(
        base,
        id=data["id"],
        title=data["title"],
        traits=replace(base.traits, origin="tuned"),
        by_role=_by_role(plans, base.by_role, factions, base, path.name),
        crowded=_by_role(plans, base.crowded, data.get("crowded", {}), base, path.name),
    )


def _shared(plans: Plans, base: Strategy, changed: Mapping[str, float], where: str) -> Strategy:
    """Return a strategy with parameters that are the same for all roles."""
    by_role = {role: {**weights, **changed} for role, weights in base.by_role.items()}
    return replace(
        base,
        weights=plans.full_weights({**base.weights, **changed}, where),
        by_role=MappingProxyType(by_role),
    )


def _by_role(
    plans: Plans, before: ByRole, changed: ByRole, base: Strategy, where: str
) -> Mapping[str, Mapping[str, float]]:
    """Return the known parameters by role, with those of `changed` in their place."""
    full = dict(before)
    _check_words(changed, plans.roles, where)
    for role, weights in changed.items():
        start = before.get(role, base.weights)
        full[role] = plans.full_weights({**start, **weights}, f"{where} {role}")
    return MappingProxyType(full)


def _check_words(words: Iterable[str], names: Iterable[str], where: str) -> None:
    """Raise InputError for the first word that is not known."""
    allowed = tuple(names)
    for word in words:
        if word not in allowed:
            tip = near_matches(word, allowed) or f"known: {', '.join(allowed)}"
            raise expected("a known word", word, where, tip)
