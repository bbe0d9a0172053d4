"""Strategies as data, and what kernels need of those at a table."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Final

import numpy as np

from bloodstones.core.errors import expected, near_matches
from bloodstones.core.layout import Array, Layout
from bloodstones.core.names import Name
from bloodstones.games.bellum_magica.engine.state import CREATURES, KINDS, SEATS
from bloodstones.games.bellum_magica.rules.names import Chest
from bloodstones.games.bellum_magica.rules.reading import Ruleset, load_ruleset
from bloodstones.games.bellum_magica.strategies.weights import Weight, full_weights
from bloodstones.kit.players.presets import Preset, find_preset

STRATEGIES_FILE: Final = Path(__file__).with_name("strategies.toml")
PRESETS: Final = Path(__file__).with_name("presets")
WITHOUT: Final = "_without_"


class Family(Name):
    """How a strategy decides."""

    RANDOM = 0
    GREEDY = 1
    PLAN = 2


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy.

    Attributes
    ----------
    weights
        All parameters of a plan by name, in the order of `Weight`; empty for others.
    without
        Names of creatures that it never hires, in the form `rat_pack`.
    by_role
        Of a preset: all parameters for the castle boards that it plays otherwise.
    """

    id: str
    title: str
    family: Family
    weights: Mapping[str, float] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    by_role: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def of_role(self, role: str) -> Strategy:
        """Return the strategy with the parameters with which it plays a castle board.

        Raises
        ------
        InputError
            Where the board is dealt and the preset plays boards differently.
        """
        own = list(self.by_role.values())
        if not role and any(each != own[0] for each in own):
            tip = "name a board for each seat, or tune one set of parameters with --shared"
            raise expected(f"a castle board for {self.id}", "one that is dealt", "seats", tip)
        weights = own[0] if own and not role else self.by_role.get(role, self.weights)
        return replace(self, weights=weights, by_role={})


class Policy(Layout):
    """The strategies of a table, packed; `mean` is what a chest of each kind is worth."""

    family: Annotated[Array, np.int64, (SEATS,)]
    weights: Annotated[Array, np.float64, (SEATS, len(Weight))]
    mean: Annotated[Array, np.float64, (KINDS,)]
    barred: Annotated[Array, np.int8, (SEATS, CREATURES)]
    bars: Annotated[Array, np.int8, (SEATS,)]  # 1: something is barred


@cache
def strategies() -> Mapping[str, Strategy]:
    """Return the shipped strategies by id: those of strategies.toml, then tuned presets.

    >>> list(strategies())[:6]
    ['random', 'greedy', 'farmer', 'plunderer', 'thief', 'scout']
    """
    with STRATEGIES_FILE.open("rb") as file:
        data = tomllib.load(file)
    found = {name: _strategy(name, entry) for name, entry in data.items()}
    for path in sorted(PRESETS.glob("*.toml")):
        with path.open("rb") as file:
            preset = tomllib.load(file)
        base = found[preset["of"]]
        weights = full_weights({**base.weights, **preset["parameters"]}, path.name)
        found[preset["id"]] = replace(base, id=preset["id"], title=preset["title"], weights=weights)
    return MappingProxyType(found)


def _strategy(name: str, entry: Mapping[str, object]) -> Strategy:
    family = Family.parse(str(entry["family"]), STRATEGIES_FILE.name)
    given = entry.get("parameters", {})
    assert isinstance(given, Mapping)
    weights = full_weights(given, f"{STRATEGIES_FILE.name} {name}") if given else {}
    return Strategy(name, str(entry["title"]), family, weights)


def slug(name: str) -> str:
    """Return the name of a creature as it stands in the name of a strategy.

    >>> slug("Rat Pack")
    'rat_pack'
    """
    return name.lower().replace(" ", "_")


def find_strategy(name: str, where: str, rules: Ruleset | None = None) -> Strategy:
    """Return the strategy called `name`, or one that goes without a creature (`x_without_ogre`).

    Raises
    ------
    InputError
        For an unknown strategy or creature; `where` names the argument.

    Examples
    --------
    >>> find_strategy("farmer_without_rat_pack", "here").without
    ('rat_pack',)
    >>> find_strategy("famer", "here")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a strategy, got 'famer' (here)
    Tip: did you mean farmer?
    """
    known = strategies()
    if name not in known and (preset := find_preset(name, where)) is not None:
        return _own(preset, find_strategy(preset.of, preset.name, rules), rules or load_ruleset())
    base, mark, creature = name.partition(WITHOUT)
    if base not in known:
        tip = near_matches(base, known) or f"known: {', '.join(known)}"
        raise expected("a strategy", name, where, tip)
    if not mark:
        return known[base]
    creatures = {slug(card.name) for card in (rules or load_ruleset()).creatures}
    if creature not in creatures:
        tip = near_matches(creature, creatures) or f"known: {', '.join(sorted(creatures))}"
        raise expected("a creature to go without", creature, where, tip)
    return replace(known[base], id=name, without=(creature,))


def _own(preset: Preset, base: Strategy, rules: Ruleset) -> Strategy:
    """Return the strategy of a preset; InputError for one of something without parameters."""
    if not base.weights:
        raise expected("a preset of a plan", base.id, preset.name)
    roles = tuple(castle.id.lower() for castle in rules.castles)
    given = preset.by_role(
        preset.factions, roles, lambda role: base.by_role.get(role, base.weights)
    )
    by_role = {role: full_weights(own, preset.name) for role, own in given.items()}
    return replace(base, id=preset.name, title=preset.title, by_role={**base.by_role, **by_role})


def pack_policy(rules: Ruleset, seats: Sequence[Strategy]) -> Policy:
    """Pack the strategies of the seats, clockwise."""
    policy = Policy.new()
    for kind in Chest:
        values = rules.chests[kind]
        policy.mean[kind] = sum(v * n for v, n in values.items()) / max(1, sum(values.values()))
    for seat, strategy in enumerate(seats):
        policy.family[seat] = strategy.family
        if strategy.weights:
            policy.weights[seat] = [strategy.weights[name] for name in Weight.ids()]
        for number, card in enumerate(rules.creatures):
            policy.barred[seat, number] = slug(card.name) in strategy.without
        policy.bars[seat] = len(strategy.without) > 0
    return policy
