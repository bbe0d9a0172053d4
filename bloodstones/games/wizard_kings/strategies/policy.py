"""What strategies read beside the state and the rules: their parameters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Final

import numpy as np

from bloodstones.core.files.own_data import DataSource
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.names import Name
from bloodstones.games.wizard_kings.engine.rule_tables import KINDS, SPELLS
from bloodstones.games.wizard_kings.engine.state import SEATS
from bloodstones.games.wizard_kings.rules.names import Army, Trait
from bloodstones.games.wizard_kings.rules.reading import KEPT, load_ruleset, source_of
from bloodstones.games.wizard_kings.rules.ruleset import Ruleset, UnitType
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.plans import Plans
from bloodstones.kit.players.presets import ANY_ROLE
from bloodstones.kit.players.restricted import going_without
from bloodstones.kit.players.strategy import Family, Strategy


class Weight(Name):
    """The parameters in the order in which they are packed."""

    CITY = 0
    HUNT = 1
    FAR = 2
    BOLDNESS = 3
    STAND = 4
    GARRISON = 5
    ALARM = 6
    MASS = 7
    SPELLS = 8
    BUY_WIZARD = 9
    BUY_CASTLE = 10
    BUY_PEGASUS = 11
    BUY_RANGER = 12
    BUY_PIXIE = 13
    BUY_TREEK = 14
    BUY_GLADER = 15
    BUY_UNICORN = 16
    BUY_MERMAID = 17
    BUY_OGRE = 18
    BUY_TROLL = 19
    BUY_ORC = 20
    BUY_GOBLIN = 21
    BUY_KRAKEN = 22
    BUY_DRAGON = 23
    BUY_OTHER = 24


WEIGHTS: Final = len(Weight)
PLANS: Final = Plans(Path(__file__).parent, Weight, Army.ids())
WIZARDS: Final = "wizards"
SPELLCASTING: Final = "spells"


class Policy(Layout):
    """The strategies of one playthrough, by seat."""

    family: Annotated[Array, np.int8, (SEATS,)]
    barred: Annotated[Array, np.int8, (SEATS, KINDS)]  # 1: never bought nor built
    mute: Annotated[Array, np.int8, (SEATS, SPELLS)]  # 1: never cast
    share: Annotated[Array, np.int8, (KINDS,)]  # the `Weight` of what is spent on a kind of unit
    weight: Annotated[Array, np.float64, (SEATS, WEIGHTS)]


def finder_for(data: str = "") -> Finder:
    """Return the strategies, with restrictions to units and spells of the rules or of user data.

    `x_without_ogre` plays like x and never has an ogre, `x_without_wizards` no wizard of any name,
    `x_without_fireball` never casts that spell, `x_without_spells` none, Dispel included.

    Examples
    --------
    >>> barred(finder_for().find("hammer_without_ogre", "here"))
    ('ogre',)
    >>> finder_for().find("hammer_without_ogr", "here")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a unit or spell to go without, got 'ogr' (here)
    Tip: did you mean ogre, orc?
    """
    return _finder(source_of(data), data)


@lru_cache(maxsize=KEPT)
def _finder(_source: DataSource, data: str) -> Finder:
    restricted = (*restrictable(load_ruleset(data=data)), WIZARDS, SPELLCASTING)
    return Finder(PLANS, going_without(restricted, "a unit or spell to go without"))


def restrictable(rules: Ruleset) -> tuple[str, ...]:
    """Return the names of units and spells, each once."""
    return tuple(dict.fromkeys([u.unit for u in rules.units] + [s.spell for s in rules.spells]))


def barred(strategy: Strategy) -> tuple[str, ...]:
    """Return what a strategy goes without, by name."""
    names: tuple[str, ...] = strategy.barred.get(ANY_ROLE, ())
    return names


def pack_policy(rules: Ruleset, roles: Sequence[str], strategies: Sequence[Strategy]) -> Policy:
    """Pack the strategies of the seats, who have these roles, for kernels."""
    policy = Policy.new()
    for kind, unit in enumerate(rules.units):
        policy.share[kind] = _share_of(unit)
    for seat, (role, strategy) in enumerate(zip(roles, strategies, strict=True)):
        policy.family[seat] = strategy.family
        if strategy.family is Family.SCRIPTED:
            weights = strategy.weights_of(role, len(roles))
            policy.weight[seat] = [weights[weight.id] for weight in Weight]
        without = barred(strategy)
        for kind, unit in enumerate(rules.units):
            wizard = unit.has(Trait.WIZARD) and WIZARDS in without
            policy.barred[seat, kind] = wizard or unit.unit in without
        for number, spell in enumerate(rules.spells):
            policy.mute[seat, number] = SPELLCASTING in without or spell.spell in without
    return policy


def _share_of(unit: UnitType) -> Weight:
    """Return the parameter that says how much is spent on a kind of unit."""
    if unit.has(Trait.WIZARD):
        return Weight.BUY_WIZARD
    if unit.has(Trait.CASTLE):
        return Weight.BUY_CASTLE
    return Weight.__members__.get(f"BUY_{unit.unit.upper()}", Weight.BUY_OTHER)
